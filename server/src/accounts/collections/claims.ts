import type { CustomerId, TenantId } from '../../contract/ids.ts'
import { type Instant, instantToText } from '../../platform/clock.ts'
import type { Decimal } from '../../platform/decimal.ts'
import { type ColumnsOf, keyColumns, rowsAs, table } from '../../platform/postgres/columns.ts'
import { run, type Tx } from '../../platform/postgres/database.ts'
import { sql } from '../../platform/postgres/sql.ts'
import { type Amount, POINT_TYPE } from '../account.ts'
import type { Claim, KnownProfile } from '../claim.ts'
import {
  append,
  type Change,
  type Changed,
  type Collection,
  type Journal,
  keyText,
} from '../till/collection.ts'

const MATCHED_BY = { document: 1, email: 2 } as const satisfies Record<Claim['matchedBy'], number>

export function matchedByOf(stored: number): Claim['matchedBy'] {
  return stored === MATCHED_BY.document ? 'document' : 'email'
}

type ClaimOfTenant = Claim & { readonly tenantId: TenantId }

const CLAIM: ColumnsOf<'customer_claim', ClaimOfTenant> = {
  tenant_id: ['bigint', ({ tenantId }) => tenantId],
  customer_id: ['bigint', ({ customerId }) => customerId],
  claimed_id: ['text', ({ claimedId }) => claimedId],
  former_id: ['text', ({ formerId }) => formerId],
  matched_by: ['smallint', ({ matchedBy }) => MATCHED_BY[matchedBy]],
  claimed_at: ['timestamptz', ({ at }) => at],
  orders_before: ['int', ({ ordersBefore }) => ordersBefore],
  profile: ['json', ({ profile }) => profile],
}

const claimTable = table('customer_claim')
const insertClaims = claimTable.insertMissing<ClaimOfTenant>(CLAIM)

/** Claims beside the commands that make them: orders look at none. */
const claimJournal: Journal<Claim> = { name: 'claims', append: insertClaims }

export function claimChange(claim: Claim): Change {
  return append(claimJournal, claim)
}

/** Which of these ids have claimed these customers before: such an id never does so again. Texts `number id`. */
export async function findRevoked(
  tx: Tx,
  tenantId: TenantId,
  asked: readonly { readonly customerId: CustomerId; readonly claimedId: string }[],
): Promise<ReadonlySet<string>> {
  if (asked.length === 0) return new Set()
  const { rows } = await run(
    tx,
    sql<{ key: string }>`
    select wanted.customer_id || ' ' || wanted.claimed_id as key
    from unnest(
      ${asked.map(({ customerId }) => customerId)}::bigint[], ${asked.map(({ claimedId }) => claimedId)}::text[]
    ) as wanted (customer_id, claimed_id)
    join customer_claim as made on made.tenant_id = ${tenantId} and made.customer_id = wanted.customer_id
      and made.claimed_id = wanted.claimed_id`,
  )
  return new Set(rows.map(({ key }) => key))
}

/** Forgets who customers were known to be before claims that can't be taken back any more. */
export async function forgetBeforeClaims(tx: Tx, tenantId: TenantId, until: Instant): Promise<void> {
  await run(
    tx,
    sql`
    update customer_claim set profile = null
    where tenant_id = ${tenantId} and claimed_at < ${instantToText(until)}::timestamptz and profile is not null`,
  )
}

/** The last claim of a customer, with what happened since that has a say in taking it back. */
export interface StandingClaim extends Claim {
  /** How many orders came since. */
  readonly orders: number
  /** How many of all orders are neither complete nor cancelled, and one of these. */
  readonly openOrders: number
  readonly openOrder: string | null
  /** What orders gave since, less what was taken back of them. */
  readonly earned: Amount
  /** What rewards and cashback have used since. */
  readonly used: Amount
  readonly reservedUntil: Instant | null
  /** Whether another customer was merged into this one since. */
  readonly hasMerged: boolean
}

/** `ORDER_STATE` of the orders, which rest on customers: initial, and pending. */
const OPEN: readonly number[] = [0, 1]
/** Likewise. `orderCount` of a customer does not count them. */
const CANCELLED = 3
const REDEEMED: readonly number[] = [POINT_TYPE.redeem, POINT_TYPE.redeemReturned]
const NOT_EARNED: readonly number[] = [...REDEEMED, POINT_TYPE.expiry]

const BY_CUSTOMER = keyColumns<CustomerId>('customer_id', 'bigint')

