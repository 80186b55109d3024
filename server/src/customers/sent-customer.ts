import type { Profile } from '../accounts/customer.ts'

type SentProfile = Pick<Profile, 'name' | 'email' | 'phone' | 'document' | 'birthday' | 'signupAt'>

/** What a request says of a customer. null: it does not say it, and what is stored stays. */
export interface SentCustomer extends SentProfile {
  readonly originalId: string
  readonly isEnrolled: boolean | null
}
