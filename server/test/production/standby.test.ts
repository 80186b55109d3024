/**
 * “A standby, step by step” of docs/operating/high-availability.md, word for word, on two PostgreSQL servers of this
 * machine: the primary is killed while orders come, and every order that was answered is on the standby.
 */
import { execFileSync } from 'node:child_process'
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type LocalPostgres, startLocalPostgres } from '../../src/platform/local-postgres/server.ts'
import { accountToRunAs } from '../../src/platform/local-postgres/system-user.ts'
import { createDatabase } from '../../src/platform/postgres/databases.ts'
import { migrate } from '../../src/platform/postgres/migrate.ts'
import { freePort } from '../cli/punchcard-process.ts'
import { runHere } from '../cli/run-here.ts'
import { type ApiProcess, startServe } from '../support/api-processes.ts'
import { clientOf } from '../support/client-of.ts'
import { createJsonClient } from '../support/json-client.ts'
import { openShop, SIMPLE_PROGRAM } from '../support/open-shop.ts'
import { orderToSend } from '../support/order-to-send.ts'
import type { ShopKey } from '../support/test-api.ts'
import { openTestDatabase } from '../support/test-database.ts'
import { until } from '../support/workers.ts'
import { ChecklistShell, readChecklist, type Step } from './checklist.ts'

const PAGE = 'docs/operating/high-availability.md'
const STRANDS = 4

const missing = ['haproxy', 'psql', 'openssl'].filter((program) => folderOf(program) === null)
const programs = folderOfInstalled()
if (programs === null) missing.push('postgresql')
if (missing.length > 0) {
  process.stderr.write(`\nThe steps of ${PAGE} are not tested here: install ${missing.join(', ')}\n\n`)
}

let folder: string
let primary: LocalPostgres
let shell: ChecklistShell
let api: ApiProcess
let shop: ShopKey
let values: Record<string, string>
const steps = await readChecklist(PAGE, 'A standby, step by step')

