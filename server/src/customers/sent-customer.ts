import type { Profile } from '../accounts/customer.ts'
import type { Instant } from '../platform/clock.ts'

type SentProfile = Pick<Profile, 'name' | 'email' | 'phone' | 'document' | 'birthday' | 'signupAt'>

/** What a request says of a customer. null: it does not say it, and what is stored stays. */
export interface SentCustomer extends SentProfile {
  readonly originalId: string
  /** It came without an id: `originalId` is its e-mail or document, and it may be known by an id of its own. */
  readonly isNamedByContact?: boolean
  readonly isEnrolled: boolean | null
}

/** What a request about the customer itself says. */
export interface CustomerToSave extends SentCustomer {
  /** Since when the customer is enrolled. null: it does not say it. */
  readonly enrolledAt: Instant | null
}
