import type { Locale } from '../contract/locale.ts'
import { type Decimal, decimalFromText } from '../platform/decimal.ts'
import { isNetwork } from '../platform/http/address.ts'
import type { Tenant, TenantSettings } from './tenant.ts'

/** What settings are where the merchant has said nothing. */
const DEFAULT_LIMITS = { rewardValue: '999', rewardPoints: '9999' } as const
const DEFAULT_SECURITY = { requireTwoFactor: false, idleMinutes: 120, allowedAddresses: [] } as const
const DEFAULT_GRACE_DAYS = 30
const DEFAULT_RESERVATION_MINUTES = 60

type PointsName = { readonly one: string; readonly many: string }

const POINTS_NAME: Readonly<Record<Locale, PointsName>> = {
  'pt-BR': { one: 'ponto', many: 'pontos' },
  en: { one: 'point', many: 'points' },
  es: { one: 'punto', many: 'puntos' },
}

/** The settings of a merchant with all defaults filled in, as they are shown and put into files. */
export function writeSettings({
  name,
  currency,
  timeZone,
  locale,
  settings,
}: Pick<Tenant, 'name' | 'currency' | 'timeZone' | 'locale' | 'settings'>) {
  return {
    name,
    currency,
    timeZone,
    locale,
    pointsName: { ...POINTS_NAME, ...settings.pointsName },
    takeBack: settings.takeBack ?? ('debt' as const),
    returnsPointsOfExpiredCoupon: settings.returnsPointsOfExpiredCoupon ?? true,
    refundsRedeemOnReturn: settings.refundsRedeemOnReturn ?? false,
    matchesCustomers: settings.matchesCustomers ?? true,
    claims: settings.claims ?? ('automatic' as const),
    tierGraceDays: settings.tierGraceDays ?? DEFAULT_GRACE_DAYS,
    reservationMinutes: reservationMinutesOf(settings),
    inactivity: settings.inactivity ? { ...settings.inactivity } : null,
    limits: { ...DEFAULT_LIMITS, ...settings.limits },
  }
}

/** How long a reservation is held where the shop does not say. */
export function reservationMinutesOf({ reservationMinutes }: TenantSettings): number {
  return reservationMinutes ?? DEFAULT_RESERVATION_MINUTES
}

export function writeSecurity({ security }: TenantSettings) {
  const { requireTwoFactor, idleMinutes, allowedAddresses } = { ...DEFAULT_SECURITY, ...security }
  return {
    requireTwoFactor,
    idleMinutes: idleMinutes ?? DEFAULT_SECURITY.idleMinutes,
    allowedAddresses: [...allowedAddresses],
  }
}

export function writeApprovals({ approvals }: TenantSettings) {
  return {
    adjustAbove: approvals?.adjustAbove ?? null,
    adjustPerDay: approvals?.adjustPerDay ?? null,
    importAbove: approvals?.importAbove ?? null,
    erase: approvals?.erase ?? false,
    merge: approvals?.merge ?? false,
  }
}

/** Whether erasing a customer over the management API needs a second approval. */
export function needsTwoToErase({ settings }: Pick<Tenant, 'settings'>): boolean {
  return settings.approvals?.erase ?? false
}

/** Whether merging two customers needs a second approval. */
export function needsTwoToMerge({ settings }: Pick<Tenant, 'settings'>): boolean {
  return settings.approvals?.merge ?? false
}

/** From which adjustments on a second person has to agree, in points; null: however much it is, none has to. */
export function adjustmentLimitsOf({ settings }: Pick<Tenant, 'settings'>): {
  readonly above: Decimal | null
  readonly perDay: Decimal | null
} {
  const { adjustAbove, adjustPerDay } = writeApprovals(settings)
  const limit = (text: string | null): Decimal | null => (text === null ? null : decimalFromText(text))
  return { above: limit(adjustAbove), perDay: limit(adjustPerDay) }
}

/** Imports of more points than this need a second person; null: none does. */
export function importLimitOf({ settings }: Pick<Tenant, 'settings'>): Decimal | null {
  const { importAbove } = writeApprovals(settings)
  return importAbove === null ? null : decimalFromText(importAbove)
}

/** The most that rewards of a merchant may be worth and cost. */
export function rewardLimitsOf({ settings }: Pick<Tenant, 'settings'>): {
  readonly rewardValue: Decimal
  readonly rewardPoints: Decimal
} {
  const { rewardValue, rewardPoints } = { ...DEFAULT_LIMITS, ...settings.limits }
  return { rewardValue: decimalFromText(rewardValue), rewardPoints: decimalFromText(rewardPoints) }
}

/** An address, or a range of them like 203.0.113.0/24; one of a zone means nothing to another machine. */
export function isNetworkOfPeople(text: string): boolean {
  return isNetwork(text) && !text.includes('%')
}