describe.skipIf(missing.length > 0)('a standby, step by step', { timeout: 120_000 }, () => {
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'punchcard-standby-'))
    await chmod(folder, 0o777)
    primary = await startLocalPostgres({
      dataFolder: join(folder, 'primary'),
      spareFolder: join(folder, 'spare'),
      binaries: 'installed',
    })
    const url = await createDatabase(primary.url, 'punchcard')
    await migrate(url)
    const database = openTestDatabase(url)
    shop = await openShop(database, { program: SIMPLE_PROGRAM })
    await database.close()
    values = {
      PATH: `${programs}:${process.env.PATH}`,
      administrator: primary.url,
      primary: new URL(primary.url).host,
      standby: `127.0.0.1:${await freePort()}`,
      data: join(folder, 'standby'),
      folder,
      database_port: String(await freePort()),
    }
    const account = await accountToRunAs(join(folder, 'primary'))
    // Sockets go there, where a distribution's own folder is not for everybody.
    shell = new ChecklistShell(folder, { PATH: values.PATH, HOME: folder }, folder, account)
  })
  afterAll(async () => {
    await api?.stop()
    const proxy = await readFile(join(folder, 'database.pid'), 'utf8').catch(() => '')
    for (const pid of proxy.split('\n').filter(Boolean)) process.kill(Number(pid))
    await shell
      ?.run({ title: 'the end', block: `pg_ctl --pgdata "$data" --mode immediate stop` })
      .catch(() => undefined)
    await shell?.stop()
    await primary?.stop('immediate')
    await rm(folder, { recursive: true, force: true })
  })

  const take = (title: string): Step => {
    const step = steps.find((one) => one.title === title)
    if (!step) throw new Error(`${PAGE} has no step “${title}”`)
    return step
  }
  const run = (title: string): Promise<string> => shell.run(take(title))

  /** The same database on another port. */
  function at(port: string): string {
    const url = new URL(primary.url)
    url.port = port
    url.pathname = '/punchcard'
    return url.href
  }

  it('has the steps that are tested here', async () => {
    expect(steps.map(({ title }) => title)).toEqual([
      '0. What is yours to choose.',
      '1. A login that may copy.',
      '2. A copy',
      '3. What was answered is on both.',
      '4. One address for both',
      '5. The primary is gone.',
    ])
    const { title, block } = take('0. What is yours to choose.')
    const chosen = [...block.matchAll(/(?<=^|\s)(\w+)=/gm)].map(([, name]) => name)
    expect(Object.keys(values).sort()).toEqual(chosen.sort())
    await shell.run({ title, block })
    const ours = Object.entries(values).map(([name, value]) => `${name}='${value}'`)
    await shell.run({ title: 'the values of this machine', block: ours.join('\n') })
  })

  it('copies, and is synchronous', async () => {
    await run('1. A login that may copy.')
    await run('2. A copy')
    await run('3. What was answered is on both.')
    await until(async () => {
      const { rows } = await query(
        primary.url,
        'select application_name, sync_state from pg_stat_replication',
      )
      return rows[0]?.application_name === 'punchcard_standby' && rows[0].sync_state === 'sync'
    })
  })

  it('takes over with every order that was answered', async () => {
    await run('4. One address for both')
    api = await startServe(at(values.database_port ?? ''))
    const client = createJsonClient(shop.authorization)
    const answered = new Set<string>()
    const statuses = new Set<number>()
    let isOver = false
    const send = async (strand: number): Promise<void> => {
      for (let count = 0; !isOver; count += 1) {
        const id = `o-${strand}-${count}`
        const { status, body } = await client.post(
          api.url,
          '/v1/pvt/POS/orders',
          orderToSend(id, `c${strand}`, 10),
        )
        statuses.add(status)
        if (status === 200 && !body.HasError) answered.add(id)
        else await sleep(100)
      }
    }
    const sending = Array.from({ length: STRANDS }, (_, strand) => send(strand))
    await until(async () => answered.size > 50)
    await primary.stop('kill')
    const lostAt = Date.now()
    const before = answered.size
    // The proxy leads to the standby now, which answers: that is not enough to be up.
    await until(async () => api.complaints.some((line) => line.includes('takes no writes')))
    await run('5. The primary is gone.')
    await until(async () => answered.size > before + 50)
    process.stdout.write(`the first orders after ${((Date.now() - lostAt) / 1_000).toFixed(1)} s\n`)
    isOver = true
    await Promise.all(sending)
    client.close()
    expect([...statuses].sort()).toEqual([200, 503])

    const promoted = at((values.standby ?? '').split(':')[1] ?? '')
    const { rows } = await query(promoted, 'select original_id from customer_order')
    const stored = new Set(rows.map(({ original_id: id }) => id))
    expect([...answered].filter((id) => !stored.has(id))).toEqual([])
    const verified = await runHere(['verify', '--json'], { DATABASE_URL: promoted })
    expect(JSON.parse(verified.stdout)).toMatchObject({ accounts: STRANDS, differences: 0 })
  })
})

function folderOf(program: string): string | null {
  try {
    return execFileSync('sh', ['-c', `command -v ${program}`], { encoding: 'utf8' }).trim()
  } catch {
    return null
  }
}

/** Debian keeps the programs of the server apart from PATH. */
function folderOfInstalled(): string | null {
  const found = execFileSync(
    'sh',
    ['-c', 'ls -d /usr/lib/postgresql/*/bin/pg_basebackup 2>/dev/null | sort -V | tail -n 1'],
    { encoding: 'utf8' },
  ).trim()
  return found === '' ? null : found.replace(/\/[^/]+$/, '')
}

async function query(url: string, text: string): Promise<pg.QueryResult> {
  const client = clientOf(url)
  await client.connect()
  try {
    return await client.query(text)
  } finally {
    await client.end()
  }
}
