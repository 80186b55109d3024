import type { Customer, Profile } from '../../accounts/customer.ts'
import { isBlank } from '../../contract/schema.ts'
import type { Home } from '../../customers/rules/profile.ts'
import { changedCustomer } from '../../customers/rules/save.ts'
import type { CustomerToSave } from '../../customers/sent-customer.ts'
import type { Instant } from '../../platform/clock.ts'
import type { ImportOptions } from '../import.ts'

/** A customer who was there, as a line leaves who they are. The same object where nothing is different. */
export function changedByLine(
  customer: Customer,
  sent: CustomerToSave,
  existing: ImportOptions['existing'],
  { tenant, now }: { readonly tenant: Home; readonly now: Instant },
): Customer {
  if (existing === 'keep') return customer
  const counting = existing === 'replace' ? sent : onlyMissing(sent, customer.profile)
  return changedCustomer(customer, counting, tenant, now)
}

/** Whether someone is enrolled is known of everyone. */
function onlyMissing(sent: CustomerToSave, profile: Profile): CustomerToSave {
  const missing = (member: 'name' | 'email' | 'phone' | 'document') =>
    isBlank(profile[member]) ? sent[member] : null
  return {
    ...sent,
    name: missing('name'),
    email: missing('email'),
    phone: missing('phone'),
    document: missing('document'),
    signupAt: profile.signupAt === null ? sent.signupAt : null,
    isEnrolled: null,
    enrolledAt: null,
  }
}
