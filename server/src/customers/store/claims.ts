import type { Claim } from '../../accounts/claim.ts'
import { matchedByOf } from '../../accounts/collections/claims.ts'
import { contactTerm } from '../../accounts/rules/terms.ts'
import type { CustomerId, TenantId } from '../../contract/ids.ts'
import { type Instant, instantToText } from '../../platform/clock.ts'
import { run, type Tx } from '../../platform/postgres/database.ts'
import { sql } from '../../platform/postgres/sql.ts'

/** A customer who was imported by a contact alone, and customers with an id of the shop who have that contact too. */
export interface Unclaimed {
  readonly id: CustomerId
  readonly others: readonly CustomerId[]
}

interface UnclaimedPage {
  readonly rows: readonly Unclaimed[]
  /** Where looking ended before enough was found; null: there is nothing further, or enough. */
  readonly lookedUntil: CustomerId | null
}

/** So many are looked at for one page of those whose contact another customer has. */
const LOOKED_AT_MAX = 2_000

/** Customers whom no order of the shop has named since they were imported; `isMatched`: with another customer's contact. */
export async function listUnclaimed(
  tx: Tx,
  tenantId: TenantId,
  {
    afterId,
    limit,
    isMatched,
  }: { readonly afterId: number; readonly limit: number; readonly isMatched: boolean },
): Promise<UnclaimedPage> {
  const lookedAt = isMatched ? LOOKED_AT_MAX : limit
  const { rows } = await run(
    tx,
    sql<Contacts>`
    select id, email, document from customer
    where tenant_id = ${tenantId} and is_unclaimed and erased_at is null and id > ${afterId}
    order by tenant_id, id limit ${lookedAt}`,
  )
  const all = await withOthers(tx, tenantId, rows)
  const found = (isMatched ? all.filter(({ others }) => others.length > 0) : all).slice(0, limit)
  const isCut = isMatched && rows.length === lookedAt && found.length < limit
  return { rows: found, lookedUntil: isCut ? (rows.at(-1)?.id ?? null) : null }
}

interface Contacts {
  readonly id: CustomerId
  readonly email: string | null
  readonly document: string | null
}

/** Of how many customers with one contact a page tells. */
const OTHERS_MAX = 4

/** Of each, who else has its contact and an id of the shop. One with another document is another person. */
export async function withOthers(
  tx: Tx,
  tenantId: TenantId,
  unclaimed: readonly Contacts[],
): Promise<Unclaimed[]> {
  const terms = unclaimed.flatMap(termsOf)
  const { rows } = await run(
    tx,
    sql<Contacts & { readonly term: string }>`
    select wanted.term, found.*
    from unnest(${terms}::text[]) as wanted (term)
    cross join lateral (
      select customer.id, customer.email, customer.document
      from customer_term as known
      join customer on customer.tenant_id = known.tenant_id and customer.id = known.customer_id
      where known.tenant_id = ${tenantId} and known.term = wanted.term
        and not coalesce(customer.is_unclaimed, false) and customer.merged_into is null
        and customer.erased_at is null
      limit ${OTHERS_MAX}
    ) as found`,
  )
  const byTerm = Map.groupBy(rows, ({ term }) => term)
  return unclaimed.map((one) => {
    const others = termsOf(one)
      .flatMap((term) => byTerm.get(term) ?? [])
      .filter((other) => termsOf(other).some((term) => termsOf(one).includes(term)) && isSame(one, other))
    return { id: one.id, others: [...new Set(others.map(({ id }) => id))] }
  })
}

function termsOf({ email, document }: Contacts): string[] {
  return [contactTerm('document', document), contactTerm('email', email)].filter((term) => term !== null)
}

function isSame(a: Contacts, b: Contacts): boolean {
  const [one, other] = [contactTerm('document', a.document), contactTerm('document', b.document)]
  return one === null || other === null || one === other
}

/** Whether any customer of this merchant was imported by a contact alone and not claimed. */
export async function hasUnclaimed(tx: Tx, tenantId: TenantId): Promise<boolean> {
  const { rows } = await run(
    tx,
    sql<{ has: boolean }>`
    select exists (
      select from customer where tenant_id = ${tenantId} and is_unclaimed and erased_at is null
    ) as has`,
  )
  return rows[0]?.has ?? false
}

/** Whether a claim was made since that moment. */
export async function hasClaimsSince(tx: Tx, tenantId: TenantId, since: Instant): Promise<boolean> {
  const { rows } = await run(
    tx,
    sql<{ has: boolean }>`
    select exists (
      select from customer_claim
      where tenant_id = ${tenantId} and claimed_at >= ${instantToText(since)}::timestamptz
    ) as has`,
  )
  return rows[0]?.has ?? false
}

interface ClaimPlace {
  /** `Infinity`: from the newest on. */
  readonly at: number
  readonly id: number
}

/** Claims since a moment, newest first. */
export async function listClaims(
  tx: Tx,
  tenantId: TenantId,
  { since, below, limit }: { readonly since: Instant; readonly below: ClaimPlace; readonly limit: number },
): Promise<Claim[]> {
  const at = below.at === Number.POSITIVE_INFINITY ? 'infinity' : instantToText(below.at)
  const { rows } = await run(
    tx,
    sql<{
      customer_id: CustomerId
      claimed_id: string
      former_id: string
      matched_by: number
      claimed_at: Date
      orders_before: number
      revoked_at: Date | null
      revoked_by: string | null
    }>`
    select customer_id, claimed_id, former_id, matched_by, claimed_at, orders_before, revoked_at, revoked_by
    from customer_claim
    where tenant_id = ${tenantId} and claimed_at >= ${instantToText(since)}::timestamptz
      and (claimed_at, customer_id) < (${at}::timestamptz, ${below.id}::bigint)
    order by tenant_id, claimed_at desc, customer_id desc limit ${limit}`,
  )
  return rows.map((row) => ({
    customerId: row.customer_id,
    claimedId: row.claimed_id,
    formerId: row.former_id,
    matchedBy: matchedByOf(row.matched_by),
    at: row.claimed_at.getTime(),
    ordersBefore: row.orders_before,
    profile: null,
    revokedAt: row.revoked_at?.getTime() ?? null,
    revokedBy: row.revoked_by,
  }))
}
