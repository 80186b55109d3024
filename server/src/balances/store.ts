import { EXPIRY } from '../accounts/store/lots.ts'
import type { CustomerId, TenantId } from '../contract/ids.ts'
import type { Instant } from '../platform/clock.ts'
import type { Decimal } from '../platform/decimal.ts'
import { type Columns, rowsAs } from '../platform/postgres/columns.ts'
import { run, type Tx } from '../platform/postgres/database.ts'
import { sql } from '../platform/postgres/sql.ts'
import { type Expiring, NOTHING_EXPIRES } from './rules/expiring.ts'

export interface HistoryRow {
  readonly id: number
  readonly recorded_at: Date
  readonly expires_at: Date | null
  readonly points: Decimal
  readonly cashback: Decimal
  readonly branch: readonly [string | null, string | null] | null
}

/** What an answer about a customer's points lists, at most so many of each. */
const ITEMS_MAX = 100

export interface ListedPoints {
  readonly history: readonly HistoryRow[]
  readonly expiring: Expiring
}

export interface PointsOwner {
  readonly tenantId: TenantId
  readonly customerId: CustomerId
}

const OWNER: Columns<PointsOwner> = {
  place: ['int', (_, index) => index],
  tenant_id: ['bigint', ({ tenantId }) => tenantId],
  customer_id: ['bigint', ({ customerId }) => customerId],
}

/** The newest records, and what expires when. */
export async function readCustomerPoints(
  tx: Tx,
  tenantId: TenantId,
  customerId: CustomerId,
): Promise<ListedPoints> {
  const [listed] = await readPointsOfMany(tx, [{ tenantId, customerId }])
  return listed ?? { history: [], expiring: NOTHING_EXPIRES }
}

/** The same of many customers, in their order. */
export async function readPointsOfMany(tx: Tx, owners: readonly PointsOwner[]): Promise<ListedPoints[]> {
  const [histories, expiring] = await Promise.all([
    readHistories(tx, owners, ITEMS_MAX),
    readExpiring(tx, owners, ITEMS_MAX),
  ])
  return owners.map((_, place) => ({
    history: histories[place] ?? [],
    expiring: expiring[place] ?? NOTHING_EXPIRES,
  }))
}

/**
 * Customers' latest records, newest first; without lots that wait and what was taken back of them. By id, which
 * of one account is the order in which they were recorded: the primary key, read from its end.
 */
export async function readHistories(
  tx: Tx,
  owners: readonly PointsOwner[],
  limit: number,
): Promise<HistoryRow[][]> {
  const { rows } = await run(
    tx,
    sql<HistoryRow & { place: number }>`
    select wanted.place, listed.*
    from ${rowsAs('wanted', OWNER, owners)}
    cross join lateral (
      select record.id, record.recorded_at, record.expires_at, record.points, record.cashback,
        (
          select bought.details -> 'b' from customer_order as bought
          where bought.tenant_id = record.tenant_id and bought.customer_id = record.customer_id
            and bought.id = record.order_id
        ) as branch
      from point_record as record
      where record.tenant_id = wanted.tenant_id and record.customer_id = wanted.customer_id and not record.is_waiting
        and (
          -- Nothing else takes from lots that wait, and a redemption may have used 100,000.
          select true from point_origin as origin
          where record.type in (9, 11, 13) and record.debt_points is null and origin.tenant_id = record.tenant_id and origin.customer_id = record.customer_id
            and origin.record_id = record.id
            and (
              select lot.is_waiting from point_record as lot
              where lot.tenant_id = origin.tenant_id and lot.customer_id = origin.customer_id
                and lot.id = origin.lot_id
            )
          limit 1
        ) is null
      order by record.tenant_id desc, record.customer_id desc, record.id desc
      limit ${limit}
    ) as listed
    order by wanted.place, listed.id desc`,
  )
  return byPlace(owners, rows)
}

/** Lots that are added up for what expires when, unless told. */
const EXPIRING_LOTS_MAX = 500

/**
 * What expires when, soonest first. Of a customer with very many lots, the first dates only: those that are whole
 * within so many lots, and the first in any case.
 */
