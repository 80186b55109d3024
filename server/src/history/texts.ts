import { POINT_TYPE, type PointType } from '../accounts/account.ts'
import type { Locale } from '../contract/locale.ts'
import type { Count } from '../earning/language.ts'

/** What a title may name beside the type of its record. */
export interface TitleFacts {
  readonly type: PointType
  /** The order's id in the merchant's store. */
  readonly order: string | null
  /** The reward, the quiz or the rule, as it is called. */
  readonly name: string | null
}

type Titles = Readonly<Record<PointType, (facts: TitleFacts) => string>> & {
  readonly tier: (name: string | null) => string
}

const named = (word: string, name: string | null): string => (name ? `${word} ${name}` : word)

const TITLES: Record<Locale, Titles> = {
  'pt-BR': {
    [POINT_TYPE.purchase]: ({ order }) => named('Pedido', order),
    [POINT_TYPE.signup]: () => 'Cadastro',
    [POINT_TYPE.birthday]: () => 'Aniversário',
    [POINT_TYPE.referral]: () => 'Indicação',
    [POINT_TYPE.quiz]: ({ name }) => name || 'Questionário',
    [POINT_TYPE.manual]: ({ name }) => name || 'Ajuste',
    [POINT_TYPE.redeem]: ({ name }) => name || 'Resgate',
    [POINT_TYPE.redeemReturned]: ({ name }) => (name ? `Estorno: ${name}` : 'Estorno de resgate'),
    [POINT_TYPE.expiry]: () => 'Pontos expirados',
    [POINT_TYPE.orderCancelled]: ({ order }) => `${named('Pedido', order)} cancelado`,
    [POINT_TYPE.import]: () => 'Importação',
    [POINT_TYPE.orderAdjusted]: ({ order }) => `${named('Pedido', order)} alterado`,
    [POINT_TYPE.merge]: () => 'Clientes unificados',
    [POINT_TYPE.prize]: ({ name }) => (name ? `Prêmio: ${name}` : 'Prêmio'),
    tier: (name) => (name ? `Nível ${name}` : 'Sem nível'),
  },
  en: {
    [POINT_TYPE.purchase]: ({ order }) => named('Order', order),
    [POINT_TYPE.signup]: () => 'Sign-up',
    [POINT_TYPE.birthday]: () => 'Birthday',
    [POINT_TYPE.referral]: () => 'Referral',
    [POINT_TYPE.quiz]: ({ name }) => name || 'Quiz',
    [POINT_TYPE.manual]: ({ name }) => name || 'Adjustment',
    [POINT_TYPE.redeem]: ({ name }) => name || 'Reward',
    [POINT_TYPE.redeemReturned]: ({ name }) => (name ? `Returned: ${name}` : 'Returned reward'),
    [POINT_TYPE.expiry]: () => 'Expired points',
    [POINT_TYPE.orderCancelled]: ({ order }) => `${named('Order', order)} cancelled`,
    [POINT_TYPE.import]: () => 'Import',
    [POINT_TYPE.orderAdjusted]: ({ order }) => `${named('Order', order)} changed`,
    [POINT_TYPE.merge]: () => 'Customers merged',
    [POINT_TYPE.prize]: ({ name }) => (name ? `Prize: ${name}` : 'Prize'),
    tier: (name) => (name ? `Tier ${name}` : 'No tier'),
  },
  es: {
    [POINT_TYPE.purchase]: ({ order }) => named('Pedido', order),
    [POINT_TYPE.signup]: () => 'Registro',
    [POINT_TYPE.birthday]: () => 'Cumpleaños',
    [POINT_TYPE.referral]: () => 'Recomendación',
    [POINT_TYPE.quiz]: ({ name }) => name || 'Cuestionario',
    [POINT_TYPE.manual]: ({ name }) => name || 'Ajuste',
    [POINT_TYPE.redeem]: ({ name }) => name || 'Canje',
    [POINT_TYPE.redeemReturned]: ({ name }) => (name ? `Devolución: ${name}` : 'Devolución de canje'),
    [POINT_TYPE.expiry]: () => 'Puntos vencidos',
    [POINT_TYPE.orderCancelled]: ({ order }) => `${named('Pedido', order)} cancelado`,
    [POINT_TYPE.import]: () => 'Importación',
    [POINT_TYPE.orderAdjusted]: ({ order }) => `${named('Pedido', order)} modificado`,
    [POINT_TYPE.merge]: () => 'Clientes fusionados',
    [POINT_TYPE.prize]: ({ name }) => (name ? `Premio: ${name}` : 'Premio'),
    tier: (name) => (name ? `Nivel ${name}` : 'Sin nivel'),
  },
}

