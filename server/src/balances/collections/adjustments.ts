import type { Origin, Unit } from '../../accounts/account.ts'
import { type Changed, type Collection, keyText, type TenantKey } from '../../accounts/till/collection.ts'
import type { CustomerId, OrderId, RecordId, TenantId } from '../../contract/ids.ts'
import { type Instant, instantToText } from '../../platform/clock.ts'
import { type Decimal, ZERO } from '../../platform/decimal.ts'
import { type Columns, keyColumns, rowsAs, table } from '../../platform/postgres/columns.ts'
import { run, type Tx } from '../../platform/postgres/database.ts'
import { sql } from '../../platform/postgres/sql.ts'
import { type MadeAdjustment, USES_MAX } from '../adjustment.ts'

const BY_CHANGE_KEY = keyColumns<string>('change_key', 'text')

const insertAdjustments = table('balance_change').insert<Changed<string, MadeAdjustment>>({
  tenant_id: ['bigint', ({ tenantId }) => tenantId],
  is_adjustment: ['boolean', () => true],
  change_key: ['text', ({ key }) => key],
  request_hash: ['bytea', ({ value }) => value.requestHash],
  customer_id: ['bigint', ({ value }) => value.customerId],
  unit: ['text', ({ value }) => value.unit],
  record_id: ['bigint', ({ value }) => value.recordId],
  reason: ['text', ({ value }) => value.reason],
  note: ['text', ({ value }) => value.note],
  made_by: ['text', ({ value }) => value.madeBy],
  approved_by: ['text', ({ value }) => value.approvedBy],
  order_id: ['bigint', ({ value }) => value.orderId],
})

interface AdjustmentRow {
  tenant_id: TenantId
  change_key: string
  request_hash: Buffer
  customer_id: CustomerId
  unit: Unit
  record_id: RecordId
  reason: string
  note: string | null
  made_by: string
  approved_by: string | null
  order_id: OrderId | null
  points: Decimal
  cashback: Decimal
  expires_at: Date | null
}

/** What the merchant's people have adjusted, by the keys of their requests. */
export const adjustments: Collection<string, MadeAdjustment> = {
  name: 'adjustments',
  async load(tx, keys) {
    const { rows } = await run(
      tx,
      sql<AdjustmentRow>`
      select change.*, record.points, record.cashback, record.expires_at
      from ${rowsAs('wanted', BY_CHANGE_KEY, keys)}
      join balance_change as change
        on change.tenant_id = wanted.tenant_id and change.is_adjustment and change.change_key = wanted.change_key
      cross join lateral (
        select points, cashback, expires_at from point_record
        where tenant_id = change.tenant_id and customer_id = change.customer_id and id = change.record_id
        limit 1
      ) as record`,
    )
    // Most keys are new ones.
    const uses = rows.length === 0 ? new Map<RecordId, Use[]>() : await findUses(tx, rows)
    return new Map(
      rows.map((row) => [
        keyText({ tenantId: row.tenant_id, key: row.change_key }),
        toAdjustment(row, uses.get(row.record_id) ?? []),
      ]),
    )
  },
  save: insertAdjustments,
}

type Use = Origin & { readonly expiresAt: Instant | null }

const RECORD: Columns<AdjustmentRow> = {
  tenant_id: ['bigint', (row) => row.tenant_id],
  customer_id: ['bigint', (row) => row.customer_id],
  record_id: ['bigint', (row) => row.record_id],
}

async function findUses(tx: Tx, records: readonly AdjustmentRow[]): Promise<Map<RecordId, Use[]>> {
  const { rows } = await run(
    tx,
    sql<{
      record_id: RecordId
      lot_id: RecordId
      used_points: Decimal
      used_cashback: Decimal
      expires_at: Date | null
    }>`
    select wanted.record_id, origin.lot_id, origin.used_points, origin.used_cashback, (
      select lot.expires_at from point_record as lot
      where lot.tenant_id = wanted.tenant_id and lot.customer_id = wanted.customer_id and lot.id = origin.lot_id
    ) as expires_at
    from ${rowsAs('wanted', RECORD, records)}
    cross join lateral (
      select lot_id, used_points, used_cashback from point_origin
      where tenant_id = wanted.tenant_id and customer_id = wanted.customer_id and record_id = wanted.record_id
      order by tenant_id, customer_id, record_id, id
      limit ${USES_MAX}
    ) as origin`,
  )
  const uses = new Map<RecordId, Use[]>()
  for (const { record_id, lot_id, used_points, used_cashback, expires_at } of rows) {
    const of = uses.get(record_id) ?? []
    uses.set(record_id, of)
    const used = { points: used_points, cashback: used_cashback }
    of.push({ lotId: lot_id, used, expiresAt: expires_at?.getTime() ?? null })
  }
  return uses
}

function toAdjustment(row: AdjustmentRow, used: readonly Use[]): MadeAdjustment {
  return {
    customerId: row.customer_id,
    unit: row.unit,
    recordId: row.record_id,
    reason: row.reason,
    note: row.note,
    requestHash: row.request_hash,
    madeBy: row.made_by,
    approvedBy: row.approved_by,
    orderId: row.order_id,
    recorded: { points: row.points, cashback: row.cashback },
    expiresAt: row.expires_at?.getTime() ?? null,
    used,
  }
}

const DAY_MS = 86_400_000

/** A person's adjustments since a moment. */
export interface SinceKey {
  readonly actor: string
  readonly customerId: CustomerId
  /** What was done before it does not count any more. */
  readonly since: Instant
}

