/**
 * `npm run bench:beside-jobs`: how long orders take at a third of what the machine can do, while a merchant's backtest,
 * its export, a new count of its figures and its panel are under way, beside how long they take while the panel's
 * requests are answered from memory and nothing else is done. `npm run bench:beside-imports`: the same while ten
 * merchants import. README.md explains each figure.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import type { ProgramContent } from '../src/earning/program-json.ts'
import { beginGeneration } from '../src/figures/count-figures.ts'
import { findHeads } from '../src/figures/store/heads.ts'
import type { Job } from '../src/jobs/job.ts'
import { createLogger } from '../src/platform/log.ts'
import type { Database } from '../src/platform/postgres/database.ts'
import { createSealer, makeSealingKey } from '../src/platform/sealing.ts'
import { systemClock } from '../src/platform/system-clock.ts'
import { migrateQueue } from '../src/worker/queue.ts'
import { BusyImports } from './busy-imports.ts'
import { openBenchDatabase } from './database.ts'
import { spreadOf } from './figures.ts'
import { countAllFigures } from './fold.ts'
import type { LoadResult } from './load.ts'
import { createReader, type PanelUse, usePanel } from './panel.ts'
import { type Days, fillPastOrders } from './past-orders.ts'
import { runOrderLoad, type ServerProcess, startBare, startPunchcard } from './processes.ts'
import { JobsOfOne, openAsWorker, startWorker } from './worker.ts'

const { values: flags } = parseArgs({
  options: {
    orders: { type: 'string' },
    rounds: { type: 'string' },
    seconds: { type: 'string' },
    imports: { type: 'boolean', default: false },
    tiny: { type: 'boolean', default: false },
  },
})
const ORDERS = Number(flags.orders ?? (flags.tiny ? 1_000 : 100_000))
const ROUNDS = Number(flags.rounds ?? (flags.tiny ? 1 : 5))
const SECONDS = Number(flags.seconds ?? (flags.tiny ? 0.5 : 10))
const WARM_UP_SECONDS = flags.tiny ? 0.3 : 10
const SIZE = { tenants: 20, customersPerTenant: 1_000 }
const FULL_CONNECTIONS = flags.tiny ? 8 : 64
/** A machine that is not under stress. */
const CONNECTIONS = flags.tiny ? 4 : 16
const SHARE = 3
const PANEL_PER_SECOND = 10
/** Whose jobs they are. */
const TENANT = 1
const IMPORTERS = 10
const IMPORTED_LINES = flags.tiny ? 200 : 20_000
/** Of the import of ten, one who does not import looks at the panel. */
const AT_PANEL = flags.imports ? IMPORTERS + 1 : TENANT
const LOOK_EVERY_MS = 500
const CANDIDATE = {
  cashback: { isOn: true, pointValue: '0.05' },
  rules: [{ id: 1, kind: 'purchase', name: 'purchase', points: '2', validityDays: 365 }],
} as ProgramContent

const say = (text: string): void => void process.stderr.write(`${text}\n`)

/** All that a merchant may have under way at once: what has ended begins again. */
class Busy {
  readonly #database: Database
  readonly #jobs: JobsOfOne
  readonly #days: Days
  #backtest: Job | null = null
  #export: Job | null = null
  /** How often each was begun. */
  begun = { backtests: 0, exports: 0, counts: 0 }

  constructor(database: Database, days: Days) {
    this.#database = database
    this.#jobs = new JobsOfOne(database, TENANT)
    this.#days = days
  }

  get told(): string {
    const { backtests, exports, counts } = this.begun
    return `${backtests} backtests, ${exports} exports, ${counts} counts`
  }

  async begin(): Promise<void> {
    this.begun = { backtests: 0, exports: 0, counts: 0 }
    await this.#again()
  }

  async until(isOver: () => boolean): Promise<void> {
    while (!isOver()) {
      await sleep(LOOK_EVERY_MS)
      await this.#again()
    }
  }

