import pg from 'pg'
import { NotReadyError } from '../../platform/not-ready.ts'
import { UNHURRIED } from '../../platform/postgres/roles.ts'
import { PRESENCE_CLASS } from './leases.ts'

/** Before every number that a server gives to a transaction of ours. */
const FIRST_TRANSACTION = '3'
/** Events an endpoint may get a second time: what was sent between the backup and its end is not known. */
const SENT_AGAIN_MAX = 1_000

export interface Realigned {
  readonly events: number
  readonly endpoints: number
}

/**
 * After a database was restored on another server, whose transactions have other numbers: puts the whole log before
 * all that come, and every endpoint a little back in it. As the owner of the tables, and all or nothing.
 */
export async function realignWebhooks(url: string, tenantIds: readonly number[]): Promise<Realigned> {
  const client = new pg.Client({ connectionString: url, application_name: 'punchcard' })
  client.on('error', () => {})
  await client.connect()
  try {
    await client.query(UNHURRIED)
    await client.query('begin')
    await refuseBesideWorkers(client)
    await client.query('select set_config($1, $2, true)', ['app.tenants', `{${tenantIds.join(',')}}`])
    const events = await client.query('update point_event set transaction = $1', [FIRST_TRANSACTION])
    await client.query('update webhook_retry set transaction = $1', [FIRST_TRANSACTION])
    const endpoints = await client.query(
      'update webhook_cursor set transaction = $1, event_id = greatest(0, event_id - $2)',
      [FIRST_TRANSACTION, SENT_AGAIN_MAX],
    )
    await client.query('commit')
    return { events: events.rowCount ?? 0, endpoints: endpoints.rowCount ?? 0 }
  } catch (error) {
    if (!(error instanceof pg.DatabaseError) || error.code !== '42501') throw error
    throw new NotReadyError(`${error.message}: run it as the owner of the tables.`, { cause: error })
  } finally {
    await client.end()
  }
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
