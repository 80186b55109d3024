import type { CustomerId, RecordId, TenantId } from '../../contract/ids.ts'
import type { Instant } from '../../platform/clock.ts'
import { type Decimal, decimalFromText, ZERO } from '../../platform/decimal.ts'
import { run, type Tx } from '../../platform/postgres/database.ts'
import { sql } from '../../platform/postgres/sql.ts'
import { type CardKey, STAMP_TYPE, type StampType, type UsedStamps } from '../card.ts'
import type { StoredOrigin } from '../collections/records.ts'

/** A record of a card, with what there was after it. */
export interface ListedStamps {
  readonly id: RecordId
  readonly at: Instant
  /** As text, of the merchant's calendar. */
  readonly day: string
  readonly stamps: Decimal
  /** Below zero: so many were owed. */
  readonly after: Decimal
  readonly type: StampType
  /** The order's id in the merchant's store; null: it is of no order. */
  readonly order: string | null
  readonly key: string | null
  readonly expiresAt: Instant | null
  /** What of it was left owing then. */
  readonly debt: Decimal
  readonly writtenOff: Decimal
  readonly origins: readonly UsedStamps[]
}

interface Row {
  readonly id: RecordId
  readonly recorded_at: Date
  readonly day: string
  readonly stamps: Decimal
  readonly after: Decimal
  readonly type: StampType
  readonly order: string | null
  readonly key: string | null
  readonly expires_at: Date | null
  readonly debt: Decimal | null
  readonly written_off: Decimal | null
  readonly origins: readonly StoredOrigin[] | null
}

export interface StampsPage {
  readonly records: readonly ListedStamps[]
  readonly total: number
}

/** Newest first. Records are numbered as they are made, so those up to one add up to what there was after it. */
export async function listStamps(
  tx: Tx,
  tenantId: TenantId,
  { customerId, ruleId }: CardKey,
  { offset, limit }: { readonly offset: number; readonly limit: number },
): Promise<StampsPage> {
  const { rows } = await run(
    tx,
    sql<Row & { readonly total: number }>`
    with record as (
      select *, sum(stamps) over (order by id) as after, (count(*) over ())::int as total
      from stamp_record
      where tenant_id = ${tenantId} and customer_id = ${customerId} and rule_id = ${ruleId}
    )
    select record.id, record.recorded_at, record.day::text as day, record.stamps, record.after, record.type,
      bought.original_id as order, record.key, record.expires_at, record.debt, record.written_off, record.origins,
      record.total
    from record
    left join customer_order as bought
      on bought.tenant_id = record.tenant_id and bought.customer_id = record.customer_id and bought.id = record.order_id
    order by record.id desc offset ${offset} limit ${limit}`,
  )
  const [first] = rows
  const total = first
    ? first.total
    : offset === 0
      ? 0
      : await countStamps(tx, tenantId, { customerId, ruleId })
  return { records: rows.map(toListed), total }
}

/** For a page behind the last one. */
async function countStamps(tx: Tx, tenantId: TenantId, { customerId, ruleId }: CardKey): Promise<number> {
  const { rows } = await run(
    tx,
    sql<{ total: number }>`
    select count(*)::int as total from stamp_record
    where tenant_id = ${tenantId} and customer_id = ${customerId} and rule_id = ${ruleId}`,
  )
  return rows[0]?.total ?? 0
}

function toListed(row: Row): ListedStamps {
  return {
    id: row.id,
    at: row.recorded_at.getTime(),
    day: row.day,
    stamps: row.stamps,
    after: row.after,
    type: row.type,
    order: row.order,
    key: row.key,
    expiresAt: row.expires_at?.getTime() ?? null,
    debt: row.debt ?? ZERO,
    writtenOff: row.written_off ?? ZERO,
    origins: (row.origins ?? []).map(([lotId, used]) => ({ lotId, used: decimalFromText(used) })),
  }
}

/** When each card last got stamps, by its rule. */
export async function findLastStamps(
  tx: Tx,
  tenantId: TenantId,
  customerId: CustomerId,
): Promise<ReadonlyMap<number, Instant>> {
  const { rows } = await run(
    tx,
    sql<{ rule_id: number; at: Date }>`
    select rule_id, max(recorded_at) as at from stamp_record
    where tenant_id = ${tenantId} and customer_id = ${customerId} and stamps > 0
      and type in (${STAMP_TYPE.order}, ${STAMP_TYPE.orderChanged}, ${STAMP_TYPE.byHand})
    group by rule_id`,
  )
  return new Map(rows.map(({ rule_id, at }) => [rule_id, at.getTime()]))
}
