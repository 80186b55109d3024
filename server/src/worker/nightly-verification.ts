import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { Gauge } from 'prom-client'
import { verifyCloses } from '../accounting/verify.ts'
import type { Difference } from '../accounts/verify.ts'
import { tenantsOf } from '../app/cells.ts'
import { type VerifiedPage, verifyPages } from '../app/verify.ts'
import { findVerifications } from '../figures/store/verifications.ts'
import { verifyAndNote } from '../figures/verify.ts'
import {
  beginVerification,
  findDueVerifications,
  finishVerification,
  saveVerified,
  summarizeVerifications,
  type VerificationSummary,
} from '../history/store/verifications.ts'
import type { Clock, Instant } from '../platform/clock.ts'
import type { Logger } from '../platform/log.ts'
import { FIGURES_TIMEOUT_MS, type Metrics } from '../platform/metrics.ts'
import { onceEvery } from '../platform/once-every.ts'
import { settleAll } from '../platform/settle-all.ts'
import { monotonicClock } from '../platform/system-clock.ts'
import { within } from '../platform/within.ts'
import type { LocalDate } from '../platform/zone.ts'
import type { Cells } from '../tenancy/cells.ts'
import { findTimeZones } from '../tenancy/store/zones.ts'
import type { Tenant } from '../tenancy/tenant.ts'
import type { Pace } from './pace.ts'

/** Every account is verified once a week. */
export const NIGHTS = 7
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const LOOK_EVERY_MS = 60_000
/** Fewer than at the command line: what a page takes, a sale may have to wait for. */
const PAGE = 500
const SUMMARIZE_EVERY_MS = 1_000
/**
 * After each page at least as long as it took, also where others are not seen: PostgreSQL shows only what has the same
 * login, and servers may have another one.
 */
/** Of one shard in one night; the command line tells all. */
const LOGGED_MAX = 20

export interface NightlyOptions {
  readonly cells: Cells
  readonly cell: string
  readonly clock: Clock
  readonly log: Logger
  readonly signal: AbortSignal
  /** From which hour of the day on, by UTC; null: never. */
  readonly fromHour: number | null
  /** For the lock by which one worker verifies and others do not. */
  readonly pool: pg.Pool
  readonly pace: Pace
}

/** Verifies a seventh of all accounts every night, beside whatever else the worker does, until it is told to stop. */
export async function verifyEveryNight(options: NightlyOptions): Promise<void> {
  const { cell, log, signal, fromHour, clock } = options
  if (fromHour === null) return
  while (!signal.aborted) {
    const night = nightOf(clock(), fromHour)
    try {
      await alone(options, () => verifyNight(options, night))
    } catch (error) {
      if (!signal.aborted) log.warn({ err: error, cell }, 'the nightly verification failed; trying again')
    }
    await sleep(LOOK_EVERY_MS, undefined, { signal }).catch(() => {})
  }
}

/** The night that began last, by the day it began on. */
export function nightOf(now: Instant, fromHour: number): LocalDate {
  return Math.floor((now - fromHour * HOUR_MS) / DAY_MS)
}

/**
 * What is left of a night: the seventh that is its own, and what had differences when it was looked at last. A merchant
 * whose verification fails does not keep the others from theirs.
 */
export async function verifyNight(options: NightlyOptions, night: LocalDate): Promise<void> {
  const { cells, cell, signal } = options
  const tenants = new Map((await tenantsOf(cells, cell)()).map((tenant) => [tenant.id, tenant]))
  const ids = [...tenants.keys()]
  const due = await cells
    .of({ cell })
    .read(ids, (tx) => findDueVerifications(tx, ids, (night % NIGHTS) + 1, night))
  const failures = settleAll()
  for (const tenant of tenants.values()) {
    if (signal.aborted) return
    await failures.settle([verifyFiguresOf(options, tenant, night)])
  }
  for (const { tenantId, shard } of due) {
    const tenant = tenants.get(tenantId)
    if (signal.aborted || !tenant) return
    await failures.settle([verifyShard(options, tenant, shard, night)])
  }
  failures.throwIfAny('merchants could not be verified')
}

/** The sums of its figures, and the months that were closed from them, every night. */
async function verifyFiguresOf(options: NightlyOptions, tenant: Tenant, night: LocalDate): Promise<void> {
  const { id } = tenant
  const { cells, cell, clock, log, pace, fromHour } = options
  const database = cells.of({ cell })
  const [last] = await database.read([id], (tx) => findVerifications(tx, [id]))
  if (last && nightOf(last.verifiedAt, fromHour ?? 0) >= night) return
  const startedAt = monotonicClock()
  const spans = await cells.directory.read([id], (tx) => findTimeZones(tx, id))
  const closes = await verifyCloses(database, tenant)
  const differences = await verifyAndNote(database, id, { spans, now: clock(), others: closes.length })
  for (const difference of closes.slice(0, LOGGED_MAX)) {
    log.error({ tenant: id, ...difference }, 'verify found a difference in the closed months')
  }
  for (const difference of (differences ?? []).slice(0, LOGGED_MAX)) {
    log.error({ tenant: id, ...difference }, 'verify found a difference in the figures')
  }
  await pace.rest(monotonicClock() - startedAt, Math.max(1, await pace.othersAtWork()))
}

