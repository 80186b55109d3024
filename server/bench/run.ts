/**
 * `npm run bench`: one order per HTTP request beside what the database itself can do, in one run, rounds
 * interleaved. README.md explains each figure.
 */
import { parseArgs } from 'node:util'
import { type Candidate, candidatesE2, findBest, type TriesE2 } from './baselines.ts'
import { type BenchDatabase, type BenchSize, openBenchDatabase } from './database.ts'
import { round as rounded } from './figures.ts'
import type { LoadResult } from './load.ts'
import { orderBody } from './order-body.ts'
import { pgbench } from './pgbench.ts'
import { type Cost, countCost } from './process-times.ts'
import {
  type Answer,
  runOrderLoad,
  type ServerProcess,
  startBare,
  startFloor,
  startPunchcard,
} from './processes.ts'
import { openRedemptions } from './redemption.ts'
import { type Facts, type Round, report, summarize, toldOf } from './report.ts'
import { hasWrk, runWrk } from './wrk.ts'

const { values: flags } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    tiny: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
  },
})

interface Plan extends BenchSize {
  readonly rounds: number
  readonly seconds: number
  /** Of those whose processor time is read, in steps of 10 ms. */
  readonly costSeconds: number
  /** Orders are sent in slices until one costs Node about as much as the one before: then all is compiled. */
  readonly warmUp: { readonly sliceSeconds: number; readonly slicesMax: number }
  readonly trySeconds: number
  readonly triesE1: readonly number[]
  readonly triesE2: TriesE2
  readonly connections: number
}

/** Connections of a sender that is not large: batches are smaller then, whoever the orders are of. */
const FEW = 32

const SLICES_MIN = 3
/** A slice that costs less than this part of the one before shows code that is still being compiled. */
const STEADY = 0.95

const FULL: Plan = {
  tenants: 200,
  customersPerTenant: 5_000,
  rounds: 5,
  seconds: 6,
  costSeconds: 6,
  warmUp: { sliceSeconds: 7, slicesMax: 9 },
  trySeconds: 3,
  triesE1: [8, 16, 32],
  triesE2: { batches: [50, 100, 200], connections: [1, 2, 4] },
  connections: 128,
}

/** Fewer and shorter rounds of fewer customers, and baselines of one size: the code is as warm. */
const QUICK: Plan = {
  ...FULL,
  customersPerTenant: 100,
  rounds: 2,
  seconds: 1,
  costSeconds: 2,
  warmUp: { sliceSeconds: 5, slicesMax: 4 },
  trySeconds: 1,
  triesE1: [8],
  triesE2: { batches: [100], connections: [2] },
}

/** Shows that it runs; what it measures is code that nothing has warmed up. */
const TINY: Plan = {
  ...QUICK,
  tenants: 20,
  rounds: 1,
  seconds: 0.3,
  costSeconds: 0.3,
  warmUp: { sliceSeconds: 0.3, slicesMax: SLICES_MIN },
  trySeconds: 0.3,
  connections: 16,
}

const PLAN = flags.tiny ? TINY : flags.quick ? QUICK : FULL

const say = (text: string): void => void process.stderr.write(`${text}\n`)

function scriptE1({ tenants, customersPerTenant }: BenchSize, isHot: boolean): string {
  const tenant = isHot ? '1' : `random(1, ${tenants})`
  const customer = isHot ? '1' : `random(1, ${customersPerTenant})`
  return `\\set tenant ${tenant}
\\set customer ${customer}
\\set cents random(0, 19999)
select bench_order(:tenant, 'e1-' || nextval('bench_id'), 'c' || :customer, :cents / 100.0, bench_details());`
}

function candidatesE1(url: string, isHot: boolean): Candidate[] {
  return (isHot ? [FEW] : PLAN.triesE1).map((clients) => ({
    label: `${clients} clients`,
    run: async (seconds) => {
      const script = scriptE1(PLAN, isHot)
      const { transactions, perSecond } = await pgbench({ url, script, clients, seconds })
      return { count: transactions, perSecond }
    },
  }))
}

async function storedBytes({ client }: BenchDatabase): Promise<number> {
  const { rows } = await client.query<{ bytes: string }>(`
    select sum(pg_total_relation_size(oid)) as bytes from pg_class
    where relkind = 'r' and (relname in ('customer_order', 'point_record', 'point_origin')
      or relname like 'point\\_event\\_%')`)
  return Number(rows[0]?.bytes ?? 0)
}

