import type { Amount } from '../accounts/account.ts'
import type { Customer } from '../accounts/customer.ts'
import type { CustomerId, RecordId } from '../contract/ids.ts'
import type { Instant } from '../platform/clock.ts'
import type { Tenant } from '../tenancy/tenant.ts'

/** A customer by the id in the merchant's store, of now or before, or by number. */
export type Named = { readonly key: string } | { readonly id: CustomerId }

export interface MergeInput {
  readonly tenant: Tenant
  /** Whose account ends. */
  readonly from: Named
  /** Whose account has all of it from then on. */
  readonly into: Named
  /** The merchant's: the same merge is done once. */
  readonly mergeKey: string
  /** Of what was asked for, to know the same request again: 32 bytes. */
  readonly requestHash: Buffer
}

/** What went from the one to the other. */
export interface MergeEffect {
  /** What could be spent, less what was owed. */
  readonly balance: Amount
  readonly pending: Amount
  readonly owed: Amount
  readonly orders: number
  readonly redemptions: number
  readonly coupons: number
}

/** A merge that was done. */
export interface Merge {
  readonly fromId: CustomerId
  readonly intoId: CustomerId
  readonly mergedAt: Instant
  readonly effect: MergeEffect
}

/** Two accounts that are one by now, where they are stored. */
export interface Joined extends Merge {
  /** As it was before. */
  readonly from: Customer
  /** Of the record that tells of it. */
  readonly recordId: RecordId
}
