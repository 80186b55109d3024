import { type Problem, problem } from '../../contract/admin-api/problem.ts'
import { KEY_OF_OTHER_REQUEST, NOT_FOUND } from '../../contract/admin-api/texts.ts'
import { type Locale, localized } from '../../contract/locale.ts'
import type { AdjustmentReason } from '../../earning/explanation.ts'
import type { Words } from '../../earning/words.ts'
import { type Decimal, ZERO } from '../../platform/decimal.ts'
import { nameOf } from '../../platform/name-of.ts'
import { STAMP_TYPE, type StampType } from '../card.ts'
import type { StampAdjustmentReason } from '../rules/adjust.ts'

export const NOT_ZERO = localized(
  'Above 0 to give, below 0 to take.',
  'Acima de 0 para dar, abaixo de 0 para retirar.',
  'Por encima de 0 para dar, por debajo de 0 para quitar.',
)

/** Why stamps were not changed, for the person who wanted it. */
export const REFUSED: Readonly<Record<StampAdjustmentReason, Problem>> = {
  'customer-unknown': NOT_FOUND,
  'card-unknown': NOT_FOUND,
  'key-used': KEY_OF_OTHER_REQUEST,
  'card-off': problem(
    'conflict',
    localized(
      'This card is switched off and takes no more stamps. Switch it on in the program first.',
      'Este cartão está desligado e não recebe mais carimbos. Ligue-o no programa primeiro.',
      'Esta tarjeta está apagada y no recibe más sellos. Enciéndala primero en el programa.',
    ),
  ),
}

/** What was recorded on a card, as far as a sentence goes. Amounts are written, and never below zero. */
interface ToldStamps {
  readonly amount: string
  readonly isMore: boolean
  readonly order: string
  /** Why a person did it; null: the shop did. */
  readonly reason: string | null
  readonly key: string
  readonly prize: string
  readonly date: string
}

interface StampWords {
  readonly by: Readonly<Record<keyof typeof STAMP_TYPE, (told: ToldStamps) => string>>
  /** Between two things that a full card earns. */
  readonly and: string
  quoted(name: string): string
  owed(amount: string): string
  writtenOff(amount: string): string
  readonly reasons: Readonly<Record<AdjustmentReason, string>>
  /** What a basket would do to a card. `of`: `7 of 10`. */
  readonly tried: {
    readonly nothing: string
    more(amount: string, of: string): string
    full(amount: string, times: number, prize: string, of: string): string
  }
  of(stamps: string, size: string): string
}

const ENGLISH: StampWords = {
  by: {
    order: ({ amount, order }) => `${amount} for order “${order}”`,
    orderChanged: ({ amount, order, isMore }) =>
      isMore ? `${amount} more: order “${order}” changed` : `${amount} taken back: order “${order}” changed`,
    orderCancelled: ({ amount, order }) => `${amount} taken back: order “${order}” was cancelled`,
    byHand: ({ amount, isMore, reason, key }) => {
      if (reason === null) return `${amount} given by the shop (“${key}”)`
      return `${amount} ${isMore ? 'given' : 'taken'} by hand (${reason})`
    },
    byHandUndone: ({ amount, key }) => `${amount} taken back: the shop cancelled “${key}”`,
    full: ({ amount, prize }) => `${amount} used: the card was full and earned ${prize}`,
    fullUndone: ({ amount }) => `${amount} back on the card: the prize was taken back`,
    ended: ({ amount, date }) => `${amount} expired on ${date}`,
    erased: ({ amount }) => `${amount} removed: the customer was erased`,
    joined: () => 'Older stamps are kept as one entry',
  },
  and: ' and ',
  quoted: (name) => `“${name}”`,
  owed: (amount) => `; ${amount} owed`,
  writtenOff: (amount) => `; ${amount} written off`,
  reasons: {
    goodwill: 'goodwill',
    correction: 'correction',
    complaint: 'complaint',
    promotion: 'promotion',
    fraud: 'fraud',
    other: 'other reason',
  },
  tried: {
    nothing: 'No stamps for this basket',
    more: (amount, of) => `${amount}: ${of} afterwards`,
    full: (amount, times, prize, of) =>
      `${amount}: the card is full${times === 1 ? '' : ` ${times} times`} and earns ${prize}; ${of} on the next one`,
  },
  of: (stamps, size) => `${stamps} of ${size}`,
}