export async function readExpiring(
  tx: Tx,
  owners: readonly PointsOwner[],
  limit: number,
  lotsMax = EXPIRING_LOTS_MAX,
): Promise<Expiring[]> {
  const { rows } = await run(
    tx,
    sql<ExpiringRow & { place: number }>`
    select wanted.place, listed.*
    from ${rowsAs('wanted', OWNER, owners)}
    cross join lateral (
      with soonest as materialized (
        select remaining_points, expires_at from point_record
        where tenant_id = wanted.tenant_id and customer_id = wanted.customer_id
          and is_live and not is_waiting and available_at is not null
          and ${EXPIRY} < 'infinity'::timestamptz
        order by tenant_id, customer_id, ${EXPIRY}, id
        limit ${lotsMax}
      ),
      last as (
        -- The date at which it was cut off, if it was.
        select case when count(*) < ${lotsMax} then null else max(expires_at) end as cut_at,
          min(expires_at) as first_at
        from soonest
      ),
      dated as (
        select remaining_points, expires_at from soonest
        where expires_at < coalesce((select cut_at from last), 'infinity'::timestamptz)
        union all
        select remaining_points, expires_at from point_record
        where tenant_id = wanted.tenant_id and customer_id = wanted.customer_id
          and is_live and not is_waiting and available_at is not null
          and ${EXPIRY}
            = (select case when first_at = cut_at then first_at end from last)
      )
      select sum(remaining_points) as points, expires_at as when, (select cut_at from last) as cut_at
      from dated
      where remaining_points > 0
      group by expires_at
      order by expires_at
      limit ${limit}
    ) as listed
    order by wanted.place, listed.when`,
  )
  return byPlace(owners, rows).map((listed) => {
    const [first] = listed
    // More dates than are listed: the next one is behind the last.
    const lastAt = listed.length < limit ? null : listed.at(-1)?.when.getTime()
    return {
      points: listed.map(({ points, when }) => ({ points, when: when.getTime() })),
      cutAt: earlier(
        first?.cut_at?.getTime() ?? null,
        lastAt === undefined || lastAt === null ? null : lastAt + 1,
      ),
    }
  })
}

interface ExpiringRow {
  readonly points: Decimal
  readonly when: Date
  readonly cut_at: Date | null
}

function earlier(a: Instant | null, b: Instant | null): Instant | null {
  return a === null || b === null ? (a ?? b) : Math.min(a, b)
}

function byPlace<Row>(owners: readonly PointsOwner[], rows: readonly (Row & { place: number })[]): Row[][] {
  const found: Row[][] = owners.map(() => [])
  for (const row of rows) found[row.place]?.push(row)
  return found
}

export interface ShownTier {
  readonly name: string
  readonly color: string | null
}

interface WantedTier {
  readonly tenantId: TenantId
  readonly tierId: number
}

const WANTED_TIER: Columns<WantedTier> = {
  tenant_id: ['bigint', ({ tenantId }) => tenantId],
  tier_id: ['bigint', ({ tierId }) => tierId],
}

export function tierText(tenantId: TenantId, tierId: number): string {
  return `${tenantId} ${tierId}`
}

/** What tiers are called, by `tierText`. */
export async function readTiers(
  tx: Tx,
  wanted: readonly WantedTier[],
): Promise<ReadonlyMap<string, ShownTier>> {
  if (wanted.length === 0) return new Map()
  const byText = new Map(wanted.map((one) => [tierText(one.tenantId, one.tierId), one]))
  const { rows } = await run(
    tx,
    sql<{ tenant_id: TenantId; id: number; name: string; color: string | null }>`
    select found.*
    from ${rowsAs('wanted', WANTED_TIER, [...byText.values()])}
    cross join lateral (
      select tenant_id, id, name, color from tier
      where tier.tenant_id = wanted.tenant_id and tier.id = wanted.tier_id
      limit 1
    ) as found`,
  )
  return new Map(rows.map(({ tenant_id, id, name, color }) => [tierText(tenant_id, id), { name, color }]))
}
