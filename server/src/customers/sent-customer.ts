import type { Instant } from '../platform/clock.ts'

/** What a request says of a customer. null: it does not say it, and what is stored stays. */
export interface SentCustomer {
  readonly originalId: string
  readonly name: string | null
  readonly email: string | null
  readonly phone: string | null
  readonly document: string | null
  readonly birthday: Instant | null
  readonly signupAt: Instant | null
  readonly isEnrolled: boolean | null
}
