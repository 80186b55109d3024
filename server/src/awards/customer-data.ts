/** What awards know of a customer. */
import {
  ERASED,
  type Erased,
  type Exported,
  momentOf,
  newestFirst,
  type PageAfter,
} from '../accounts/customer-data-kit.ts'
import type { RecordId } from '../contract/ids.ts'
import { nameOf } from '../platform/name-of.ts'
import { rowsAs } from '../platform/postgres/columns.ts'
import { run, type Tx } from '../platform/postgres/database.ts'
import { sql } from '../platform/postgres/sql.ts'
import { AWARD_SOURCE, AWARD_STATE, type AwardSource, type AwardState } from './award.ts'

/** What waits to be given is not given any more: there is no one to give it to. */
export function forget(tx: Tx, rows: readonly Erased[]): Promise<unknown>[] {
  return [
    run(
      tx,
      sql`
      update award as one set state = ${AWARD_STATE.dropped}, held_because = null, ended_at = erased.at
      from ${rowsAs('erased', ERASED, rows)}
      where one.tenant_id = erased.tenant_id and one.customer_id = erased.customer_id
        and one.state in (${AWARD_STATE.due}, ${AWARD_STATE.held})`,
    ),
  ]
}

interface PrizeRow {
  readonly id: number
  readonly source: number
  readonly ruleId: number
  readonly reference: string
  readonly recordId: RecordId | null
  readonly rewardId: number | null
  readonly state: number
  readonly madeAt: string
  readonly dueAt: string | null
  readonly givenAt: string | null
  readonly endedAt: string | null
  readonly redemptionKey: string | null
}

/** Found by the customer first, as `awards` of others are many. */
async function findPrizes(
  tx: Tx,
  { tenantId, ids }: Exported,
  { after, limit }: PageAfter<number>,
): Promise<readonly PrizeRow[]> {
  const { rows } = await run(
    tx,
    sql<PrizeRow>`
    with theirs as materialized (
      select * from award where tenant_id = ${tenantId} and customer_id = any (${ids}::bigint[]) and id < ${after}
    )
    select id, source, rule_id as "ruleId", reference, record_id as "recordId", reward_id as "rewardId", state,
      ${momentOf('made_at')} as "madeAt", ${momentOf('due_at')} as "dueAt", ${momentOf('given_at')} as "givenAt",
      ${momentOf('ended_at')} as "endedAt", redemption_key as "redemptionKey"
    from theirs order by id desc limit ${limit}`,
  )
  return rows
}

export const exported = {
  prizes: newestFirst(findPrizes, (row) => ({
    ...row,
    source: nameOf<AwardSource, number>(AWARD_SOURCE, row.source),
    state: nameOf<AwardState, number>(AWARD_STATE, row.state),
  })),
}