const REVOKED: ColumnsOf<'customer_claim', Changed<CustomerId, StandingClaim>> = {
  revoked_at: ['timestamptz', ({ value }) => value.revokedAt],
  revoked_by: ['text', ({ value }) => value.revokedBy],
}
const saveRevoked = claimTable.update<Changed<CustomerId, StandingClaim>>(
  {
    tenant_id: ['bigint', ({ tenantId }) => tenantId],
    customer_id: ['bigint', ({ key }) => key],
    claimed_id: ['text', ({ value }) => value.claimedId],
  },
  REVOKED,
)

interface StandingRow {
  readonly tenant_id: TenantId
  readonly customer_id: CustomerId
  readonly claimed_id: string
  readonly former_id: string
  readonly matched_by: number
  readonly claimed_at: Date
  readonly orders_before: number
  readonly profile: KnownProfile | null
  readonly revoked_at: Date | null
  readonly revoked_by: string | null
  readonly orders: number
  readonly open_orders: number
  readonly open_order: string | null
  readonly earned_points: Decimal
  readonly earned_cashback: Decimal
  readonly used_points: Decimal
  readonly used_cashback: Decimal
  readonly reserved_until: Date | null
  readonly has_merged: boolean
}

/** By customer. Only taking a claim back looks at it. */
export const standingClaims: Collection<CustomerId, StandingClaim> = {
  name: 'standing claims',
  async load(tx, keys) {
    const { rows } = await run(
      tx,
      sql<StandingRow>`
      select claim.*, since.*, earned.*, used.*, reserved.*, merged.*
      from ${rowsAs('wanted', BY_CUSTOMER, keys)}
      cross join lateral (
        select tenant_id, customer_id, claimed_id, former_id, matched_by, claimed_at, orders_before, profile,
          revoked_at, revoked_by
        from customer_claim as made
        where made.tenant_id = wanted.tenant_id and made.customer_id = wanted.customer_id
        order by revoked_at is null desc, claimed_at desc limit 1
      ) as claim
      cross join lateral (
        select greatest((count(*) filter (where state <> ${CANCELLED}))::int - claim.orders_before, 0) as orders,
          (count(*) filter (where state = any (${OPEN}::smallint[])))::int as open_orders,
          min(original_id) filter (where state = any (${OPEN}::smallint[])) as open_order
        from customer_order as bought
        where bought.tenant_id = claim.tenant_id and bought.customer_id = claim.customer_id
      ) as since
      cross join lateral (
        select coalesce(sum(points), 0) as earned_points, coalesce(sum(cashback), 0) as earned_cashback
        from point_record as record
        where record.tenant_id = claim.tenant_id and record.customer_id = claim.customer_id
          and record.recorded_at >= claim.claimed_at and record.order_id is not null
          and record.type <> all (${NOT_EARNED}::smallint[])
      ) as earned
      cross join lateral (
        select coalesce(-sum(points), 0) as used_points, coalesce(-sum(cashback), 0) as used_cashback
        from point_record as record
        where record.tenant_id = claim.tenant_id and record.customer_id = claim.customer_id
          and record.recorded_at >= claim.claimed_at and record.type = any (${REDEEMED}::smallint[])
      ) as used
      cross join lateral (
        select max(expires_at) as reserved_until from redemption
        where redemption.tenant_id = claim.tenant_id and redemption.customer_id = claim.customer_id
          and expires_at is not null and returned_at is null
      ) as reserved
      cross join lateral (
        select exists (
          select from customer as other
          where other.tenant_id = claim.tenant_id and other.merged_into = claim.customer_id
            and other.merged_at >= claim.claimed_at
        ) as has_merged
      ) as merged`,
    )
    return new Map(
      rows.map((row) => [keyText({ tenantId: row.tenant_id, key: row.customer_id }), toStanding(row)]),
    )
  },
  save: saveRevoked,
}

function toStanding(row: StandingRow): StandingClaim {
  return {
    customerId: row.customer_id,
    claimedId: row.claimed_id,
    formerId: row.former_id,
    matchedBy: matchedByOf(row.matched_by),
    at: row.claimed_at.getTime(),
    ordersBefore: row.orders_before,
    profile: row.profile,
    revokedAt: row.revoked_at?.getTime() ?? null,
    revokedBy: row.revoked_by,
    orders: row.orders,
    openOrders: row.open_orders,
    openOrder: row.open_order,
    earned: { points: row.earned_points, cashback: row.earned_cashback },
    used: { points: row.used_points, cashback: row.used_cashback },
    reservedUntil: row.reserved_until?.getTime() ?? null,
    hasMerged: row.has_merged,
  }
}
