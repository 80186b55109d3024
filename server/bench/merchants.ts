/**
 * `npm run bench:merchants -- --merchants 300`: what many small merchants cost, each with a program, a key and 20
 * customers: how long `serve` and `work` take to start, their memory before and after each merchant has sent an order,
 * their connections, and how long the worker needs for the daily run of all. docs/operating/capacity.md has the figures.
 */
import { spawn } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import type pg from 'pg'
import { startLocalPostgres } from '../src/platform/local-postgres/server.ts'
import { createLogger } from '../src/platform/log.ts'
import { withClient } from '../src/platform/postgres/client.ts'
import { openDatabase } from '../src/platform/postgres/database.ts'
import { createDatabase } from '../src/platform/postgres/databases.ts'
import { migrate } from '../src/platform/postgres/migrate.ts'
import { createKey } from '../src/tenancy/manage/tenants.ts'
import { migrateQueue } from '../src/worker/queue.ts'
import { endWithThis } from './children.ts'
import { untilReached } from './until.ts'

const { values: flags } = parseArgs({
  options: { merchants: { type: 'string' }, tiny: { type: 'boolean', default: false } },
})
const MERCHANTS = Number(flags.merchants ?? (flags.tiny ? 5 : 300))
if (!(MERCHANTS >= 1)) throw new Error('--merchants is a number of at least 1')
const CUSTOMERS = 20
const AT_ONCE = 8
const PUNCHCARD = fileURLToPath(new URL('../bin/punchcard.ts', import.meta.url))

interface Started {
  readonly pid: number
  readonly seconds: number
  readonly url: string
  readonly metricsUrl: string
  stop(): void
}

async function load(client: pg.Client): Promise<void> {
  await client.query(
    `with made as (
      insert into tenant (name, currency, time_zone, locale, is_sandbox)
      select 'Shop ' || n, 'BRL', 'UTC', 'pt-BR', false from generate_series(1, $1::int) as n returning id
    )
    insert into tenant_home (tenant_id, state, epoch) select id, 'active', 1 from made`,
    [MERCHANTS],
  )
  await client.query(
    `insert into program_version (tenant_id, version, program) select id, 1, $1::jsonb from tenant`,
    [
      JSON.stringify({
        cashback: { isOn: true, pointValue: '0.05' },
        rules: [{ id: 1, kind: 'purchase', points: '1', validityDays: 365 }],
      }),
    ],
  )
  await client.query(
    `insert into customer (tenant_id, id, original_id, public_id, name, signup_at, is_enrolled, enrolled_at, created_at,
      points_balance, cashback_balance, event_sequence)
    select tenant.id, $1::bigint * tenant.id + n, 'c' || n, gen_random_uuid(), 'Customer ' || n, now(), true, now(),
      now(), 0, 0, 0
    from tenant, generate_series(1, $1::int) as n`,
    [CUSTOMERS],
  )
  await client.query(`select setval('account_id', $1::bigint)`, [(MERCHANTS + 2) * 1_000 + 1])
  await client.query('vacuum analyze')
}

