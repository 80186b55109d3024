/** What coupons know of a customer. */
import {
  asItIs,
  decimalOf,
  ERASED,
  type Erased,
  type Exported,
  momentOf,
  newestFirst,
  type PageAfter,
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

interface CouponRow {
  readonly id: number
  readonly code: string
  readonly originalId: string | null
  readonly value: string
  readonly isUsed: boolean
  readonly usedForOrder: string | null
  readonly createdAt: string
  readonly validUntil: string | null
  readonly inactivatedAt: string | null
}

async function findCoupons(
  tx: Tx,
  { tenantId, customerId }: Exported,
  { after, limit }: PageAfter<number>,
): Promise<readonly CouponRow[]> {
  const { rows } = await run(
    tx,
    sql<CouponRow>`
    select id, code, original_id as "originalId", ${decimalOf('value')} as value, is_used as "isUsed",
      used_for_order as "usedForOrder", ${momentOf('created_at')} as "createdAt",
      ${momentOf('valid_until')} as "validUntil", ${momentOf('inactivated_at')} as "inactivatedAt"
    from coupon where tenant_id = ${tenantId} and customer_id = ${customerId} and id < ${after}
    order by tenant_id desc, customer_id desc, id desc limit ${limit}`,
  )
  return rows
}

export const exported = { coupons: newestFirst(findCoupons, asItIs) }
