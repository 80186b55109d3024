import type { CustomerId, TenantId } from '../contract/ids.ts'
import type { Instant } from '../platform/clock.ts'

/** Who a customer is: personal data lives here and nowhere else. */
export interface Profile {
  readonly name: string | null
  readonly email: string | null
  readonly phone: string | null
  readonly document: string | null
  readonly birthday: Instant | null
  readonly birthdayUpdatedAt: Instant | null
  readonly signupAt: Instant | null
  readonly isEnrolled: boolean
  readonly enrolledAt: Instant | null
}

/** What is left of a person who was erased, or merged into another customer. */
export const NO_PERSON: Profile = {
  name: null,
  email: null,
  phone: null,
  document: null,
  birthday: null,
  birthdayUpdatedAt: null,
  signupAt: null,
  isEnrolled: false,
  enrolledAt: null,
}

/** The tier that a customer has been promoted to. */
export interface HeldTier {
  readonly id: number
  readonly since: Instant
  /** Since when its goals have not been met; null: they are, as far as is known. */
  readonly belowSince: Instant | null
  /** Until when it is kept whatever its goals say, because it was imported. */
  readonly heldUntil?: Instant
}

export interface Customer {
  readonly tenantId: TenantId
  readonly id: CustomerId
  /** The customer's id in the merchant's store. */
  readonly originalId: string
  readonly publicId: string
  readonly profile: Profile
  readonly orderCount: number
  /** Whether an order of theirs has been complete; the first one is a first purchase. */
  readonly hasPurchased: boolean
  /** How many orders were placed before the merchant came here, as an import says; absent: none are known. */
  readonly ordersBefore?: number
  /** Imported by a contact alone: the shop has not told the customer's id yet. */
  readonly isUnclaimed?: boolean
  /** null: the tenant's base tier, if it has one. */
  readonly tier: HeldTier | null
  readonly createdAt: Instant
  /** When the person was erased, and all that told who it was; null: it was not. */
  readonly erasedAt: Instant | null
  /** The customer who has all that this one had; null: it was not merged into another one. */
  readonly mergedInto: CustomerId | null
}
