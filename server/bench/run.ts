/**
 * `npm run bench`: one order per HTTP request beside what the database itself can do, in one run, rounds
 * interleaved. README.md explains each figure.
 */
import { parseArgs } from 'node:util'
import { type Candidate, candidatesE2, countOrders, findBest, type TriesE2 } from './baselines.ts'
import { type BenchDatabase, type BenchSize, openBenchDatabase } from './database.ts'
import { median } from './figures.ts'
import type { LoadResult } from './load.ts'
import { pgbench } from './pgbench.ts'
import { runOrderLoad, type ServerProcess, startFloor, startPunchcard } from './processes.ts'
import { openRedemptions, type RedemptionRound } from './redemption.ts'
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
  /** Node compiles what is called often: after some ten thousand orders it takes a third of the time. */
  readonly warmUpSeconds: number
  readonly trySeconds: number
  readonly triesE1: readonly number[]
  readonly triesE2: TriesE2
  readonly connections: number
  readonly processes: number
}

const FULL: Plan = {
  tenants: 200,
  customersPerTenant: 5_000,
  rounds: 5,
  seconds: 6,
  warmUpSeconds: 20,
  trySeconds: 3,
  triesE1: [8, 16, 32],
  triesE2: { batches: [50, 100, 200], connections: [1, 2, 4] },
  connections: 128,
  processes: 1,
}

const QUICK: Plan = {
  ...FULL,
  customersPerTenant: 100,
  rounds: 2,
  seconds: 1,
  warmUpSeconds: 5,
  trySeconds: 1,
  triesE1: [8],
  triesE2: { batches: [50, 100], connections: [2] },
}

