import { localized } from '../contract/locale.ts'
import { ZERO } from '../platform/decimal.ts'
import type { RuleOf } from './program.ts'
import type { ProgramContext, Warn, Warning } from './warning.ts'

/** What invites people to refer themselves, or gives them no reason to refer anyone. */
export function warningsOfReferral(
  { waitingDays, limits, friendPoints, friendRewardId }: RuleOf<'referral'>,
  { rewards }: ProgramContext,
  warn: Warn,
): Warning[] {
  const reward = rewards.find(({ id }) => id === String(friendRewardId))
  return [
    ...(waitingDays === 0 ? [warn('/waitingDays', 'spentBeforeReturn', SPENT_BEFORE_RETURN)] : []),
    ...(limits.perDay === null && limits.ever === null ? [warn('/limits', 'noLimit', NO_LIMIT)] : []),
    ...(friendPoints === ZERO && friendRewardId === null
      ? [warn('/friendPoints', 'nothingForFriend', NOTHING_FOR_FRIEND)]
      : []),
    ...(reward && !reward.hasMinimum
      ? [warn('/friendReward', 'rewardForAnyOrder', REWARD_FOR_ANY_ORDER)]
      : []),
  ]
}

const SPENT_BEFORE_RETURN = localized(
  'Points can be spent at once, before the friend can return the order. Make them wait as long as returns are possible.',
  'Os pontos podem ser gastos na hora, antes que o amigo possa devolver o pedido. Faça-os esperar enquanto devoluções são possíveis.',
  'Los puntos se pueden gastar de inmediato, antes de que el amigo pueda devolver el pedido. Hágalos esperar mientras sea posible devolver.',
)

const NO_LIMIT = localized(
  'One customer can refer any number of friends. Set a limit a day, or in all.',
  'Um cliente pode indicar quantos amigos quiser. Defina um limite por dia ou no total.',
  'Un cliente puede recomendar a cuantos amigos quiera. Fije un límite por día o en total.',
)

const NOTHING_FOR_FRIEND = localized(
  'The friend gets nothing for it. A reward or points give friends a reason to come.',
  'O amigo não ganha nada com isso. Uma recompensa ou pontos dão aos amigos um motivo para vir.',
  'El amigo no recibe nada. Una recompensa o puntos dan a los amigos un motivo para venir.',
)

const REWARD_FOR_ANY_ORDER = localized(
  'The friend’s reward can be used on an order of any value. Give it a minimum purchase, so that new accounts are no free gifts.',
  'A recompensa do amigo vale em pedidos de qualquer valor. Defina uma compra mínima, para que contas novas não sejam presentes grátis.',
  'La recompensa del amigo vale en pedidos de cualquier valor. Póngale una compra mínima, para que las cuentas nuevas no sean regalos.',
)