async function start(command: 'serve' | 'work', databaseUrl: string): Promise<Started> {
  const startedAt = performance.now()
  const child = spawn(process.execPath, [PUNCHCARD, command], {
    env: {
      PATH: process.env.PATH,
      DATABASE_URL: databaseUrl,
      PORT: '0',
      PUNCHCARD_METRICS_PORT: '9664',
      PUNCHCARD_WORKER_METRICS_PORT: '9665',
      PUNCHCARD_VERIFY_HOUR: 'never',
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  endWithThis(child)
  for await (const line of createInterface({ input: child.stderr })) {
    const entry = JSON.parse(line) as { msg: string; url?: string; metrics: string }
    if (entry.msg !== 'ready') continue
    child.stderr.resume()
    const seconds = (performance.now() - startedAt) / 1_000
    const { url = '', metrics } = entry
    return { pid: child.pid ?? 0, seconds, url, metricsUrl: metrics, stop: () => child.kill('SIGTERM') }
  }
  throw new Error(`${command} ended before it was ready`)
}

async function memoryOf({ pid }: Started): Promise<string> {
  const [, kilobytes] = /VmRSS:\s+(\d+)/.exec(await readFile(`/proc/${pid}/status`, 'utf8')) ?? []
  return `${Math.round(Number(kilobytes) / 1_024)} MB`
}

async function sendOneOrderEach(url: string, keys: readonly string[]): Promise<number> {
  const startedAt = performance.now()
  let next = 0
  const strands = Array.from({ length: AT_ONCE }, async () => {
    for (let key = keys[next++]; key !== undefined; key = keys[next++]) {
      const answer = await fetch(`${url}/v1/pvt/POS/orders`, {
        method: 'POST',
        headers: { authorization: `Basic ${btoa(key)}`, 'content-type': 'application/json' },
        body: JSON.stringify({
          OriginalId: 'o1',
          OrderPlacementDate: '2026-01-15T12:00:00Z',
          OrderCompletedDate: '2026-01-15T12:05:00Z',
          IsCompleted: true,
          OrderTotal: 80,
          Customer: { OriginalId: 'c1' },
          Products: [],
        }),
      })
      const { HasError } = (await answer.json()) as { HasError: boolean }
      if (HasError) throw new Error(`an order was answered with ${answer.status}`)
    }
  })
  await Promise.all(strands)
  return (performance.now() - startedAt) / 1_000
}

/** Seconds until the daily run of every merchant is done, from the moment in which it is looked for. */
async function runAllDaily(client: pg.Client, { metricsUrl }: Started): Promise<number> {
  const startedAt = performance.now()
  await client.query(`select graphile_worker.add_job('lookForDailyRuns')`)
  const count = /^punchcard_job_seconds_count{cell="main",job="signups",outcome="done"} (\d+)/m
  const countDone = async (): Promise<number> =>
    Number(count.exec(await (await fetch(metricsUrl)).text())?.[1] ?? 0)
  await untilReached(MERCHANTS, countDone, 200)
  return (performance.now() - startedAt) / 1_000
}

const folder = await mkdtemp(join(tmpdir(), 'punchcard-bench-'))
const server = await startLocalPostgres({ dataFolder: join(folder, 'postgres') })
try {
  const url = await createDatabase(server.url, 'bench')
  await migrate(url)
  await migrateQueue(url, createLogger({ level: 'error', destination: process.stderr }))
  await withClient({ connectionString: url }, async (client) => {
    await load(client)
    const directory = openDatabase({
      url,
      connectionCount: 2,
      applicationName: 'bench',
      onIdleError: () => {},
    })
    const { rows } = await client.query<{ id: string }>('select id from tenant order by id')
    const keys: string[] = []
    for (const { id } of rows) {
      const { token, secret } = await createKey(directory, Number(id), 'bench')
      keys.push(`${token}:${secret}`)
    }
    await directory.close()
    const say = (name: string, value: string | number): void =>
      void process.stdout.write(`${name}: ${typeof value === 'number' ? value.toFixed(1) : value}\n`)
    say('merchants', String(MERCHANTS))
    const serve = await start('serve', url)
    say('serve, seconds to start', serve.seconds)
    say('serve, memory at the start', await memoryOf(serve))
    say('seconds for the first order of each', await sendOneOrderEach(serve.url, keys))
    say('seconds for a second look at each', await sendOneOrderEach(serve.url, keys))
    say('serve, memory then', await memoryOf(serve))
    const work = await start('work', url)
    say('work, seconds to start', work.seconds)
    say('seconds for all daily runs', await runAllDaily(client, work))
    say('work, memory then', await memoryOf(work))
    const { rows: open } = await client.query<{ count: string }>(
      `select count(*) from pg_stat_activity where datname = current_database() and application_name ~ 'serve|admin|work'`,
    )
    say('connections of both', open[0]?.count ?? '')
    serve.stop()
    work.stop()
    await sleep(1_000)
  })
} finally {
  await server.stop('immediate')
  await rm(server.dataFolder, { recursive: true, force: true })
  await rm(folder, { recursive: true, force: true })
}
