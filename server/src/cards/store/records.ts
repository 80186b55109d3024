import type { CustomerId, OrderId, RecordId, TenantId } from '../../contract/ids.ts'
import type { Instant } from '../../platform/clock.ts'
import { type Decimal, decimalFromText } from '../../platform/decimal.ts'
import { run, type Tx } from '../../platform/postgres/database.ts'
import { Fragment, sql } from '../../platform/postgres/sql.ts'
import { knownLocalDate, type LocalDate } from '../../platform/zone.ts'
import { STAMP_TYPE, type StampType, type UsedStamps } from '../card.ts'
import type { StoredOrigin } from '../collections/records.ts'
import type { StoredPrize } from '../prize.ts'

interface Owner {
  readonly tenantId: TenantId
  readonly customerId: CustomerId
}

/** How a balance of stamps adds up. */
export const STAMP_PARTS = ['given', 'takenBack', 'ended', 'full'] as const
export type StampPart = (typeof STAMP_PARTS)[number]

/** Of a record. A card that is not full any more is taken off those that were; stamps that were joined are as given. */
const PART = new Fragment(`case
  when type in (${STAMP_TYPE.full}, ${STAMP_TYPE.fullUndone}) then 'full'
  when type in (${STAMP_TYPE.ended}, ${STAMP_TYPE.erased}) then 'ended'
  when stamps > 0 or type = ${STAMP_TYPE.joined} then 'given' else 'takenBack' end`)

export interface StampSum {
  readonly ruleId: number
  readonly part: StampPart
  readonly stamps: Decimal
  readonly records: number
  readonly writtenOff: Decimal
}

export async function sumStamps(tx: Tx, { tenantId, customerId }: Owner): Promise<StampSum[]> {
  const { rows } = await run(
    tx,
    sql<StampSum>`
    select rule_id as "ruleId", ${PART} as part, sum(stamps) as stamps, count(*)::int as records,
      coalesce(sum(written_off), 0) as "writtenOff"
    from stamp_record where tenant_id = ${tenantId} and customer_id = ${customerId}
    group by 1, 2`,
  )
  return rows
}

/** A record of a card, with what was on the card after it. */
export interface ListedStamps {
  readonly id: RecordId
  readonly ruleId: number
  readonly part: StampPart
  readonly type: StampType
  readonly stamps: Decimal
  /** Below zero: so many were owed. */
  readonly after: Decimal
  readonly at: Instant
  readonly day: LocalDate
  /** null: it is of no order. */
  readonly order: { readonly id: OrderId; readonly originalId: string } | null
  readonly key: string | null
  readonly expiresAt: Instant | null
  /** What of it was left owing then. */
  readonly debt: Decimal
  readonly writtenOff: Decimal
  readonly origins: readonly UsedStamps[]
  readonly explanation: { readonly reason?: string; readonly prize?: StoredPrize } | null
}

interface Row {
  readonly id: RecordId
  readonly rule_id: number
  readonly part: StampPart
  readonly type: StampType
  readonly stamps: Decimal
  readonly after: Decimal
  readonly recorded_at: Date
  readonly day: string
  readonly order_id: OrderId | null
  readonly original_id: string | null
  readonly key: string | null
  readonly expires_at: Date | null
  readonly debt: Decimal
  readonly written_off: Decimal
  readonly origins: readonly StoredOrigin[] | null
  readonly explanation: ListedStamps['explanation']
}

export interface StampPage {
  /** Only those of one part of the sum. */
  readonly part?: StampPart | null
  /** Only those before this one. */
  readonly belowId?: RecordId
  readonly offset?: number
  readonly limit: number
}

/**
 * The records of one card or of all (null), newest first. What an account is given later has a greater id, so the records
 * of a card up to one add up to what there was after it; moments may be equal, or of clocks that differ.
 */
export async function listStamps(
  tx: Tx,
  { tenantId, customerId, ruleId }: Owner & { readonly ruleId: number | null },
  { part = null, belowId = Number.MAX_SAFE_INTEGER, offset = 0, limit }: StampPage,
): Promise<ListedStamps[]> {
  const { rows } = await run(
    tx,
    sql<Row>`
    select record.id, rule_id, part, type, stamps, after, recorded_at, day::text as day, record.order_id, placed.original_id, key,
      expires_at, coalesce(debt, 0) as debt, coalesce(written_off, 0) as written_off, origins, explanation
    from (
      select *, ${PART} as part, sum(stamps) over (partition by rule_id order by id) as after
      from stamp_record
      where tenant_id = ${tenantId} and customer_id = ${customerId}
        and (${ruleId}::int is null or rule_id = ${ruleId}::int)
    ) as record
    left join customer_order as placed
      on placed.tenant_id = record.tenant_id and placed.customer_id = record.customer_id and placed.id = record.order_id
    where record.id < ${belowId}::bigint and (${part}::text is null or part = ${part}::text)
    order by record.id desc
    offset ${offset} limit ${limit}`,
  )
  return rows.map(toListed)
}

export async function countStamps(
  tx: Tx,
  { tenantId, customerId, ruleId }: Owner & { readonly ruleId: number },
): Promise<number> {
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
    ruleId: row.rule_id,
    part: row.part,
    type: row.type,
    stamps: row.stamps,
    after: row.after,
    at: row.recorded_at.getTime(),
    day: knownLocalDate(row.day),
    order:
      row.order_id === null || row.original_id === null
        ? null
        : { id: row.order_id, originalId: row.original_id },
    key: row.key,
    expiresAt: row.expires_at?.getTime() ?? null,
    debt: row.debt,
    writtenOff: row.written_off,
    origins: (row.origins ?? []).map(([lotId, used]) => ({ lotId, used: decimalFromText(used) })),
    explanation: row.explanation,
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
