/**
 * `npm run bench:several`: orders by `punchcard serve --processes N` beside one process, in pairs of turns on one
 * database: orders per second, and CPU of all Node processes and of PostgreSQL. README.md explains each figure.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { endWithThis } from './children.ts'
import { type BenchDatabase, openBenchDatabase } from './database.ts'
import { spreadOf } from './figures.ts'
import { type Cost, childrenOf, costOf, postgresSeconds, timesOf } from './process-times.ts'
import { runOrderLoad } from './processes.ts'
import { hasWrk, runWrk } from './wrk.ts'

const { values: flags } = parseArgs({
  options: {
    processes: { type: 'string', default: '2' },
    pairs: { type: 'string' },
    seconds: { type: 'string' },
    'warm-up': { type: 'string' },
    tiny: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
  },
})
const FULL = { tenants: 200, customersPerTenant: 1_000, pairs: 7, seconds: 8, warmUpSeconds: 20 }
const TINY = { tenants: 20, customersPerTenant: 100, pairs: 1, seconds: 0.3, warmUpSeconds: 0.3 }
const SIZE = flags.tiny ? TINY : FULL
const PAIRS = Number(flags.pairs ?? SIZE.pairs)
const SECONDS = Number(flags.seconds ?? SIZE.seconds)
const WARM_UP_SECONDS = Number(flags['warm-up'] ?? SIZE.warmUpSeconds)
const CONNECTIONS = flags.tiny ? 16 : 128

const PUNCHCARD = fileURLToPath(new URL('../bin/punchcard.ts', import.meta.url))
const say = (text: string): void => void process.stderr.write(`${text}\n`)

interface Turn extends Cost {
  readonly perSecond: number
  readonly p99Ms: number
}

interface Server {
  readonly child: ChildProcess
  readonly port: number
}

/** As an operator starts it. */
async function startServe(databaseUrl: string, processes: string): Promise<Server> {
  const child = spawn(process.execPath, [PUNCHCARD, 'serve', '--processes', processes], {
    env: {
      ...process.env,
      ...{ DATABASE_URL: databaseUrl, PORT: '0', PUNCHCARD_METRICS_PORT: '0', PUNCHCARD_DRAIN_SECONDS: '0' },
      ...{ PUNCHCARD_RATE_LIMIT_PER_SECOND: '1000000', PUNCHCARD_TENANT_RATE_LIMIT_PER_SECOND: '1000000' },
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  endWithThis(child)
  const lines: string[] = []
  for await (const line of createInterface({ input: child.stderr })) {
    lines.push(line)
    if (!line.includes('"msg":"ready"')) continue
    child.stderr.resume()
    return { child, port: Number(new URL((JSON.parse(line) as { url: string }).url).port) }
  }
  throw new Error(`punchcard serve ended:\n${lines.join('\n')}`)
}

async function stop({ child }: Server): Promise<void> {
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGTERM')
  await ended
}

/** Of the process that was started, and of those that it has started. */
function nodeSeconds({ child: { pid = 0 } }: Server): number {
  return [pid, ...childrenOf(pid)].reduce((sum, one) => sum + (timesOf(one)?.own ?? 0), 0)
}

let runs = 0

async function takeTurn(server: Server, database: BenchDatabase, seconds: number): Promise<Turn> {
  runs += 1
  const send = (await hasWrk()) ? runWrk : runOrderLoad
  const read = () => ({ node: nodeSeconds(server), postgres: postgresSeconds(database.server.pid) })
  const before = read()
  const { requests, perSecond, p99Ms } = await send({
    ports: [server.port],
    connections: CONNECTIONS,
    seconds,
    authorizations: database.authorizations,
    customersPerTenant: SIZE.customersPerTenant,
    isHot: false,
    refusedPerMille: 0,
    run: `s${runs}`,
  })
  const after = read()
  const each = (from: number, to: number): number => ((to - from) * 1e6) / requests
  return {
    perSecond,
    p99Ms,
    nodeMicroseconds: each(before.node, after.node),
    postgresMicroseconds: each(before.postgres, after.postgres),
  }
}

function report(pairs: readonly [one: Turn, several: Turn][]): void {
  const figures = (side: 0 | 1) => {
    const of = (pick: (turn: Turn) => number) =>
      spreadOf(
        pairs.map((pair) => pick(pair[side])),
        0,
      )
    return {
      perSecond: of(({ perSecond }) => perSecond),
      p99Ms: of(({ p99Ms }) => p99Ms),
      nodeMicroseconds: of(({ nodeMicroseconds }) => nodeMicroseconds),
      postgresMicroseconds: of(({ postgresMicroseconds }) => postgresMicroseconds),
    }
  }
  const ratio = (pick: (turn: Turn) => number) =>
    spreadOf(
      pairs.map(([one, several]) => pick(several) / pick(one)),
      2,
    )
  const summary = {
    processes: Number(flags.processes),
    one: figures(0),
    several: figures(1),
    ordersRatio: ratio(({ perSecond }) => perSecond),
    costRatio: ratio(costOf),
  }
  process.stdout.write(`${JSON.stringify(summary, null, flags.json ? 0 : 2)}\n`)
}

const database = await openBenchDatabase(SIZE, say)
try {
  const one = await startServe(database.url, '1')
  const several = await startServe(database.url, flags.processes)
  say('warming up')
  for (const server of [one, several]) await takeTurn(server, database, WARM_UP_SECONDS)
  const pairs: [Turn, Turn][] = []
  for (let pair = 1; pair <= PAIRS; pair += 1) {
    // The one that begins changes: a machine that slows down slows both.
    const order = pair % 2 === 1 ? [one, several] : [several, one]
    const turns = new Map<Server, Turn>()
    for (const server of order) turns.set(server, await takeTurn(server, database, SECONDS))
    const [mine, other] = [turns.get(one), turns.get(several)]
    if (!mine || !other) throw new Error('a turn is missing')
    pairs.push([mine, other])
    say(`pair ${pair} of ${PAIRS}: ${mine.perSecond.toFixed(0)}/s against ${other.perSecond.toFixed(0)}/s`)
  }
  report(pairs)
  await stop(one)
  await stop(several)
} finally {
  await database.close()
}
