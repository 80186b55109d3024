import type { TenantId } from '../../contract/ids.ts'
import { run, type Tx } from '../../platform/postgres/database.ts'
import { sql } from '../../platform/postgres/sql.ts'
import type { AccountRange } from '../verify.ts'

/** One of several equal parts of all accounts, counted from 1. */
export interface Shard {
  readonly number: number
  readonly of: number
}

export const WHOLE: Shard = { number: 1, of: 1 }

/** Rows of accounts that are not there have a page too: the last. */
const NO_LAST = Number.MAX_SAFE_INTEGER

export interface AccountPage extends AccountRange {
  readonly accounts: number
}

/**
 * The next page of a tenant's accounts that belongs to a shard; null: there is none. `after` is 0 or the end of an
 * earlier page of the shard.
 *
 * Pages of equal size are dealt to the shards in turn. New accounts have greater numbers and none is ever deleted, so
 * all shards see the same pages, whenever they run: only the last page grows.
 */
export async function nextPage(
  tx: Tx,
  tenantId: TenantId,
  after: number,
  { shard, size }: { readonly shard: Shard; readonly size: number },
): Promise<AccountPage | null> {
  const ofOthers = after === 0 ? shard.number - 1 : shard.of - 1
  const begin = ofOthers === 0 ? after : await skip(tx, tenantId, after, ofOthers * size)
  if (begin === null || begin === NO_LAST) return null
  const { rows } = await run<{ accounts: number; last: number | null }>(
    tx,
    sql`
    select count(*)::int as accounts, max(id) as last
    from (
      select id from customer where tenant_id = ${tenantId} and id > ${begin} order by id limit ${size}
    ) as page`,
  )
  const { accounts = 0, last = null } = rows[0] ?? {}
  return { tenantId, after: begin, last: accounts < size || last === null ? NO_LAST : last, accounts }
}

/** The last of so many accounts; null: there are fewer. */
async function skip(tx: Tx, tenantId: TenantId, after: number, count: number): Promise<number | null> {
  if (after === NO_LAST) return null
  const { rows } = await run<{ id: number }>(
    tx,
    sql`
    select id from customer where tenant_id = ${tenantId} and id > ${after} order by id offset ${count - 1} limit 1`,
  )
  return rows[0]?.id ?? null
}