async function verifyShard(
  options: NightlyOptions,
  tenant: Tenant,
  number: number,
  night: LocalDate,
): Promise<void> {
  const { cells, clock, signal, pace } = options
  const database = cells.of(tenant)
  const { account, isFinished } = await database.transaction([tenant.id], (tx) =>
    beginVerification(tx, tenant.id, { shard: number, night, now: clock() }),
  )
  if (isFinished) return
  const after = account === null ? null : { tenantId: tenant.id, account }
  const pages = verifyPages(cells, [tenant], {
    shard: { number, of: NIGHTS },
    after,
    pageSize: PAGE,
    countsFigures: false,
  })
  let startedAt = monotonicClock()
  let logged = 0
  for await (const page of pages) {
    logDifferences(options.log, page.differences.slice(0, LOGGED_MAX - logged))
    logged = Math.min(LOGGED_MAX, logged + page.differences.length)
    await save(options, tenant, number, page)
    const others = await pace.othersAtWork()
    if (signal.aborted) return
    await pace.rest(monotonicClock() - startedAt, Math.max(1, others))
    startedAt = monotonicClock()
  }
  await database.transaction([tenant.id], (tx) => finishVerification(tx, tenant.id, number, clock()))
}

function logDifferences(log: Logger, differences: readonly Difference[]): void {
  for (const { tenantId, ...difference } of differences) {
    log.error({ tenant: tenantId, ...difference }, 'verify found a difference')
  }
}

async function save(
  { cells }: NightlyOptions,
  tenant: Tenant,
  shard: number,
  { place, accounts, differences }: VerifiedPage,
): Promise<void> {
  const part = { shard, account: place.account, accounts, differences: differences.length }
  await cells.of(tenant).transaction([tenant.id], (tx) => saveVerified(tx, tenant.id, part))
}

/** Of the merchant who has waited longest; where none was ever looked at, since this worker is there. */
function oldestOf(found: readonly VerificationSummary[], startedAt: Instant): Instant {
  return found.length === 0 ? startedAt : Math.min(...found.map(({ lastAt }) => lastAt))
}

/**
 * One worker of a cell at a time; the lock ends with its connection. A worker that stops does not wait for the page under
 * way, so the connection is given up at once: the pool would wait for it.
 */
async function alone({ pool, cell, signal }: NightlyOptions, work: () => Promise<void>): Promise<void> {
  if (signal.aborted) return
  const client = await pool.connect()
  const lock = `punchcard verification ${cell}`
  let isHeld = true
  const giveUp = (): void => {
    if (isHeld) client.release(true)
    isHeld = false
  }
  signal.addEventListener('abort', giveUp, { once: true })
  try {
    const { rows } = await client.query<{ locked: boolean }>(
      'select pg_try_advisory_lock(hashtextextended($1, 0)) as locked',
      [lock],
    )
    if (!rows[0]?.locked) return
    try {
      await work()
    } finally {
      if (isHeld) await client.query('select pg_advisory_unlock(hashtextextended($1, 0))', [lock])
    }
  } catch (error) {
    giveUp()
    throw error
  } finally {
    signal.removeEventListener('abort', giveUp)
    if (isHeld) client.release()
  }
}

/** From what is stored, so that a worker that has just started tells the same as one that has verified. */
export function measureVerification({ registry }: Metrics, clock: Clock) {
  const summaries = new Map<string, () => ReturnType<typeof summarizeVerifications>>()
  const startedAt = clock()
  // Both figures of one scrape come from one look. A database that does not answer must not hide the other figures.
  const look = onceEvery(SUMMARIZE_EVERY_MS, monotonicClock, () =>
    Promise.all(
      [...summaries].map(async ([cell, summarize]) => {
        const found = await within(FIGURES_TIMEOUT_MS, summarize()).catch(() => null)
        return { cell, found }
      }),
    ),
  )
  const figure = (
    name: string,
    help: string,
    figureOf: (found: readonly VerificationSummary[]) => number,
  ): Gauge =>
    new Gauge({
      name,
      help,
      labelNames: ['cell'],
      registers: [registry],
      async collect() {
        for (const { cell, found } of await look()) {
          if (found) this.set({ cell }, figureOf(found))
          else this.remove({ cell })
        }
      },
    })
  figure(
    'punchcard_verify_differences',
    'Differences that the nightly verification found and that the last look at the same accounts still had',
    (found) => found.reduce((sum, one) => sum + one.differences, 0),
  )
  figure(
    'punchcard_verify_last_success_timestamp_seconds',
    'When the merchant who has waited longest was last verified by a worker, in seconds since 1970',
    (found) => oldestOf(found, startedAt) / 1_000,
  )
  return {
    of(cells: Cells, cell: string): void {
      summaries.set(cell, async () => {
        const ids = (await tenantsOf(cells, cell)()).map(({ id }) => id)
        return cells.of({ cell }).read(ids, (tx) => summarizeVerifications(tx, ids))
      })
    },
  }
}
