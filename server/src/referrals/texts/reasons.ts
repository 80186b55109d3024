import { type LocalizedText, localized } from '../../contract/locale.ts'
import type { Decimal } from '../../platform/decimal.ts'
import type { ReferralReason } from '../referral.ts'
import { filled, type Telling } from './sentence.ts'

/** What a reason is about. What is not known is told without it. */
export interface ReasonFacts {
  /** The friend's first order, by the shop's id. */
  readonly order: string | null
  /** Of the rule that counted. */
  readonly minimum: Decimal
  /** Until when the first order counted. */
  readonly endsAt: number
  /** How many the rule rewards in all; null: any number. */
  readonly ever: number | null
  /** A person has declined it. */
  readonly isDecidedByPerson: boolean
}

/** Why a referral does not count, for people of the merchant. */
export function reasonForMerchant(reason: ReferralReason, facts: ReasonFacts, telling: Telling): string {
  const { locale } = telling
  const places = placesOf(facts, telling)
  return filled(ofMerchant(reason, facts)[locale], {
    ...places,
    order: filled((facts.order === null ? THE_ORDER : ORDER)[locale], { order: facts.order ?? '' }),
  })
}

/**
 * The same for the customer who referred: without the friend's order, and without which of the checks found that the
 * friend is not new.
 */
export function reasonForCustomer(
  reason: ReferralReason,
  facts: Omit<ReasonFacts, 'order' | 'isDecidedByPerson'>,
  telling: Telling,
): string {
  return filled(FOR_CUSTOMER[reason][telling.locale], placesOf(facts, telling))
}

function placesOf(
  { minimum, endsAt, ever }: Pick<ReasonFacts, 'minimum' | 'endsAt' | 'ever'>,
  { money, lastDay }: Telling,
): Record<string, string> {
  return { minimum: money(minimum), day: lastDay(endsAt), ever: String(ever ?? '') }
}

function ofMerchant(reason: ReferralReason, { order, isDecidedByPerson }: ReasonFacts): LocalizedText {
  if (reason === 'tooLate' && order === null) return NO_ORDER
  if (reason === 'declined' && !isDecidedByPerson) return NOT_DECIDED
  return FOR_MERCHANT[reason]
}

const ORDER = localized('Order {order}', 'O pedido {order}', 'El pedido {order}')
const THE_ORDER = localized('The first order', 'O primeiro pedido', 'El primer pedido')

const NO_ORDER = localized(
  'No first order came by the end of {day}.',
  'Nenhum primeiro pedido veio até o fim de {day}.',
  'Ningún primer pedido llegó hasta el final del {day}.',
)

const NOT_DECIDED = localized(
  'Declined automatically, because it was not decided within 30 days.',
  'Recusada automaticamente, porque não foi decidida em 30 dias.',
  'Rechazada automáticamente, porque no se decidió en 30 días.',
)

