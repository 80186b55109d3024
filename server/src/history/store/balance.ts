import type { Amount, PointType } from '../../accounts/account.ts'
import { EXPIRY } from '../../accounts/store/lots.ts'
import { type Instant, instantToText } from '../../platform/clock.ts'
import type { Decimal } from '../../platform/decimal.ts'
import { run, type Tx } from '../../platform/postgres/database.ts'
import { Fragment, sql } from '../../platform/postgres/sql.ts'
import type { LotSum, RecordSum } from '../rules/explain-balance.ts'
import type { Owner } from './history.ts'

/** Whether a record is a change by hand: custom actions have the same type. */
export const IS_BY_HAND = new Fragment(`case when record.type = 5 then exists (
      select from balance_change as change
      where change.tenant_id = record.tenant_id and change.customer_id = record.customer_id
        and change.record_id = record.id
    ) else false end`)

/** All records of a customer, by what they are. */
export async function sumRecords(tx: Tx, { tenantId, customerId }: Owner): Promise<RecordSum[]> {
  const { rows } = await run(
    tx,
    sql<{ type: PointType; is_by_hand: boolean; count: number; points: Decimal; cashback: Decimal }>`
    select type, is_by_hand, count(*)::int as count, sum(points) as points, sum(cashback) as cashback
    from (
      select type, points, cashback, ${IS_BY_HAND} as is_by_hand from point_record as record
      where record.tenant_id = ${tenantId} and record.customer_id = ${customerId}
    ) as told
    group by type, is_by_hand`,
  )
  return rows.map(({ type, is_by_hand, count, points, cashback }) => ({
    type,
    isByHand: is_by_hand,
    count,
    amount: { points, cashback },
  }))
}

/** What is left of all lots that can be spent, of all that wait, and what is owed. */
export async function sumLots(
  tx: Tx,
  { tenantId, customerId }: Owner,
): Promise<{ open: LotSum; waiting: LotSum; owed: Amount }> {
  const [{ rows: lots }, { rows: debts }] = await Promise.all([
    run(
      tx,
      sql<{ is_waiting: boolean; count: number; points: Decimal; cashback: Decimal }>`
      select is_waiting, count(*)::int as count, sum(remaining_points) as points, sum(remaining_cashback) as cashback
      from point_record
      where tenant_id = ${tenantId} and customer_id = ${customerId} and is_live and available_at is not null
      group by is_waiting`,
    ),
    run(
      tx,
      sql<{ points: Decimal; cashback: Decimal }>`
      select coalesce(sum(debt_points), 0) as points, coalesce(sum(debt_cashback), 0) as cashback
      from point_record
      where tenant_id = ${tenantId} and customer_id = ${customerId} and is_live and available_at is null`,
    ),
  ])
  const sumOf = (isWaiting: boolean): LotSum => {
    const row = lots.find(({ is_waiting }) => is_waiting === isWaiting)
    return {
      amount: { points: row?.points ?? 0n, cashback: row?.cashback ?? 0n },
      count: row?.count ?? 0,
    }
  }
  return { open: sumOf(false), waiting: sumOf(true), owed: debts[0] ?? { points: 0n, cashback: 0n } }
}

/** A lot as it is shown to a person. */
export interface ListedLot {
  readonly id: number
  readonly type: PointType
  readonly isByHand: boolean
  readonly at: Instant
  readonly order: { readonly id: number; readonly originalId: string } | null
  readonly original: Amount
  readonly remaining: Amount
  readonly availableAt: Instant
  readonly expiresAt: Instant | null
  readonly isWaiting: boolean
}

interface LotRow {
  readonly id: number
  readonly type: PointType
  readonly is_by_hand: boolean
  readonly recorded_at: Date
  readonly order_id: number | null
  readonly order: string | null
  readonly points: Decimal
  readonly cashback: Decimal
  readonly remaining_points: Decimal
  readonly remaining_cashback: Decimal
  readonly available_at: Date
  readonly expires_at: Date | null
  readonly is_waiting: boolean
}

/** Behind which lot; `at` is when it expires or opens, and -Infinity before the first. */
export interface LotPlace {
  readonly at: Instant
  readonly id: number
}

export interface LotsQuery {
  readonly isWaiting: boolean
  readonly after: LotPlace
  readonly limit: number
}

const COLUMNS =
  new Fragment(`record.id, record.type, ${IS_BY_HAND.text} as is_by_hand, recorded_at, order_id, points,
      cashback, remaining_points, remaining_cashback, available_at, expires_at, is_waiting, (
        select original_id from customer_order as bought
        where bought.tenant_id = record.tenant_id and bought.customer_id = record.customer_id
          and bought.id = record.order_id
      ) as order`)

/** In the order in which they are spent, or open. */
export async function listLots(tx: Tx, owner: Owner, query: LotsQuery): Promise<ListedLot[]> {
  const { rows } = await run(tx, query.isWaiting ? waitingLots(owner, query) : openLots(owner, query))
  return rows.map(toLot)
}

function openLots({ tenantId, customerId }: Owner, { after, limit }: LotsQuery) {
  return sql<LotRow>`
    select ${COLUMNS} from point_record as record
    where tenant_id = ${tenantId} and customer_id = ${customerId}
      and is_live and not is_waiting and available_at is not null
      and (${EXPIRY}, id) > (${placeText(after.at)}::timestamptz, ${after.id}::bigint)
    order by ${EXPIRY}, id
    limit ${limit}`
}

function waitingLots({ tenantId, customerId }: Owner, { after, limit }: LotsQuery) {
  return sql<LotRow>`
    select ${COLUMNS} from point_record as record
    where tenant_id = ${tenantId} and customer_id = ${customerId} and is_live and is_waiting
      and (available_at, id) > (${placeText(after.at)}::timestamptz, ${after.id}::bigint)
    order by available_at, id
    limit ${limit}`
}

/** Lots that never expire have the end of time as their place. */
function placeText(at: Instant): string {
  if (at === Number.NEGATIVE_INFINITY) return '-infinity'
  return at === Number.POSITIVE_INFINITY ? 'infinity' : instantToText(at)
}

function toLot(row: LotRow): ListedLot {
  return {
    id: row.id,
    type: row.type,
    isByHand: row.is_by_hand,
    at: row.recorded_at.getTime(),
    order: row.order_id === null || row.order === null ? null : { id: row.order_id, originalId: row.order },
    original: { points: row.points, cashback: row.cashback },
    remaining: { points: row.remaining_points, cashback: row.remaining_cashback },
    availableAt: row.available_at.getTime(),
    expiresAt: row.expires_at?.getTime() ?? null,
    isWaiting: row.is_waiting,
  }
}
