import type { Amount, Unit } from '../accounts/account.ts'
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
  /** The merchant's key for it; the external code where the merchant sent none. */
  readonly originalKey: string
  /** An order that uses this redemption may send it as its coupon. */
  readonly externalCode: string
  readonly rewardId: number
  readonly customerId: number
  /** The record of what it cost; null: nothing. */
  readonly recordId: number | null
  /** What its reward is paid with. */
  readonly unit: Unit
  /** Not below zero. */
  readonly cost: Amount
  /** What of the cost has gone back because parts of its order were returned. */
  readonly refunded: Amount
  readonly couponKey: string
  readonly metadata: readonly Metadata[]
  readonly redeemedAt: Instant
  readonly returnedAt: Instant | null
  readonly returnRecordId: number | null
  /** The lots that paid for it, until its batch is saved; null: they are stored. */
  readonly spent: GiveBack | null
}

export interface RedemptionWithCoupon {
  readonly redemption: Redemption
  readonly coupon: Coupon
}

/** How far a reward is used up: as the batch found it, and what the commands of the batch have added. */
export interface RewardUsage {
  /** How many redemptions stand; null: not loaded, because nothing depends on it. */
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

/** The counts of a list after the commands of the batch so far. */
export function listUsageNow({ lists, assigned }: RewardUsage, listId: number): ListUsage | undefined {
  const list = lists.find((one) => one.listId === listId)
  const taken = assigned.filter((code) => code.listId === listId).length
  return list && { ...list, usedCount: list.usedCount + taken }
}
