/**
 * `npm run bench:sweep`: lots that all expire at the same midnight, swept by two workers, beside a bare statement
 * that does the same writes, rounds interleaved; and how quickly orders are answered before and meanwhile. README.md
 * explains each figure.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { startLocalPostgres } from '../src/platform/local-postgres/server.ts'
import { createLogger } from '../src/platform/log.ts'
import { openDatabase } from '../src/platform/postgres/database.ts'
import { createDatabase, dropDatabase } from '../src/platform/postgres/databases.ts'
import { migrate } from '../src/platform/postgres/migrate.ts'
import { UNHURRIED } from '../src/platform/postgres/roles.ts'
import { createKey } from '../src/tenancy/manage/tenants.ts'
import { migrateQueue } from '../src/worker/queue.ts'
import { endWithThis } from './children.ts'
import { median, round } from './figures.ts'
import { type Cost, countCost } from './process-times.ts'
import { runOrderLoad, startPunchcard } from './processes.ts'
import { untilReached } from './until.ts'

const { values: flags } = parseArgs({
  options: {
    lots: { type: 'string' },
    rounds: { type: 'string' },
    tiny: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
  },
})
const LOTS = Number(flags.lots ?? (flags.tiny ? 500 : 200_000))
const ROUNDS = Number(flags.rounds ?? (flags.tiny ? 1 : 3))
if (!(LOTS >= 1 && ROUNDS >= 1)) throw new Error('--lots and --rounds are numbers of at least 1')
const WORKERS = 2
const SETTINGS = { shared_buffers: '1GB', max_wal_size: '8GB', checkpoint_timeout: '30min' }
/** A midnight in São Paulo. The merchant is a sandbox, whose clock is moved there. */
const MIDNIGHT = '2030-01-01T03:00:00Z'
const BARE_BATCH = 1_000
const BARE_CONNECTIONS = 2
const API_CUSTOMERS = 5_000
const ORDER_CONNECTIONS = 8
const ORDER_SECONDS = flags.tiny ? 0.3 : 10
const WARM_UP_SECONDS = flags.tiny ? 0.3 : 5

const say = (text: string): void => void process.stderr.write(`${text}\n`)
const log = createLogger({ level: 'error', destination: process.stderr })

/** One lot a customer, which is the most work a lot can be; and a second merchant whose orders keep coming. */
async function load(client: pg.Client): Promise<void> {
  await client.query(await readFile(new URL('sweep.sql', import.meta.url), 'utf8'))
  await client.query(`
    with made as (
      insert into tenant (name, currency, time_zone, locale, is_sandbox)
      values ('Sandbox', 'BRL', 'America/Sao_Paulo', 'pt-BR', true), ('Shop', 'BRL', 'America/Sao_Paulo', 'pt-BR', false)
      returning id
    )
    insert into tenant_home (tenant_id, state, epoch) select id, 'active', 1 from made`)
  await client.query(`insert into program_version (tenant_id, version, program) values (2, 1, $1::jsonb)`, [
    JSON.stringify({
      cashback: { isOn: true, pointValue: '0.05' },
      rules: [{ id: 1, kind: 'purchase', points: '1', validityDays: 365 }],
    }),
  ])
  await client.query(
    `insert into customer (tenant_id, id, original_id, public_id, name, email, phone, document, birthday,
      birthday_updated_at, signup_at, is_enrolled, enrolled_at, has_purchased, created_at, points_balance,
      cashback_balance, event_sequence, next_due_at)
    select tenant, n, 'c' || n, gen_random_uuid(), 'Customer c' || n, 'c' || n || '@customers.example',
      '+55 11 95555-0100', '123.456.789-09', '1990-05-17T00:00:00Z', now(), '2024-03-01T09:30:00Z', true, now(), true,
      now(), case tenant when 1 then 120 else 0 end, case tenant when 1 then 6 else 0 end,
      case tenant when 1 then 1 else 0 end, case tenant when 1 then $2::timestamptz end
    from (select 1 as tenant, n from generate_series(1, $1::int) as n
      union all select 2, n from generate_series(1, $3::int) as n) as wanted`,
    [LOTS, MIDNIGHT, API_CUSTOMERS],
  )
  await client.query(
    `insert into point_record (tenant_id, customer_id, id, type, points, cashback, recorded_at, order_id, available_at,
      expires_at, is_live, remaining_points, remaining_cashback, explanation)
    select 1, n, $1::bigint + n, 0, 120, 6, now(), 2 * $1::bigint + n, now(), $2, true, 120, 6,
      '{"v":1,"lines":[{"rule":1,"kind":"purchase","amount":"120","points":"120"}]}'
    from generate_series(1, $1::int) as n`,
    [LOTS, MIDNIGHT],
  )
  await client.query(
    `insert into point_event (tenant_id, customer_id, sequence, topic, record_id, points, cashback, points_balance,
      cashback_balance, occurred_at)
    select 1, n, 1, 0, $1::bigint + n, 120, 6, 120, 6, now() from generate_series(1, $1::int) as n`,
    [LOTS],
  )
  await client.query(`select setval('account_id', $1::bigint)`, [
    Math.ceil((3 * LOTS) / 1_000 + 1) * 1_000 + 1,
  ])
  await client.query('vacuum analyze')
  await client.query('checkpoint')
}

