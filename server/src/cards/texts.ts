import type { Locale } from '../contract/locale.ts'
import type { AdjustmentReason } from '../earning/explanation.ts'
import type { Words } from '../earning/words.ts'
import { type Decimal, decimalFromText, ZERO } from '../platform/decimal.ts'
import { nameOf } from '../platform/name-of.ts'
import { STAMP_TYPE, type StampType, type UsedStamps } from './card.ts'
import type { StoredPrize } from './prize.ts'

/** What was recorded on a card, as far as a sentence goes. Amounts are written, and never below zero. */
interface ToldStamps {
  readonly amount: string
  readonly isMore: boolean
  /** null: it is of none, or that is not known. */
  readonly order: string | null
  /** Why a person did it; null: the shop did. */
  readonly reason: string | null
  /** null: it is of none, or not shown. */
  readonly key: string | null
  /** What the card earned; empty: that is not known. */
  readonly prize: string
  readonly date: string
}

interface StampWords {
  readonly by: Readonly<Record<keyof typeof STAMP_TYPE, (told: ToldStamps) => string>>
  /** Between two things that a full card earns. */
  readonly and: string
  quoted(name: string): string
  owed(count: string, isOne: boolean): string
  paid(count: string, isOne: boolean): string
  writtenOff(count: string, isOne: boolean): string
  readonly reasons: Readonly<Record<AdjustmentReason, string>>
  /** What a basket would do to a card. `of`: `7 of 10`. */
  readonly tried: {
    readonly nothing: string
    more(amount: string, of: string): string
    full(amount: string, times: number, prize: string, of: string): string
  }
  of(stamps: string, size: string): string
}

const orderInEnglish = (order: string | null): string => (order === null ? 'an order' : `order “${order}”`)

