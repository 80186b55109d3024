/** What cards know of a customer. */
import {
  decimalOf,
  ERASED,
  type Erased,
  EXPORTED_ROWS_MAX,
  type Exported,
  momentOf,
} from '../accounts/customer-data-kit.ts'
import type { OrderId, RecordId } from '../contract/ids.ts'
import { rowsAs } from '../platform/postgres/columns.ts'
import { run, type Tx } from '../platform/postgres/database.ts'
import { sql } from '../platform/postgres/sql.ts'
import { STAMP_TYPE } from './card.ts'

/** The merchant's own key of stamps, and what a person has noted about them, may name the customer. */
export function forget(tx: Tx, rows: readonly Erased[]): Promise<unknown>[] {
  return [
    run(
      tx,
      sql`
      update stamp_record as one set key = null, explanation = null
      from ${rowsAs('erased', ERASED, rows)}
      where one.tenant_id = erased.tenant_id and one.customer_id = erased.customer_id
        and one.type in (${STAMP_TYPE.byHand}, ${STAMP_TYPE.byHandUndone})`,
    ),
  ]
}

export async function exportOf(tx: Tx, whose: Exported) {
  const [cards, stamps] = await Promise.all([findCards(tx, whose), findStamps(tx, whose)])
  return { cards, stamps }
}

async function findCards(tx: Tx, { tenantId, customerId }: Exported) {
  const { rows } = await run(
    tx,
    sql<{ ruleId: number; stamps: string; size: string; completed: number }>`
    select rule_id as "ruleId", ${decimalOf('balance')} as stamps, ${decimalOf('size')} as size, completed
    from stamp_card where tenant_id = ${tenantId} and customer_id = ${customerId}
    order by rule_id limit ${EXPORTED_ROWS_MAX}`,
  )
  return rows
}

async function findStamps(tx: Tx, { tenantId, customerId }: Exported) {
  const { rows } = await run(
    tx,
    sql<{
      id: RecordId
      ruleId: number
      type: number
      stamps: string
      recordedAt: string
      orderId: OrderId | null
      key: string | null
      expiresAt: string | null
    }>`
    select id, rule_id as "ruleId", type, ${decimalOf('stamps')} as stamps, ${momentOf('recorded_at')} as "recordedAt",
      order_id as "orderId", key, ${momentOf('expires_at')} as "expiresAt"
    from stamp_record where tenant_id = ${tenantId} and customer_id = ${customerId}
    order by tenant_id desc, customer_id desc, id desc limit ${EXPORTED_ROWS_MAX}`,
  )
  return rows
}
