import { type Decimal, decimalFromText } from '../platform/decimal.ts'
import type { Tenant } from './tenant.ts'

/** What settings are where the merchant has said nothing. */
const DEFAULT_LIMITS = { rewardValue: '999', rewardPoints: '9999' } as const

/** The most that rewards of a merchant may be worth and cost. */
export function rewardLimitsOf({ settings }: Pick<Tenant, 'settings'>): {
  readonly rewardValue: Decimal
  readonly rewardPoints: Decimal
} {
  const { rewardValue, rewardPoints } = { ...DEFAULT_LIMITS, ...settings.limits }
  return { rewardValue: decimalFromText(rewardValue), rewardPoints: decimalFromText(rewardPoints) }
}