async function shareOfUpdatesInPlace({ client }: BenchDatabase): Promise<number> {
  const { rows } = await client.query<{ share: string }>(`
    select n_tup_hot_upd::float8 / greatest(n_tup_upd, 1) as share
    from pg_stat_all_tables where relid = 'customer'::regclass`)
  return Number(rows[0]?.share ?? 0)
}

/** What the till has taken so far: orders, and the batches they came in. */
async function readTill({ metricsPort }: ServerProcess): Promise<{ orders: number; batches: number }> {
  const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()
  const read = (name: string): number =>
    Number(new RegExp(`punchcard_batch_size_${name}\\{batcher="till"\\} (\\d+)`).exec(text)?.[1] ?? 0)
  return { orders: read('sum'), batches: read('count') }
}

interface LoadSettings {
  readonly seconds?: number
  readonly connections?: number
  readonly isHot?: boolean
  readonly refusedPerMille?: number
}

type Load = (server: ServerProcess, settings?: LoadSettings) => Promise<LoadResult>

/** Sends orders, with ids that no other call has sent. */
function loadOf(send: typeof runWrk, authorizations: BenchDatabase['authorizations']): Load {
  let runs = 0
  return ({ port }, settings = {}) => {
    runs += 1
    return send({
      ports: [port],
      connections: settings.connections ?? PLAN.connections,
      seconds: settings.seconds ?? PLAN.seconds,
      authorizations,
      customersPerTenant: PLAN.customersPerTenant,
      isHot: settings.isHot ?? false,
      refusedPerMille: settings.refusedPerMille ?? 0,
      run: `r${runs}`,
    })
  }
}

interface Bench {
  readonly database: BenchDatabase
  readonly load: Load
  readonly punchcard: ServerProcess
  /** Answers without a database. */
  readonly floor: ServerProcess
  /** Calls the baseline's function for each request. */
  readonly direct: ServerProcess
  /** Nothing but Node. */
  readonly bare: ServerProcess
}

async function main(): Promise<void> {
  // The least size is sent by the other, so that both are tried.
  const send = !flags.tiny && (await hasWrk()) ? runWrk : runOrderLoad
  say(`sending orders with ${send === runWrk ? 'wrk' : 'load.ts'}`)
  const database = await openBenchDatabase(PLAN, say)
  const servers: ServerProcess[] = []
  try {
    const { url, authorizations } = database
    const [punchcard, floor, direct] = await Promise.all([
      startPunchcard(url),
      startFloor(url, false),
      startFloor(url, true),
    ])
    servers.push(punchcard, floor, direct)
    const bare = await startBare(await answerOf(punchcard, authorizations[0] ?? ''))
    servers.push(bare)
    const load = loadOf(send, authorizations)
    await measure({ database, load, punchcard, floor, direct, bare })
  } finally {
    for (const { stop } of servers) await stop()
    await database.close()
  }
}

/** What Punchcard answers to an order, without what Node itself adds to every answer. */
async function answerOf({ port }: ServerProcess, authorization: string): Promise<Answer> {
  const response = await fetch(`http://127.0.0.1:${port}/v1/pvt/POS/orders`, {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json' },
    body: orderBody('first', 'c1', 10_000),
  })
  const body = await response.text()
  if (!body.includes('"HasError":false')) throw new Error(`${response.status} ${body}`)
  const byNode = new Set(['connection', 'date', 'keep-alive'])
  const headers = [...response.headers].filter(([name]) => !byNode.has(name))
  return { headers: Object.fromEntries(headers), body }
}

