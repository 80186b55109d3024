/** All records and origins of one account, for recomputing it. */
import type { CustomerId, RecordId, TenantId } from '../../contract/ids.ts'
import type { Decimal } from '../../platform/decimal.ts'
import { type Columns, type ColumnsOf, table } from '../../platform/postgres/columns.ts'
import { run, runUnhurried, type Tx } from '../../platform/postgres/database.ts'
import { sql } from '../../platform/postgres/sql.ts'
import { type Amount, isNothing, type Repayment } from '../account.ts'
import type { Corrected, Ledger, LedgerRecord, Repair } from '../rules/repair.ts'
import { IdBlocks } from './id-blocks.ts'

export interface AccountRef {
  readonly tenantId: TenantId
  readonly customerId: CustomerId
}

/** A customer may have 400,000 records: the time for a statement does not hold here. */
export async function loadLedger(
  tx: Tx,
  { tenantId, customerId }: AccountRef,
): Promise<Omit<Ledger, 'balance'>> {
  await run(tx, sql`set local statement_timeout = 0`)
  const [records, origins] = await Promise.all([
    runUnhurried(
      tx,
      sql<RecordRow>`
      select id, points, cashback, remaining_points, remaining_cashback, debt_points, debt_cashback, is_waiting,
        expires_at
      from point_record where tenant_id = ${tenantId} and customer_id = ${customerId} order by id`,
    ),
    runUnhurried(
      tx,
      sql<{ record_id: RecordId; lot_id: RecordId; used_points: Decimal; used_cashback: Decimal }>`
      select record_id, lot_id, used_points, used_cashback
      from point_origin where tenant_id = ${tenantId} and customer_id = ${customerId} order by record_id, id`,
    ),
  ])
  return {
    records: records.rows.map(toRecord),
    origins: origins.rows.map((row) => ({
      debitId: row.record_id,
      lotId: row.lot_id,
      used: { points: row.used_points, cashback: row.used_cashback },
    })),
  }
}

interface RecordRow {
  id: RecordId
  points: Decimal
  cashback: Decimal
  remaining_points: Decimal | null
  remaining_cashback: Decimal | null
  debt_points: Decimal | null
  debt_cashback: Decimal | null
  is_waiting: boolean
  expires_at: Date | null
}

function toRecord(row: RecordRow): LedgerRecord {
  return {
    id: row.id,
    amount: { points: row.points, cashback: row.cashback },
    remaining: amountOf(row.remaining_points, row.remaining_cashback),
    debt: amountOf(row.debt_points, row.debt_cashback),
    isWaiting: row.is_waiting,
    expiresAt: row.expires_at?.getTime() ?? null,
  }
}

function amountOf(points: Decimal | null, cashback: Decimal | null): Amount | null {
  return points === null || cashback === null ? null : { points, cashback }
}

type Of<Part> = Part & AccountRef

const RECORD_KEY: ColumnsOf<'point_record', Of<Corrected>> = {
  tenant_id: ['bigint', ({ tenantId }) => tenantId],
  customer_id: ['bigint', ({ customerId }) => customerId],
  id: ['bigint', ({ id }) => id],
}
const IS_LIVE: ColumnsOf<'point_record', Of<Corrected>> = {
  is_live: ['boolean', ({ recomputed }) => !isNothing(recomputed)],
}
const correctLots = table('point_record').update<Of<Corrected>>(RECORD_KEY, {
  remaining_points: ['numeric', ({ recomputed }) => recomputed.points],
  remaining_cashback: ['numeric', ({ recomputed }) => recomputed.cashback],
  ...IS_LIVE,
})
const correctDebts = table('point_record').update<Of<Corrected>>(RECORD_KEY, {
  debt_points: ['numeric', ({ recomputed }) => recomputed.points],
  debt_cashback: ['numeric', ({ recomputed }) => recomputed.cashback],
  ...IS_LIVE,
})
const ORIGIN: Columns<Of<Repayment & { readonly id: number }>> = {
  tenant_id: ['bigint', ({ tenantId }) => tenantId],
  customer_id: ['bigint', ({ customerId }) => customerId],
  record_id: ['bigint', ({ debitId }) => debitId],
  id: ['bigint', ({ id }) => id],
  lot_id: ['bigint', ({ lotId }) => lotId],
  used_points: ['numeric', ({ used }) => used.points],
  used_cashback: ['numeric', ({ used }) => used.cashback],
}
const addOrigins = table('point_origin').insert<Of<Repayment & { readonly id: number }>>(ORIGIN)

export async function saveRepair(tx: Tx, ref: AccountRef, { lots, debts, origins }: Repair): Promise<void> {
  const ids = await IdBlocks.take(tx)
  await ids.ensure(tx, origins.length)
  await correctLots(
    tx,
    lots.map((lot) => ({ ...lot, ...ref })),
  )
  await correctDebts(
    tx,
    debts.map((debt) => ({ ...debt, ...ref })),
  )
  await addOrigins(
    tx,
    origins.map((origin) => ({ ...origin, ...ref, id: ids.next() })),
  )
  await run(
    tx,
    sql`
    update customer set next_due_at = least(next_due_at, (
      select min(case when is_waiting then available_at else expires_at end) from point_record
      where tenant_id = ${ref.tenantId} and customer_id = ${ref.customerId} and is_live
    ))
    where tenant_id = ${ref.tenantId} and id = ${ref.customerId}`,
  )
}

/** Whether points were ever recorded. It costs the same for the largest merchants. */
export async function hasRecords(tx: Tx, tenantId: TenantId): Promise<boolean> {
  const { rows } = await run(
    tx,
    sql<{ found: boolean }>`
    select exists (select from point_record where tenant_id = ${tenantId}) as found`,
  )
  return rows[0]?.found ?? false
}
