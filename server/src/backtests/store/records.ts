import { POINT_TYPE } from '../../accounts/account.ts'
import type { CustomerId, OrderId, TenantId } from '../../contract/ids.ts'
import type { ExplanationLine } from '../../earning/explanation.ts'
import { run, type Tx } from '../../platform/postgres/database.ts'
import { sql } from '../../platform/postgres/sql.ts'
import type { CheckInput } from '../rules/check-order.ts'

type Recorded = Pick<CheckInput, 'record' | 'returnedAt'>

const EARNING = [POINT_TYPE.purchase, POINT_TYPE.orderAdjusted]

/** The latest record of what each order earned, and when something of it was returned last. */
export async function findRecorded(
  tx: Tx,
  tenantId: TenantId,
  orders: readonly { readonly id: OrderId; readonly customerId: CustomerId }[],
): Promise<Map<OrderId, Recorded>> {
  const { rows } = await run(
    tx,
    sql<{ id: OrderId; at: Date | null; lines: readonly ExplanationLine[] | null; returned: Date | null }>`
    select wanted.id, latest.recorded_at as at, latest.lines, (
      select max(returned_at) from order_return
      where order_return.tenant_id = ${tenantId} and order_return.customer_id = wanted.customer_id
        and order_return.order_id = wanted.id
    ) as returned
    from unnest(${orders.map(({ id }) => id)}::bigint[], ${orders.map(({ customerId }) => customerId)}::bigint[])
      as wanted (id, customer_id)
    left join lateral (
      select recorded_at, explanation -> 'lines' as lines from point_record
      where point_record.tenant_id = ${tenantId} and point_record.order_id = wanted.id
        and type = any (${EARNING}::smallint[])
      order by point_record.id desc limit 1
    ) as latest on true`,
  )
  return new Map(
    rows.map(({ id, at, lines, returned }) => [
      id,
      {
        record: at && { recordedAt: at.getTime(), lines: lines ?? [] },
        returnedAt: returned?.getTime() ?? null,
      },
    ]),
  )
}