async function connect(url: string): Promise<pg.Client> {
  // As one of them, so that the workers do not make way for whoever watches them.
  const client = new pg.Client({ connectionString: url, application_name: 'punchcard work' })
  client.on('error', () => {})
  await client.connect()
  await client.query(UNHURRIED)
  return client
}

/** Lots a second, and what each costs. */
interface Swept {
  readonly perSecond: number
  readonly cost: Cost
}

async function sweepBare(url: string): Promise<Swept> {
  const clients = await Promise.all(Array.from({ length: BARE_CONNECTIONS }, () => connect(url)))
  for (const client of clients) await client.query('set role punchcard_app')
  const statement = { name: 'sweep', text: 'select bench_sweep($1, $2) as swept' }
  const stopCounting = countCost([], server.pid)
  const startedAt = performance.now()
  await Promise.all(
    clients.map(async (client) => {
      const values = [MIDNIGHT, BARE_BATCH]
      while ((await client.query<{ swept: number }>({ ...statement, values })).rows[0]?.swept);
    }),
  )
  const seconds = (performance.now() - startedAt) / 1_000
  const cost = (await stopCounting())(LOTS)
  await Promise.all(clients.map((client) => client.end()))
  return { perSecond: LOTS / seconds, cost }
}

async function startWorker(url: string): Promise<ChildProcess> {
  const file = fileURLToPath(new URL('../bin/punchcard.ts', import.meta.url))
  const child = spawn(process.execPath, [file, 'work'], {
    env: {
      ...process.env,
      DATABASE_URL: url,
      PUNCHCARD_WORKER_METRICS_PORT: '0',
      PUNCHCARD_VERIFY_HOUR: 'never',
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  endWithThis(child)
  const lines = createInterface({ input: child.stderr })
  await new Promise<void>((resolve, reject) => {
    lines.on('line', (line) => {
      if (line.includes('"msg":"ready"')) resolve()
      else if (!line.includes('"level":"info"')) say(line)
    })
    child.once('exit', () => reject(new Error('a worker ended before it was ready')))
  })
  return child
}

async function end(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  await ended
}

/** Two workers in the night before, and a way to make it midnight. */
async function startWorkers(url: string) {
  const workers = await Promise.all(Array.from({ length: WORKERS }, () => startWorker(url)))
  const client = await connect(url)
  await sleep(1_000)
  return {
    client,
    pids: workers.flatMap(({ pid }) => pid ?? []),
    moveToMidnight: () =>
      client.query(
        `update tenant set clock_ahead_ms = extract(epoch from $1::timestamptz - now()) * 1000 + 1000 where id = 1`,
        [MIDNIGHT],
      ),
    async stop() {
      await client.end()
      await Promise.all(workers.map(end))
    },
  }
}

/** Only the sweep makes origins, so their number is that of the lots it has expired. */
async function countSwept(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ inserted: string }>(
    `select n_tup_ins as inserted from pg_stat_all_tables where relid = 'point_origin'::regclass`,
  )
  return Number(rows[0]?.inserted ?? 0)
}

/** The same lots have no end of their own, and end because nothing has happened for a year. */
async function makeInactive(url: string): Promise<void> {
  const client = await connect(url)
  await client.query(`update point_record set expires_at = null where tenant_id = 1`)
  await client.query(`update customer set next_due_at = null, active_on = '2028-12-31' where tenant_id = 1`)
  await client.query(`update tenant set settings = settings || $1::jsonb where id = 1`, [
    JSON.stringify({ inactivity: { months: 12, noticeDays: 0, startsOn: '2026-01-01' } }),
  ])
  await client.query('vacuum analyze')
  await client.query('checkpoint')
  await client.end()
}

async function sweepInactive(url: string): Promise<Swept> {
  await makeInactive(url)
  const { client, pids, moveToMidnight, stop } = await startWorkers(url)
  const stopCounting = countCost(pids, server.pid)
  const startedAt = performance.now()
  await moveToMidnight()
  await untilReached(LOTS, () => countSwept(client), 200)
  const seconds = (performance.now() - startedAt) / 1_000
  const cost = (await stopCounting())(LOTS)
  await stop()
  return { perSecond: LOTS / seconds, cost }
}

/** Waits until nothing is due. Counted from midnight. */
async function sweepByWorkers(url: string): Promise<Swept> {
  const { client, pids, moveToMidnight, stop } = await startWorkers(url)
  const stopCounting = countCost(pids, server.pid)
  const startedAt = performance.now()
  await moveToMidnight()
  const due = {
    name: 'due',
    text: `select from point_record where tenant_id = 1 and is_live and (is_waiting or expires_at is not null)
      and case when is_waiting then available_at else expires_at end <= $1 limit 1`,
  }
  // To look whether anything is due costs more and more, so at first the statistics tell, which are a second late.
  await untilReached(0.9 * LOTS, () => countSwept(client), 200)
  while ((await client.query({ ...due, values: [MIDNIGHT] })).rowCount) await sleep(100)
  const seconds = (performance.now() - startedAt) / 1_000
  const cost = (await stopCounting())(LOTS)
  await stop()
  return { perSecond: LOTS / seconds, cost }
}

/** Orders of one process before and while the lots are swept, and how many of those a second meanwhile. */
async function sweepWithOrders(url: string) {
  const directory = openDatabase({
    url,
    connectionCount: 2,
    applicationName: 'punchcard bench',
    onIdleError: () => {},
  })
  const { token, secret } = await createKey(directory, 2, 'bench')
  await directory.close()
  const api = await startPunchcard(url)
  const orders = (seconds: number, run: string) =>
    runOrderLoad({
      ports: [api.port],
      connections: ORDER_CONNECTIONS,
      seconds,
      authorizations: [`Basic ${Buffer.from(`${token}:${secret}`).toString('base64')}`],
      customersPerTenant: API_CUSTOMERS,
      isHot: false,
      refusedPerMille: 0,
      run,
    })
  const { client, moveToMidnight, stop } = await startWorkers(url)
  await orders(WARM_UP_SECONDS, 'warm')
  const before = await orders(ORDER_SECONDS, 'before')
  await moveToMidnight()
  await sleep(2_000)
  const [sweptBefore, startedAt] = [await countSwept(client), performance.now()]
  const during = await orders(ORDER_SECONDS, 'during')
  const swept = ((await countSwept(client)) - sweptBefore) / ((performance.now() - startedAt) / 1_000)
  await stop()
  await api.stop()
  return { before, during, swept }
}

const folder = await mkdtemp(join(tmpdir(), 'punchcard-bench-'))
const server = await startLocalPostgres({ dataFolder: join(folder, 'postgres'), settings: SETTINGS })
try {
  const template = await createDatabase(server.url, 'bench')
  await migrate(template)
  await migrateQueue(template, log)
  const client = await connect(template)
  say(`loading ${LOTS} lots`)
  await load(client)
  await client.end()

  const onCopy = async <T>(work: (url: string) => Promise<T>): Promise<T> => {
    const copy = await createDatabase(server.url, 'copy', 'bench')
    try {
      return await work(copy)
    } finally {
      await dropDatabase(server.url, 'copy')
    }
  }
  const rounds: {
    bare: Swept
    workers: Swept
    inactive: Swept
    orders: Awaited<ReturnType<typeof sweepWithOrders>>
  }[] = []
  for (let turn = 1; turn <= ROUNDS; turn += 1) {
    const [bare, workers] = [await onCopy(sweepBare), await onCopy(sweepByWorkers)]
    const inactive = await onCopy(sweepInactive)
    const orders = await onCopy(sweepWithOrders)
    rounds.push({ bare, workers, inactive, orders })
    say(
      `round ${turn} of ${ROUNDS}: bare ${Math.round(bare.perSecond)}/s, workers ${Math.round(workers.perSecond)}/s, ` +
        `by inactivity ${Math.round(inactive.perSecond)}/s; ` +
        `CPU a lot ${round(workers.cost.nodeMicroseconds, 1)} + ${round(workers.cost.postgresMicroseconds, 1)} µs, ` +
        `bare ${round(bare.cost.postgresMicroseconds, 1)} µs; beside orders ` +
        `${Math.round(orders.swept)}/s, their p99 ${round(orders.before.p99Ms, 2)} ms before and ` +
        `${round(orders.during.p99Ms, 2)} ms during`,
    )
  }
  const middle = (pick: (round: (typeof rounds)[number]) => number): number => median(rounds.map(pick))
  const summary = {
    lots: LOTS,
    bare: Math.round(middle((r) => r.bare.perSecond)),
    workers: Math.round(middle((r) => r.workers.perSecond)),
    ratio: round(
      middle((r) => r.workers.perSecond / r.bare.perSecond),
      2,
    ),
    nodeMicroseconds: Math.round(middle((r) => r.workers.cost.nodeMicroseconds)),
    postgresMicroseconds: Math.round(middle((r) => r.workers.cost.postgresMicroseconds)),
    bareMicroseconds: Math.round(middle((r) => r.bare.cost.postgresMicroseconds)),
    inactive: Math.round(middle((r) => r.inactive.perSecond)),
    inactiveRatio: round(
      middle((r) => r.inactive.perSecond / r.workers.perSecond),
      2,
    ),
    inactiveNodeMicroseconds: Math.round(middle((r) => r.inactive.cost.nodeMicroseconds)),
    inactivePostgresMicroseconds: Math.round(middle((r) => r.inactive.cost.postgresMicroseconds)),
    besideOrders: Math.round(middle((r) => r.orders.swept)),
    ordersBefore: Math.round(middle((r) => r.orders.before.perSecond)),
    ordersDuring: Math.round(middle((r) => r.orders.during.perSecond)),
    p99BeforeMs: round(
      middle((r) => r.orders.before.p99Ms),
      2,
    ),
    p99DuringMs: round(
      middle((r) => r.orders.during.p99Ms),
      2,
    ),
    p99Ratio: round(
      middle((r) => r.orders.during.p99Ms / r.orders.before.p99Ms),
      2,
    ),
  }
  process.stdout.write(
    flags.json
      ? `${JSON.stringify(summary)}\n`
      : `${summary.workers} lots/s by two workers, bare ${summary.bare}/s: ${summary.ratio} of it (goal 0.5)\n` +
          `CPU a lot: Node ${summary.nodeMicroseconds} µs, PostgreSQL ${summary.postgresMicroseconds} µs; bare ` +
          `${summary.bareMicroseconds} µs\n` +
          `by inactivity ${summary.inactive}/s: ${summary.inactiveRatio} of the workers' rate (goal 0.8); CPU a lot: Node ` +
          `${summary.inactiveNodeMicroseconds} µs, PostgreSQL ${summary.inactivePostgresMicroseconds} µs\n` +
          `p99 of orders ${summary.p99BeforeMs} ms before, ${summary.p99DuringMs} ms during the sweep: ` +
          `${summary.p99Ratio} times (goal 2)\n` +
          `beside them ${summary.besideOrders} lots/s; orders ${summary.ordersBefore}/s before, ` +
          `${summary.ordersDuring}/s during\n`,
  )
} finally {
  await server.stop('immediate')
  await rm(server.dataFolder, { recursive: true, force: true })
  await rm(folder, { recursive: true, force: true })
}
