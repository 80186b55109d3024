import type { Amount } from '../accounts/account.ts'
import type { GiveBack } from '../accounts/rules/ledger.ts'
import type { Coupon, ListedCode } from '../coupons/coupon.ts'
import type { Instant } from '../platform/clock.ts'

export const METADATAS_MAX = 50

export interface Metadata {
  readonly name: string
  readonly value: string | null
}

/** A reward that a customer has redeemed. */
export interface Redemption {
  readonly id: number
  /** The merchant's key of it, or else its external code. */
  readonly originalKey: string
  /** What an order may carry as its coupon to say that it used this. */
  readonly externalCode: string
  readonly rewardId: number
  readonly customerId: number
  /** The record of what it cost; null: nothing. */
  readonly recordId: number | null
  /** Not below zero. */
  readonly cost: Amount
  readonly couponKey: string
  readonly metadata: readonly Metadata[]
  readonly redeemedAt: Instant
  readonly returnedAt: Instant | null
  readonly returnRecordId: number | null
  /** Which lots paid for it, as long as only its own batch knows; null: they are stored. */
  readonly spent: GiveBack | null
}

export interface RedemptionWithCoupon {
  readonly redemption: Redemption
  readonly coupon: Coupon
}

/** How far a reward is used up, as a batch finds it and as its commands go on. */
export interface RewardUsage {
  /** How many redemptions stand; null: nothing depends on it, so nobody asked. */
  readonly countBefore: number | null
  /** By the commands of the batch. */
  readonly added: number
  /** As the batch found them, in the order in which their codes are taken. */
  readonly lists: readonly ListUsage[]
  /** The codes that the commands of the batch have taken so far. */
  readonly assigned: readonly ListedCode[]
}

export interface ListUsage {
  readonly listId: number
  readonly couponCount: number
  readonly usedCount: number
}

export const NO_USAGE: RewardUsage = {
  countBefore: null,
  added: 0,
  lists: [],
  assigned: [],
}

/** The counts of a list by now. */
export function listUsageNow({ lists, assigned }: RewardUsage, listId: number): ListUsage | undefined {
  const list = lists.find((one) => one.listId === listId)
  const taken = assigned.filter((code) => code.listId === listId).length
  return list && { ...list, usedCount: list.usedCount + taken }
}