const PORTUGUESE: StampWords = {
  by: {
    order: ({ amount, order }) => `${amount} pelo pedido “${order}”`,
    orderChanged: ({ amount, order, isMore }) =>
      `${amount} a ${isMore ? 'mais' : 'menos'}: o pedido “${order}” mudou`,
    orderCancelled: ({ amount, order }) => `${amount} a menos: o pedido “${order}” foi cancelado`,
    byHand: ({ amount, isMore, reason, key }) => {
      if (reason === null) return `${amount} da loja (“${key}”)`
      return `${amount} a ${isMore ? 'mais' : 'menos'}, à mão (${reason})`
    },
    byHandUndone: ({ amount, key }) => `${amount} a menos: a loja cancelou “${key}”`,
    full: ({ amount, prize }) => `${amount} em uso: o cartão ficou completo e rendeu ${prize}`,
    fullUndone: ({ amount }) => `${amount} de volta ao cartão: o prêmio foi retirado`,
    ended: ({ amount, date }) => `${amount} a menos: o prazo acabou em ${date}`,
    erased: ({ amount }) => `${amount} a menos: o cliente foi apagado`,
    joined: () => 'Os carimbos mais antigos são mantidos em um só registro',
  },
  and: ' e ',
  quoted: (name) => `“${name}”`,
  owed: (amount) => `; em débito: ${amount}`,
  writtenOff: (amount) => `; perdoado: ${amount}`,
  reasons: {
    goodwill: 'cortesia',
    correction: 'correção',
    complaint: 'reclamação',
    promotion: 'promoção',
    fraud: 'fraude',
    other: 'outro motivo',
  },
  tried: {
    nothing: 'Nenhum carimbo por este carrinho',
    more: (amount, of) => `${amount}: depois, ${of}`,
    full: (amount, times, prize, of) =>
      `${amount}: o cartão fica completo${times === 1 ? '' : ` ${times} vezes`} e rende ${prize}; ${of} no próximo`,
  },
  of: (stamps, size) => `${stamps} de ${size}`,
}

const SPANISH: StampWords = {
  by: {
    order: ({ amount, order }) => `${amount} por el pedido «${order}»`,
    orderChanged: ({ amount, order, isMore }) =>
      `${amount} ${isMore ? 'más' : 'menos'}: el pedido «${order}» cambió`,
    orderCancelled: ({ amount, order }) => `${amount} menos: el pedido «${order}» se canceló`,
    byHand: ({ amount, isMore, reason, key }) => {
      if (reason === null) return `${amount} de la tienda («${key}»)`
      return `${amount} ${isMore ? 'más' : 'menos'}, a mano (${reason})`
    },
    byHandUndone: ({ amount, key }) => `${amount} menos: la tienda canceló «${key}»`,
    full: ({ amount, prize }) => `${amount} en uso: la tarjeta se completó y dio ${prize}`,
    fullUndone: ({ amount }) => `${amount} de vuelta en la tarjeta: se retiró el premio`,
    ended: ({ amount, date }) => `${amount} menos: el plazo terminó el ${date}`,
    erased: ({ amount }) => `${amount} menos: se borró al cliente`,
    joined: () => 'Los sellos más antiguos se guardan en un solo registro',
  },
  and: ' y ',
  quoted: (name) => `«${name}»`,
  owed: (amount) => `; en deuda: ${amount}`,
  writtenOff: (amount) => `; condonado: ${amount}`,
  reasons: {
    goodwill: 'cortesía',
    correction: 'corrección',
    complaint: 'reclamo',
    promotion: 'promoción',
    fraud: 'fraude',
    other: 'otro motivo',
  },
  tried: {
    nothing: 'Ningún sello por este carrito',
    more: (amount, of) => `${amount}: después, ${of}`,
    full: (amount, times, prize, of) =>
      `${amount}: la tarjeta se completa${times === 1 ? '' : ` ${times} veces`} y da ${prize}; ${of} en la siguiente`,
  },
  of: (stamps, size) => `${stamps} de ${size}`,
}

