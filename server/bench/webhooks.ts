/**
 * `npm run bench:webhooks`: healthy endpoints beside dead ones, the rate at which a backlog drains beside undici
 * alone, what delivery costs the orders, and figures, which follow the same log. README.md explains each figure. It exits
 * with 1 where figures miss a goal.
 */
import { type ChildProcess, fork, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { Pool } from 'undici'
import { createLogger } from '../src/platform/log.ts'
import { openDatabase } from '../src/platform/postgres/database.ts'
import { createSealer } from '../src/platform/sealing.ts'
import { systemClock } from '../src/platform/system-clock.ts'
import { addEndpoint, removeEndpoint, type WebhookTools } from '../src/webhooks/manage.ts'
import { migrateQueue } from '../src/worker/queue.ts'
import { endWithThis } from './children.ts'
import { type BenchDatabase, openBenchDatabase } from './database.ts'
import { round } from './figures.ts'
import { countAllFigures, foldBacklog } from './fold.ts'
import { foldBesideOrders } from './fold-beside-orders.ts'
import { costOf, countCost } from './process-times.ts'
import { runOrderLoad, startPunchcard } from './processes.ts'
import { untilReached } from './until.ts'
import { EventWriter, writeBacklog } from './webhook-events.ts'
import type { ReceiverReport } from './webhook-receiver-process.ts'

const { values: flags } = parseArgs({
  options: {
    only: { type: 'string', default: 'load,drain,orders,figures' },
    seconds: { type: 'string' },
    'load-rounds': { type: 'string', default: '1' },
    'events-per-second': { type: 'string', default: '300' },
    backlog: { type: 'string' },
    workers: { type: 'string', default: '1' },
    'order-seconds': { type: 'string' },
    rounds: { type: 'string' },
    tiny: { type: 'boolean', default: false },
  },
})
const PLAN = flags.tiny
  ? { tenants: 10, bad: 4, seconds: 0.5, backlog: 400, orderSeconds: 0.3, rounds: 1, figureRounds: 1 }
  : { tenants: 100, bad: 40, seconds: 180, backlog: 200_000, orderSeconds: 15, rounds: 2, figureRounds: 3 }
const { tenants: TENANTS, bad: BAD } = PLAN
const CUSTOMERS = 200
const KEY = randomBytes(32)
const CONNECTIONS = 16
const say = (text: string): void => void process.stderr.write(`${text}\n`)
const log = createLogger({ level: 'error', destination: process.stderr })

interface Receiver {
  readonly url: string
  ask(): Promise<ReceiverReport>
  forget(): void
  stop(): Promise<void>
}

async function startReceiver(isLean: boolean): Promise<Receiver> {
  const child = fork(fileURLToPath(new URL('webhook-receiver-process.ts', import.meta.url)), {
    env: { ...process.env, RECEIVER_LEAN: isLean ? '1' : '0' },
  })
  endWithThis(child)
  const [{ port }] = (await once(child, 'message')) as [{ port: number }]
  return {
    url: `http://127.0.0.1:${port}`,
    async ask() {
      child.send('report')
      const [report] = (await once(child, 'message')) as [ReceiverReport]
      return report
    },
    forget: () => void child.send('forget'),
    stop: () => end(child),
  }
}

async function startWorker(url: string): Promise<ChildProcess> {
  const file = fileURLToPath(new URL('../bin/punchcard.ts', import.meta.url))
  const child = spawn(process.execPath, [file, 'work'], {
    env: {
      ...process.env,
      DATABASE_URL: url,
      PUNCHCARD_WORKER_METRICS_PORT: '0',
      PUNCHCARD_VERIFY_HOUR: 'never',
      PUNCHCARD_SECRETS_KEY: KEY.toString('base64'),
      PUNCHCARD_WEBHOOK_ALLOW_PRIVATE: '1',
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  endWithThis(child)
  await new Promise<void>((resolve, reject) => {
    createInterface({ input: child.stderr }).on('line', (line) =>
      line.includes('"msg":"ready"') ? resolve() : say(line),
    )
    child.once('exit', () => reject(new Error('a worker ended before it was ready')))
  })
  return child
}

async function end(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  await ended
}

function toolsOn(url: string): WebhookTools & { close(): Promise<void> } {
  const database = openDatabase({
    url,
    connectionCount: 4,
    applicationName: 'punchcard bench',
    onIdleError: () => {},
  })
  return {
    database,
    sealer: createSealer([KEY]),
    reach: { isPrivateAllowed: true },
    clock: systemClock,
    userAgent: 'Punchcard/bench',
    close: () => database.close(),
  }
}

/** Two endpoints a merchant; of so many merchants the second one is bad, half of those hang. */
async function subscribe(tools: WebhookTools, url: string, bad: number, withBad: boolean) {
  const added: { tenantId: number; id: number }[] = []
  for (let tenantId = 1; tenantId <= TENANTS; tenantId += 1) {
    const isBad = tenantId <= bad
    const kinds = ['ok', isBad ? (tenantId % 2 === 0 ? 'hang' : 'broken') : 'ok']
    for (const [index, kind] of kinds.entries()) {
      if (kind !== 'ok' && !withBad) continue
      const address = `${url}/${kind}/${tenantId}-${index}`
      const topics = ['Point_Add', 'Point_Removed', 'Point_Update']
      const { id } = await addEndpoint(tools, tenantId, {
        url: address,
        topics,
        description: '',
        headers: {},
      })
      added.push({ tenantId, id })
    }
  }
  return added
}

interface LoadFigures {
  readonly events: number
  readonly deliveries: number
  readonly missing: number
  readonly duplicates: number
  readonly outOfOrder: number
  readonly medianMs: number
  readonly p99Ms: number
  readonly maxMs: number
}

async function underLoad({ url }: BenchDatabase, withBad: boolean): Promise<LoadFigures> {
  const receiver = await startReceiver(false)
  const tools = toolsOn(url)
  const endpoints = await subscribe(tools, receiver.url, BAD, withBad)
  const workers = await Promise.all(Array.from({ length: Number(flags.workers) }, () => startWorker(url)))
  const writer = await EventWriter.connect(url)
  const plan = {
    perSecond: Number(flags['events-per-second']),
    tenants: TENANTS,
    customersPerTenant: CUSTOMERS,
  }
  await writer.writeSteadily({ ...plan, seconds: Number(flags.seconds ?? PLAN.seconds) })
  const isHealthy = (path: string): boolean => path.startsWith('/ok')
  const expected = (path: string): number => writer.written.get(Number(/\/(\d+)-/.exec(path)?.[1])) ?? 0
  const missingIn = ({ events }: ReceiverReport): number =>
    Array.from({ length: TENANTS }, (_, index) => [
      `/ok/${index + 1}-0`,
      ...(index + 1 <= BAD ? [] : [`/ok/${index + 1}-1`]),
    ])
      .flat()
      .reduce((missing, path) => missing + expected(path) - (events[path] ?? 0), 0)
  let report = await receiver.ask()
  for (let turn = 0; turn < 60 && missingIn(report) > 0; turn += 1) {
    await sleep(500)
    report = await receiver.ask()
  }
  await Promise.all(workers.map(end))
  for (const endpoint of endpoints) await removeEndpoint(tools, endpoint)
  await Promise.all([writer.close(), tools.close(), receiver.stop()])
  const { duplicates, outOfOrder, medianMs, p99Ms, maxMs } = report
  const deliveries = Object.entries(report.events).reduce(
    (sum, [path, count]) => sum + (isHealthy(path) ? count : 0),
    0,
  )
  const events = [...writer.written.values()].reduce((sum, count) => sum + count, 0)
  const missing = missingIn(report)
  if (missing > 0) throw new Error(`${missing} deliveries of ${events} events are missing`)
  return { events, deliveries, missing, duplicates, outOfOrder, medianMs, p99Ms, maxMs }
}

/** Deliveries a second, and microseconds of CPU for each. */
async function drain({ url, client, server }: BenchDatabase, backlog: number) {
  const receiver = await startReceiver(true)
  const tools = toolsOn(url)
  const endpoint = { url: `${receiver.url}/ok/1-0`, topics: ['Point_Add'], description: '', headers: {} }
  const { id } = await addEndpoint(tools, 1, endpoint)
  const perCustomer = Math.ceil(backlog / CUSTOMERS)
  const count = perCustomer * CUSTOMERS
  const tenants = Array.from({ length: TENANTS }, (_, index) => index + 1)
  await countAllFigures(tools.database, tenants)
  await writeBacklog(client, CUSTOMERS, perCustomer)
  await client.query('vacuum analyze point_event, point_record')
  // Before the worker starts, which then has no figures to count beside its deliveries.
  const fold = await foldBacklog(tools.database, [1], server.pid)
  if (fold.events !== count) throw new Error(`${fold.events} of ${count} events were folded`)
  const worker = await startWorker(url)
  const stopCounting = countCost(worker.pid ?? Number.NaN, server.pid)
  const countReceived = async (): Promise<number> => (await receiver.ask()).events['/ok/1-0'] ?? 0
  await untilReached(count, countReceived, 250)
  const cost = (await stopCounting())(count)
  const report = await receiver.ask()
  await end(worker)
  const delivered = (count / (report.lastAt - report.firstAt)) * 1_000
  receiver.forget()
  const beforeBare = process.cpuUsage()
  const bare = await sendBare(receiver, report.bodies, count)
  const { user, system } = process.cpuUsage(beforeBare)
  await removeEndpoint(tools, { tenantId: 1, id })
  await Promise.all([tools.close(), receiver.stop()])
  const { duplicates, outOfOrder } = report
  return {
    events: count,
    perSecond: delivered,
    barePerSecond: bare,
    ratio: delivered / bare,
    nodeMicroseconds: round(cost.nodeMicroseconds, 1),
    postgresMicroseconds: round(cost.postgresMicroseconds, 1),
    bareMicroseconds: round((user + system) / count, 1),
    fold,
    foldOfDelivery: round(costOf(fold) / costOf(cost), 2),
    duplicates,
    outOfOrder,
  }
}

/** The same bodies from undici alone: no database, no signature, no order. */
async function sendBare(receiver: Receiver, bodies: readonly string[], count: number): Promise<number> {
  const pool = new Pool(receiver.url, { connections: CONNECTIONS, pipelining: 1 })
  let sent = 0
  const startedAt = performance.now()
  await Promise.all(
    Array.from({ length: CONNECTIONS }, async () => {
      while (sent < count) {
        sent += 1
        const headers = { 'content-type': 'application/json', 'webhook-id': `bare_${sent}` }
        const body = bodies[sent % bodies.length] ?? ''
        const answer = await pool.request({ method: 'POST', path: '/ok/bare', headers, body })
        await answer.body.dump()
      }
    }),
  )
  const seconds = (performance.now() - startedAt) / 1_000
  await pool.close()
  return count / seconds
}

interface OrderFigures {
  readonly delivery: 'off' | 'on'
  readonly ordersPerSecond: number
  readonly deliveriesPerSecond: number
}

/** Orders without delivery, and with delivery of all their events. */
async function besideOrders({ url, authorizations }: BenchDatabase) {
  const receiver = await startReceiver(true)
  const tools = toolsOn(url)
  const api = await startPunchcard(url)
  const seconds = Number(flags['order-seconds'] ?? PLAN.orderSeconds)
  const topics = ['Point_Add']
  const orders = (run: string) =>
    runOrderLoad({
      ports: [api.port],
      connections: 64,
      seconds,
      authorizations,
      customersPerTenant: CUSTOMERS,
      isHot: false,
      refusedPerMille: 0,
      run,
    })
  async function measure(delivery: OrderFigures['delivery'], round: number): Promise<OrderFigures> {
    const endpoints: { tenantId: number; id: number }[] = []
    for (let tenantId = 1; tenantId <= TENANTS && delivery !== 'off'; tenantId += 1) {
      const endpoint = { url: `${receiver.url}/ok/${tenantId}-0`, topics, description: '', headers: {} }
      endpoints.push({ tenantId, ...(await addEndpoint(tools, tenantId, endpoint)) })
    }
    receiver.forget()
    const worker = delivery === 'off' ? null : await startWorker(url)
    await sleep(1_500)
    const { perSecond } = await orders(`${delivery}-${round}`)
    if (worker) await untilReached(1, async () => Object.keys((await receiver.ask()).events).length, 100)
    const { events } = await receiver.ask()
    if (worker) await end(worker)
    for (const endpoint of endpoints) await removeEndpoint(tools, endpoint)
    const delivered = Object.values(events).reduce((sum, count) => sum + count, 0)
    const figures = { delivery, ordersPerSecond: perSecond, deliveriesPerSecond: delivered / seconds }
    say(`  ${JSON.stringify(figures)}`)
    return figures
  }
  await orders('warm')
  const rounds: Record<string, number>[] = []
  for (let round = 0; round < Number(flags.rounds ?? PLAN.rounds); round += 1) {
    const [off, on] = [await measure('off', round), await measure('on', round)]
    rounds.push({
      off: off.ordersPerSecond,
      on: on.ordersPerSecond,
      ratio: on.ordersPerSecond / off.ordersPerSecond,
      deliveries: on.deliveriesPerSecond,
    })
  }
  await api.stop()
  await Promise.all([tools.close(), receiver.stop()])
  return rounds
}

async function besideFigures(database: BenchDatabase) {
  const tools = toolsOn(database.url)
  const figures = await foldBesideOrders(tools.database, database, {
    rounds: Number(flags.rounds ?? PLAN.figureRounds),
    seconds: Number(flags['order-seconds'] ?? PLAN.orderSeconds),
    customersPerTenant: CUSTOMERS,
    say,
  })
  await tools.close()
  return figures
}

/** What figures may cost, beside what orders and deliveries do in the same run. */
function missedGoals({ drain: drained, figures }: Result): string[] {
  const goals: [what: string, isMet: boolean][] = []
  if (drained) goals.push([`fold ${drained.foldOfDelivery} of a delivery`, drained.foldOfDelivery <= 0.4])
  if (figures) {
    const { ratio, lagSeconds } = figures
    goals.push([`fold ${round(ratio, 2)} of the rate of orders`, ratio >= 1.5])
    goals.push([`figures late by ${lagSeconds.most} s`, lagSeconds.most <= 5])
  }
  return goals.filter(([, isMet]) => !isMet).map(([what]) => what)
}

interface Result {
  load?: readonly unknown[]
  drain?: Awaited<ReturnType<typeof drain>>
  orders?: Awaited<ReturnType<typeof besideOrders>>
  figures?: Awaited<ReturnType<typeof besideFigures>>
}

const wanted = flags.only.split(',')
const bench = await openBenchDatabase({ tenants: TENANTS, customersPerTenant: CUSTOMERS }, say)
try {
  await migrateQueue(bench.url, log)
  const result: Result = {}
  if (wanted.includes('load')) {
    const rounds: Record<string, unknown>[] = []
    for (let round = 0; round < Number(flags['load-rounds']); round += 1) {
      const healthy = await underLoad(bench, false)
      say(`without the bad ${BAD}: ${JSON.stringify(healthy)}`)
      const mixed = await underLoad(bench, true)
      say(`with the bad ${BAD}: ${JSON.stringify(mixed)}`)
      rounds.push({ healthy, mixed, p99Ratio: mixed.p99Ms / healthy.p99Ms })
    }
    result.load = rounds
  }
  if (wanted.includes('drain')) {
    result.drain = await drain(bench, Number(flags.backlog ?? PLAN.backlog))
    say(`drain: ${JSON.stringify(result.drain)}`)
  }
  if (wanted.includes('orders')) result.orders = await besideOrders(bench)
  if (wanted.includes('figures')) result.figures = await besideFigures(bench)
  process.stdout.write(`${JSON.stringify(result, null, 2)}\n`)
  for (const goal of missedGoals(result)) {
    say(`missed: ${goal}`)
    if (!flags.tiny) process.exitCode = 1
  }
} finally {
  await bench.close()
}
