import pg from 'pg'
import type { TenantId } from '../../contract/ids.ts'
import { NotReadyError } from '../../platform/not-ready.ts'
import { withClient } from '../../platform/postgres/client.ts'
import { UNHURRIED } from '../../platform/postgres/roles.ts'
import { PRESENCE_CLASS } from './leases.ts'

export interface Realigned {
  /** Those that were written here before: they are put behind the rest of the log. */
  readonly events: number
  readonly endpoints: number
}

/**
 * After a database was restored on another server, whose transactions have other numbers: begins a new epoch, so that
 * whatever is written from now on lies behind all that is there. Endpoints go on from where they were. As the owner of
 * the tables, and all or nothing.
 */
export async function realignWebhooks(url: string, tenantIds: readonly TenantId[]): Promise<Realigned> {
  const realigned = withClient({ connectionString: url }, (client) => realign(client, tenantIds))
  return realigned.catch((error) => {
    if (!(error instanceof pg.DatabaseError) || error.code !== '42501') throw error
    throw new NotReadyError(`${error.message}: run it as the owner of the tables.`, { cause: error })
  })
}

async function realign(client: pg.Client, tenantIds: readonly TenantId[]): Promise<Realigned> {
  await client.query(UNHURRIED)
  await client.query('begin')
  await refuseBesideWorkers(client)
  await client.query('select set_config($1, $2, true)', ['app.tenants', `{${tenantIds.join(',')}}`])
  // Earlier writers have committed, and later ones find the new epoch: no place of the old epoch is written any more.
  await client.query('lock table only point_event in share row exclusive mode')
  await client.query(moveToNextEpoch('webhook_retry', 'event_id'))
  await client.query(moveToNextEpoch('webhook_attempt', 'event_id'))
  const events = await client.query(moveToNextEpoch('point_event', 'id'))
  await client.query('update tenant_home set epoch = epoch + 1')
  const { rows } = await client.query<{ endpoints: number }>(
    'select count(*)::int as endpoints from webhook_cursor',
  )
  await client.query('commit')
  return { events: events.rowCount ?? 0, endpoints: rows[0]?.endpoints ?? 0 }
}

/**
 * What servers wrote here since the restore has a higher id than the last place that came from the other server, and
 * lies before it: no endpoint would ever come to it.
 */
function moveToNextEpoch(table: string, id: string): string {
  return `
    update ${table} as misplaced
    set transaction = (misplaced.transaction::text::bigint + (1::bigint << 48))::text::xid8
    from tenant_home as home
    cross join lateral (
      select place.transaction, place.id
      from (
        (select transaction, id from point_event where tenant_id = home.tenant_id order by transaction desc, id desc limit 1)
        union all
        select transaction, event_id from webhook_cursor where tenant_id = home.tenant_id
      ) as place
      order by place.transaction desc, place.id desc
      limit 1
    ) as last
    where misplaced.tenant_id = home.tenant_id and misplaced.transaction < last.transaction
      and misplaced.${id} > last.id`
}

async function refuseBesideWorkers(client: pg.Client): Promise<void> {
  const { rowCount } = await client.query(
    `select from pg_locks
    where locktype = 'advisory' and objsubid = 1 and granted and classid = $1::int::oid
      and database = (select oid from pg_database where datname = current_database())`,
    [PRESENCE_CLASS],
  )
  if (rowCount !== 0)
    throw new NotReadyError('Stop the workers first: they would go on from where they were.')
}
