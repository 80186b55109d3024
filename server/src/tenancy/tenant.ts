import type { TenantId } from '../contract/ids.ts'
import { LOCALES, type Locale } from '../contract/locale.ts'
import type { Clock, Instant } from '../platform/clock.ts'
import type { Standing } from './standing.ts'

export const DEFAULTS = { currency: 'BRL', timeZone: 'America/Sao_Paulo', locale: 'pt-BR' } as const

/** When the points of a customer end who buys, earns and redeems nothing. */
export interface Inactivity {
  readonly months: number
  /** So many days before, the customer is told, and nothing ends without that; 0: no one is told. */
  readonly noticeDays: number
  /** `2027-01-15`: what happened before counts as if it had happened on that day. */
  readonly startsOn: string
}

/** What a merchant decides about its whole program. */
export interface TenantSettings {
  /** What to do when points to be taken back are already spent: owe them, or stop at zero. */
  readonly takeBack?: 'debt' | 'clamp'
  /** Whether the points of an expired coupon go back when its order is cancelled. */
  readonly returnsPointsOfExpiredCoupon?: boolean
  /** Whether redeemed cashback goes back in its share when a part of its order is returned, where the return says nothing. */
  readonly refundsRedeemOnReturn?: boolean
  /** Whether a customer who comes without an id is the one with the same document or e-mail; unless false. */
  readonly matchesCustomers?: boolean
  /** Set before a merchant's first tier is made: the tiers of all others are never asked for. */
  readonly usesTiers?: boolean
  /** Set before customers are imported by a contact alone: the orders of all other merchants look for none. */
  readonly hasUnclaimed?: boolean
  /** Whether an order that names such a customer by an id claims it, or a person has to look; automatic unless told. */
  readonly claims?: 'automatic' | 'review'
  /** How long a customer keeps a tier whose goals are no longer met. */
  readonly tierGraceDays?: number
  /** How long a reward is held for a basket that is not bought. */
  readonly reservationMinutes?: number
  /** Points end when nothing happens for so long; without it they do not. */
  readonly inactivity?: Inactivity
  /** What the merchant calls its points, in each language; where there is none, the usual word. */
  readonly pointsName?: Readonly<Partial<Record<Locale, { readonly one: string; readonly many: string }>>>
  /** The most that a reward may be worth and cost, as decimals. */
  readonly limits?: { readonly rewardValue?: string; readonly rewardPoints?: string }
  /** From which adjustments on a second person has to approve, as decimals in points; whether erasing and merging need one. */
  readonly approvals?: {
    readonly adjustAbove?: string
    readonly adjustPerDay?: string
    /** Imports of more points than this need a second person. */
    readonly importAbove?: string
    readonly erase?: boolean
    readonly merge?: boolean
  }
  /** How the merchant's people come in. */
  readonly security?: {
    readonly requireTwoFactor?: boolean
    /** When that was switched on. */
    readonly requireTwoFactorSince?: string
    /** After how long without a request a session ends. */
    readonly idleMinutes?: number
    /** Addresses and ranges that they may come from; none: all. */
    readonly allowedAddresses?: readonly string[]
  }
}

export interface Tenant {
  readonly id: TenantId
  readonly name: string
  readonly currency: string
  readonly timeZone: string
  readonly locale: Locale
  readonly isSandbox: boolean
  /** The database it lives in; `Cells` finds it. */
  readonly cell: string
  readonly settings: TenantSettings
  /** How far the clock of a sandbox was moved; 0 for all other tenants. */
  readonly clockAheadMs: number
  readonly standing: Standing
}

/** The time on a tenant's clock. Everything that happens to a tenant's data happens at this time. */
export type TenantClock = (tenant: Tenant) => Instant

export function tenantClock(clock: Clock): TenantClock {
  return ({ clockAheadMs }) => clock() + clockAheadMs
}

export interface NewTenant {
  readonly name: string
  readonly currency: string
  readonly timeZone: string
  readonly locale: Locale
  readonly isSandbox: boolean
  /** Default: “main”. */
  readonly cell?: string
}

/** What is wrong with a new tenant, with the name of the field; null: nothing. */
export function problemOfNewTenant(tenant: NewTenant): string | null {
  if (tenant.name.trim() === '' || tenant.name.length > 250) return 'The name must have 1 to 250 characters.'
  if (!/^[A-Z]{3}$/.test(tenant.currency)) {
    return `The currency must be three capital letters like BRL, but is “${tenant.currency}”.`
  }
  if (!isTimeZone(tenant.timeZone)) {
    return `The time zone must be a name like America/Sao_Paulo, but is “${tenant.timeZone}”.`
  }
  if (!LOCALES.includes(tenant.locale)) {
    return `The locale must be one of ${LOCALES.join(', ')}, but is “${tenant.locale}”.`
  }
  return null
}

export function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    // Offsets such as “+03:00” are no zones: they know nothing of the days on which clocks change.
    return /^[A-Za-z]/.test(name)
  } catch {
    return false
  }
}

/** What becomes of points and stamps that are to be taken back and are spent: they are owed, or let go. */
export function takeBackPolicy({ settings }: Pick<Tenant, 'settings'>): 'debt' | 'clamp' {
  return settings.takeBack ?? 'debt'
}
