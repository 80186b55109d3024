import type { Account } from '../../accounts/account.ts'
import type { Customer } from '../../accounts/customer.ts'
import type { Program } from '../../earning/program.ts'
import type { Instant } from '../../platform/clock.ts'
import { type Decimal, floorCents, minimum, ZERO } from '../../platform/decimal.ts'
import type { RewardUsage } from '../redemption.ts'
import { REWARD_TYPE, type RewardConfiguration } from '../reward.ts'

/** Why a reward cannot be redeemed. */
export type Ineligibility =
  | 'inactive'
  | 'notYetValid'
  | 'noLongerValid'
  | 'usedUp'
  | 'noCouponsLeft'
  | 'cashbackOff'
  | 'notEnrolled'
  | 'notForTier'
  | 'owesPoints'
  | 'owesCashback'
  | 'customerLimit'
  | 'tooFewPoints'
  | 'noCashback'

/** A reward at a moment, as far as it is the same for everybody. */
export interface RewardNow {
  readonly reward: RewardConfiguration
  readonly usage: RewardUsage
  /** Codes of its lists that could be given out before anything of `usage.assigned` was; what is beyond need not count. */
  readonly usableCodes: number
  readonly program: Program
  readonly now: Instant
}

/** What of a customer it depends on. */
export interface Buyer {
  readonly customer: Customer
  readonly account: Account
  /** null: in none, or nothing depends on it. */
  readonly tierId: number | null
  /** How many redemptions of this reward by this customer stand. */
  readonly redeemedCount: number
}

/** The first obstacle that there is for everybody. */
export function whyIneligibleForAll(rewardNow: RewardNow): Ineligibility | null {
  const { usage, program, now } = rewardNow
  const { row } = rewardNow.reward
  if (!row.is_active) return 'inactive'
  if (row.valid_from !== null && row.valid_from.getTime() > now) return 'notYetValid'
  if (row.valid_until !== null && row.valid_until.getTime() <= now) return 'noLongerValid'
  if (row.global_usage_limit !== null && countOf(usage) >= row.global_usage_limit) return 'usedUp'
  if (areCodesUsedUp(rewardNow)) return 'noCouponsLeft'
  return row.reward_type === REWARD_TYPE.cashback && !program.cashback.isOn ? 'cashbackOff' : null
}

function countOf({ countBefore, added }: RewardUsage): number {
  return (countBefore ?? 0) + added
}

/** Whether the reward has lists, and none of them a code that is neither given out nor expired. */
function areCodesUsedUp({ reward: { couponLists }, usage, usableCodes }: RewardNow): boolean {
  return couponLists.length > 0 && usableCodes <= usage.assigned.length
}

/** The first obstacle that there is for this customer beside. What it costs is the last question. */
export function whyIneligible({ reward, ...rest }: RewardNow, buyer: Buyer): Ineligibility | null {
  const obstacle = whyIneligibleForAll({ reward, ...rest }) ?? whyBuyerIneligible(reward, buyer)
  if (obstacle !== null) return obstacle
  const { row } = reward
  if (row.reward_type === REWARD_TYPE.cashback) {
    return cashbackMost(reward, buyer.account) > ZERO ? null : 'noCashback'
  }
  return buyer.account.balance.points < row.points ? 'tooFewPoints' : null
}

function whyBuyerIneligible({ row, tiers }: RewardConfiguration, buyer: Buyer): Ineligibility | null {
  const { customer, account, tierId, redeemedCount } = buyer
  if (!customer.profile.isEnrolled) return 'notEnrolled'
  if (tiers.length > 0 && !tiers.some(({ id }) => id === tierId)) return 'notForTier'
  const debt = debtInTheWay(row.reward_type, account)
  if (debt !== null) return debt
  const limit = row.customer_usage_limit
  return limit !== null && redeemedCount >= limit ? 'customerLimit' : null
}

/** Each measure has its own debt: what is owed in the other is in nobody's way. */
function debtInTheWay(rewardType: number, { balance }: Account): Ineligibility | null {
  if (rewardType === REWARD_TYPE.cashback) return balance.cashback < ZERO ? 'owesCashback' : null
  return balance.points < ZERO ? 'owesPoints' : null
}

/** The most cashback that may be redeemed at once, in whole cents: nobody can use a fraction of one. */
export function cashbackMost({ row }: RewardConfiguration, { balance }: Account): Decimal {
  if (balance.cashback <= ZERO) return ZERO
  const { cashback_maximum: maximum } = row
  return floorCents(maximum === null ? balance.cashback : minimum(balance.cashback, maximum))
}
