/** What cards know of a customer. */
import {
  asItIs,
  decimalOf,
  ERASED,
  type Erased,
  type Exported,
  listBy,
  momentOf,
  newestFirst,
  type PageAfter,
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

interface CardRow {
  readonly ruleId: number
  readonly stamps: string
  readonly size: string
  readonly completed: number
}

async function findCards(
  tx: Tx,
  { tenantId, customerId }: Exported,
  { after, limit }: PageAfter<number>,
): Promise<readonly CardRow[]> {
  const { rows } = await run(
    tx,
    sql<CardRow>`
    select rule_id as "ruleId", ${decimalOf('balance')} as stamps, ${decimalOf('size')} as size, completed
    from stamp_card where tenant_id = ${tenantId} and customer_id = ${customerId} and rule_id > ${after}
    order by tenant_id, customer_id, rule_id limit ${limit}`,
  )
  return rows
}

interface StampRow {
  readonly id: RecordId
  readonly ruleId: number
  readonly type: number
  readonly stamps: string
  readonly recordedAt: string
  readonly orderId: OrderId | null
  readonly key: string | null
  readonly expiresAt: string | null
}

async function findStamps(
  tx: Tx,
  { tenantId, customerId }: Exported,
  { after, limit }: PageAfter<number>,
): Promise<readonly StampRow[]> {
  const { rows } = await run(
    tx,
    sql<StampRow>`
    select id, rule_id as "ruleId", type, ${decimalOf('stamps')} as stamps, ${momentOf('recorded_at')} as "recordedAt",
      order_id as "orderId", key, ${momentOf('expires_at')} as "expiresAt"
    from stamp_record where tenant_id = ${tenantId} and customer_id = ${customerId} and id < ${after}
    order by tenant_id desc, customer_id desc, id desc limit ${limit}`,
  )
  return rows
}

export const exported = {
  cards: listBy({ first: 0, find: findCards, keyOf: ({ ruleId }) => ruleId, shown: asItIs }),
  stamps: newestFirst(findStamps, asItIs),
}
