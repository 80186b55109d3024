/**
 * “Failover by itself: Patroni” of docs/operating/high-availability.md: its configurations, word for word, on three
 * machines that are network namespaces of this one. Under load processes are killed and stopped, the network is cut and
 * etcd loses its majority; no order that was answered may be missing or counted twice.
 *
 * By name only, as root: `PATRONI=1 FAILOVERS=20 npm test -- production/patroni`. It prints the table of the page.
 */
import { execFileSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { withClient } from '../../src/platform/postgres/client.ts'
import {
  freePort,
  punchcard,
  type Running,
  type RunningServer,
  startPunchcard,
  startServe,
} from '../cli/punchcard-process.ts'
import { openShop, SIMPLE_PROGRAM } from '../support/open-shop.ts'
import type { ShopKey } from '../support/test-api.ts'
import { openTestDatabase } from '../support/test-database.ts'
import { readChecklist } from './checklist.ts'
import { PatroniCluster } from './patroni-cluster.ts'
import { POINTS_PER_ORDER, SteadyOrders } from './steady-orders.ts'

const FAILOVERS = Number(process.env.FAILOVERS ?? 4)
const ASYNCHRONOUS_FAILOVERS = Number(process.env.ASYNCHRONOUS_FAILOVERS ?? (FAILOVERS >= 20 ? 10 : 1))
/** Faults with this in their names only. */
const ONLY = process.env.FAULT ?? ''
const WRITES_AGAIN_WITHIN_SECONDS = 30
/** Longer than the key of the primary lives (`ttl`), so that an etcd that is away is noticed. */
const ETCD_AWAY_MS = 30_000
const PROGRAMS = '/usr/lib/postgresql/15/bin'
const PASSWORD = 'of-a-login'

const needed = ['ip', 'setpriv', 'haproxy', 'etcd', 'patroni', `${PROGRAMS}/postgres`]
const missing = needed.filter((program) => !isInstalled(program))
const isWanted = Boolean(process.env.PATRONI)
if (isWanted && missing.length > 0) throw new Error(`Install what is missing: ${missing.join(', ')}`)

/** What happens to a cluster, and how it is mended again. */
interface Fault {
  readonly name: string
  /** Where the primary may stay where it is. */
  readonly mayStay?: true
  /** Answers the moment from which on the gap counts. */
  readonly strike: (cluster: PatroniCluster) => Promise<number>
  readonly mend: (cluster: PatroniCluster) => Promise<void>
}

let struck = ''

async function primaryOf(cluster: PatroniCluster) {
  const primary = await cluster.primary()
  if (!primary) throw new Error('there is no primary to strike')
  struck = primary.name
  return primary
}

const FAULTS = {
  'kill -9': [
    {
      name: 'PostgreSQL and Patroni killed',
      async strike(cluster) {
        const primary = await primaryOf(cluster)
        primary.signalPatroni('SIGKILL')
        await primary.signalPostgres('SIGKILL')
        return performance.now()
      },
      mend: async (cluster) => cluster.machine(struck).startPatroni(),
    },
    {
      name: 'PostgreSQL killed',
      mayStay: true,
      async strike(cluster) {
        await (await primaryOf(cluster)).signalPostgres('SIGKILL')
        return performance.now()
      },
      mend: async () => {},
    },
    {
      name: 'Patroni killed',
      async strike(cluster) {
        const primary = await primaryOf(cluster)
        primary.signalPatroni('SIGKILL')
        return performance.now()
      },
      mend: async (cluster) => cluster.machine(struck).startPatroni(),
    },
  ],
  SIGSTOP: [
    {
      name: 'PostgreSQL and Patroni stopped',
      async strike(cluster) {
        const primary = await primaryOf(cluster)
        primary.signalPatroni('SIGSTOP')
        await primary.signalPostgres('SIGSTOP')
        return performance.now()
      },
      async mend(cluster) {
        await cluster.machine(struck).signalPostgres('SIGCONT')
        cluster.machine(struck).signalPatroni('SIGCONT')
      },
    },
    {
      name: 'PostgreSQL stopped',
      async strike(cluster) {
        await (await primaryOf(cluster)).signalPostgres('SIGSTOP')
        return performance.now()
      },
      mend: (cluster) => cluster.machine(struck).signalPostgres('SIGCONT'),
    },
  ],
  network: [
    {
      name: 'the primary cut off from all',
      async strike(cluster) {
        ;(await primaryOf(cluster)).cutOff()
        return performance.now()
      },
      mend: async (cluster) => cluster.machine(struck).plugIn(),
    },
    {
      name: 'the primary cut off from the other two',
      async strike(cluster) {
        ;(await primaryOf(cluster)).blind()
        return performance.now()
      },
      mend: async (cluster) => cluster.machine(struck).unblind(),
    },
  ],
  etcd: [
    {
      name: 'two of three etcd killed',
      mayStay: true,
      async strike(cluster) {
        const [one, two] = cluster.machines
        const at = performance.now()
        for (const machine of [one, two]) machine?.killEtcd()
        await sleep(ETCD_AWAY_MS)
        return at
      },
      async mend(cluster) {
        for (const machine of cluster.machines) if (!machine.etcd) machine.startEtcd()
      },
    },
    {
      name: 'two of three etcd killed, then the primary; from the return of etcd',
      async strike(cluster) {
        const [, two, three] = cluster.machines
        const primary = await primaryOf(cluster)
        for (const machine of [two, three]) machine?.killEtcd()
        await sleep(10_000)
        primary.signalPatroni('SIGKILL')
        await primary.signalPostgres('SIGKILL')
        await sleep(5_000)
        for (const machine of cluster.machines) if (!machine.etcd) machine.startEtcd()
        return performance.now()
      },
      mend: async (cluster) => cluster.machine(struck).startPatroni(),
    },
  ],
} as const satisfies Record<string, readonly Fault[]>

interface Round {
  readonly fault: string
  readonly from: string
  readonly to: string
  readonly gapSeconds: number
  /** Orders that were answered and are not there. */
  readonly lost: number
}

let folder: string
let cluster: PatroniCluster
let serving: RunningServer[]
let working: Running
let shop: ShopKey
let databasePort: number
const opened = new AsyncDisposableStack()
const rounds: Round[] = []

/** By the proxy, as Punchcard goes. */
function urlFor(login: string, database = 'punchcard'): string {
  const password = login === 'postgres' ? cluster.superuserPassword : PASSWORD
  return `postgres://${login}:${password}@127.0.0.1:${databasePort}/${database}`
}

async function prepareDatabase(): Promise<void> {
  await withClient({ connectionString: urlFor('postgres', 'postgres') }, async (client) => {
    await client.query(`create role punchcard_owner login createrole password '${PASSWORD}'`)
    await client.query('create database punchcard owner punchcard_owner')
  })
  await withClient({ connectionString: urlFor('punchcard_owner') }, async (client) => {
    for (const login of ['api', 'worker'])
      await client.query(`create role punchcard_${login} login password '${PASSWORD}'`)
  })
  const logins = ['--api-login', 'punchcard_api', '--worker-login', 'punchcard_worker']
  const migrated = await punchcard(['migrate', ...logins], { DATABASE_URL: urlFor('punchcard_owner') })
  expect(migrated).toMatchObject({ exitCode: 0 })
  const database = openTestDatabase(urlFor('punchcard_api'))
  shop = await openShop(database, { program: SIMPLE_PROGRAM })
  await database.close()
}

async function storedOrders(): Promise<Set<string>> {
  return withClient({ connectionString: urlFor('postgres') }, async (client) => {
    const { rows } = await client.query<{ id: string }>('select original_id as id from customer_order')
    return new Set(rows.map(({ id }) => id))
  })
}

/** The order's points are booked once, whatever was sent how often. */
async function expectNothingDoubled(): Promise<void> {
  const { rows } = await withClient({ connectionString: urlFor('postgres') }, (client) =>
    client.query(
      `select (select count(*)::int from customer_order) as orders,
        (select count(distinct original_id)::int from customer_order) as ids,
        (select count(*)::int from point_record) as credits,
        (select sum(points)::int from point_record) as points`,
    ),
  )
  const orders = Number(rows[0]?.orders)
  expect(rows).toEqual([{ orders, ids: orders, credits: orders, points: orders * POINTS_PER_ORDER }])
}

/** One kind after the other, so that a few rounds have one of each. */
function faultOf(round: number): Fault {
  const all = Object.values(FAULTS) as readonly (readonly Fault[])[]
  const kinds = all
    .map((faults) => faults.filter(({ name }) => name.includes(ONLY)))
    .filter(({ length }) => length > 0)
  const variants = kinds[round % kinds.length] ?? []
  const fault = variants[Math.floor(round / kinds.length) % variants.length]
  if (!fault) throw new Error('no fault')
  return fault
}

/** What the machines and the processes said last, with an error. */
function explain(when: string): (error: Error) => Promise<never> {
  return async ({ message }) => {
    const said = serving.map(({ log }) => log().slice(-3_000)).join('\n')
    throw new Error(`${when}: ${message}\n${await cluster.lastWords()}\n${said}`)
  }
}

async function suffer(fault: Fault, orders: SteadyOrders, isSynchronous = true): Promise<Round> {
  await cluster.untilWhole({ isSynchronous })
  await orders.untilMore(50, 60_000).catch(explain(`before ${fault.name}`))
  const from = (await cluster.primary())?.name ?? '–'
  const since = await fault.strike(cluster)
  const deadline = performance.now() + 120_000
  let other: string | undefined
  while (!fault.mayStay && other === undefined) {
    if (performance.now() > deadline) {
      throw new Error(`nothing took over from ${from}: ${fault.name}\n${await cluster.lastWords()}`)
    }
    other = (await cluster.primary(from))?.name
    await sleep(200)
  }
  await orders.untilMore(100, 120_000).catch(explain(fault.name))
  const gapSeconds = orders.longestGapSeconds(since)
  const to = other ?? (await cluster.primary())?.name ?? '–'
  const answered = [...orders.answered]
  await fault.mend(cluster)
  await cluster.untilWhole({ isSynchronous })
  const stored = await storedOrders()
  const lost = orders.forget(answered.filter((id) => !stored.has(id)))
  const round = { fault: fault.name, from, to, gapSeconds, lost }
  process.stdout.write(`${JSON.stringify(round)}\n`)
  return round
}

function tell(title: string, told: readonly Round[]): void {
  const lines = [...new Set(told.map(({ fault }) => fault))].map((fault) => {
    const of = told.filter((one) => one.fault === fault)
    const gaps = of.map(({ gapSeconds }) => gapSeconds).toSorted((a, b) => a - b)
    const moved = of.filter(({ from, to }) => from !== to).length
    const lost = of.map((one) => one.lost).toSorted((a, b) => a - b)
    return `| ${fault} | ${of.length} | ${moved} | ${gaps.map((gap) => gap.toFixed(1)).join(', ')} | ${lost.join(', ')} |`
  })
  process.stdout.write(`\n${[title, '| Fault | Rounds | Moved | Seconds | Lost |', ...lines].join('\n')}\n`)
}

describe.skipIf(!isWanted)('failover by Patroni', { timeout: (FAILOVERS + 40) * 180_000 }, () => {
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'punchcard-patroni-'))
    opened.defer(() => rm(folder, { recursive: true, force: true }))
    databasePort = await freePort()
    const steps = await readChecklist('docs/operating/high-availability.md', 'Failover by itself: Patroni')
    expect(steps.map(({ title }) => title)).toEqual([
      '0. What is yours to choose',
      '1. etcd.',
      '2. Patroni',
      '3. One address',
    ])
    cluster = opened.use(await PatroniCluster.start(folder, steps, PROGRAMS, databasePort))
    await prepareDatabase()
    const environment = { PUNCHCARD_RATE_LIMIT_PER_SECOND: '1000000' }
    const serve = () => startServe({ ...environment, DATABASE_URL: urlFor('punchcard_api') })
    serving = [opened.use(await serve()), opened.use(await serve())]
    working = opened.use(
      await startPunchcard(
        ['work'],
        { DATABASE_URL: urlFor('punchcard_worker'), PUNCHCARD_WORKER_METRICS_PORT: '0' },
        ({ log }) => log().includes('"msg":"ready"'),
      ),
    )
  }, 300_000)
  afterAll(() => opened.disposeAsync(), 120_000)

  const startOrders = (name: string): SteadyOrders =>
    new SteadyOrders(
      name,
      serving.map(({ url }) => url),
      shop.authorization,
    )

  it(`${FAILOVERS} times with a synchronous standby: no order is lost or counted twice`, async () => {
    await using orders = startOrders('synchronous')
    for (let round = 0; round < FAILOVERS; round += 1) rounds.push(await suffer(faultOf(round), orders))
    await orders.stop()
    tell(`Synchronous, ${orders.answered.size} orders answered; statuses ${[...orders.statuses]}`, rounds)
    expect([...orders.statuses.keys()].sort()).toEqual([200, 503])
    expect(rounds.filter(({ lost }) => lost > 0)).toEqual([])
    expect(rounds.filter(({ gapSeconds }) => gapSeconds > WRITES_AGAIN_WITHIN_SECONDS)).toEqual([])
    const stored = await storedOrders()
    expect([...orders.answered].filter((id) => !stored.has(id))).toEqual([])
    await expectNothingDoubled()
    const verified = await punchcard(['verify', '--json'], { DATABASE_URL: urlFor('punchcard_api') })
    expect(JSON.parse(verified.stdout)).toMatchObject({ differences: 0 })
    for (const { process: child } of [...serving, working]) expect(child.exitCode).toBeNull()
  })

  it('without failsafe mode an etcd without a majority stops all writes until it is back', async () => {
    await cluster.configure({ failsafe_mode: false })
    await using orders = startOrders('without-failsafe')
    await cluster.untilWhole()
    await orders.untilMore(50, 60_000)
    const [etcd] = FAULTS.etcd
    const since = await etcd.strike(cluster)
    expect(await cluster.primary()).toBeNull()
    const backAt = performance.now()
    await etcd.mend(cluster)
    await orders.untilMore(100, 120_000)
    const gap = orders.longestGapSeconds(since)
    const afterReturn = orders.secondsUntilAnswer(backAt)
    process.stdout.write(
      `without failsafe mode: ${gap.toFixed(1)} s without an order, ${afterReturn.toFixed(1)} s of them after etcd was back\n`,
    )
    await orders.stop()
    expect(afterReturn).toBeLessThan(WRITES_AGAIN_WITHIN_SECONDS)
    await cluster.configure({ failsafe_mode: true })
  })

  it(`${ASYNCHRONOUS_FAILOVERS} times with asynchronous standbys: what is lost is counted, and nothing is doubled`, async () => {
    await cluster.configure({ synchronous_mode: false })
    await using orders = startOrders('asynchronous')
    const faults: readonly Fault[] = [FAULTS.network[1], FAULTS['kill -9'][0], FAULTS.network[0]]
    const told: Round[] = []
    for (let round = 0; round < ASYNCHRONOUS_FAILOVERS; round += 1) {
      const fault = faults[round % faults.length]
      if (fault) told.push(await suffer(fault, orders, false))
    }
    await orders.stop()
    tell(`Asynchronous, ${orders.answered.size} orders answered; statuses ${[...orders.statuses]}`, told)
    await expectNothingDoubled()
    const verified = await punchcard(['verify', '--json'], { DATABASE_URL: urlFor('punchcard_api') })
    expect(JSON.parse(verified.stdout)).toMatchObject({ differences: 0 })
  })
})

function isInstalled(program: string): boolean {
  try {
    execFileSync('sh', ['-c', `command -v ${program}`], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}
