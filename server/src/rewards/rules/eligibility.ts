import type { Account } from '../../accounts/account.ts'
import type { Customer } from '../../accounts/customer.ts'
import type { Program } from '../../earning/program.ts'
import type { Instant } from '../../platform/clock.ts'
import { type Decimal, floorCents, minimum, ZERO } from '../../platform/decimal.ts'
import type { RewardUsage } from '../redemption.ts'
import type { Reward } from '../reward.ts'
import { unitOf } from '../reward-type.ts'

/** Why a reward cannot be redeemed. */
export type Ineligibility =
  | 'inactive'
  | 'notYetValid'
  | 'noLongerValid'
  | 'usedUp'
  | 'noCouponsLeft'
  | 'cashbackOff'
  | 'prizeOnly'
  | 'notEnrolled'
  | 'notForTier'
  | 'owesPoints'
  | 'owesCashback'
  | 'customerLimit'
  | 'tooFewPoints'
  | 'noCashback'

/** A reward at a moment, as it is for all customers. */
export interface RewardNow {
  readonly reward: Reward
  readonly usage: RewardUsage
  /** How many codes of its lists were free before those of `usage.assigned` were taken; at least as many as matter. */
  readonly usableCodes: number
  readonly program: Program
  readonly now: Instant
}

/** The customer who wants to redeem it. */
export interface Buyer {
  readonly customer: Customer
  readonly account: Account
  /** null: the customer is in no tier, or the reward does not depend on it. */
  readonly tierId: number | null
  /** How many redemptions of this reward by this customer stand. */
  readonly redeemedCount: number
}

/** The first reason that holds for all customers. */
export function whyIneligibleForAll(rewardNow: RewardNow): Ineligibility | null {
  return whyNotIssued(rewardNow) ?? (rewardNow.reward.isPrizeOnly ? 'prizeOnly' : null)
}

/** Why it can't be issued at all, neither redeemed nor given by a rule. */
export function whyNotIssued(rewardNow: RewardNow): Exclude<Ineligibility, 'prizeOnly'> | null {
  const { reward, usage, program, now } = rewardNow
  if (!reward.isActive) return 'inactive'
  if (reward.validFrom !== null && reward.validFrom > now) return 'notYetValid'
  if (reward.validUntil !== null && reward.validUntil <= now) return 'noLongerValid'
  if (reward.globalUsageLimit !== null && countOf(usage) >= reward.globalUsageLimit) return 'usedUp'
  if (areCodesUsedUp(rewardNow)) return 'noCouponsLeft'
  return unitOf(reward.type) === 'cashback' && !program.cashback.isOn ? 'cashbackOff' : null
}

function countOf({ countBefore, added }: RewardUsage): number {
  return (countBefore ?? 0) + added
}

/** True if the reward has lists, but all their codes are given out or expired. */
function areCodesUsedUp({ reward: { couponLists }, usage, usableCodes }: RewardNow): boolean {
  return couponLists.length > 0 && usableCodes <= usage.assigned.length
}

/** The first reason that holds for this customer. Whether the customer can pay is checked last. */
export function whyIneligible({ reward, ...rest }: RewardNow, buyer: Buyer): Ineligibility | null {
  const reason = whyIneligibleForAll({ reward, ...rest }) ?? whyBuyerIneligible(reward, buyer)
  if (reason !== null) return reason
  if (unitOf(reward.type) === 'cashback') {
    return mostCashback(reward, buyer.account) > ZERO ? null : 'noCashback'
  }
  return buyer.account.balance.points < reward.points ? 'tooFewPoints' : null
}

function whyBuyerIneligible(reward: Reward, buyer: Buyer): Ineligibility | null {
  const { customer, account, tierId, redeemedCount } = buyer
  if (!customer.profile.isEnrolled) return 'notEnrolled'
  const { tiers, customerUsageLimit: limit } = reward
  if (tiers.length > 0 && !tiers.some(({ id }) => id === tierId)) return 'notForTier'
  // A debt in one unit does not keep the customer from spending the other one.
  const unit = unitOf(reward.type)
  if (account.balance[unit] < ZERO) return unit === 'cashback' ? 'owesCashback' : 'owesPoints'
  return limit !== null && redeemedCount >= limit ? 'customerLimit' : null
}

/** The most cashback that may be redeemed at once, in whole cents: a fraction of a cent cannot be used. */
export function mostCashback({ cashbackMaximum }: Reward, { balance }: Account): Decimal {
  if (balance.cashback <= ZERO) return ZERO
  return floorCents(cashbackMaximum === null ? balance.cashback : minimum(balance.cashback, cashbackMaximum))
}
