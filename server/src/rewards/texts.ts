import type { Locale, LocalizedText } from '../contract/locale.ts'
import { type Decimal, decimalToNumber } from '../platform/decimal.ts'
import { moneyFormat } from '../platform/money-format.ts'
import type { RewardSettings } from './reward.ts'
import type { CouponObstacle } from './rules/check-coupon.ts'
import type { Ineligibility } from './rules/eligibility.ts'
import type { OwnReason } from './rules/own-rewards.ts'
import type { CheckoutOutcome } from './rules/reserve.ts'

/** The sentences about a reward that its customers read, in the tenant's language. */
interface Texts {
  readonly nonCumulative: string
  maximumCashback(amount: string): string
  minimumPurchase(amount: string): string
  couponValidity(days: number): string
  tierCount(count: number): string
  readonly ineligible: Readonly<Record<Ineligibility, string>>
}

const TEXTS: Record<Locale, Texts> = {
  'pt-BR': {
    nonCumulative: 'Não cumulativo com outras promoções.',
    maximumCashback: (amount) => `Até ${amount} de cashback por compra.`,
    minimumPurchase: (amount) => `Válido para compras a partir de ${amount}.`,
    couponValidity: (days) => (days === 1 ? 'O cupom vale por 1 dia.' : `O cupom vale por ${days} dias.`),
    tierCount: (count) => (count === 1 ? 'Disponível para 1 nível.' : `Disponível para ${count} níveis.`),
    ineligible: {
      inactive: 'Esta recompensa não está ativa.',
      notYetValid: 'Esta recompensa ainda não está disponível.',
      noLongerValid: 'Esta recompensa não está mais disponível.',
      usedUp: 'Esta recompensa já foi resgatada o número máximo de vezes.',
      noCouponsLeft: 'Não há mais cupons desta recompensa.',
      cashbackOff: 'O cashback não está ativo.',
      prizeOnly: 'Esta recompensa só vem como prêmio.',
      notEnrolled: 'Só para quem participa do programa de pontos.',
      notForTier: 'Esta recompensa não é do seu nível.',
      owesPoints: 'Seu saldo de pontos está negativo.',
      owesCashback: 'Seu saldo de cashback está negativo.',
      customerLimit: 'Você já resgatou esta recompensa o número máximo de vezes.',
      tooFewPoints: 'Você não tem pontos suficientes.',
      noCashback: 'Você não tem cashback disponível.',
    },
  },
  en: {
    nonCumulative: 'Cannot be combined with other promotions.',
    maximumCashback: (amount) => `Up to ${amount} of cashback a purchase.`,
    minimumPurchase: (amount) => `Valid for purchases from ${amount}.`,
    couponValidity: (days) =>
      days === 1 ? 'The coupon is valid for 1 day.' : `The coupon is valid for ${days} days.`,
    tierCount: (count) => (count === 1 ? 'Available to 1 tier.' : `Available to ${count} tiers.`),
    ineligible: {
      inactive: 'This reward is not active.',
      notYetValid: 'This reward is not available yet.',
      noLongerValid: 'This reward is no longer available.',
      usedUp: 'This reward has been redeemed as often as it may be.',
      noCouponsLeft: 'No coupons of this reward are left.',
      cashbackOff: 'Cashback is not active.',
      prizeOnly: 'This reward is only given as a prize.',
      notEnrolled: 'Only for those who take part in the points program.',
      notForTier: 'This reward is not for your tier.',
      owesPoints: 'Your points balance is negative.',
      owesCashback: 'Your cashback balance is negative.',
      customerLimit: 'You have redeemed this reward as often as you may.',
      tooFewPoints: 'You do not have enough points.',
      noCashback: 'You have no cashback.',
    },
  },
  es: {
    nonCumulative: 'No acumulable con otras promociones.',
    maximumCashback: (amount) => `Hasta ${amount} de cashback por compra.`,
    minimumPurchase: (amount) => `Válido para compras desde ${amount}.`,
    couponValidity: (days) => (days === 1 ? 'El cupón vale por 1 día.' : `El cupón vale por ${days} días.`),
    tierCount: (count) => (count === 1 ? 'Disponible para 1 nivel.' : `Disponible para ${count} niveles.`),
    ineligible: {
      inactive: 'Esta recompensa no está activa.',
      notYetValid: 'Esta recompensa todavía no está disponible.',
      noLongerValid: 'Esta recompensa ya no está disponible.',
      usedUp: 'Esta recompensa ya se canjeó el número máximo de veces.',
      noCouponsLeft: 'No quedan cupones de esta recompensa.',
      cashbackOff: 'El cashback no está activo.',
      prizeOnly: 'Esta recompensa solo se da como premio.',
      notEnrolled: 'Solo para quienes participan en el programa de puntos.',
      notForTier: 'Esta recompensa no es de tu nivel.',
      owesPoints: 'Tu saldo de puntos es negativo.',
      owesCashback: 'Tu saldo de cashback es negativo.',
      customerLimit: 'Ya canjeaste esta recompensa el número máximo de veces.',
      tooFewPoints: 'No tienes puntos suficientes.',
      noCashback: 'No tienes cashback disponible.',
    },
  },
}

