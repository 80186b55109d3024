import type { Decimal } from '../platform/decimal.ts'

/** What rules look at of an order. */
export interface OrderFacts {
  total: Decimal
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
  price: Decimal | null
  brandId: string | null
  /** The product's category and all categories above it. */
  categoryIds: string[]
}

/** What of an order a rule was applied to: stored with its points. */
export interface RuleInputs {
  /** The money it was computed on: the order's total, or the sum of the lines it applies to. */
  amount?: string
  /** How many lines of the order it applied to, where that is what counts. */
  count?: number
  /** The payment method, branch, tier or quiz it applied to. */
  id?: string
}
