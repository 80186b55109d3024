/**
 * `npm run bench:backtest`: how many orders a second a backtest walks on one worker, beside how many a second are placed,
 * rounds interleaved; and the memory that it needs. README.md explains each figure.
 */
import { parseArgs } from 'node:util'
import type { ProgramContent } from '../src/earning/program-json.ts'
import { createLogger } from '../src/platform/log.ts'
import { migrateQueue } from '../src/worker/queue.ts'
import { type BenchDatabase, openBenchDatabase } from './database.ts'
import { spreadOf } from './figures.ts'
import { countAllFigures } from './fold.ts'
import { fillPastOrders } from './past-orders.ts'
import { type Cost, countCost } from './process-times.ts'
import { runOrderLoad, type ServerProcess, startPunchcard } from './processes.ts'
import { JobsOfOne, openAsWorker, startWorker } from './worker.ts'
import { hasWrk, runWrk } from './wrk.ts'

const { values: flags } = parseArgs({
  options: {
    orders: { type: 'string' },
    rounds: { type: 'string' },
    tiny: { type: 'boolean', default: false },
  },
})
const ORDERS = Number(flags.orders ?? (flags.tiny ? 2_000 : 100_000))
const ROUNDS = Number(flags.rounds ?? (flags.tiny ? 1 : 5))
const SECONDS = flags.tiny ? 0.3 : 6
const WARM_UP_SECONDS = flags.tiny ? 0.3 : 15
const SIZE = { tenants: flags.tiny ? 4 : 200, customersPerTenant: 1_000 }
const CONNECTIONS = flags.tiny ? 8 : 128
/** As long as a backtest may be. */
const DAYS = 400
const TENANT = 1
/** Beside the orders that are placed in a second. */
const RATE_MIN = 3
const MORE_MEMORY_MAX_MB = 250

/** Twice the points, and a bonus: every customer gets other points. */
const CANDIDATE: ProgramContent = {
  cashback: { isOn: true, pointValue: '0.05' },
  rules: [
    { id: 1, kind: 'purchase', name: 'purchase', points: '2', validityDays: 365 },
    { id: 2, kind: 'order', name: 'large orders', points: '5', when: { minimumOrder: '100' } },
  ],
} as ProgramContent

const say = (text: string): void => void process.stderr.write(`${text}\n`)

interface Bench {
  readonly database: BenchDatabase
  readonly punchcard: ServerProcess
}

let runs = 0

async function ordersPerSecond({ database, punchcard }: Bench, seconds: number): Promise<number> {
  runs += 1
  const send = !flags.tiny && (await hasWrk()) ? runWrk : runOrderLoad
  const { perSecond } = await send({
    ports: [punchcard.port],
    connections: CONNECTIONS,
    seconds,
    // Not the one whose orders are walked: they stay as many.
    authorizations: database.authorizations.slice(1),
    customersPerTenant: SIZE.customersPerTenant,
    isHot: false,
    refusedPerMille: 0,
    run: `o${runs}`,
  })
  return perSecond
}

interface Walked extends Cost {
  readonly perSecond: number
  readonly peakMb: number
}

const database = await openBenchDatabase(SIZE, say)
await migrateQueue(database.url, createLogger({ level: 'error', destination: process.stderr }))
const punchcard = await startPunchcard(database.url)
const asWorker = openAsWorker(database.url)
const worker = await startWorker(database.url, say)
try {
  const bench = { database, punchcard }
  const shop = { tenantId: TENANT, port: punchcard.port, authorization: database.authorizations[0] ?? '' }
  say(`filling in ${ORDERS} orders of ${DAYS} days`)
  const days = await fillPastOrders(database.client, shop, { orders: ORDERS, days: DAYS })
  const jobs = new JobsOfOne(asWorker, TENANT)
  const tenants = database.authorizations.map((_, index) => index + 1)

  /** From the first turn to the end, with all pauses. Nothing else is left to do for the worker. */
  const walk = async (): Promise<Walked> => {
    await countAllFigures(asWorker, tenants)
    const stop = countCost(worker.pid, database.server.pid)
    let peakMb = 0
    const job = await jobs.done(await jobs.startBacktest(CANDIDATE, days), () => {
      peakMb = Math.max(peakMb, worker.memoryMb())
    })
    const seconds = ((job.finishedAt ?? 0) - (job.startedAt ?? 0)) / 1_000
    return { ...(await stop())(job.done), perSecond: job.done / seconds, peakMb }
  }

  await countAllFigures(asWorker, tenants)
  const idleMb = worker.memoryMb()
  say(`the worker has ${idleMb.toFixed(0)} MB; warming up`)
  await ordersPerSecond(bench, WARM_UP_SECONDS)
  await walk()
  const ratios: number[] = []
  const walks: Walked[] = []
  for (let round = 1; round <= ROUNDS; round += 1) {
    const before = await ordersPerSecond(bench, SECONDS)
    const walked = await walk()
    const after = await ordersPerSecond(bench, SECONDS)
    walks.push(walked)
    ratios.push((2 * walked.perSecond) / (before + after))
    say(
      `round ${round} of ${ROUNDS}: ${Math.round(walked.perSecond)} orders/s walked, ` +
        `${Math.round((before + after) / 2)}/s placed, ratio ${ratios.at(-1)?.toFixed(2)}, peak ${walked.peakMb.toFixed(0)} MB`,
    )
  }
  const { rows } = await database.client.query<{ differences: number; orders: number }>(
    `select (result #>> '{check,differences}')::int as differences, (result #>> '{check,orders}')::int as orders
    from backtest where tenant_id = $1 order by job_id desc limit 1`,
    [TENANT],
  )
  const [checked] = rows
  if (checked?.differences !== 0 || checked.orders < ORDERS)
    throw new Error(`checked ${JSON.stringify(checked)}`)
  const told = (numbers: readonly number[], digits: number): string => {
    const { median, least, most } = spreadOf(numbers, digits)
    return `${median} (${least} to ${most})`
  }
  const peakMb = Math.max(...walks.map((walked) => walked.peakMb))
  process.stdout.write(
    `backtest ÷ orders placed: ${told(ratios, 2)}, goal ${RATE_MIN}; ${told(
      walks.map(({ perSecond }) => perSecond),
      0,
    )} orders/s walked\n` +
      `an order walked: Node ${told(
        walks.map(({ nodeMicroseconds }) => nodeMicroseconds),
        0,
      )} µs, PostgreSQL ${told(
        walks.map(({ postgresMicroseconds }) => postgresMicroseconds),
        0,
      )} µs\n` +
      `memory at most ${peakMb.toFixed(0)} MB, idle ${idleMb.toFixed(0)} MB, goal at most ${MORE_MEMORY_MAX_MB} MB more\n`,
  )
  const isMissed = spreadOf(ratios, 2).median < RATE_MIN || peakMb > idleMb + MORE_MEMORY_MAX_MB
  if (isMissed && !flags.tiny) process.exitCode = 1
} finally {
  await worker.stop()
  await asWorker.close()
  await punchcard.stop()
  await database.close()
}