export function textsIn(locale: Locale): Texts {
  return TEXTS[locale]
}

/** The same as a customer reads it beside a reward in a shop. */
const OWN_REASONS: Record<Locale, Readonly<Record<OwnReason, string>>> = {
  'pt-BR': {
    notYetValid: 'Disponível em breve.',
    usedUp: 'Esgotada.',
    noCouponsLeft: 'Esgotada.',
    notEnrolled: 'Participe do programa para resgatar.',
    notForTier: 'Disponível para outro nível.',
    owesPoints: 'Você tem pontos devidos. Eles serão descontados dos próximos pontos.',
    owesCashback: 'Você tem cashback devido. Ele será descontado do próximo.',
    customerLimit: 'Você já resgatou o máximo permitido.',
    noCashback: 'Você ainda não tem cashback.',
  },
  en: {
    notYetValid: 'Coming soon.',
    usedUp: 'Sold out.',
    noCouponsLeft: 'Sold out.',
    notEnrolled: 'Join the program to redeem this.',
    notForTier: 'Available to another tier.',
    owesPoints: 'You owe points. They’re covered by the next points you earn.',
    owesCashback: 'You owe cashback. It’s covered by the next you earn.',
    customerLimit: 'You’ve redeemed this as often as you can.',
    noCashback: 'You don’t have any cashback yet.',
  },
  es: {
    notYetValid: 'Disponible pronto.',
    usedUp: 'Agotada.',
    noCouponsLeft: 'Agotada.',
    notEnrolled: 'Únase al programa para canjearla.',
    notForTier: 'Disponible para otro nivel.',
    owesPoints: 'Debe puntos. Se descuentan de los próximos que gane.',
    owesCashback: 'Debe cashback. Se descuenta del próximo que gane.',
    customerLimit: 'Ya la canjeó el máximo de veces.',
    noCashback: 'Aún no tiene cashback.',
  },
}

export function ownReasonsIn(locale: Locale): Readonly<Record<OwnReason, string>> {
  return OWN_REASONS[locale]
}

/** One of them in each language. */
export function ownReason(reason: OwnReason): LocalizedText {
  return {
    en: OWN_REASONS.en[reason],
    'pt-BR': OWN_REASONS['pt-BR'][reason],
    es: OWN_REASONS.es[reason],
  }
}