/** Shows that it runs; what it measures is code that nothing has warmed up. */
const TINY: Plan = {
  ...QUICK,
  tenants: 20,
  rounds: 1,
  seconds: 0.3,
  warmUpSeconds: 0.9,
  trySeconds: 0.3,
  triesE2: { batches: [50], connections: [2] },
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
  return (isHot ? [32] : PLAN.triesE1).map((clients) => ({
    label: `${clients} clients`,
    run: async (seconds) => {
      const { perSecond } = await pgbench({ url, script: scriptE1(PLAN, isHot), clients, seconds })
      return perSecond
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

async function meanBatchSize(servers: readonly ServerProcess[]): Promise<number> {
  let sum = 0
  let count = 0
  for (const { metricsPort } of servers) {
    const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()
    sum += Number(/punchcard_batch_size_sum\{batcher="till"\} (\d+)/.exec(text)?.[1] ?? 0)
    count += Number(/punchcard_batch_size_count\{batcher="till"\} (\d+)/.exec(text)?.[1] ?? 0)
  }
  return count === 0 ? 0 : sum / count
}

interface LoadSettings {
  readonly seconds?: number
  readonly connections?: number
  readonly isHot?: boolean
  readonly refusedPerMille?: number
}

type Load = (servers: readonly ServerProcess[], settings?: LoadSettings) => Promise<LoadResult>

/** Sends orders, with ids that no other call has sent. */
function loadOf(send: typeof runWrk, authorizations: BenchDatabase['authorizations']): Load {
  let runs = 0
  return async (servers, settings = {}) => {
    runs += 1
    const result = await send({
      ports: servers.map(({ port }) => port),
      connections: settings.connections ?? PLAN.connections,
      seconds: settings.seconds ?? PLAN.seconds,
      authorizations,
      customersPerTenant: PLAN.customersPerTenant,
      isHot: settings.isHot ?? false,
      refusedPerMille: settings.refusedPerMille ?? 0,
      run: `r${runs}`,
    })
    return result
  }
}

interface Servers {
  /** Answers without a database. */
  readonly floor: ServerProcess
  /** Calls the baseline's function for each request. */
  readonly direct: ServerProcess
  readonly punchcards: readonly ServerProcess[]
}

async function main(): Promise<void> {
  const send = (await hasWrk()) ? runWrk : runOrderLoad
  say(`sending orders with ${send === runWrk ? 'wrk' : 'load.ts'}`)
  const database = await openBenchDatabase(PLAN, say)
  const stops: (() => Promise<void>)[] = []
  try {
    const { url, authorizations } = database
    const [floor, direct, ...punchcards] = await Promise.all([
      startFloor(url, false),
      startFloor(url, true),
      ...Array.from({ length: PLAN.processes }, () => startPunchcard(url)),
    ])
    stops.push(...[...punchcards, floor, direct].map((server) => server.stop))
    await measure(database, { floor, direct, punchcards }, loadOf(send, authorizations))
  } finally {
    for (const stop of stops) await stop()
    await database.close()
  }
}

async function measure(database: BenchDatabase, servers: Servers, load: Load): Promise<void> {
  const { punchcards } = servers
  const bytesPerOrder = await warmUp(database, servers, load)

  say('finding the best of each baseline')
  const e1 = await findBest('E1', candidatesE1(database.url, false), PLAN.trySeconds, say)
  const e2 = await findBest('E2', candidatesE2(database, PLAN, PLAN.triesE2), PLAN.trySeconds, say)
  const [hotE1] = candidatesE1(database.url, true)
  const redemptions = await openRedemptions({
    database,
    port: punchcards[0]?.port ?? 0,
    connections: PLAN.connections,
    seconds: PLAN.seconds,
    say,
    clients: PLAN === FULL ? PLAN.triesE1 : [16],
    trySeconds: PLAN.trySeconds,
  })

  const rounds: Round[] = []
  for (let round = 1; round <= PLAN.rounds; round += 1) {
    const measured: Round = {
      e1: await e1.run(PLAN.seconds),
      orders: await load(punchcards),
      refused: await load(punchcards, { refusedPerMille: 10 }),
      e2: await e2.run(PLAN.seconds),
      h: (await load([servers.floor])).perSecond,
      hotE1: (await hotE1?.run(PLAN.seconds)) ?? 0,
      hot: await load(punchcards, { isHot: true, connections: 32 }),
      direct: await load([servers.direct], { connections: 1, seconds: PLAN.trySeconds }),
      lone: await load(punchcards.slice(0, 1), { connections: 1, seconds: PLAN.trySeconds }),
      ...(await redemptions()),
    }
    rounds.push(measured)
    say(
      `round ${round} of ${PLAN.rounds}: E1 ${Math.round(measured.e1)}/s, E2 ${Math.round(measured.e2)}/s, ` +
        `H ${Math.round(measured.h)}/s, Punchcard ${Math.round(measured.orders.perSecond)}/s`,
    )
  }
  report(rounds, {
    bytesPerOrder: Math.round(bytesPerOrder),
    updatesInPlace: round2(await shareOfUpdatesInPlace(database)),
    batchSize: round2(await meanBatchSize(punchcards)),
    bestE1: e1.label,
    bestE2: e2.label,
    processes: PLAN.processes,
    connections: PLAN.connections,
  })
}

/** Sends orders to every server, and says how many bytes an order takes. */
async function warmUp(
  database: BenchDatabase,
  { floor, direct, punchcards }: Servers,
  load: Load,
): Promise<number> {
  await prepareRefusals(database)
  say('warming up')
  const bytesBefore = await storedBytes(database)
  const ordersBefore = await countOrders(database)
  await load(punchcards, { seconds: PLAN.warmUpSeconds })
  const bytesPerOrder =
    ((await storedBytes(database)) - bytesBefore) / ((await countOrders(database)) - ordersBefore)
  for (const server of [floor, direct]) await load([server], { seconds: PLAN.warmUpSeconds / 3 })
  // The baselines' functions keep the plans they were given when the tables were empty, until statistics change.
  await database.client.query('analyze')
  return bytesPerOrder
}

/** An order `taken` of customer c1 in every tenant: anyone else who sends that id is refused. */
async function prepareRefusals({ client }: BenchDatabase): Promise<void> {
  await client.query(`
    insert into customer_order (tenant_id, id, original_id, customer_id, state, origin, total, placed_at,
      updated_at, details)
    select tenant_id, nextval('bench_id'), 'taken', id, 1, 1, 0, now(), now(), '{}'
    from customer where original_id = 'c1'`)
}

interface Round extends RedemptionRound {
  readonly e1: number
  readonly e2: number
  readonly h: number
  readonly orders: LoadResult
  readonly refused: LoadResult
  readonly hotE1: number
  readonly hot: LoadResult
  readonly direct: LoadResult
  readonly lone: LoadResult
}

const round2 = (value: number): number => Math.round(value * 100) / 100

function report(rounds: readonly Round[], facts: Record<string, number | string>): void {
  const middle = (pick: (round: Round) => number): number => median(rounds.map(pick))
  // Ratios are of one round each, so that what slows the machine down slows both sides.
  const summary = {
    e1: Math.round(middle((r) => r.e1)),
    e2: Math.round(middle((r) => r.e2)),
    h: Math.round(middle((r) => r.h)),
    orders: Math.round(middle((r) => r.orders.perSecond)),
    ratioE1: round2(middle((r) => r.orders.perSecond / r.e1)),
    ratioE2: round2(middle((r) => r.orders.perSecond / r.e2)),
    ratioH: round2(middle((r) => r.orders.perSecond / r.h)),
    hotRatio: round2(middle((r) => r.hot.perSecond / r.hotE1)),
    loneRatio: round2(middle((r) => r.lone.medianMs / r.direct.medianMs)),
    refusedCost: round2(1 - middle((r) => r.refused.perSecond / r.orders.perSecond)),
    redeemE1: Math.round(middle((r) => r.redeemE1)),
    redeem: Math.round(middle((r) => r.redeem.perSecond)),
    redeemRatio: round2(middle((r) => r.redeem.perSecond / r.redeemE1)),
    hotE1: Math.round(middle((r) => r.hotE1)),
    hot: Math.round(middle((r) => r.hot.perSecond)),
    loneMedianMs: round2(middle((r) => r.lone.medianMs)),
    directMedianMs: round2(middle((r) => r.direct.medianMs)),
    medianMs: round2(middle((r) => r.orders.medianMs)),
    p99Ms: round2(middle((r) => r.orders.p99Ms)),
    ...facts,
  }
  if (flags.json) {
    process.stdout.write(`${JSON.stringify(summary)}\n`)
    return
  }
  const lines = [
    [
      'one order per request',
      `${summary.orders}/s`,
      `median ${summary.medianMs} ms, p99 ${summary.p99Ms} ms`,
    ],
    [
      '÷ E1, one call per order',
      String(summary.ratioE1),
      `E1 ${summary.e1}/s with ${facts.bestE1}; goal 1.5`,
    ],
    ['÷ E2, set-based', String(summary.ratioE2), `E2 ${summary.e2}/s with ${facts.bestE2}; goal 0.6`],
    ['÷ H, no database', String(summary.ratioH), `H ${summary.h}/s`],
    [
      'one hot customer ÷ its E1',
      String(summary.hotRatio),
      `${summary.hot}/s against ${summary.hotE1}/s; goal 10`,
    ],
    [
      'a lone request ÷ direct',
      String(summary.loneRatio),
      `${summary.loneMedianMs} ms against ${summary.directMedianMs} ms; goal 1.25`,
    ],
    [
      'one redemption ÷ its E1',
      String(summary.redeemRatio),
      `${summary.redeem}/s against ${summary.redeemE1}/s; goal 1.0`,
    ],
    ['cost of 1% refused', String(summary.refusedCost), 'goal 0.05'],
    ['bytes an order', String(facts.bytesPerOrder), 'indexes included; goal 1638'],
    ['updates in place', String(facts.updatesInPlace), 'of accounts'],
    ['mean batch', String(facts.batchSize), `${facts.connections} connections, ${facts.processes} process`],
  ]
  for (const [name, value, note] of lines) {
    process.stdout.write(`${String(name).padEnd(28)}${String(value).padStart(10)}   ${note}\n`)
  }
}

await main()
