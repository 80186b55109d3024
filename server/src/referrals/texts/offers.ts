import { type LocalizedText, localized } from '../../contract/locale.ts'
import type { RuleOf } from '../../earning/program.ts'
import { ZERO } from '../../platform/decimal.ts'
import { filled, type Telling } from './sentence.ts'

type Rule = Pick<RuleOf<'referral'>, 'points' | 'friendPoints' | 'minimumOrder' | 'withinDays'>

export interface Offered {
  readonly rule: Rule
  /** What the friend's reward is called; null: the rule gives none. */
  readonly reward: string | null
}

/** What a customer is told who may refer friends. */
export function offerToReferrer(offered: Offered, telling: Telling): string {
  return sentences(telling, [YOUR_FRIEND_GETS[giftOf(offered)], YOU_GET[asksOf(offered.rule)]], offered)
}

/** What a friend is told who comes by a code. Nothing in it is about whose code it is. */
export function offerToFriend(offered: Offered, telling: Telling): string {
  return sentences(telling, [FRIENDS_GET[giftOf(offered)], FRIENDS_ORDER[asksOf(offered.rule)]], offered)
}

type Gift = 'none' | 'points' | 'reward' | 'both'

function giftOf({ rule: { friendPoints }, reward }: Offered): Gift {
  if (friendPoints === ZERO) return reward === null ? 'none' : 'reward'
  return reward === null ? 'points' : 'both'
}

function asksOf({ minimumOrder }: Rule): 'any' | 'minimum' {
  return minimumOrder === ZERO ? 'any' : 'minimum'
}

function sentences(
  telling: Telling,
  said: readonly (LocalizedText | null)[],
  { rule, reward }: Offered,
): string {
  const places = {
    points: telling.points(rule.points),
    gift: telling.points(rule.friendPoints),
    minimum: telling.money(rule.minimumOrder),
    days: String(rule.withinDays),
    reward: reward ?? '',
  }
  return said.flatMap((text) => (text === null ? [] : [filled(text[telling.locale], places)])).join(' ')
}

const YOUR_FRIEND_GETS: Readonly<Record<Gift, LocalizedText | null>> = {
  none: null,
  points: localized(
    'Your friend gets {gift} for the first order.',
    'Seu amigo ganha {gift} pelo primeiro pedido.',
    'Su amigo recibe {gift} por el primer pedido.',
  ),
  reward: localized(
    'Your friend gets “{reward}” for joining.',
    'Seu amigo ganha “{reward}” ao participar.',
    'Su amigo recibe “{reward}” al unirse.',
  ),
  both: localized(
    'Your friend gets “{reward}” for joining, and {gift} for the first order.',
    'Seu amigo ganha “{reward}” ao participar e {gift} pelo primeiro pedido.',
    'Su amigo recibe “{reward}” al unirse y {gift} por el primer pedido.',
  ),
}

const YOU_GET = {
  any: localized(
    'You get {points} when your friend places a first order within {days} days of joining.',
    'Você ganha {points} quando seu amigo faz o primeiro pedido em até {days} dias depois de entrar.',
    'Usted recibe {points} cuando su amigo hace el primer pedido dentro de los {days} días después de unirse.',
  ),
  minimum: localized(
    'You get {points} when your friend places a first order of at least {minimum} within {days} days of joining.',
    'Você ganha {points} quando seu amigo faz o primeiro pedido, de pelo menos {minimum}, em até {days} dias depois de entrar.',
    'Usted recibe {points} cuando su amigo hace el primer pedido, de al menos {minimum}, dentro de los {days} días después de unirse.',
  ),
} as const

const FRIENDS_GET: Readonly<Record<Gift, LocalizedText | null>> = {
  none: null,
  points: localized(
    'Join and get {gift} for your first order.',
    'Participe e ganhe {gift} pelo seu primeiro pedido.',
    'Únase y reciba {gift} por su primer pedido.',
  ),
  reward: localized(
    'Join and get “{reward}”.',
    'Participe e ganhe “{reward}”.',
    'Únase y reciba “{reward}”.',
  ),
  both: localized(
    'Join and get “{reward}”, and {gift} for your first order.',
    'Participe e ganhe “{reward}”, e mais {gift} pelo seu primeiro pedido.',
    'Únase y reciba “{reward}”, y {gift} por su primer pedido.',
  ),
}

const FRIENDS_ORDER = {
  any: localized(
    'Your first order counts within {days} days.',
    'Seu primeiro pedido vale em até {days} dias.',
    'Su primer pedido cuenta dentro de {days} días.',
  ),
  minimum: localized(
    'Your first order counts from {minimum} and within {days} days.',
    'Seu primeiro pedido vale a partir de {minimum} e em até {days} dias.',
    'Su primer pedido cuenta desde {minimum} y dentro de {days} días.',
  ),
} as const
