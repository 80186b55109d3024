/**
 * `npm run bench:broken-storefront`: how long orders take while browsers ask a storefront that is killed, stands still,
 * or waits for a database that does not answer it, beside orders alone. README.md explains each figure.
 */
import { connect, type Socket } from 'node:net'
import { parseArgs } from 'node:util'
import { type BenchDatabase, openBenchDatabase } from './database.ts'
import { spreadOf } from './figures.ts'
import { browserRequest, type LoadResult } from './load.ts'
import { runOrderLoad, type ServerProcess, startPunchcard } from './processes.ts'
import { mintTokens, openShop } from './shop.ts'

const { values: flags } = parseArgs({ options: { tiny: { type: 'boolean', default: false } } })
const ROUNDS = flags.tiny ? 1 : 7
const SECONDS = flags.tiny ? 0.5 : 6
const WARM_UP_SECONDS = flags.tiny ? 0.3 : 8
const SIZE = { tenants: 20, customersPerTenant: 1_000 }
const FULL_CONNECTIONS = flags.tiny ? 8 : 64
const CONNECTIONS = flags.tiny ? 4 : 16
/** As beside a storefront that works: the machine is not under stress. */
const SHARE = 3
const CUSTOMERS = 200
const BROWSERS = flags.tiny ? 16 : 128
const PAUSE_MS = 50
const GOAL = 1.1

const say = (text: string): void => void process.stderr.write(`${text}\n`)

/** Browsers that ask again whatever happens to their connections; ended by what it returns. */
function sendBrowsers(port: number, tokens: readonly string[]): () => void {
  const open = new Set<Socket>()
  let isOver = false
  let count = 0
  const ask = (socket: Socket): void => {
    count += 1
    socket.write(browserRequest('/v1/pub/me', '198.51.100.1', tokens[count % tokens.length] ?? ''))
  }
  const arrive = (): void => {
    if (isOver) return
    const socket = connect({ port, host: '127.0.0.1' })
    open.add(socket)
    socket.on('connect', () => ask(socket))
    socket.on('data', () => void setTimeout(() => socket.writable && ask(socket), PAUSE_MS))
    // Closing follows.
    socket.on('error', () => {})
    socket.on('close', () => {
      open.delete(socket)
      setTimeout(arrive, PAUSE_MS)
    })
  }
  for (let n = 0; n < BROWSERS; n += 1) arrive()
  return () => {
    isOver = true
    for (const socket of open) socket.destroy()
  }
}

/** Backends that work for browsers, while they wait: one that is stopped in the middle of something may hold up all. */
async function idleBackends({ client }: BenchDatabase): Promise<number[]> {
  const { rows } = await client.query<{ pid: number }>(
    `select pid from pg_stat_activity where application_name like 'punchcard storefront%' and state = 'idle'`,
  )
  if (rows.length === 0) throw new Error('the storefront has no connection that is idle')
  return rows.map(({ pid }) => pid)
}

const database = await openBenchDatabase(SIZE, say)
const environment = await openShop(database.url)
const punchcard = await startPunchcard(database.url, { ...environment, PUNCHCARD_SERVE: 'private,admin' })
const startStorefront = () =>
  startPunchcard(database.url, {
    ...environment,
    PUNCHCARD_SERVE: 'storefront',
    PUNCHCARD_STOREFRONT_NICE: '0',
  })

/** What is broken, by its name; what it returns mends it. */
const WAYS: Readonly<Record<string, (storefront: ServerProcess) => Promise<() => void>>> = {
  async killed({ pid }) {
    process.kill(pid, 'SIGKILL')
    return () => {}
  },
  async 'stands still'({ pid }) {
    process.kill(pid, 'SIGSTOP')
    return () => void process.kill(pid, 'SIGCONT')
  },
  async 'its connections do not answer'() {
    const pids = await idleBackends(database)
    for (const pid of pids) process.kill(pid, 'SIGSTOP')
    return () => {
      for (const pid of pids) process.kill(pid, 'SIGCONT')
    }
  },
}

let runs = 0
const sendOrders = (connections: number, seconds: number, perSecond?: number): Promise<LoadResult> => {
  runs += 1
  return runOrderLoad({
    ports: [punchcard.port],
    ...{ connections, seconds, ...(perSecond === undefined ? {} : { perSecond }) },
    authorizations: database.authorizations.slice(1),
    customersPerTenant: SIZE.customersPerTenant,
    ...{ isHot: false, refusedPerMille: 0, run: `b${runs}` },
  })
}

async function besideBroken(breakIt: (storefront: ServerProcess) => Promise<() => void>, perSecond: number) {
  const storefront = await startStorefront()
  try {
    const minted = await mintTokens(storefront, database.authorizations[0] ?? '', CUSTOMERS)
    const mend = await breakIt(storefront)
    const stopBrowsers = sendBrowsers(
      storefront.port,
      minted.map(({ token }) => token),
    )
    try {
      return await sendOrders(CONNECTIONS, SECONDS, perSecond)
    } finally {
      stopBrowsers()
      mend()
    }
  } finally {
    await storefront.stop()
  }
}

try {
  say('warming up')
  await sendOrders(FULL_CONNECTIONS, WARM_UP_SECONDS)
  const { perSecond: most } = await sendOrders(FULL_CONNECTIONS, WARM_UP_SECONDS)
  const perSecond = most / SHARE
  say(`${Math.round(most)} orders/s at most, so ${Math.round(perSecond)} orders/s from here on`)
  await database.client.query('vacuum analyze')

  const told = ({ medianMs, p99Ms }: LoadResult): string =>
    `${medianMs.toFixed(2)} and ${p99Ms.toFixed(1)} ms`
  const ratios = new Map(
    Object.keys(WAYS).map((way) => [way, { median: [] as number[], p99: [] as number[] }]),
  )
  const alone: number[] = []
  let orders = 0
  for (let round = 1; round <= ROUNDS; round += 1) {
    for (const [way, breakIt] of Object.entries(WAYS)) {
      const before = await sendOrders(CONNECTIONS, SECONDS, perSecond)
      const broken = await besideBroken(breakIt, perSecond)
      const after = await sendOrders(CONNECTIONS, SECONDS, perSecond)
      ratios.get(way)?.median.push((2 * broken.medianMs) / (before.medianMs + after.medianMs))
      ratios.get(way)?.p99.push((2 * broken.p99Ms) / (before.p99Ms + after.p99Ms))
      alone.push(after.medianMs / before.medianMs)
      orders += broken.requests
      say(
        `round ${round} of ${ROUNDS}, ${way}: alone ${told(before)}; beside it ${told(broken)}; alone ${told(after)}`,
      )
    }
  }
  for (const [way, { median, p99 }] of ratios) {
    const ofMedian = spreadOf(median, 3)
    const ofP99 = spreadOf(p99, 2)
    process.stdout.write(
      `${way}: median ${ofMedian.median} (${ofMedian.least} to ${ofMedian.most}) of orders alone, goal ${GOAL}; ` +
        `p99 ${ofP99.median} (${ofP99.least} to ${ofP99.most})\n`,
    )
    if (ofMedian.median > GOAL && !flags.tiny) process.exitCode = 1
  }
  const { median, least, most: greatest } = spreadOf(alone, 3)
  process.stdout.write(
    // An order that fails ends the benchmark (`refuseFailures`).
    `orders alone beside themselves: ${median} (${least} to ${greatest}); ${orders} orders beside a broken storefront, 0 failed\n`,
  )
} finally {
  await punchcard.stop()
  await database.close()
}