async function measure(bench: Bench): Promise<void> {
  const { database, load, punchcard } = bench
  const warm = await warmUp(bench)

  say('finding the best of each baseline')
  const e1 = await findBest('E1', candidatesE1(database.url, false), PLAN.trySeconds, say)
  const e2 = await findBest('E2', candidatesE2(database, PLAN, PLAN.triesE2), PLAN.trySeconds, say)
  const [hotE1] = candidatesE1(database.url, true)
  const redemptions = await openRedemptions({
    database,
    port: punchcard.port,
    connections: PLAN.connections,
    seconds: PLAN.seconds,
    say,
    clients: PLAN === FULL ? PLAN.triesE1 : [16],
    trySeconds: PLAN.trySeconds,
  })

  const rounds: Round[] = []
  for (let round = 1; round <= PLAN.rounds; round += 1) {
    // What is compared with orders comes right before or after them.
    const measured: Round = {
      e1: (await e1.run(PLAN.seconds)).perSecond,
      hot: await load(punchcard, { isHot: true }),
      orders: await sendOrders(bench, PLAN.costSeconds),
      bare: await costly(bench, bench.bare, () => load(bench.bare, { seconds: PLAN.costSeconds })),
      e2: await costly(bench, bench.bare, () => e2.run(PLAN.costSeconds)),
      refused: await load(punchcard, { refusedPerMille: 10 }),
      few: await load(punchcard, { connections: FEW }),
      fewHot: await load(punchcard, { connections: FEW, isHot: true }),
      h: (await load(bench.floor)).perSecond,
      hotE1: (await hotE1?.run(PLAN.seconds))?.perSecond ?? 0,
      direct: await load(bench.direct, { connections: 1, seconds: PLAN.trySeconds }),
      lone: await load(punchcard, { connections: 1, seconds: PLAN.trySeconds }),
      ...(await redemptions()),
    }
    rounds.push(measured)
    say(`round ${round} of ${PLAN.rounds}: ${toldOf(measured)}`)
  }
  const { orders, batches } = await readTill(punchcard)
  const facts = {
    ...warm,
    updatesInPlace: rounded(await shareOfUpdatesInPlace(database), 2),
    batchSize: rounded(orders / batches, 1),
    bestE1: e1.label,
    bestE2: e2.label,
    connections: PLAN.connections,
  }
  process.stdout.write(flags.json ? `${JSON.stringify(summarize(rounds, facts))}\n` : report(rounds, facts))
}

/** What each of what `work` does costs that process of Node, and PostgreSQL. */
async function costly<T extends { count: number } | { requests: number }>(
  { database }: Bench,
  server: ServerProcess,
  work: () => Promise<T>,
): Promise<T & Cost> {
  const stop = countCost(server.pid, database.server.pid)
  const done = await work()
  const each = await stop()
  return { ...done, ...each('count' in done ? done.count : done.requests) }
}

/** Those that were under way when the sender stopped were saved too, so the till's own count is taken. */
async function sendOrders({ database, load, punchcard }: Bench, seconds: number): Promise<LoadResult & Cost> {
  const before = await readTill(punchcard)
  const stop = countCost(punchcard.pid, database.server.pid)
  const sent = await load(punchcard, { seconds })
  const each = await stop()
  return { ...sent, ...each((await readTill(punchcard)).orders - before.orders) }
}

/** Sends orders to every server. */
async function warmUp(bench: Bench): Promise<Pick<Facts, 'warmUpMicroseconds' | 'bytesPerOrder'>> {
  const { database, load, punchcard, floor, direct, bare } = bench
  const { sliceSeconds, slicesMax } = PLAN.warmUp
  await prepareRefusals(database)
  say('warming up')
  const [bytesBefore, tillBefore] = [await storedBytes(database), await readTill(punchcard)]
  const slices: number[] = []
  while (slices.length < SLICES_MIN || (slices.length < slicesMax && !isSteady(slices))) {
    const { nodeMicroseconds } = await sendOrders(bench, sliceSeconds)
    slices.push(Math.round(nodeMicroseconds))
  }
  say(`  Node took ${slices.join(', then ')} µs an order`)
  const bytes = (await storedBytes(database)) - bytesBefore
  const orders = (await readTill(punchcard)).orders - tillBefore.orders
  const others = [floor, direct, bare].map((server) => load(server, { seconds: sliceSeconds }))
  await Promise.all(others)
  // The baselines' functions keep the plans they were given when the tables were empty, until statistics change.
  await database.client.query('analyze')
  return { warmUpMicroseconds: slices, bytesPerOrder: Math.round(bytes / orders) }
}

function isSteady(slices: readonly number[]): boolean {
  const [before = Number.NaN, last = Number.NaN] = slices.slice(-2)
  return last >= before * STEADY
}

/** An order `taken` of customer c1 in every tenant: anyone else who sends that id is refused. */
async function prepareRefusals({ client }: BenchDatabase): Promise<void> {
  await client.query(`
    insert into customer_order (tenant_id, id, original_id, customer_id, state, origin, total, placed_at,
      updated_at, details)
    select tenant_id, nextval('bench_id'), 'taken', id, 1, 1, 0, now(), now(), '{}'
    from customer where original_id = 'c1'`)
}

await main()
