/** Why a customer can't redeem a reward, in a sentence for the person who has to answer them: with the figures. */
import { LOCALES, type Locale, type LocalizedText, localized } from '../../contract/locale.ts'
import { shortText } from '../../earning/explanation.ts'
import { wordsFor } from '../../earning/words.ts'
import type { Instant } from '../../platform/clock.ts'
import { type Decimal, ZERO } from '../../platform/decimal.ts'
import type { Tenant } from '../../tenancy/tenant.ts'
import type { Buyer, Ineligibility, RewardNow } from './eligibility.ts'

export const CAN_REDEEM = localized(
  'The customer can redeem this reward now.',
  'O cliente pode resgatar esta recompensa agora.',
  'El cliente puede canjear esta recompensa ahora.',
)

const OF_ALL: Readonly<
  Record<
    Exclude<
      Ineligibility,
      'owesPoints' | 'owesCashback' | 'customerLimit' | 'tooFewPoints' | Dated | 'usedUp'
    >,
    LocalizedText
  >
> = {
  inactive: localized(
    'The reward is not active.',
    'A recompensa não está ativa.',
    'La recompensa no está activa.',
  ),
  noCouponsLeft: localized(
    'No codes are left in the lists of the reward: add some.',
    'Não há mais códigos nas listas da recompensa: adicione alguns.',
    'No quedan códigos en las listas de la recompensa: agrega algunos.',
  ),
  cashbackOff: localized(
    'Cashback is off in the program.',
    'O cashback está desligado no programa.',
    'El cashback está desactivado en el programa.',
  ),
  prizeOnly: localized(
    'Only rules give this reward: it can’t be redeemed.',
    'Só as regras dão esta recompensa: ela não pode ser resgatada.',
    'Solo las reglas dan esta recompensa: no se puede canjear.',
  ),
  notEnrolled: localized(
    'The customer does not take part in the program.',
    'O cliente não participa do programa.',
    'El cliente no participa en el programa.',
  ),
  notForTier: localized(
    'The reward is for other tiers than the customer’s.',
    'A recompensa é de outros níveis, não do nível do cliente.',
    'La recompensa es de otros niveles, no del nivel del cliente.',
  ),
  noCashback: localized(
    'The customer has no cashback that can be used.',
    'O cliente não tem cashback que possa usar.',
    'El cliente no tiene cashback que pueda usar.',
  ),
}

type Dated = 'notYetValid' | 'noLongerValid'

/** Whose money and clock it is told in. */
type Place = Pick<Tenant, 'currency' | 'timeZone'>

export function tellObstacle(
  obstacle: Ineligibility,
  { reward }: Pick<RewardNow, 'reward'>,
  { account, redeemedCount }: Pick<Buyer, 'account' | 'redeemedCount'>,
  place: Place,
): LocalizedText {
  const { points, cashback } = account.balance
  switch (obstacle) {
    case 'notYetValid':
      return tellStart(dateIn(reward.validFrom, place))
    case 'noLongerValid':
      return tellEnd(dateIn(reward.validUntil, place))
    case 'usedUp':
      return tellUsedUp(reward.globalUsageLimit)
    case 'customerLimit':
      return tellLimit(redeemedCount, reward.customerUsageLimit)
    case 'owesPoints':
      return tellOwed(points, localized('points', 'pontos', 'puntos'))
    case 'owesCashback':
      return tellOwed(cashback, localized('of cashback', 'de cashback', 'de cashback'))
    case 'tooFewPoints':
      return tellMissing(reward.points, points)
    default:
      return OF_ALL[obstacle]
  }
}

function dateIn(at: Instant | null, place: Place): (locale: Locale) => string {
  return (locale) => (at === null ? '' : wordsFor({ ...place, locale }).date(at))
}

function inEach(
  tell: Readonly<Record<Locale, (date: string) => string>>,
  dateOf: (locale: Locale) => string,
): LocalizedText {
  return Object.fromEntries(LOCALES.map((locale) => [locale, tell[locale](dateOf(locale))])) as LocalizedText
}

function tellStart(dateOf: (locale: Locale) => string): LocalizedText {
  return inEach(
    {
      en: (date) => `The reward can be redeemed from ${date} on.`,
      'pt-BR': (date) => `A recompensa pode ser resgatada a partir de ${date}.`,
      es: (date) => `La recompensa se puede canjear desde el ${date}.`,
    },
    dateOf,
  )
}

function tellEnd(dateOf: (locale: Locale) => string): LocalizedText {
  return inEach(
    {
      en: (date) => `The reward could be redeemed until ${date}.`,
      'pt-BR': (date) => `A recompensa podia ser resgatada até ${date}.`,
      es: (date) => `La recompensa se podía canjear hasta el ${date}.`,
    },
    dateOf,
  )
}

function tellUsedUp(limit: number | null): LocalizedText {
  return localized(
    `The reward has reached its limit for all customers together: ${limit}.`,
    `A recompensa atingiu o limite para todos os clientes juntos: ${limit}.`,
    `La recompensa alcanzó el límite para todos los clientes juntos: ${limit}.`,
  )
}

function tellLimit(count: number, limit: number | null): LocalizedText {
  return localized(
    `The customer has reached the limit per customer: ${count} of ${limit}.`,
    `O cliente atingiu o limite por cliente: ${count} de ${limit}.`,
    `El cliente alcanzó el límite por cliente: ${count} de ${limit}.`,
  )
}

function tellOwed(balance: Decimal, unit: LocalizedText): LocalizedText {
  const owed = shortText(balance < ZERO ? -balance : balance)
  return localized(
    `The customer owes ${owed} ${unit.en}: that has to be earned first.`,
    `O cliente deve ${owed} ${unit['pt-BR']}: é preciso ganhar isso primeiro.`,
    `El cliente debe ${owed} ${unit.es}: primero hay que ganarlo.`,
  )
}

function tellMissing(cost: Decimal, balance: Decimal): LocalizedText {
  const [needs, has, missing] = [cost, balance, cost - balance].map(shortText)
  return localized(
    `The reward costs ${needs} points and the customer has ${has}: ${missing} are missing.`,
    `A recompensa custa ${needs} pontos e o cliente tem ${has}: faltam ${missing}.`,
    `La recompensa cuesta ${needs} puntos y el cliente tiene ${has}: faltan ${missing}.`,
  )
}
