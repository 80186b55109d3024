import type { Amount, Unit } from '../accounts/account.ts'
import type { GiveBack } from '../accounts/rules/ledger.ts'
import type { CustomerId, RecordId } from '../contract/ids.ts'
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
  /** False until its batch is saved. A collection may have found it by another name than its key. */
  readonly isStored: boolean
  /** The merchant's key for it; the external code where the merchant sent none. */
  readonly originalKey: string
  /** An order that uses this redemption may send it as its coupon. */
  readonly externalCode: string
  readonly rewardId: number
  readonly customerId: CustomerId
  /** The record of what it cost; null: nothing. */
  readonly recordId: RecordId | null
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
  /** The shop's id of the basket that it was reserved for; null: it is no reservation. */
  readonly checkoutId: string | null
  /**
   * Until when it is held for that basket; null: an order has confirmed it, or it is no reservation. It stays when it
   * was released, for an order that was placed in time.
   */
  readonly expiresAt: Instant | null
  /** Of a reservation that was returned. */
  readonly releasedBy: ReleasedBy | null
  /** Its records beside those two: of before a late order let it stand again, and what was owed for it and forgiven. */
  readonly otherRecordIds: readonly number[]
  /** The lots that paid for it, until its batch is saved; null: they are stored. */
  readonly spent: GiveBack | null
}

/** What has ended a reservation that no order had confirmed; the numbers are those of the database. */
export const RELEASED_BY = { deadline: 1, shop: 2, basket: 3, reservation: 4, cancellation: 5 } as const
export type ReleasedBy = (typeof RELEASED_BY)[keyof typeof RELEASED_BY]

/** Whether it is held for a basket: neither confirmed nor released. */
export function isReserved({ expiresAt, returnedAt }: Redemption): boolean {
  return expiresAt !== null && returnedAt === null
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