const LANGUAGES: Readonly<Record<Locale, StampWords>> = { en: ENGLISH, 'pt-BR': PORTUGUESE, es: SPANISH }

/** In whose language and money, and whether the card counts money. */
export interface StampContext {
  readonly locale: Locale
  readonly words: Words
  readonly isMoney: boolean
}

/** `3 stamps`, or `R$ 150.00`. */
function stampsText(stamps: Decimal, { words, isMoney }: StampContext): string {
  const size = stamps < ZERO ? -stamps : stamps
  return isMoney ? words.money(size) : words.language.rules.card.stamps(words.count(size))
}

export interface RecordTold {
  readonly type: StampType
  readonly stamps: Decimal
  readonly debt: Decimal
  readonly writtenOff: Decimal
  readonly order: string | null
  readonly key: string | null
  readonly reason: string | null
  readonly prize: PrizeTold
  /** When it was recorded. */
  readonly at: number
}

/** Why stamps came or went, for a person. */
export function sentenceOfStamps(record: RecordTold, context: StampContext): string {
  const { words } = context
  const told = LANGUAGES[context.locale]
  const type = nameOf(STAMP_TYPE, record.type)
  const { reason } = record
  const sentence = told.by[type]({
    amount: stampsText(record.stamps, context),
    isMore: record.stamps > ZERO,
    order: record.order ?? '',
    reason: reason === null && record.key !== null ? null : reasonText(reason, told),
    key: record.key ?? '',
    prize: prizeText(record.prize, context),
    date: words.date(record.at),
  })
  const owed = record.debt > ZERO ? told.owed(stampsText(record.debt, context)) : ''
  const letGo = record.writtenOff > ZERO ? told.writtenOff(stampsText(record.writtenOff, context)) : ''
  return `${sentence}${owed}${letGo}`
}

function reasonText(reason: string | null, { reasons }: StampWords): string {
  return reasons[reason as AdjustmentReason] ?? reasons.other
}

/** What a full card is worth. */
export interface PrizeTold {
  readonly points: Decimal
  /** What its reward is called; null: it has none. */
  readonly reward: string | null
}

function prizeText(
  { points, reward }: PrizeTold,
  { locale, words: { language, count } }: StampContext,
): string {
  const { and, quoted } = LANGUAGES[locale]
  const parts = [
    ...(points === ZERO ? [] : [language.points(count(points))]),
    ...(reward === null ? [] : [quoted(reward)]),
  ]
  return parts.join(and)
}

export interface TriedTold {
  readonly stamps: Decimal
  readonly after: Decimal
  readonly size: Decimal
  readonly fills: number
  /** Of all full cards. */
  readonly prize: PrizeTold
}

/** What a basket would do to a card, for a person. */
export function sentenceOfTried(
  { stamps, after, size, fills, prize }: TriedTold,
  context: StampContext,
): string {
  const { words, isMoney } = context
  const { tried, of } = LANGUAGES[context.locale]
  if (stamps === ZERO) return tried.nothing
  const amount = stampsText(stamps, context)
  const number = (value: Decimal): string => (isMoney ? words.money(value) : words.count(value).text)
  const shown = of(number(after), number(size))
  return fills === 0 ? tried.more(amount, shown) : tried.full(amount, fills, prizeText(prize, context), shown)
}
