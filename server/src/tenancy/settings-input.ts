import type { Locale } from '../contract/locale.ts'

/** What is left out stays; where it is switched on, the months are needed. */
export interface InactivityInput {
  readonly months?: number
  readonly noticeDays?: number
  readonly startsOn?: string
}

/** A change of settings: what is left out stays as it is, what is null has its default again. */
export interface SettingsInput {
  readonly name?: string
  readonly currency?: string
  readonly timeZone?: string
  readonly locale?: Locale
  readonly pointsName?: Readonly<
    Partial<Record<Locale, { readonly one: string; readonly many: string } | null>>
  > | null
  readonly takeBack?: 'debt' | 'clamp' | null
  readonly returnsPointsOfExpiredCoupon?: boolean | null
  readonly refundsRedeemOnReturn?: boolean | null
  readonly matchesCustomers?: boolean | null
  readonly claims?: 'automatic' | 'review' | null
  readonly tierGraceDays?: number | null
  readonly reservationMinutes?: number | null
  readonly inactivity?: InactivityInput | null
  readonly limits?: {
    readonly rewardValue?: string | null
    readonly rewardPoints?: string | null
  } | null
}

export interface SecurityInput {
  readonly requireTwoFactor?: boolean
  readonly idleMinutes?: number | null
  readonly allowedAddresses?: readonly string[]
  readonly approvals?: {
    readonly adjustAbove?: string | null
    readonly adjustPerDay?: string | null
    readonly importAbove?: string | null
    readonly erase?: boolean
    readonly merge?: boolean
  } | null
}