const ENGLISH: StampWords = {
  by: {
    order: ({ amount, order }) => `${amount} for ${orderInEnglish(order)}`,
    orderChanged: ({ amount, order, isMore }) =>
      isMore
        ? `${amount} more: ${orderInEnglish(order)} was changed`
        : `${amount} taken back: ${orderInEnglish(order)} was changed or returned in part`,
    orderCancelled: ({ amount, order }) => `${amount} taken back: ${orderInEnglish(order)} was returned`,
    byHand: ({ amount, isMore, reason, key }) => {
      if (reason !== null) return `${amount} ${isMore ? 'given' : 'taken'} by hand (${reason})`
      return `${amount} given by the shop${key === null ? '' : ` (“${key}”)`}`
    },
    byHandUndone: ({ amount, key }) =>
      `${amount} taken back: the shop cancelled ${key === null ? 'what it had given' : `“${key}”`}`,
    full: ({ amount, prize }) =>
      `${amount} used: the card was full${prize === '' ? '' : ` and earned ${prize}`}`,
    fullUndone: ({ amount }) => `${amount} back on the card: the prize was taken back`,
    ended: ({ amount, date }) => `${amount} expired on ${date}`,
    erased: ({ amount }) => `${amount} removed: the customer was erased`,
    joined: () => 'Older stamps are kept as one entry',
  },
  and: ' and ',
  quoted: (name) => `“${name}”`,
  owed: (count, isOne) => `; ${count} ${isOne ? 'is' : 'are'} owed`,
  paid: (count, isOne) => `; ${count} ${isOne ? 'was' : 'were'} owed and paid since`,
  writtenOff: (count, isOne) => `; ${count} ${isOne ? 'was' : 'were'} written off`,
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

const orderInPortuguese = (order: string | null): string =>
  order === null ? 'um pedido' : `o pedido “${order}”`

const PORTUGUESE: StampWords = {
  by: {
    order: ({ amount, order }) => `${amount} ${order === null ? 'por um pedido' : `pelo pedido “${order}”`}`,
    orderChanged: ({ amount, order, isMore }) =>
      isMore
        ? `${amount} a mais: ${orderInPortuguese(order)} foi alterado`
        : `${amount} a menos: ${orderInPortuguese(order)} foi alterado ou devolvido em parte`,
    orderCancelled: ({ amount, order }) => `${amount} a menos: ${orderInPortuguese(order)} foi devolvido`,
    byHand: ({ amount, isMore, reason, key }) => {
      if (reason !== null) return `${amount} a ${isMore ? 'mais' : 'menos'}, à mão (${reason})`
      return `${amount} da loja${key === null ? '' : ` (“${key}”)`}`
    },
    byHandUndone: ({ amount, key }) =>
      `${amount} a menos: a loja cancelou ${key === null ? 'o que tinha dado' : `“${key}”`}`,
    full: ({ amount, prize }) =>
      `${amount} em uso: o cartão ficou completo${prize === '' ? '' : ` e rendeu ${prize}`}`,
    fullUndone: ({ amount }) => `${amount} de volta ao cartão: o prêmio foi retirado`,
    ended: ({ amount, date }) => `${amount} a menos: o prazo acabou em ${date}`,
    erased: ({ amount }) => `${amount} a menos: os dados do cliente foram apagados`,
    joined: () => 'Os carimbos mais antigos são mantidos em um só registro',
  },
  and: ' e ',
  quoted: (name) => `“${name}”`,
  owed: (count) => `; em débito: ${count}`,
  paid: (count) => `; em débito, já compensado: ${count}`,
  writtenOff: (count) => `; sem cobrança: ${count}`,
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

const orderInSpanish = (order: string | null): string =>
  order === null ? 'un pedido' : `el pedido «${order}»`

const SPANISH: StampWords = {
  by: {
    order: ({ amount, order }) => `${amount} por ${orderInSpanish(order)}`,
    orderChanged: ({ amount, order, isMore }) =>
      isMore
        ? `${amount} más: se modificó ${orderInSpanish(order)}`
        : `${amount} menos: se modificó o devolvió en parte ${orderInSpanish(order)}`,
    orderCancelled: ({ amount, order }) => `${amount} menos: se devolvió ${orderInSpanish(order)}`,
    byHand: ({ amount, isMore, reason, key }) => {
      if (reason !== null) return `${amount} ${isMore ? 'más' : 'menos'}, a mano (${reason})`
      return `${amount} de la tienda${key === null ? '' : ` («${key}»)`}`
    },
    byHandUndone: ({ amount, key }) =>
      `${amount} menos: la tienda canceló ${key === null ? 'lo que había dado' : `«${key}»`}`,
    full: ({ amount, prize }) =>
      `${amount} en uso: la tarjeta se completó${prize === '' ? '' : ` y dio ${prize}`}`,
    fullUndone: ({ amount }) => `${amount} de vuelta en la tarjeta: se retiró el premio`,
    ended: ({ amount, date }) => `${amount} menos: el plazo terminó el ${date}`,
    erased: ({ amount }) => `${amount} menos: se borraron los datos del cliente`,
    joined: () => 'Los sellos más antiguos se guardan en un solo registro',
  },
  and: ' y ',
  quoted: (name) => `«${name}»`,
  owed: (count) => `; se deben: ${count}`,
  paid: (count) => `; se debían y ya se compensaron: ${count}`,
  writtenOff: (count) => `; no se cobran: ${count}`,
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

/** A record of a card, as far as its sentence goes. */
export interface RecordTold {
  readonly type: StampType
  /** Below zero where they were taken. */
  readonly stamps: Decimal
  /** What was left owing then. */
  readonly debt: Decimal
  readonly writtenOff: Decimal
  readonly origins: readonly Pick<UsedStamps, 'used'>[]
  /** The order's id in the merchant's store; null: it is of none, or that is not known. */
  readonly order: string | null
  /** null: it is of none, or not shown. */
  readonly key: string | null
  readonly explanation: { readonly reason?: string; readonly prize?: StoredPrize } | null
  /** When it was recorded. */
  readonly at: number
}

/** Why stamps came or went, for a person. */
export function sentenceOfStamps(
  record: RecordTold,
  context: StampContext,
  titleOf: (rewardId: number) => string | undefined,
): string {
  const told = LANGUAGES[context.locale]
  const { explanation, stamps, debt, writtenOff } = record
  const { points = '0', reward = null } = explanation?.prize ?? {}
  const prize = {
    points: decimalFromText(points),
    reward: reward === null ? null : (titleOf(reward) ?? String(reward)),
  }
  const sentence = told.by[nameOf(STAMP_TYPE, record.type)]({
    amount: stampsText(stamps, context),
    isMore: stamps > ZERO,
    order: record.order,
    reason: explanation?.reason === undefined ? null : reasonText(explanation.reason, told),
    key: record.key,
    prize: prizeText(prize, context),
    date: context.words.date(record.at),
  })
  const owed = owedOf(record)
  return [
    sentence,
    tail(owed, told.owed, context),
    owed === ZERO ? tail(debt, told.paid, context) : '',
    tail(writtenOff, told.writtenOff, context),
  ].join('')
}

/** What of it is still owed: what is paid later gets its origins then. */
function owedOf({ stamps, origins }: Pick<RecordTold, 'stamps' | 'origins'>): Decimal {
  return stamps < ZERO ? origins.reduce((left, { used }) => left - used, -stamps) : ZERO
}

function tail(value: Decimal, text: StampWords['owed'], { words, isMoney }: StampContext): string {
  if (value <= ZERO) return ''
  return isMoney ? text(words.money(value), true) : text(words.count(value).text, words.count(value).isOne)
}

function reasonText(reason: string, { reasons }: StampWords): string {
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
