import type { Problem } from '../../contract/problem.ts'
import { BAD_TOKEN } from '../../contract/public-api/texts.ts'
import type { CustomerCall } from '../../tenancy/public-api/api.ts'
import type { SettledReads } from '../settled-reads.ts'
import { findOwnersOfTokens, isTokenGood } from '../store/token-owners.ts'

type Work<Answer> = Parameters<typeof SettledReads.prototype.of<Answer>>[2]

/** What a customer reads of themselves; null: someone whom only the shop knows. Settled first, as every answer is. */
export async function readOwn<Answer>(
  reads: SettledReads,
  { tenant, token: { subject, issuedAt } }: Pick<CustomerCall, 'tenant' | 'token'>,
  work: Work<Answer>,
): Promise<Answer | Problem | null> {
  const issued = issuedAt * 1_000
  if (typeof subject === 'number') {
    const answer = await reads.ofToken(tenant, { customerId: subject, issuedAt: issued }, work)
    return answer ?? BAD_TOKEN
  }
  // It was made before they became a customer, and may have been ended since.
  return reads.of(tenant, subject, async (tx, stored, now) => {
    const [owner] = await findOwnersOfTokens(tx, [{ tenantId: tenant.id, customerId: stored.customer.id }])
    return owner && isTokenGood(owner, issued) ? work(tx, stored, now) : BAD_TOKEN
  })
}
