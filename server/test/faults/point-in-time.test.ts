/**
 * A restore with pgBackRest to a moment in the middle of the load of two merchants: every order that was acknowledged
 * before is there, and none that was sent after.
 *
 * `PUNCHCARD_TEST_PGBACKREST=1 npm test -- point-in-time` runs it, as root: it needs pgBackRest, PostgreSQL's programs
 * and the account `postgres`, and takes half a minute (6,842 orders, of which 4,774 were acknowledged before the moment and 4,774 were restored).
 */
import { execFile } from 'node:child_process'
import { globSync } from 'node:fs'
import { appendFile, chmod, chown, mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createDatabase } from '../../src/platform/postgres/databases.ts'
import { migrate } from '../../src/platform/postgres/migrate.ts'
import { freePort } from '../cli/punchcard-process.ts'
import { runHere } from '../cli/run-here.ts'
import { startServe } from '../support/api-processes.ts'
import { clientOf } from '../support/client-of.ts'
import { createJsonClient, type JsonClient } from '../support/json-client.ts'
import { openShop, SIMPLE_PROGRAM } from '../support/open-shop.ts'
import { orderToSend } from '../support/order-to-send.ts'
import { openTestDatabase } from '../support/test-database.ts'
import { until } from '../support/workers.ts'

const run = promisify(execFile)
const SENDERS = 8
const PROGRAMS = globSync('/usr/lib/postgresql/*/bin').sort().at(-1) ?? ''

interface SentOrder {
  readonly id: string
  readonly sentAt: number
  readonly acknowledgedAt: number
}

describe.runIf(process.env.PUNCHCARD_TEST_PGBACKREST)('a restore to a moment', { timeout: 300_000 }, () => {
  let folder: string
  let port: number
  let url: string

  /** Runs as the account to which the data belong. */
  const asPostgres = (program: string, ...args: string[]) =>
    run('runuser', ['-u', 'postgres', '--', program, ...args], { cwd: '/' })
  const pgBackRest = (...args: string[]) =>
    asPostgres('pgbackrest', `--config=${folder}/pgbackrest.conf`, '--stanza=punchcard', ...args)
  const start = () =>
    asPostgres(`${PROGRAMS}/pg_ctl`, '-w', '-D', `${folder}/data`, '-l', `${folder}/log`, 'start')
  const stop = () => asPostgres(`${PROGRAMS}/pg_ctl`, '-w', '-m', 'fast', '-D', `${folder}/data`, 'stop')

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'punchcard-backrest-'))
    const { stdout } = await run('id', ['-u', 'postgres'])
    await chown(folder, Number(stdout), (await stat(folder)).gid)
    await chmod(folder, 0o755)
    port = await freePort()
    await asPostgres(`${PROGRAMS}/initdb`, '-D', `${folder}/data`, '--auth=trust', '--username=postgres')
    await writeFile(
      `${folder}/pgbackrest.conf`,
      `[global]
repo1-path=${folder}/repository
repo1-retention-full=1
lock-path=${folder}/lock
spool-path=${folder}/spool
log-path=${folder}
start-fast=y
[punchcard]
pg1-path=${folder}/data
pg1-port=${port}
pg1-socket-path=${folder}
`,
    )
    await appendFile(
      `${folder}/data/postgresql.conf`,
      `
port = ${port}
listen_addresses = '127.0.0.1'
unix_socket_directories = '${folder}'
archive_mode = on
archive_command = 'pgbackrest --config=${folder}/pgbackrest.conf --stanza=punchcard archive-push %p'
`,
    )
    await start()
    url = await createDatabase(`postgres://postgres@127.0.0.1:${port}/postgres`, 'punchcard')
    await migrate(url)
    await pgBackRest('stanza-create')
  })
  afterAll(async () => {
    await stop().catch(() => {})
    await rm(folder, { recursive: true, force: true })
  })

  /** Sends orders until it is told to stop. */
  async function send(
    clients: readonly JsonClient[],
    to: string,
    isOver: () => boolean,
  ): Promise<SentOrder[]> {
    const sent: SentOrder[] = []
    await Promise.all(
      Array.from({ length: SENDERS }, async (_, sender) => {
        for (let count = 0; !isOver(); count += 1) {
          const id = `${sender}-${count}`
          const sentAt = Date.now()
          const order = orderToSend(id, `c${count % 50}`, 10)
          const answer = await clients[sender % clients.length]?.post(to, '/v1/pvt/POS/orders', order)
          expect(answer).toMatchObject({ status: 200, body: { HasError: false } })
          sent.push({ id, sentAt, acknowledgedAt: Date.now() })
        }
      }),
    )
    return sent
  }

  it('keeps every order that was acknowledged before it, and none that was sent after', async () => {
    const database = openTestDatabase(url)
    const shops = [
      await openShop(database, { program: SIMPLE_PROGRAM }),
      await openShop(database, { program: SIMPLE_PROGRAM }),
    ]
    await database.close()
    const api = await startServe(url)
    const clients = shops.map(({ authorization }) => createJsonClient(authorization))
    let isOver = false
    const sending = send(clients, api.url, () => isOver)
    await pgBackRest('--type=full', 'backup')
    await sleep(3_000)
    const target = Date.now()
    await sleep(3_000)
    isOver = true
    const sent = await sending
    for (const client of clients) client.close()
    await api.stop()

    const writer = clientOf(url)
    await writer.connect()
    // The end of the log is archived when its file is closed.
    await writer.query('select pg_switch_wal()')
    await writer.end()
    await stop()
    const to = `--target=${new Date(target).toISOString().replace('T', ' ').replace('Z', '+00')}`
    await pgBackRest('restore', '--delta', '--type=time', to, '--target-action=promote')
    await start()
    const reader = clientOf(url)
    await reader.connect()
    await until(async () => {
      const { rows } = await reader.query<{ ended: boolean }>('select not pg_is_in_recovery() as ended')
      return rows[0]?.ended ?? false
    })
    const { rows } = await reader.query<{ id: string }>('select original_id as id from customer_order')
    await reader.end()
    const found = new Set(rows.map(({ id }) => id))
    const before = sent.filter(({ acknowledgedAt }) => acknowledgedAt < target)
    const after = sent.filter(({ sentAt }) => sentAt > target)
    process.stderr.write(
      `${sent.length} orders, ${before.length} acknowledged before the moment, ${after.length} sent after it, ${found.size} restored\n`,
    )
    expect(before.length).toBeGreaterThan(100)
    expect(after.length).toBeGreaterThan(100)
    expect(before.filter(({ id }) => !found.has(id))).toEqual([])
    expect(after.filter(({ id }) => found.has(id))).toEqual([])
    const verified = await runHere(['verify', '--json'], { DATABASE_URL: url })
    expect(JSON.parse(verified.stdout)).toMatchObject({ differences: 0 })
  })
})
