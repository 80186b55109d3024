import type { CustomerId } from '../contract/ids.ts'

/** What a person noted when they did something for a customer. */
export interface CustomerNote {
  readonly customerId: CustomerId
  /** What it was done to, as the audit names it. */
  readonly target: { readonly kind: string; readonly id: number }
  readonly note: string
}
