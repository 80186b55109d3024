/**
 * `npm run bench:bulk`: orders in lists of 500 beside one order per request and beside E2, and reading a balance
 * (operation 22) beside H and beside pgbench with the same statements. Interleaved rounds, one run. README.md
 * explains each figure.
 */
import { parseArgs } from 'node:util'
import { balanceScript } from './balance-script.ts'
import { type Candidate, candidatesE2, findBest } from './baselines.ts'
import { type BenchDatabase, openBenchDatabase } from './database.ts'
import { median, round } from './figures.ts'
import { pgbench } from './pgbench.ts'
import { type Cost, costOf, countCost } from './process-times.ts'
import {
  runBalanceLoad,
  runListLoad,
  runOrderLoad,
  type ServerProcess,
  startFloor,
  startPunchcard,
} from './processes.ts'
import { hasWrk, runWrk } from './wrk.ts'

const { values: flags } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    tiny: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
  },
})
const FULL = {
  tenants: 200,
  customersPerTenant: 1_000,
  rounds: 7,
  seconds: 6,
  warmUpSeconds: 20,
  trySeconds: 3,
}
const QUICK = { ...FULL, customersPerTenant: 100, rounds: 2, seconds: 3, warmUpSeconds: 5, trySeconds: 1 }
const TINY = { ...QUICK, tenants: 20, rounds: 1, seconds: 0.3, warmUpSeconds: 0.3, trySeconds: 0.3 }
const SIZE = flags.tiny ? TINY : flags.quick ? QUICK : FULL
const TRIES_E2 =
  SIZE === FULL ? { batches: [50, 100, 200], connections: [1, 2, 4] } : { batches: [100], connections: [2] }
const CONNECTIONS = flags.tiny ? 16 : 128
/** Each with a key of its own: of one key, one list is served at a time. */
const LISTS_AT_ONCE = 4
const ITEMS = 500
/** Customers of each merchant whose balances are read, and the orders of each. */
const READERS = 10
const ORDERS_OF_READER = 3
const READ_CONNECTIONS = 64

const say = (text: string): void => void process.stderr.write(`${text}\n`)

interface Bench {
  readonly database: BenchDatabase
  readonly punchcard: ServerProcess
  readonly floor: ServerProcess
}

interface Turn extends Cost {
  readonly perSecond: number
}

/** What each request or order costs, while `send` sends them and says how many there were. */
async function measure({ database, punchcard }: Bench, send: () => Promise<number>): Promise<Turn> {
  const stop = countCost(punchcard.pid, database.server.pid)
  const startedAt = performance.now()
  const count = await send()
  const perSecond = (count * 1_000) / (performance.now() - startedAt)
  const each = await stop()
  return { perSecond, ...each(count) }
}

let runs = 0

async function sendSingly({ database, punchcard }: Bench, seconds: number): Promise<number> {
  runs += 1
  const { authorizations } = database
  const send = (await hasWrk()) ? runWrk : runOrderLoad
  const { requests } = await send({
    ports: [punchcard.port],
    connections: CONNECTIONS,
    seconds,
    authorizations,
    customersPerTenant: SIZE.customersPerTenant,
    isHot: false,
    refusedPerMille: 0,
    run: `s${runs}`,
  })
  return requests
}

async function sendLists({ database, punchcard }: Bench, seconds: number): Promise<number> {
  runs += 1
  const { requests } = await runListLoad({
    listPort: punchcard.port,
    connections: LISTS_AT_ONCE,
    seconds,
    authorizations: database.authorizations,
    customersPerTenant: SIZE.customersPerTenant,
    items: ITEMS,
    run: `l${runs}`,
  })
  return requests * ITEMS
}

async function readBalances({ database }: Bench, server: ServerProcess, seconds: number): Promise<number> {
  const { requests } = await runBalanceLoad({
    balancePort: server.port,
    connections: READ_CONNECTIONS,
    seconds,
    authorizations: database.authorizations,
    readers: READERS,
  })
  return requests
}

/** Customers r1, r2 … of each merchant, with some orders each. */
async function makeReaders({ database, punchcard }: Bench): Promise<void> {
  for (const [index, authorization] of database.authorizations.entries()) {
    const orders = Array.from({ length: READERS * ORDERS_OF_READER }, (_, order) => ({
      OriginalId: `reader-${order}`,
      OrderPlacementDate: '2026-01-15T12:00:00Z',
      OrderCompletedDate: '2026-01-15T12:05:00Z',
      IsCompleted: true,
      OrderTotal: 10 + order,
      Customer: { OriginalId: `r${(order % READERS) + 1}` },
    }))
    const response = await fetch(`http://127.0.0.1:${punchcard.port}/v1/pvt/Order/bulk`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify(orders),
    })
    const { FailedCount } = (await response.json()) as { FailedCount?: number }
    if (FailedCount !== 0) throw new Error(`the orders of merchant ${index + 1} were not taken`)
  }
}

interface Round {
  readonly single: Turn
  readonly list: Turn
  readonly e2: number
  readonly balances: Turn
  readonly h: number
  /** Here Node is only what started it. */
  readonly pgbench: Turn
}

