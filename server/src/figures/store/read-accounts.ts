import { type Amount, POINT_TYPE, type PointType } from '../../accounts/account.ts'
import type { CustomerId, OrderId, RecordId, TenantId } from '../../contract/ids.ts'
import type { StoredExplanation } from '../../earning/explanation.ts'
import type { Instant } from '../../platform/clock.ts'
import type { Decimal } from '../../platform/decimal.ts'
import { run, runUnhurried, type Tx } from '../../platform/postgres/database.ts'
import { isWrittenAfter } from '../../platform/postgres/snapshot.ts'
import { sql } from '../../platform/postgres/sql.ts'
import { type AccountNow, accountBefore } from '../rules/account-before.ts'
import type { StoredAccount, StoredRecord } from '../rules/entries-of-account.ts'
import { readLaterRecords } from './later-records.ts'
import type { Moment } from './moments.ts'
import type { CountedAccount } from './sums.ts'

export interface AccountToCount extends CountedAccount {
  /** In the merchant's store. */
  readonly originalId: string
  readonly balance: Amount
  readonly account: StoredAccount
}

interface CustomerRow {
  readonly id: CustomerId
  readonly event_sequence: number
  readonly original_id: string
  readonly points_balance: Decimal
  readonly cashback_balance: Decimal
}

/**
 * The next accounts of a merchant behind one, up to `last`, with all that is stored of them. The transaction sees one
 * moment; with `asOf` they are as an earlier transaction saw them, but for customers who became one since.
 */
export async function readAccounts(
  tx: Tx,
  tenantId: TenantId,
  {
    after,
    last = Number.MAX_SAFE_INTEGER,
    limit,
    asOf = null,
  }: {
    readonly after: CustomerId
    readonly last?: CustomerId
    readonly limit: number
    readonly asOf?: Moment | null
  },
): Promise<AccountToCount[]> {
  const { rows } = await run(
    tx,
    sql<CustomerRow>`
    select id, event_sequence, original_id, points_balance, cashback_balance from customer
    where tenant_id = ${tenantId} and id > ${after} and id <= ${last} order by id limit ${limit}`,
  )
  return withHistory(tx, tenantId, rows, asOf)
}

/** For a transaction that looks at all customers. */
export async function takeTime(tx: Tx): Promise<void> {
  await run(tx, sql`set local statement_timeout = 0`)
}

/**
 * The next accounts behind one to which something happened in a time: a record, a lot that became available or whose
 * dates changed, or a debt that was repaid. What happens to an account has no other moments.
 */
export async function readAccountsOfTime(
  tx: Tx,
  tenantId: TenantId,
  {
    after,
    from,
    until,
    limit,
  }: {
    readonly after: CustomerId
    readonly from: Instant
    readonly until: Instant
    readonly limit: number
  },
): Promise<AccountToCount[]> {
  const [start, end] = [new Date(from), new Date(until)]
  // Of many customers nothing may be of this time, so it may take long to find the next ones.
  const { rows } = await runUnhurried<CustomerRow>(
    tx,
    sql`
    select id, event_sequence, original_id, points_balance, cashback_balance from customer
    where tenant_id = ${tenantId} and id > ${after} and (
      exists (
        select from point_record as record
        where record.tenant_id = ${tenantId} and record.customer_id = customer.id and (
          (recorded_at >= ${start} and recorded_at < ${end}) or (available_at >= ${start} and available_at < ${end})
        )
      ) or exists (
        select from lot_move as move
        where move.tenant_id = ${tenantId} and move.customer_id = customer.id and (
          (moved_at >= ${start} and moved_at < ${end}) or (from_available_at >= ${start} and from_available_at < ${end})
        )
      ) or exists (
        select from point_origin as origin
        where origin.tenant_id = ${tenantId} and origin.customer_id = customer.id
          and repaid_at >= ${start} and repaid_at < ${end}
      )
    )
    order by id limit ${limit}`,
  )
  return withHistory(tx, tenantId, rows)
}

async function withHistory(
  tx: Tx,
  tenantId: TenantId,
  rows: readonly CustomerRow[],
  asOf: Moment | null = null,
): Promise<AccountToCount[]> {
  const ids = rows.map(({ id }) => id)
  const [records, origins, moves, later] = await Promise.all([
    readRecords(tx, tenantId, ids),
    readOriginsOf(tx, tenantId, ids, asOf),
    readMovesOf(tx, tenantId, ids, asOf),
    asOf && readLaterRecords(tx, tenantId, ids, asOf),
  ])
  const accountOf = (id: CustomerId): StoredAccount => {
    const account: AccountNow = {
      records: records.get(id) ?? [],
      origins: origins.get(id) ?? [],
      moves: moves.get(id) ?? [],
    }
    return later ? accountBefore(account, later) : account
  }
  return rows.map(({ id, event_sequence: sequence, ...row }) => ({
    customerId: id,
    sequence,
    originalId: row.original_id,
    balance: { points: row.points_balance, cashback: row.cashback_balance },
    account: accountOf(id),
  }))
}