  /** Ends all of it, so that nothing of it is beside what comes next. */
  async end(): Promise<void> {
    for (const job of [this.#backtest, this.#export]) {
      if (job && (await this.#jobs.find(job)).state !== 'done') await this.#jobs.cancel(job)
    }
    this.#backtest = null
    this.#export = null
    while (await this.#isCounting()) await sleep(LOOK_EVERY_MS)
  }

  async #again(): Promise<void> {
    if (await this.#hasEnded(this.#backtest)) {
      this.#backtest = await this.#jobs.startBacktest(CANDIDATE, this.#days)
      this.begun.backtests += 1
    }
    if (await this.#hasEnded(this.#export)) {
      this.#export = await this.#jobs.startExport()
      this.begun.exports += 1
    }
    if (!(await this.#isCounting())) {
      const heads = await this.#heads()
      const counting = { database: this.#database, tenantId: TENANT, spans: [], now: systemClock() }
      await beginGeneration(counting, (heads.at(-1)?.generation ?? 0) + 1)
      this.begun.counts += 1
    }
  }

  async #hasEnded(job: Job | null): Promise<boolean> {
    if (job === null) return true
    const { kind, state, problem } = await this.#jobs.find(job)
    if (state === 'failed') throw new Error(`the ${kind} has failed: ${JSON.stringify(problem)}`)
    return state === 'done'
  }

  #heads() {
    return this.#database.read([TENANT], (tx) => findHeads(tx, TENANT))
  }

  async #isCounting(): Promise<boolean> {
    return (await this.#heads()).length > 1
  }
}

interface Turn {
  readonly orders: LoadResult
  readonly panel: PanelUse
}

let runs = 0

const database = await openBenchDatabase(SIZE, say)
await migrateQueue(database.url, createLogger({ level: 'error', destination: process.stderr }))
const punchcard = await startPunchcard(database.url)
/** Answers the panel's requests from memory. */
const floor = await startBare({ headers: { 'content-type': 'application/json' }, body: '{"items":[]}' })
const secretsKey = makeSealingKey()
const asWorker = openAsWorker(database.url, createSealer([Buffer.from(secretsKey, 'base64')]))
const worker = await startWorker(database.url, say, secretsKey)
try {
  const shop = { tenantId: TENANT, port: punchcard.port, authorization: database.authorizations[0] ?? '' }
  say(`filling in ${ORDERS} orders`)
  const days = await fillPastOrders(database.client, shop, { orders: ORDERS, days: 90 })
  const authorization = await createReader(asWorker, AT_PANEL)
  const tenants = database.authorizations.map((_, index) => index + 1)

  /** Orders of the other merchants. */
  const sendOrders = (connections: number, seconds: number, perSecond?: number) => {
    runs += 1
    return runOrderLoad({
      ports: [punchcard.port],
      ...{ connections, seconds, ...(perSecond === undefined ? {} : { perSecond }) },
      authorizations: database.authorizations.slice(flags.imports ? IMPORTERS : 1),
      customersPerTenant: SIZE.customersPerTenant,
      ...{ isHot: false, refusedPerMille: 0, run: `j${runs}` },
    })
  }
  const beside = async ({ port }: ServerProcess, seconds: number, perSecond: number): Promise<Turn> => {
    const asked = { port, tenantId: AT_PANEL, authorization, perSecond: PANEL_PER_SECOND, seconds }
    const [orders, panel] = await Promise.all([sendOrders(CONNECTIONS, seconds, perSecond), usePanel(asked)])
    return { orders, panel }
  }

  await countAllFigures(asWorker, tenants)
  const importers = tenants.slice(0, IMPORTERS)
  const busy = flags.imports ? new BusyImports(asWorker, importers, IMPORTED_LINES) : new Busy(asWorker, days)
  const besideJobs = async (seconds: number, perSecond: number): Promise<Turn> => {
    await busy.begin()
    let isOver = false
    const turn = beside(punchcard, seconds, perSecond).finally(() => {
      isOver = true
    })
    const [measured] = await Promise.all([turn, busy.until(() => isOver)])
    await busy.end()
    return measured
  }

  say('warming up')
  await sendOrders(FULL_CONNECTIONS, WARM_UP_SECONDS)
  await besideJobs(WARM_UP_SECONDS, 100)
  const { perSecond: most } = await sendOrders(FULL_CONNECTIONS, WARM_UP_SECONDS)
  const perSecond = most / SHARE
  say(`${Math.round(most)} orders/s at most, so ${Math.round(perSecond)} orders/s from here on`)
  await countAllFigures(asWorker, tenants)
  await database.client.query('vacuum analyze')

  const [medians, p99s]: [number[], number[]] = [[], []]
  const sent = { orders: 0, panel: 0 }
  const told = ({ orders, panel }: Turn): string =>
    `${Math.round(orders.perSecond)}/s, ${orders.medianMs.toFixed(1)} and ${orders.p99Ms.toFixed(1)} ms, panel ${panel.medianMs.toFixed(0)} and ${panel.p99Ms.toFixed(0)} ms`
  for (let round = 1; round <= ROUNDS; round += 1) {
    const before = await beside(floor, SECONDS, perSecond)
    const jobs = await besideJobs(SECONDS, perSecond)
    const after = await beside(floor, SECONDS, perSecond)
    medians.push((2 * jobs.orders.medianMs) / (before.orders.medianMs + after.orders.medianMs))
    p99s.push((2 * jobs.orders.p99Ms) / (before.orders.p99Ms + after.orders.p99Ms))
    sent.orders += jobs.orders.requests
    sent.panel += jobs.panel.requests
    say(
      `round ${round} of ${ROUNDS}: floor ${told(before)}; beside ${busy.told} ` +
        `${told(jobs)}; floor ${told(after)}; ratios ${medians.at(-1)?.toFixed(2)} and ${p99s.at(-1)?.toFixed(2)}`,
    )
  }
  const inWords = (numbers: readonly number[]): string => {
    const { median, least, most } = spreadOf(numbers, 2)
    return `${median} (${least} to ${most})`
  }
  process.stdout.write(
    `orders beside ${flags.imports ? 'imports' : 'jobs'} and a panel ÷ beside requests answered from memory: median ${inWords(medians)}, goal 1.2; ` +
      `p99 ${inWords(p99s)}, goal 2\n` +
      // One that fails ends the benchmark (`refuseFailures`, `usePanel`).
      `beside jobs: ${sent.orders} orders, ${sent.panel} requests of the panel, 0 failed\n`,
  )
  const isMissed = spreadOf(medians, 2).median > 1.2 || spreadOf(p99s, 2).median > 2
  if (isMissed && !flags.tiny) process.exitCode = 1
} finally {
  await worker.stop()
  await asWorker.close()
  await floor.stop()
  await punchcard.stop()
  await database.close()
}
