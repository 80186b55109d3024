import type { CustomerId, TenantId } from '../../contract/ids.ts'
import type { Decimal } from '../../platform/decimal.ts'
import { type Columns, rowsAs } from '../../platform/postgres/columns.ts'
import { run, type Tx } from '../../platform/postgres/database.ts'
import { sql } from '../../platform/postgres/sql.ts'
import type { Delta, Series } from '../rules/delta.ts'
import type { Period } from '../rules/period.ts'

const DELTA: Columns<Delta> = {
  series: ['smallint', ({ series }) => series],
  day: ['int', ({ day }) => day],
  a: ['bigint', ({ a }) => a],
  b: ['bigint', ({ b }) => b],
  points: ['numeric', ({ amount }) => amount.points],
  cashback: ['numeric', ({ amount }) => amount.cashback],
  count: ['bigint', ({ count }) => count],
}

/** A generation of a merchant's sums. */
export interface Generation {
  readonly tenantId: TenantId
  readonly generation: number
}

/** Each key is in `deltas` once. */
export async function addToSums(
  tx: Tx,
  { tenantId, generation }: Generation,
  deltas: readonly Delta[],
): Promise<void> {
  if (deltas.length === 0) return
  await run(
    tx,
    sql`
    insert into figure_sum (tenant_id, generation, series, day, a, b, points, cashback, count)
    select ${tenantId}::bigint, ${generation}::smallint, delta.*
    from ${rowsAs('delta', DELTA, deltas)}
    on conflict (tenant_id, generation, series, day, a, b) do update
    set points = figure_sum.points + excluded.points, cashback = figure_sum.cashback + excluded.cashback,
      count = figure_sum.count + excluded.count`,
  )
}

interface SumRow {
  readonly series: Series
  readonly day: number
  readonly a: number
  readonly b: number
  readonly points: Decimal
  readonly cashback: Decimal
  readonly count: number
}

/** Whatever day they are of. */
const ALL_DAYS: Period = { from: -2_147_483_648, to: 2_147_483_647 }

/** The sums of a generation that are not nothing. For verification, which compares all of them. */
export async function findSums(
  tx: Tx,
  { tenantId, generation }: Generation,
  { from, to }: Period = ALL_DAYS,
): Promise<Delta[]> {
  const { rows } = await run(
    tx,
    sql<SumRow>`
    select series, day, a, b, points, cashback, count from figure_sum
    where tenant_id = ${tenantId} and generation = ${generation} and day between ${from} and ${to}
      and (points <> 0 or cashback <> 0 or count <> 0)
    order by series, day, a, b`,
  )
  return rows.map(({ points, cashback, ...row }) => ({ ...row, amount: { points, cashback } }))
}

/** The sums over all days, with day 0. */
export async function findTotals(tx: Tx, { tenantId, generation }: Generation): Promise<Delta[]> {
  const { rows } = await run(
    tx,
    sql<SumRow>`
    select series, 0 as day, a, b, sum(points) as points, sum(cashback) as cashback, sum(count)::bigint as count
    from figure_sum
    where tenant_id = ${tenantId} and generation = ${generation}
    group by series, a, b`,
  )
  return rows.map(({ points, cashback, ...row }) => ({ ...row, amount: { points, cashback } }))
}

/** Of generations that are no longer read. Returns how many rows there were. */
export async function deleteSumsBelow(
  tx: Tx,
  { tenantId, generation }: Generation,
  limit: number,
): Promise<number> {
  const { rows } = await run(
    tx,
    sql<{ series: number }>`
    delete from figure_sum
    where tenant_id = ${tenantId} and (generation, series, day, a, b) in (
      select generation, series, day, a, b from figure_sum
      where tenant_id = ${tenantId} and generation < ${generation}
      limit ${limit}
    )
    returning series`,
  )
  return rows.length
}

/** Up to which of its events an account was counted. */
export interface CountedAccount {
  readonly customerId: CustomerId
  readonly sequence: number
}

const COUNTED: Columns<CountedAccount> = {
  customer_id: ['bigint', ({ customerId }) => customerId],
  sequence: ['int', ({ sequence }) => sequence],
}

export async function insertCounted(
  tx: Tx,
  { tenantId, generation }: Generation,
  accounts: readonly CountedAccount[],
): Promise<void> {
  if (accounts.length === 0) return
  await run(
    tx,
    sql`
    insert into figure_counted (tenant_id, generation, customer_id, sequence)
    select ${tenantId}::bigint, ${generation}::smallint, counted.* from ${rowsAs('counted', COUNTED, accounts)}`,
  )
}

export async function findCounted(
  tx: Tx,
  { tenantId, generation }: Generation,
  customerIds: readonly CustomerId[],
): Promise<Map<CustomerId, number>> {
  const { rows } = await run(
    tx,
    sql<{ customer_id: CustomerId; sequence: number }>`
    select customer_id, sequence from figure_counted
    where tenant_id = ${tenantId} and generation = ${generation} and customer_id = any (${customerIds}::bigint[])`,
  )
  return new Map(rows.map(({ customer_id, sequence }) => [customer_id, sequence]))
}

/** Of a generation that has caught up, and of those before. Returns how many rows there were. */
export async function deleteCounted(
  tx: Tx,
  { tenantId, generation }: Generation,
  limit: number,
): Promise<number> {
  const { rows } = await run(
    tx,
    sql<{ customer_id: number }>`
    delete from figure_counted
    where tenant_id = ${tenantId} and (generation, customer_id) in (
      select generation, customer_id from figure_counted
      where tenant_id = ${tenantId} and generation <= ${generation}
      limit ${limit}
    )
    returning customer_id`,
  )
  return rows.length
}