interface RecordRow {
  readonly customer_id: CustomerId
  readonly id: RecordId
  readonly type: PointType
  readonly points: Decimal
  readonly cashback: Decimal
  readonly recorded_at: Date
  readonly earned_at: Date | null
  readonly order_id: OrderId | null
  readonly available_at: Date | null
  readonly expires_at: Date | null
  readonly is_waiting: boolean
  readonly explanation: StoredExplanation | null
  readonly reward_id: number | null
}

async function readRecords(
  tx: Tx,
  tenantId: TenantId,
  ids: readonly CustomerId[],
): Promise<Map<CustomerId, StoredRecord[]>> {
  const { rows } = await run(
    tx,
    sql<RecordRow>`
    select record.*, redeemed.reward_configuration_id as reward_id
    from unnest(${ids}::bigint[]) as wanted (id)
    cross join lateral (
      select customer_id, id, type, points, cashback, recorded_at, earned_at, order_id, available_at, expires_at, is_waiting,
        explanation
      from point_record
      where tenant_id = ${tenantId} and customer_id = wanted.id
      order by id
      offset 0
    ) as record
    left join lateral (
      select reward_configuration_id from redemption
      where tenant_id = ${tenantId} and customer_id = record.customer_id
        and (return_record_id = record.id or other_records @> to_jsonb(record.id))
        and record.type = ${POINT_TYPE.redeemReturned} and record.explanation is null
      limit 1
    ) as redeemed on true`,
  )
  const byCustomer = Map.groupBy(rows, ({ customer_id }) => customer_id)
  return new Map([...byCustomer].map(([id, ofCustomer]) => [id, withThoseBefore(ofCustomer)]))
}

/** Each record of an order with what the one before it said, as far as the order was computed again. */
function withThoseBefore(rows: readonly RecordRow[]): StoredRecord[] {
  const said = new Map<OrderId, StoredExplanation | null>()
  return rows.map((row) => {
    const before = (row.order_id !== null && said.get(row.order_id)) || null
    if (row.order_id !== null && COMPUTED.has(row.type)) said.set(row.order_id, row.explanation)
    return {
      id: row.id,
      type: row.type,
      amount: { points: row.points, cashback: row.cashback },
      explanation: row.explanation,
      before,
      rewardId: row.reward_id,
      recordedAt: row.recorded_at.getTime(),
      ...(row.earned_at && { earnedAt: row.earned_at.getTime() }),
      orderId: row.order_id,
      availableAt: row.available_at?.getTime() ?? null,
      expiresAt: row.expires_at?.getTime() ?? null,
      isWaiting: row.is_waiting,
    }
  })
}

const COMPUTED: ReadonlySet<PointType> = new Set([
  POINT_TYPE.purchase,
  POINT_TYPE.orderCancelled,
  POINT_TYPE.orderAdjusted,
])

async function readOriginsOf(
  tx: Tx,
  tenantId: TenantId,
  ids: readonly CustomerId[],
  asOf: Moment | null,
): Promise<Map<CustomerId, AccountNow['origins'][number][]>> {
  const { rows } = await run(
    tx,
    sql<{
      customer_id: CustomerId
      record_id: RecordId
      lot_id: RecordId
      used_points: Decimal
      used_cashback: Decimal
      repaid_at: Date | null
      is_later: boolean
    }>`
    select origin.*
    from unnest(${ids}::bigint[]) as wanted (id)
    cross join lateral (
      select customer_id, record_id, lot_id, used_points, used_cashback, repaid_at,
        ${isWrittenAfter('point_origin', asOf?.snapshot ?? null)} as is_later
      from point_origin
      where tenant_id = ${tenantId} and customer_id = wanted.id
      order by id
    ) as origin`,
  )
  return Map.groupBy(
    rows.map((row) => ({
      customerId: row.customer_id,
      recordId: row.record_id,
      lotId: row.lot_id,
      used: { points: row.used_points, cashback: row.used_cashback } satisfies Amount,
      repaidAt: row.repaid_at?.getTime() ?? null,
      isLater: row.is_later,
    })),
    ({ customerId }) => customerId,
  )
}

async function readMovesOf(
  tx: Tx,
  tenantId: TenantId,
  ids: readonly CustomerId[],
  asOf: Moment | null,
): Promise<Map<CustomerId, AccountNow['moves'][number][]>> {
  const { rows } = await run(
    tx,
    sql<{
      customer_id: CustomerId
      record_id: RecordId
      sequence: number | null
      moved_at: Date
      from_available_at: Date
      from_expires_at: Date | null
      is_later: boolean
    }>`
    select move.*
    from unnest(${ids}::bigint[]) as wanted (id)
    cross join lateral (
      select customer_id, record_id, sequence, moved_at, from_available_at, from_expires_at,
        ${isWrittenAfter('lot_move', asOf?.snapshot ?? null)} as is_later
      from lot_move
      where tenant_id = ${tenantId} and customer_id = wanted.id
      order by record_id, id
    ) as move`,
  )
  return Map.groupBy(
    rows.map((row) => ({
      customerId: row.customer_id,
      recordId: row.record_id,
      movedAt: row.moved_at.getTime(),
      wasPending: row.sequence === null,
      isLater: row.is_later,
      from: {
        availableAt: row.from_available_at.getTime(),
        expiresAt: row.from_expires_at?.getTime() ?? null,
      },
    })),
    ({ customerId }) => customerId,
  )
}
