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
  readonly claims: Settings['claims']
  readonly tierGraceDays: string
  readonly reservationMinutes: string
  readonly inactivity: InactivityValues
  readonly limits: { readonly rewardValue: string; readonly rewardPoints: string }
}

export interface InactivityValues {
  readonly isOn: boolean
  readonly months: string
  readonly noticeDays: string
  /** null: tomorrow, where it is new or becomes stricter. */
  readonly startsOn: string | null
}

/** What it begins with when it is switched on: what is allowed everywhere. */
const USUAL = { months: '12', noticeDays: '45', startsOn: null }

function inactivityOf({ inactivity }: Settings): InactivityValues {
  if (!inactivity) return { isOn: false, ...USUAL }
  const { months, noticeDays, startsOn } = inactivity
  return { isOn: true, months: String(months), noticeDays: String(noticeDays), startsOn }
}

/** The day is sent only where another one was chosen: where it has to be a new one, the server then says which. */
function inactivityBody({ isOn, months, noticeDays, startsOn }: InactivityValues, stored: Settings) {
  if (!isOn) return null
  return {
    ...(months === '' ? {} : { months: Number(months) }),
    noticeDays: Number(noticeDays),
    ...(startsOn === null || startsOn === stored.inactivity?.startsOn ? {} : { startsOn }),
  }
}

/** Whether Québec would not allow it. */
export function isShort({ isOn, months, noticeDays }: InactivityValues): boolean {
  return isOn && (Number(months) < 12 || Number(noticeDays) < 30 || Number(noticeDays) > 60)
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
    claims: settings.claims,
    tierGraceDays: String(settings.tierGraceDays),
    reservationMinutes: String(settings.reservationMinutes),
    inactivity: inactivityOf(settings),
    limits,
  }
}

/** Emptied fields have their defaults again. A currency that is fixed is not spoken of. */
export function generalBody(
  values: GeneralValues,
  stored: Settings,
): NonNullable<Input<'settings.change'>['body']> {
  const { currency, limits, pointsName, tierGraceDays, reservationMinutes, inactivity, ...rest } = values
  const nameIn = (locale: (typeof LOCALES)[number]) => {
    const { one, many } = pointsName[locale]
    return one.trim() === '' && many.trim() === '' ? null : { one, many }
  }
  return {
    ...rest,
    ...(stored.isCurrencyFixed ? {} : { currency }),
    inactivity: inactivityBody(inactivity, stored),
    pointsName: { 'pt-BR': nameIn('pt-BR'), en: nameIn('en'), es: nameIn('es') },
    tierGraceDays: tierGraceDays === '' ? null : Number(tierGraceDays),
    reservationMinutes: reservationMinutes === '' ? null : Number(reservationMinutes),
    limits: { rewardValue: limits.rewardValue || null, rewardPoints: limits.rewardPoints || null },
  }
}
