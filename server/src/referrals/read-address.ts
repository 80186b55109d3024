import type { Customer } from '../accounts/customer.ts'
import { findCurrentProgram } from '../earning/store.ts'
import type { Instant } from '../platform/clock.ts'
import type { Tx } from '../platform/postgres/database.ts'
import type { Tenant } from '../tenancy/tenant.ts'
import { addressOf, type ReferralAddress } from './address.ts'
import { findCode } from './store/referrals.ts'

interface Asked {
  /** Where friends come by a code. */
  readonly url: string
  readonly customer: Customer
  readonly now: Instant
}

/** Where friends come by a customer's code; null: there is no code, or nothing is given for friends now. */
export async function readAddress(
  tx: Tx,
  { id: tenantId }: Tenant,
  { url, customer, now }: Asked,
): Promise<ReferralAddress | null> {
  if (customer.erasedAt !== null || !customer.profile.isEnrolled) return null
  const [program, code] = await Promise.all([
    findCurrentProgram(tx, tenantId, now),
    findCode(tx, tenantId, customer.id),
  ])
  return code === null || program.index.referral === null ? null : addressOf(url, code)
}