const COUPON_TEXTS: Record<Locale, Readonly<Record<CouponObstacle, string>>> = {
  'pt-BR': {
    used: 'Este cupom já foi usado.',
    inactive: 'Este cupom foi devolvido ou desativado.',
    outsideDates: 'Este cupom não vale hoje.',
    belowMinimum: 'A compra está abaixo do valor mínimo deste cupom.',
    notCumulative: TEXTS['pt-BR'].nonCumulative,
  },
  en: {
    used: 'This coupon has been used.',
    inactive: 'This coupon was returned or made inactive.',
    outsideDates: 'This coupon is not valid today.',
    belowMinimum: 'The purchase is below the minimum of this coupon.',
    notCumulative: TEXTS.en.nonCumulative,
  },
  es: {
    used: 'Este cupón ya se usó.',
    inactive: 'Este cupón fue devuelto o desactivado.',
    outsideDates: 'Este cupón no vale hoy.',
    belowMinimum: 'La compra está por debajo del mínimo de este cupón.',
    notCumulative: TEXTS.es.nonCumulative,
  },
}

/** Why a coupon can't be used, for the person at the till. */
export function couponTextsIn(locale: Locale): Readonly<Record<CouponObstacle, string>> {
  return COUPON_TEXTS[locale]
}

/** What became of a reservation, for the customer at checkout. */
interface CheckoutTexts {
  readonly refresh: Readonly<Record<CheckoutOutcome['kind'], string | null>>
  readonly remove: Readonly<Record<CheckoutOutcome['kind'], string | null>>
}

const CHECKOUT_TEXTS: Record<Locale, CheckoutTexts> = {
  'pt-BR': checkoutTexts(
    'Nada está reservado para esta compra.',
    'O resgate foi retirado porque a compra mudou.',
    'O resgate foi retirado, e o saldo voltou.',
  ),
  en: checkoutTexts(
    'Nothing is reserved for this purchase.',
    'What was redeemed was taken off, because the purchase has changed.',
    'What was redeemed was taken off, and is in the balance again.',
  ),
  es: checkoutTexts(
    'No hay nada reservado para esta compra.',
    'El canje se quitó porque la compra cambió.',
    'El canje se quitó, y el saldo volvió.',
  ),
}

function checkoutTexts(nothing: string, changed: string, removed: string): CheckoutTexts {
  return {
    refresh: { unknown: nothing, notApplied: nothing, kept: null, released: changed },
    remove: { unknown: nothing, notApplied: nothing, kept: null, released: removed },
  }
}

export function checkoutTextsIn(locale: Locale): CheckoutTexts {
  return CHECKOUT_TEXTS[locale]
}

/** What of a merchant a sentence depends on. */
interface Speaker {
  readonly locale: Locale
  readonly currency: string
}

/** The terms of a reward, each as a sentence; null: it has no such term. */
export function termsOf(
  { isCumulative, cashbackMaximum, minimumPurchase, couponValidDays }: RewardSettings,
  { locale, currency }: Speaker,
  money = (amount: Decimal): string => moneyText(amount, locale, currency),
) {
  const texts = TEXTS[locale]
  return {
    nonCumulative: isCumulative ? null : texts.nonCumulative,
    maximumCashback: cashbackMaximum === null ? null : texts.maximumCashback(money(cashbackMaximum)),
    minimumPurchase: minimumPurchase === null ? null : texts.minimumPurchase(money(minimumPurchase)),
    couponValidity: couponValidDays === null ? null : texts.couponValidity(couponValidDays),
  }
}

/** All terms in one text; null: there are none. */
export function requirementsOf(
  reward: RewardSettings,
  speaker: Speaker,
  money?: (amount: Decimal) => string,
): string | null {
  const sentences = Object.values(termsOf(reward, speaker, money)).filter((sentence) => sentence !== null)
  return sentences.length > 0 ? sentences.join(' ') : null
}

const formats = new Map<string, Intl.NumberFormat>()

export function moneyText(amount: Decimal, locale: Locale, currency: string): string {
  const name = `${locale} ${currency}`
  let format = formats.get(name)
  if (!format) {
    format = moneyFormat(locale, currency)
    formats.set(name, format)
  }
  return format.format(decimalToNumber(amount))
}
