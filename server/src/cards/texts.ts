import type { Locale } from '../contract/locale.ts'
import { wordsFor } from '../earning/words.ts'
import { type Decimal, ZERO } from '../platform/decimal.ts'
import type { Tenant } from '../tenancy/tenant.ts'
import { STAMP_TYPE, type StampType } from './card.ts'

/** What the sentence of a record is made of. */
export interface StampStory {
  readonly type: StampType
  /** Below zero where they were taken. */
  readonly stamps: Decimal
  /** The order's id in the merchant's store; null: it is of none, or that is not known. */
  readonly order: string | null
  /** What of it was left owing then, and what of that still is. */
  readonly debt: Decimal
  readonly owed: Decimal
  readonly writtenOff: Decimal
}

/** Each is given how many stamps, as `3 stamps`; of a card that counts money, as `R$ 30.00`. */
interface Texts {
  readonly given: (stamps: string, order: string | null) => string
  readonly more: (stamps: string, order: string | null) => string
  readonly changed: (stamps: string, order: string | null) => string
  readonly returned: (stamps: string, order: string | null) => string
  readonly byHand: (stamps: string) => string
  readonly byHandUndone: (stamps: string) => string
  readonly full: (stamps: string) => string
  readonly fullUndone: (stamps: string) => string
  readonly ended: (stamps: string) => string
  readonly erased: (stamps: string) => string
  /** Very many are kept as one. */
  readonly joined: string
  readonly owed: (count: string, isOne: boolean) => string
  readonly paid: (count: string, isOne: boolean) => string
  readonly writtenOff: (count: string, isOne: boolean) => string
}

const TEXTS: Record<Locale, Texts> = {
  en: {
    given: (stamps, order) => `${stamps} for ${order === null ? 'an order' : `order “${order}”`}`,
    more: (stamps, order) =>
      `${stamps} more: ${order === null ? 'an order' : `order “${order}”`} was changed`,
    changed: (stamps, order) =>
      `${stamps} taken back: ${order === null ? 'an order' : `order “${order}”`} was changed or returned in part`,
    returned: (stamps, order) =>
      `${stamps} taken back: ${order === null ? 'an order' : `order “${order}”`} was returned`,
    byHand: (stamps) => `${stamps} added by hand`,
    byHandUndone: (stamps) => `${stamps} taken back: added by hand and canceled`,
    full: (stamps) => `${stamps}: the card was full`,
    fullUndone: (stamps) => `${stamps} back on the card: its prize was taken back`,
    ended: (stamps) => `${stamps} expired`,
    erased: (stamps) => `${stamps} removed: the customer was erased`,
    joined: 'Older stamps are kept as one entry',
    owed: (count, isOne) => `; ${count} ${isOne ? 'is' : 'are'} owed`,
    paid: (count, isOne) => `; ${count} ${isOne ? 'was' : 'were'} owed and paid since`,
    writtenOff: (count, isOne) => `; ${count} ${isOne ? 'was' : 'were'} written off`,
  },
  'pt-BR': {
    given: (stamps, order) => `${stamps} ${order === null ? 'por um pedido' : `pelo pedido “${order}”`}`,
    more: (stamps, order) =>
      `${stamps} a mais: ${order === null ? 'um pedido' : `o pedido “${order}”`} foi alterado`,
    changed: (stamps, order) =>
      `${stamps} a menos: ${order === null ? 'um pedido' : `o pedido “${order}”`} foi alterado ou devolvido em parte`,
    returned: (stamps, order) =>
      `${stamps} a menos: ${order === null ? 'um pedido' : `o pedido “${order}”`} foi devolvido`,
    byHand: (stamps) => `Adição manual de ${stamps}`,
    byHandUndone: (stamps) => `Cancelamento da adição manual de ${stamps}`,
    full: (stamps) => `${stamps}: o cartão foi completado`,
    fullUndone: (stamps) => `${stamps} de volta ao cartão: o prêmio foi retirado`,
    ended: (stamps) => `Expiração de ${stamps}`,
    erased: (stamps) => `${stamps} a menos: os dados do cliente foram apagados`,
    joined: 'Os carimbos mais antigos são mantidos em um só registro',
    owed: (count) => `; em débito: ${count}`,
    paid: (count) => `; em débito, já compensado: ${count}`,
    writtenOff: (count) => `; sem cobrança: ${count}`,
  },
  es: {
    given: (stamps, order) => `${stamps} por ${order === null ? 'un pedido' : `el pedido «${order}»`}`,
    more: (stamps, order) =>
      `${stamps} más: se modificó ${order === null ? 'un pedido' : `el pedido «${order}»`}`,
    changed: (stamps, order) =>
      `${stamps} menos: se modificó o devolvió en parte ${order === null ? 'un pedido' : `el pedido «${order}»`}`,
    returned: (stamps, order) =>
      `${stamps} menos: se devolvió ${order === null ? 'un pedido' : `el pedido «${order}»`}`,
    byHand: (stamps) => `Registro manual de ${stamps}`,
    byHandUndone: (stamps) => `Cancelación del registro manual de ${stamps}`,
    full: (stamps) => `${stamps}: la tarjeta se completó`,
    fullUndone: (stamps) => `${stamps} de vuelta en la tarjeta: se retiró el premio`,
    ended: (stamps) => `Vencimiento de ${stamps}`,
    erased: (stamps) => `${stamps} menos: se borraron los datos del cliente`,
    joined: 'Los sellos más antiguos se guardan en un solo registro',
    owed: (count) => `; se deben: ${count}`,
    paid: (count) => `; se debían y ya se compensaron: ${count}`,
    writtenOff: (count) => `; no se cobran: ${count}`,
  },
}

/** Why a record of a card exists, for a person. */
export function textOfStamps(
  story: StampStory,
  isMoney: boolean,
  tenant: Pick<Tenant, 'locale' | 'currency' | 'timeZone'>,
): string {
  const { language, money, count } = wordsFor(tenant)
  const amount = (value: Decimal): string => (isMoney ? money(value) : count(value).text)
  const quantity = story.stamps < ZERO ? -story.stamps : story.stamps
  const stamps = isMoney ? money(quantity) : language.rules.card.stamps(count(quantity))
  const texts = TEXTS[tenant.locale]
  const tail = (value: Decimal, text: Texts['owed']): string =>
    value > ZERO ? text(amount(value), isMoney || count(value).isOne) : ''
  const { debt, owed, writtenOff } = story
  return [
    reasonOf(story, stamps, texts),
    tail(owed, texts.owed),
    owed === ZERO ? tail(debt, texts.paid) : '',
    tail(writtenOff, texts.writtenOff),
  ].join('')
}

function reasonOf({ type, stamps: change, order }: StampStory, stamps: string, texts: Texts): string {
  switch (type) {
    case STAMP_TYPE.order:
      return texts.given(stamps, order)
    case STAMP_TYPE.orderChanged:
      return change > ZERO ? texts.more(stamps, order) : texts.changed(stamps, order)
    case STAMP_TYPE.orderCancelled:
      return texts.returned(stamps, order)
    case STAMP_TYPE.byHand:
      return texts.byHand(stamps)
    case STAMP_TYPE.byHandUndone:
      return texts.byHandUndone(stamps)
    case STAMP_TYPE.full:
      return texts.full(stamps)
    case STAMP_TYPE.fullUndone:
      return texts.fullUndone(stamps)
    case STAMP_TYPE.ended:
      return texts.ended(stamps)
    case STAMP_TYPE.erased:
      return texts.erased(stamps)
    case STAMP_TYPE.joined:
      return texts.joined
  }
}
