import { type LocalizedText, localized } from '../../contract/locale.ts'
import { type Decimal, ZERO } from '../../platform/decimal.ts'
import { filled, type Telling } from './sentence.ts'

/** What came of a customer's referrals, in figures. */
export interface Summed {
  readonly joined: number
  readonly bought: number
  readonly points: Decimal
}

/** `promised`: what the next friend brings who buys; null: nothing is promised now. */
export function sumOfReferrals(
  { joined, bought, points }: Summed,
  promised: Decimal | null,
  telling: Telling,
): string {
  const { locale } = telling
  if (joined === 0) return NO_FRIENDS[locale]
  const places = { joined: String(joined), bought: String(bought), points: telling.points(points) }
  const said = [joined === 1 ? FRIEND_JOINED : FRIENDS_JOINED]
  if (bought > 0) said.push(joined === 1 ? THEY_BOUGHT : bought === 1 ? ONE_BOUGHT : SOME_BOUGHT)
  if (points > ZERO) said.push(EARNED)
  const isPromised = bought < joined && promised !== null && promised > ZERO
  return [
    ...said.map((text) => filled(text[locale], places)),
    ...(isPromised
      ? [filled((joined === 1 ? COMES : EACH_COMES)[locale], { points: telling.points(promised) })]
      : []),
  ].join(' ')
}

const NO_FRIENDS = localized(
  'No friends have joined yet.',
  'Nenhum amigo entrou ainda.',
  'Aún no se ha unido ningún amigo.',
)
const FRIEND_JOINED = localized('1 friend has joined.', '1 amigo entrou.', 'Se unió 1 amigo.')
const FRIENDS_JOINED = localized(
  '{joined} friends have joined.',
  '{joined} amigos entraram.',
  'Se unieron {joined} amigos.',
)
const THEY_BOUGHT = localized(
  'They’ve made a purchase.',
  'Essa pessoa já fez uma compra.',
  'Esa persona ya hizo una compra.',
)
const ONE_BOUGHT = localized(
  '1 of them has made a purchase.',
  '1 deles fez uma compra.',
  '1 de ellos hizo una compra.',
)
const SOME_BOUGHT = localized(
  '{bought} of them have made a purchase.',
  '{bought} deles fizeram uma compra.',
  '{bought} de ellos hicieron una compra.',
)
const EARNED = localized('You’ve earned {points}.', 'Você ganhou {points}.', 'Usted ganó {points}.')
const COMES = localized(
  '{points} come with the first order.',
  'Com o primeiro pedido vêm {points}.',
  'Con el primer pedido llegan {points}.',
)
const EACH_COMES = localized(
  '{points} come with each first order.',
  'Com cada primeiro pedido vêm {points}.',
  'Con cada primer pedido llegan {points}.',
)

/** How it is about one friend, for the customer who referred them. */
export type Told =
  | { readonly state: 'joined'; readonly endsAt: number }
  | { readonly state: 'bought' | 'checking' }
  | { readonly state: 'pending'; readonly points: Decimal; readonly availableAt: number }
  | { readonly state: 'rewarded'; readonly points: Decimal }

export function stateForCustomer(told: Told, telling: Telling): string {
  return filled(STATES[told.state][telling.locale], {
    ...('endsAt' in told && { day: telling.lastDay(told.endsAt) }),
    ...('points' in told && { points: telling.points(told.points) }),
    ...('availableAt' in told && { day: telling.day(told.availableAt) }),
  })
}

const STATES: Readonly<Record<Told['state'], LocalizedText>> = {
  joined: localized(
    'Joined. The first order counts until {day}.',
    'Entrou. O primeiro pedido vale até {day}.',
    'Se unió. El primer pedido cuenta hasta el {day}.',
  ),
  bought: localized(
    'Made a purchase. Your points are on their way.',
    'Fez uma compra. Seus pontos estão a caminho.',
    'Hizo una compra. Sus puntos están en camino.',
  ),
  checking: localized(
    'Made a purchase. The shop is checking it before you get your points.',
    'Fez uma compra. A loja está conferindo antes de dar seus pontos.',
    'Hizo una compra. La tienda la está revisando antes de darle sus puntos.',
  ),
  pending: localized(
    'Made a purchase. {points}, available on {day}.',
    'Fez uma compra. {points}, disponíveis a partir de {day}.',
    'Hizo una compra. {points}, disponibles desde el {day}.',
  ),
  rewarded: localized(
    'Made a purchase. You got {points}.',
    'Fez uma compra. Você ganhou {points}.',
    'Hizo una compra. Usted recibió {points}.',
  ),
}
