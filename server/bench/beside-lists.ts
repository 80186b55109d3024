/**
 * `npm run bench:beside-lists`: how long another merchant's orders take while one merchant sends its orders in lists of
 * 500, beside how long they take while it sends as many of them one by one. README.md explains each figure.
 */
import { parseArgs } from 'node:util'
import { type BenchDatabase, openBenchDatabase } from './database.ts'
import { spreadOf } from './figures.ts'
import { runListLoad, runOrderLoad, type ServerProcess, startPunchcard } from './processes.ts'

const { values: flags } = parseArgs({
  options: {
    rounds: { type: 'string' },
    seconds: { type: 'string' },
    tiny: { type: 'boolean', default: false },
  },
})
const ROUNDS = Number(flags.rounds ?? (flags.tiny ? 1 : 7))
const SECONDS = Number(flags.seconds ?? (flags.tiny ? 0.3 : 8))
const SIZE = { tenants: 20, customersPerTenant: 1_000 }
const WARM_UP_SECONDS = flags.tiny ? 0.3 : 15
const ITEMS = 500
/** A shop that is not under stress: what it waits for is the others. */
const OTHER_CONNECTIONS = 4
const SINGLE_CONNECTIONS = 64

const say = (text: string): void => void process.stderr.write(`${text}\n`)

interface Bench {
  readonly database: BenchDatabase
  readonly punchcard: ServerProcess
}

interface Turn {
  /** Orders per second of the merchant that sends many. */
  readonly perSecond: number
  readonly otherP99Ms: number
  readonly otherMedianMs: number
}

let runs = 0

/** Orders one by one, of all the merchants together. */
function sendOrders(
  { punchcard }: Bench,
  authorizations: readonly string[],
  { connections, seconds, perSecond }: { connections: number; seconds: number; perSecond?: number },
) {
  runs += 1
  return runOrderLoad({
    ports: [punchcard.port],
    connections,
    seconds,
    ...(perSecond === undefined ? {} : { perSecond }),
    authorizations,
    customersPerTenant: SIZE.customersPerTenant,
    isHot: false,
    refusedPerMille: 0,
    run: `b${runs}`,
  })
}

async function sendLists({ punchcard }: Bench, sender: string, seconds: number): Promise<number> {
  runs += 1
  const { perSecond } = await runListLoad({
    listPort: punchcard.port,
    connections: 1,
    seconds,
    authorizations: [sender],
    customersPerTenant: SIZE.customersPerTenant,
    items: ITEMS,
    run: `l${runs}`,
  })
  return perSecond * ITEMS
}

/** Orders of the others, while `work` sends what the one merchant has and says how many orders a second that was. */
async function othersBeside(bench: Bench, seconds: number, work: () => Promise<number>): Promise<Turn> {
  const others = bench.database.authorizations.slice(1)
  const [{ p99Ms, medianMs }, perSecond] = await Promise.all([
    sendOrders(bench, others, { connections: OTHER_CONNECTIONS, seconds }),
    work(),
  ])
  return { perSecond, otherP99Ms: p99Ms, otherMedianMs: medianMs }
}

async function takeRound(bench: Bench, seconds: number): Promise<{ lists: Turn; singles: Turn }> {
  const sender = bench.database.authorizations[0] ?? ''
  const lists = await othersBeside(bench, seconds, () => sendLists(bench, sender, seconds))
  const singles = await othersBeside(bench, seconds, async () => {
    const plan = { connections: SINGLE_CONNECTIONS, seconds, perSecond: lists.perSecond }
    return (await sendOrders(bench, [sender], plan)).perSecond
  })
  return { lists, singles }
}

const told = ({ perSecond, otherMedianMs, otherP99Ms }: Turn): string =>
  `${Math.round(perSecond)}/s, the others ${otherMedianMs.toFixed(1)} and ${otherP99Ms.toFixed(1)} ms`

const database = await openBenchDatabase(SIZE, say)
let punchcard: ServerProcess | undefined
try {
  punchcard = await startPunchcard(database.url)
  const bench = { database, punchcard }
  say('warming up')
  await takeRound(bench, WARM_UP_SECONDS)
  await database.client.query('vacuum analyze')
  const ratios: number[] = []
  for (let round = 1; round <= ROUNDS; round += 1) {
    const { lists, singles } = await takeRound(bench, SECONDS)
    ratios.push(lists.otherP99Ms / singles.otherP99Ms)
    say(
      `round ${round} of ${ROUNDS}: in lists ${told(lists)}; one by one ${told(singles)}; p99 ratio ${ratios.at(-1)?.toFixed(2)}`,
    )
  }
  const { median, least, most } = spreadOf(ratios, 2)
  process.stdout.write(
    `p99 of others beside lists ÷ beside single orders: ${median} (${least} to ${most}), goal 2\n`,
  )
} finally {
  await punchcard?.stop()
  await database.close()
}
