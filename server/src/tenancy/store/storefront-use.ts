import type { TenantId } from '../../contract/ids.ts'
import { type Instant, instantToText } from '../../platform/clock.ts'
import { run, type Tx } from '../../platform/postgres/database.ts'
import { sql } from '../../platform/postgres/sql.ts'

/** `visits`: customers for whom a token was made in that hour. `refused`: requests from an origin that is not the shop's. */
export type StorefrontCount = 'requests' | 'notModified' | 'mints' | 'visits' | 'refused'

export interface CountedUse {
  readonly tenantId: TenantId
  readonly hour: Instant
  readonly what: StorefrontCount
  /** Of what was refused; else empty. */
  readonly origin: string
  readonly count: number
}

export async function addStorefrontUse(tx: Tx, uses: readonly CountedUse[]): Promise<void> {
  // In one order in every process: two that count the same wait for each other only one way round.
  const ordered = uses.toSorted(
    (a, b) =>
      a.tenantId - b.tenantId || a.hour - b.hour || compare(a.what, b.what) || compare(a.origin, b.origin),
  )
  await run(
    tx,
    sql`
    insert into storefront_use as kept (tenant_id, hour, what, origin, count)
    select * from unnest(
      ${ordered.map(({ tenantId }) => tenantId)}::bigint[],
      ${ordered.map(({ hour }) => instantToText(hour))}::timestamptz[],
      ${ordered.map(({ what }) => what)}::text[], ${ordered.map(({ origin }) => origin)}::text[],
      ${ordered.map(({ count }) => count)}::bigint[]
    )
    on conflict (tenant_id, hour, what, origin) do update set count = kept.count + excluded.count`,
  )
}

function compare(one: string, other: string): number {
  if (one === other) return 0
  return one < other ? -1 : 1
}

export interface StorefrontUse {
  readonly what: StorefrontCount
  readonly origin: string
  readonly count: number
}

/** Since an hour, added up; what was refused most often first. */
export async function readStorefrontUse(
  tx: Tx,
  tenantId: TenantId,
  since: Instant,
): Promise<StorefrontUse[]> {
  const { rows } = await run(
    tx,
    sql<StorefrontUse>`
    select what, origin, sum(count)::bigint as count from storefront_use
    where tenant_id = ${tenantId} and hour >= ${instantToText(since)}::timestamptz
    group by what, origin order by sum(count) desc, what, origin limit ${USES_MAX}`,
  )
  return rows.map(({ count, ...use }) => ({ ...use, count: Number(count) }))
}

/** Several processes note up to twenty origins each. */
const USES_MAX = 1_000

export async function deleteOldStorefrontUse(tx: Tx, tenantId: TenantId, before: Instant): Promise<void> {
  await run(
    tx,
    sql`
    delete from storefront_use where tenant_id = ${tenantId} and hour < ${instantToText(before)}::timestamptz`,
  )
}
