import type { Answer, Input } from '../../api/client.ts'

export type Settings = Answer<'settings.get'>
export const LOCALES = ['pt-BR', 'en', 'es'] as const

export interface GeneralValues {
  readonly name: string
  readonly currency: string
  readonly timeZone: string
  readonly locale: Settings['locale']
  readonly pointsName: Settings['pointsName']
  readonly takeBack: Settings['takeBack']
  readonly returnsPointsOfExpiredCoupon: boolean
  readonly refundsRedeemOnReturn: boolean
  readonly matchesCustomers: boolean
  readonly tierGraceDays: string
  readonly reservationMinutes: string
  readonly limits: { readonly rewardValue: string; readonly rewardPoints: string }
}

export function generalOf(settings: Settings): GeneralValues {
  const { name, currency, timeZone, locale, pointsName, takeBack, limits } = settings
  return {
    name,
    currency,
    timeZone,
    locale,
    pointsName,
    takeBack,
    returnsPointsOfExpiredCoupon: settings.returnsPointsOfExpiredCoupon,
    refundsRedeemOnReturn: settings.refundsRedeemOnReturn,
    matchesCustomers: settings.matchesCustomers,
    tierGraceDays: String(settings.tierGraceDays),
    reservationMinutes: String(settings.reservationMinutes),
    limits,
  }
}

/** Emptied fields have their defaults again. A currency that is fixed is not spoken of. */
export function generalBody(
  values: GeneralValues,
  isCurrencyFixed: boolean,
): NonNullable<Input<'settings.change'>['body']> {
  const { currency, limits, pointsName, tierGraceDays, reservationMinutes, ...rest } = values
  const nameIn = (locale: (typeof LOCALES)[number]) => {
    const { one, many } = pointsName[locale]
    return one.trim() === '' && many.trim() === '' ? null : { one, many }
  }
  return {
    ...rest,
    ...(isCurrencyFixed ? {} : { currency }),
    pointsName: { 'pt-BR': nameIn('pt-BR'), en: nameIn('en'), es: nameIn('es') },
    tierGraceDays: tierGraceDays === '' ? null : Number(tierGraceDays),
    reservationMinutes: reservationMinutes === '' ? null : Number(reservationMinutes),
    limits: { rewardValue: limits.rewardValue || null, rewardPoints: limits.rewardPoints || null },
  }
}
