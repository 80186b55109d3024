import type { Decimal } from '../platform/decimal.ts'

/** What rules look at of an order. */
export interface OrderFacts {
  /** What is left of it. */
  total: Decimal
  /** What was given back of the total as it was sent; missing: nothing. */
  returned?: Decimal
  /** What of the total as it was sent is shipping; missing: that was not said. */
  shipping?: Decimal
  /** Epoch milliseconds. Decides which campaigns were running, and whether a rule's days and hours hold. */
  placedAt: number
  /** The merchant's when the order earned: whose clock days and hours go by. */
  timeZone: string
  products: LineFacts[]
  paymentMethodId: string | null
  branchId: string | null
  /** The customer's tier when the order earned; null for none. */
  tierId: string | null
  /** What the benefits of that tier multiply the base by, beside the program's rules for it. */
  tierMultiplier?: Decimal | null
  isFirstPurchase: boolean
  /** The how-manieth of the customer's orders it is; null: no rule asks. */
  number: number | null
}

export interface LineFacts {
  originalId: string
  /** What is left of it; null: it came without one. */
  price: Decimal | null
  /** Missing: nothing was given back of it. */
  before?: { readonly price: Decimal | null; readonly returned: Decimal }
  /** The shop says that it should earn nothing. */
  isMarked?: true
  /** How many items it is; missing: one. */
  quantity?: number
  brandId: string | null
  /** The product's category and all categories above it. */
  categoryIds: string[]
}

/** What of an order a rule was applied to: stored with its points. */
export interface RuleInputs {
  /** The money it was computed on: what counts of the order, or the sum of the lines it applies to. */
  amount?: string
  /** How many lines of the order it applied to, where that is what counts. */
  count?: number
  /** The payment method, branch, tier or quiz it applied to. */
  id?: string
}