const FOR_MERCHANT: Readonly<Record<ReferralReason, LocalizedText>> = {
  ruleOff: localized(
    'The referral rule was switched off.',
    'A regra de indicações estava desativada.',
    'La regla de recomendaciones estaba desactivada.',
  ),
  codeUnknown: localized(
    'The code is of no customer.',
    'O código não é de nenhum cliente.',
    'El código no es de ningún cliente.',
  ),
  referrerLeft: localized(
    'The customer who referred them was no longer enrolled.',
    'O cliente que indicou não participava mais.',
    'El cliente que recomendó ya no participaba.',
  ),
  ownCode: localized(
    'The code is the customer’s own.',
    'O código é do próprio cliente.',
    'El código es del propio cliente.',
  ),
  known: localized(
    'The friend was a customer already: there was an earlier order or referral.',
    'O amigo já era cliente: havia um pedido ou uma indicação anterior.',
    'El amigo ya era cliente: había un pedido o una recomendación anterior.',
  ),
  sameEmail: localized(
    'Both customers have the same email address.',
    'Os dois clientes têm o mesmo e-mail.',
    'Los dos clientes tienen el mismo correo electrónico.',
  ),
  samePhone: localized(
    'Both customers have the same phone number.',
    'Os dois clientes têm o mesmo telefone.',
    'Los dos clientes tienen el mismo teléfono.',
  ),
  sameDocument: localized(
    'Both customers have the same document.',
    'Os dois clientes têm o mesmo documento.',
    'Los dos clientes tienen el mismo documento.',
  ),
  belowMinimum: localized(
    '{order} is below {minimum}. Only the first order counts.',
    '{order} é menor que {minimum}. Só o primeiro pedido vale.',
    '{order} es menor que {minimum}. Solo cuenta el primer pedido.',
  ),
  tooLate: localized(
    '{order} was placed after {day}, the last day that counted.',
    '{order} foi feito depois de {day}, o último dia que valia.',
    '{order} se hizo después del {day}, el último día que contaba.',
  ),
  orderCancelled: localized(
    '{order} was cancelled while the points were pending.',
    '{order} foi cancelado enquanto os pontos estavam pendentes.',
    '{order} se canceló mientras los puntos estaban pendientes.',
  ),
  orderReturned: localized(
    '{order} was returned, and less than {minimum} was left of it.',
    '{order} foi devolvido, e restou menos de {minimum}.',
    '{order} se devolvió, y quedó menos de {minimum}.',
  ),
  limit: localized(
    'The customer had been rewarded {ever} times, as often as the rule allows.',
    'O cliente já tinha sido recompensado {ever} vezes, o máximo da regra.',
    'El cliente ya había sido recompensado {ever} veces, el máximo de la regla.',
  ),
  declined: localized('Declined by a person.', 'Recusada por uma pessoa.', 'Rechazada por una persona.'),
}

const NOT_NEW = localized(
  'Doesn’t count: this person wasn’t new to the shop, or has the same contact details as you.',
  'Não vale: essa pessoa não era nova na loja ou tem os mesmos dados de contato que você.',
  'No cuenta: esa persona no era nueva en la tienda o tiene los mismos datos de contacto que usted.',
)
const NOT_REWARDED_THEN = localized(
  'Doesn’t count: referrals weren’t rewarded at that time.',
  'Não vale: as indicações não eram recompensadas naquele momento.',
  'No cuenta: las recomendaciones no se recompensaban en ese momento.',
)
const TAKEN_BACK = localized(
  'Doesn’t count: the first order was cancelled or returned.',
  'Não vale: o primeiro pedido foi cancelado ou devolvido.',
  'No cuenta: el primer pedido se canceló o se devolvió.',
)

const FOR_CUSTOMER: Readonly<Record<ReferralReason, LocalizedText>> = {
  ruleOff: NOT_REWARDED_THEN,
  codeUnknown: NOT_REWARDED_THEN,
  referrerLeft: localized(
    'Doesn’t count: you weren’t enrolled at that time.',
    'Não vale: você não participava naquele momento.',
    'No cuenta: usted no participaba en ese momento.',
  ),
  ownCode: NOT_NEW,
  known: NOT_NEW,
  sameEmail: NOT_NEW,
  samePhone: NOT_NEW,
  sameDocument: NOT_NEW,
  belowMinimum: localized(
    'Doesn’t count: the first order was below {minimum}.',
    'Não vale: o primeiro pedido foi menor que {minimum}.',
    'No cuenta: el primer pedido fue menor que {minimum}.',
  ),
  tooLate: localized(
    'Doesn’t count: there was no first order by {day}.',
    'Não vale: não houve um primeiro pedido até {day}.',
    'No cuenta: no hubo un primer pedido hasta el {day}.',
  ),
  orderCancelled: TAKEN_BACK,
  orderReturned: TAKEN_BACK,
  limit: localized(
    'Doesn’t count: you’ve been rewarded {ever} times, as often as the program allows.',
    'Não vale: você já foi recompensado {ever} vezes, o máximo do programa.',
    'No cuenta: ya se le recompensó {ever} veces, el máximo del programa.',
  ),
  declined: localized(
    'Doesn’t count: the shop has checked it and declined.',
    'Não vale: a loja conferiu e recusou.',
    'No cuenta: la tienda la revisó y la rechazó.',
  ),
}