/** What a record is about, in a few words that a shop may show to its customer. */
export function titleOfRecord(facts: TitleFacts, locale: Locale): string {
  return TITLES[locale][facts.type](facts)
}

export function titleOfTierMove(name: string | null, locale: Locale): string {
  return TITLES[locale].tier(name)
}

/** How the shop named a customer who was imported by a contact alone, or that this was taken back. */
export function titleOfClaim(
  {
    isRevoked,
    matchedBy,
    id,
    contact,
  }: {
    readonly isRevoked: boolean
    readonly matchedBy: 'document' | 'email'
    readonly id: string
    readonly contact: string
  },
  locale: Locale,
): string {
  const isEmail = matchedBy === 'email'
  const words: Readonly<Record<Locale, readonly [string, string]>> = {
    en: [
      `Claimed by customer ${id} of the shop, who has the same ${isEmail ? 'e-mail' : 'document'}; until then known as ${contact}`,
      `Claim by customer ${id} revoked: unclaimed again, known as ${contact}`,
    ],
    'pt-BR': [
      `Vinculado ao cliente ${id} da loja, que tem o mesmo ${isEmail ? 'e-mail' : 'documento'}; até então conhecido como ${contact}`,
      `Vinculação ao cliente ${id} desfeita: sem vínculo novamente, conhecido como ${contact}`,
    ],
    es: [
      `Vinculado al cliente ${id} de la tienda, que tiene el mismo ${isEmail ? 'correo' : 'documento'}; hasta entonces conocido como ${contact}`,
      `Vinculación al cliente ${id} revocada: sin vincular de nuevo, conocido como ${contact}`,
    ],
  }
  const [made, revoked] = words[locale]
  return isRevoked ? revoked : made
}

/** What customers read in another way than their merchant. */
const FOR_CUSTOMERS: Readonly<Record<Locale, Readonly<Record<'action' | 'imported' | 'refund', string>>>> = {
  'pt-BR': { action: 'Bônus', imported: 'Pontos trazidos', refund: 'Estorno' },
  en: { action: 'Bonus', imported: 'Points brought over', refund: 'Refund' },
  es: { action: 'Bonificación', imported: 'Puntos traídos', refund: 'Reembolso' },
}

/** `isByHand`: it says no more than that, whatever the reason was. */
export function titleForCustomer(facts: TitleFacts & { readonly isByHand: boolean }, locale: Locale): string {
  const { type, name, isByHand } = facts
  const { action, imported, refund } = FOR_CUSTOMERS[locale]
  if (type === POINT_TYPE.import) return imported
  if (type === POINT_TYPE.redeemReturned) return name ? `${refund}: ${name}` : refund
  if (type === POINT_TYPE.manual && !isByHand) return name || action
  return titleOfRecord(facts, locale)
}

type Several = (count: string) => string

