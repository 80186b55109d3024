/** A synchronous standby that has stopped: PostgreSQL waits in COMMIT, saved here and not known to be saved there. */
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type LocalPostgres, startLocalPostgres } from '../../src/platform/local-postgres/server.ts'
import { createDatabase } from '../../src/platform/postgres/databases.ts'
import { migrate } from '../../src/platform/postgres/migrate.ts'
import { type ApiProcess, startServe } from '../support/api-processes.ts'
import { clientOf } from '../support/client-of.ts'
import { createJsonClient, type JsonClient } from '../support/json-client.ts'
import { openShop, SIMPLE_PROGRAM } from '../support/open-shop.ts'
import { orderToSend } from '../support/order-to-send.ts'
import type { ShopKey } from '../support/test-api.ts'
import { openTestDatabase } from '../support/test-database.ts'
import { until } from '../support/workers.ts'

const UNKNOWN = 'The outcome is unknown: send the same request again, nothing is counted twice.'

let folder: string
let server: LocalPostgres
let admin: pg.Client
let api: ApiProcess
let shop: ShopKey
let client: JsonClient

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'punchcard-standby-'))
  // PostgreSQL does not run as root, and has to get in.
  await chmod(folder, 0o755)
  server = await startLocalPostgres({ dataFolder: join(folder, 'data'), spareFolder: join(folder, 'spare') })
  const url = await createDatabase(server.url, 'punchcard')
  await migrate(url)
  const database = openTestDatabase(url)
  shop = await openShop(database, { program: SIMPLE_PROGRAM })
  await database.close()
  admin = clientOf(url)
  await admin.connect()
  client = createJsonClient(shop.authorization)
  api = await startServe(url)
})
afterAll(async () => {
  await admin?.end()
  client?.close()
  await api?.stop()
  await server?.stop('immediate')
  await rm(folder, { recursive: true, force: true })
})

/** One that is named and not there answers as one that has stopped does: not at all. */
async function nameStandby(name: string): Promise<void> {
  await admin.query(`set synchronous_commit = local`)
  await admin.query(`alter system set synchronous_standby_names = '${name}'`)
  await admin.query('select pg_reload_conf()')
  await until(async () => {
    const { rows } = await admin.query<{ names: string }>(
      `select current_setting('synchronous_standby_names') as names`,
    )
    return rows[0]?.names === name
  })
}

const order = (id: string) => client.post(api.url, '/v1/pvt/POS/orders', orderToSend(id, 'ana', 100))

async function pidsThatWait(): Promise<number[]> {
  const { rows } = await admin.query<{ pid: number }>(
    `select pid from pg_stat_activity where wait_event = 'SyncRep'`,
  )
  return rows.map(({ pid }) => pid)
}

async function cancelWaiting(): Promise<void> {
  for (const pid of await pidsThatWait()) await admin.query('select pg_cancel_backend($1)', [pid])
}

describe('a COMMIT that waits for a standby that has stopped', () => {
  it('is not cut off by the time limit of statements, and is then not reported as done', async () => {
    await nameStandby('stopped')
    const startedAt = performance.now()
    const answer = await order('o1')
    expect(answer).toMatchObject({ status: 503, body: { ErrorMessage: UNKNOWN } })
    expect(performance.now() - startedAt).toBeGreaterThan(10_000)
  })

  it('that an operator cancels reports success, and is answered as unknown all the same', async () => {
    // The first one still waits there, though nobody listens to it any more.
    await cancelWaiting()
    await until(async () => (await pidsThatWait()).length === 0)
    const startedAt = performance.now()
    const answering = order('o2')
    await until(async () => (await pidsThatWait()).length === 1)
    await cancelWaiting()
    expect(await answering).toMatchObject({ status: 503, body: { ErrorMessage: UNKNOWN } })
    expect(performance.now() - startedAt).toBeLessThan(10_000)
  })

  it('is known when the standby is back: the same orders again count once', async () => {
    await nameStandby('')
    for (const id of ['o1', 'o2', 'o1']) expect((await order(id)).status).toBe(200)
    const { rows } = await admin.query('select sum(points)::int as points from point_record')
    expect(rows).toEqual([{ points: 200 }])
  })
})