export const dayBefore = (now: Instant): Instant => now - DAY_MS

const SINCE: Columns<TenantKey<SinceKey>> = {
  tenant_id: ['bigint', ({ tenantId }) => tenantId],
  customer_id: ['bigint', ({ key }) => key.customerId],
  actor: ['text', ({ key }) => key.actor],
  since: ['timestamptz', ({ key }) => key.since],
}

const textOfSince = ({ actor, customerId }: SinceKey): string => `${customerId} ${actor}`

/** What a person has given a customer, or taken, without approval: the sum of the sizes. */
export const adjustedOfCustomer: Collection<SinceKey, Decimal> = {
  name: 'adjusted of customer',
  textOf: textOfSince,
  async load(tx, keys) {
    const { rows } = await run(
      tx,
      sql<{ tenant_id: TenantId; customer_id: CustomerId; actor: string; size: Decimal | null }>`
      select wanted.tenant_id, wanted.customer_id, wanted.actor, (
        select sum(abs(case when record.points = 0 then record.cashback else record.points end))
        from balance_change as change
        cross join lateral (
          select points, cashback, recorded_at from point_record
          where tenant_id = change.tenant_id and customer_id = change.customer_id and id = change.record_id
          limit 1
        ) as record
        where change.tenant_id = wanted.tenant_id and change.customer_id = wanted.customer_id
          and change.is_adjustment and change.made_by = wanted.actor and change.approved_by is null
          and record.recorded_at > wanted.since
      ) as size
      from ${rowsAs('wanted', SINCE, keys)}`,
    )
    return new Map(
      rows.map(({ tenant_id, customer_id, actor, size }) => [
        keyText({ tenantId: tenant_id, key: textOfSince({ actor, customerId: customer_id, since: 0 }) }),
        size ?? ZERO,
      ]),
    )
  },
  // The adjustments themselves are saved.
  save: 'derived',
}

/** How much a person has adjusted in all without approval: the last row of their running sum. */
export interface RunningSum {
  readonly number: number
  readonly total: Decimal
  /** Of the last 24 hours. */
  readonly size: Decimal
  /** What this batch adds, and when. */
  readonly added: { readonly size: Decimal; readonly at: Instant } | null
}

export interface ActorKey {
  readonly actor: string
  readonly since: Instant
}

const ACTOR: Columns<TenantKey<ActorKey>> = {
  tenant_id: ['bigint', ({ tenantId }) => tenantId],
  actor: ['text', ({ key }) => key.actor],
  since: ['timestamptz', ({ key }) => key.since],
}

const insertSums = table('adjustment_sum').insert<Changed<ActorKey, RunningSum>>({
  tenant_id: ['bigint', ({ tenantId }) => tenantId],
  actor: ['text', ({ key }) => key.actor],
  number: ['bigint', ({ value }) => value.number],
  at: ['timestamptz', ({ value }) => value.added?.at ?? 0],
  points: ['numeric', ({ value }) => value.added?.size ?? ZERO],
  total: ['numeric', ({ value }) => value.total],
})

/**
 * By actor. Nothing is locked: two batches that add to the same sum want the same number, so that the second is refused
 * as a race and reads again.
 */
export const adjustedInAll: Collection<ActorKey, RunningSum> = {
  name: 'adjusted in all',
  textOf: ({ actor }) => actor,
  async load(tx, keys) {
    const { rows } = await run(
      tx,
      sql<{ tenant_id: TenantId; actor: string; number: number; total: Decimal; before: Decimal | null }>`
      select wanted.tenant_id, wanted.actor, newest.number, newest.total, coalesce(
        (
          select total from adjustment_sum as older
          where older.tenant_id = wanted.tenant_id and older.actor = wanted.actor and older.at <= wanted.since
          order by older.tenant_id desc, older.actor desc, older.at desc, older.number desc
          limit 1
        ),
        -- What is older is deleted.
        (
          select total - points from adjustment_sum as oldest
          where oldest.tenant_id = wanted.tenant_id and oldest.actor = wanted.actor
          order by oldest.tenant_id, oldest.actor, oldest.number
          limit 1
        )
      ) as before
      from ${rowsAs('wanted', ACTOR, keys)}
      cross join lateral (
        select number, total from adjustment_sum as stored
        where stored.tenant_id = wanted.tenant_id and stored.actor = wanted.actor
        order by stored.tenant_id desc, stored.actor desc, stored.number desc
        limit 1
      ) as newest`,
    )
    return new Map(
      rows.map(({ tenant_id, actor, number, total, before }) => [
        keyText({ tenantId: tenant_id, key: actor }),
        { number, total, size: total - (before ?? ZERO), added: null },
      ]),
    )
  },
  save: insertSums,
}

const NO_SUM: RunningSum = { number: 0, total: ZERO, size: ZERO, added: null }

/** The sum with one more adjustment in it; one row a batch. */
export function withAdjustment(sum: RunningSum = NO_SUM, size: Decimal, at: Instant): RunningSum {
  return {
    number: sum.added ? sum.number : sum.number + 1,
    total: sum.total + size,
    size: sum.size + size,
    added: { size: (sum.added?.size ?? ZERO) + size, at },
  }
}

const KEPT_MS = 2 * DAY_MS

/** Sums of which nothing counts any more. */
export async function deleteOldSums(tx: Tx, tenantIds: readonly TenantId[], now: Instant): Promise<void> {
  await run(
    tx,
    sql`
    delete from adjustment_sum
    where tenant_id = any (${tenantIds}::bigint[]) and at < ${instantToText(now - KEPT_MS)}`,
  )
}