/** What several records of one type are called together; of the types that are missing, one and several are alike. */
const SEVERAL: Readonly<Record<Locale, Readonly<Partial<Record<PointType, Several>> & { byHand: Several }>>> =
  {
    'pt-BR': {
      [POINT_TYPE.purchase]: (count) => `${count} pedidos`,
      [POINT_TYPE.birthday]: (count) => `${count} aniversários`,
      [POINT_TYPE.referral]: (count) => `${count} indicações`,
      [POINT_TYPE.quiz]: (count) => `${count} questionários`,
      [POINT_TYPE.manual]: (count) => `${count} bônus`,
      [POINT_TYPE.prize]: (count) => `${count} prêmios`,
      [POINT_TYPE.redeem]: (count) => `${count} recompensas`,
      [POINT_TYPE.redeemReturned]: (count) => `${count} recompensas estornadas`,
      [POINT_TYPE.orderCancelled]: (count) => `${count} pedidos cancelados`,
      [POINT_TYPE.orderAdjusted]: (count) => `${count} pedidos alterados`,
      byHand: (count) => `${count} ajustes`,
    },
    en: {
      [POINT_TYPE.purchase]: (count) => `${count} orders`,
      [POINT_TYPE.birthday]: (count) => `${count} birthdays`,
      [POINT_TYPE.referral]: (count) => `${count} referrals`,
      [POINT_TYPE.quiz]: (count) => `${count} quizzes`,
      [POINT_TYPE.manual]: (count) => `${count} bonuses`,
      [POINT_TYPE.prize]: (count) => `${count} prizes`,
      [POINT_TYPE.redeem]: (count) => `${count} rewards`,
      [POINT_TYPE.redeemReturned]: (count) => `${count} rewards refunded`,
      [POINT_TYPE.orderCancelled]: (count) => `${count} orders cancelled`,
      [POINT_TYPE.orderAdjusted]: (count) => `${count} orders changed`,
      byHand: (count) => `${count} adjustments`,
    },
    es: {
      [POINT_TYPE.purchase]: (count) => `${count} pedidos`,
      [POINT_TYPE.birthday]: (count) => `${count} cumpleaños`,
      [POINT_TYPE.referral]: (count) => `${count} recomendaciones`,
      [POINT_TYPE.quiz]: (count) => `${count} cuestionarios`,
      [POINT_TYPE.manual]: (count) => `${count} bonificaciones`,
      [POINT_TYPE.prize]: (count) => `${count} premios`,
      [POINT_TYPE.redeem]: (count) => `${count} recompensas`,
      [POINT_TYPE.redeemReturned]: (count) => `${count} recompensas reembolsadas`,
      [POINT_TYPE.orderCancelled]: (count) => `${count} pedidos cancelados`,
      [POINT_TYPE.orderAdjusted]: (count) => `${count} pedidos modificados`,
      byHand: (count) => `${count} ajustes`,
    },
  }

/** `17 orders`, `Order 941 cancelled`. */
export function titleOfSeveral(
  facts: Omit<TitleFacts, 'name'> & { readonly isByHand: boolean; readonly count: Count },
  locale: Locale,
): string {
  const { type, isByHand, count } = facts
  const several = count.isOne ? undefined : SEVERAL[locale][isByHand ? 'byHand' : type]
  return several?.(count.text) ?? titleForCustomer({ ...facts, name: null }, locale)
}

/** What of the records can't be used yet, and points by when they end. */
const OF_BALANCE: Readonly<Record<Locale, Readonly<Record<'pending' | 'later' | 'never', string>>>> = {
  'pt-BR': { pending: 'Pendentes', later: 'Mais tarde', never: 'Não expiram' },
  en: { pending: 'Pending', later: 'Later', never: 'Never expire' },
  es: { pending: 'Pendientes', later: 'Más tarde', never: 'No vencen' },
}

export function wordOfBalance(what: 'pending' | 'later' | 'never', locale: Locale): string {
  return OF_BALANCE[locale][what]
}

/** Whole sentences about the dates of points that were added. */
const NOTES: Readonly<Record<Locale, Readonly<Record<'available' | 'expires', (date: string) => string>>>> = {
  'pt-BR': {
    available: (date) => `Disponíveis a partir de ${date}.`,
    expires: (date) => `Expiram depois de ${date}.`,
  },
  en: {
    available: (date) => `Available on ${date}.`,
    expires: (date) => `Expires after ${date}.`,
  },
  es: {
    available: (date) => `Disponibles desde el ${date}.`,
    expires: (date) => `Vencen después del ${date}.`,
  },
}

export function noteOf(what: 'available' | 'expires', date: string, locale: Locale): string {
  return NOTES[locale][what](date)
}
