/** What coupons know of a customer. */
import {
  decimalOf,
  ERASED,
  type Erased,
  EXPORTED_ROWS_MAX,
  type Exported,
  momentOf,
} from '../accounts/customer-data-kit.ts'
import { rowsAs } from '../platform/postgres/columns.ts'
import { run, type Tx } from '../platform/postgres/database.ts'
import { sql } from '../platform/postgres/sql.ts'

/** Ends those that could still be used. */
export function forget(tx: Tx, rows: readonly Erased[]): Promise<unknown>[] {
  return [
    run(
      tx,
      sql`
      update coupon as one set inactivated_at = erased.at
      from ${rowsAs('erased', ERASED, rows)}
      where one.tenant_id = erased.tenant_id and one.customer_id = erased.customer_id
        and not one.is_used and one.inactivated_at is null`,
    ),
  ]
}

export async function exportOf(tx: Tx, { tenantId, customerId }: Exported) {
  const { rows } = await run(
    tx,
    sql<{
      code: string
      originalId: string | null
      value: string
      isUsed: boolean
      usedForOrder: string | null
      createdAt: string
      validUntil: string | null
      inactivatedAt: string | null
    }>`
    select code, original_id as "originalId", ${decimalOf('value')} as value, is_used as "isUsed",
      used_for_order as "usedForOrder", ${momentOf('created_at')} as "createdAt",
      ${momentOf('valid_until')} as "validUntil", ${momentOf('inactivated_at')} as "inactivatedAt"
    from coupon where tenant_id = ${tenantId} and customer_id = ${customerId}
    order by tenant_id desc, customer_id desc, id desc limit ${EXPORTED_ROWS_MAX}`,
  )
  return { coupons: rows }
}