const told = (turn: Turn): string =>
  `${Math.round(turn.perSecond)}/s at ${Math.round(turn.nodeMicroseconds)} + ${Math.round(turn.postgresMicroseconds)} µs`

async function takeRound(bench: Bench, e2: Candidate, script: string, isListFirst: boolean): Promise<Round> {
  const singly = () => measure(bench, () => sendSingly(bench, SIZE.seconds))
  const inLists = () => measure(bench, () => sendLists(bench, SIZE.seconds))
  const first = isListFirst ? await inLists() : await singly()
  const second = isListFirst ? await singly() : await inLists()
  return {
    single: isListFirst ? second : first,
    list: isListFirst ? first : second,
    e2: (await e2.run(SIZE.seconds)).perSecond,
    balances: await measure(bench, () => readBalances(bench, bench.punchcard, SIZE.seconds)),
    h: (await readBalances(bench, bench.floor, SIZE.seconds)) / SIZE.seconds,
    pgbench: await measure(bench, async () => {
      const options = { url: bench.database.url, script, clients: 16, seconds: SIZE.seconds }
      return (await pgbench(options)).transactions
    }),
  }
}

async function warmUp(bench: Bench): Promise<void> {
  say('warming up')
  await makeReaders(bench)
  await sendSingly(bench, SIZE.warmUpSeconds)
  await sendLists(bench, SIZE.warmUpSeconds)
  for (const server of [bench.punchcard, bench.floor])
    await readBalances(bench, server, SIZE.warmUpSeconds / 3)
  await bench.database.client.query('vacuum analyze')
}

async function main(): Promise<void> {
  const database = await openBenchDatabase(SIZE, say)
  const servers: ServerProcess[] = []
  try {
    servers.push(await startPunchcard(database.url), await startFloor(database.url, false))
    const [punchcard, floor] = servers as [ServerProcess, ServerProcess]
    const bench = { database, punchcard, floor }
    await warmUp(bench)
    const e2 = await findBest('E2', candidatesE2(database, SIZE, TRIES_E2), SIZE.trySeconds, say)
    const script = await balanceScript(SIZE.tenants, READERS)
    const rounds: Round[] = []
    for (let turn = 1; turn <= SIZE.rounds; turn += 1) {
      const figures = await takeRound(bench, e2, script, turn % 2 === 0)
      rounds.push(figures)
      const { single, list } = figures
      say(
        `round ${turn} of ${SIZE.rounds}: lists ${told(list)}, ` +
          `single ${told(single)}, E2 ${Math.round(figures.e2)}/s; ` +
          `balances ${told(figures.balances)}, H ${Math.round(figures.h)}/s, pgbench ${told(figures.pgbench)}`,
      )
    }
    report(rounds, e2.label)
  } finally {
    for (const { stop } of servers) await stop()
    await database.close()
  }
}

function report(rounds: readonly Round[], bestE2: string): void {
  const middle = (pick: (round: Round) => number): number => median(rounds.map(pick))
  const summary = {
    lists: Math.round(middle((r) => r.list.perSecond)),
    singles: Math.round(middle((r) => r.single.perSecond)),
    e2: Math.round(middle((r) => r.e2)),
    listNode: Math.round(middle((r) => r.list.nodeMicroseconds)),
    listPostgres: Math.round(middle((r) => r.list.postgresMicroseconds)),
    singleNode: Math.round(middle((r) => r.single.nodeMicroseconds)),
    singlePostgres: Math.round(middle((r) => r.single.postgresMicroseconds)),
    costRatio: round(
      middle((r) => costOf(r.list) / costOf(r.single)),
      2,
    ),
    ratioE2: round(
      middle((r) => r.list.perSecond / r.e2),
      2,
    ),
    balances: Math.round(middle((r) => r.balances.perSecond)),
    balanceNode: Math.round(middle((r) => r.balances.nodeMicroseconds)),
    balancePostgres: Math.round(middle((r) => r.balances.postgresMicroseconds)),
    h: Math.round(middle((r) => r.h)),
    pgbench: Math.round(middle((r) => r.pgbench.perSecond)),
    pgbenchPostgres: Math.round(middle((r) => r.pgbench.postgresMicroseconds)),
    balanceRatio: round(
      middle((r) => r.balances.perSecond / Math.min(r.h, r.pgbench.perSecond)),
      2,
    ),
    bestE2,
  }
  if (flags.json) {
    process.stdout.write(`${JSON.stringify(summary)}\n`)
    return
  }
  process.stdout.write(
    `orders in lists of ${ITEMS}: ${summary.lists}/s, ${summary.listNode} + ${summary.listPostgres} µs of Node and PostgreSQL\n` +
      `single orders: ${summary.singles}/s, ${summary.singleNode} + ${summary.singlePostgres} µs\n` +
      `cost ratio ${summary.costRatio} (goal 0.6); ÷ E2 ${summary.ratioE2} (goal 0.45), E2 ${summary.e2}/s with ${bestE2}\n` +
      `balances: ${summary.balances}/s, ${summary.balanceNode} + ${summary.balancePostgres} µs, H ${summary.h}/s, ` +
      `pgbench ${summary.pgbench}/s, ${summary.pgbenchPostgres} µs: ${summary.balanceRatio} of the ` +
      'smaller one (goal 0.8)\n',
  )
}

await main()
