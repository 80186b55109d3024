import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { Gauge } from 'prom-client'
import { tenantsOf } from '../app/cells.ts'
import { type VerifiedPage, verifyPages } from '../app/verify.ts'
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
import { settleAll } from '../platform/settle-all.ts'
import { monotonicClock } from '../platform/system-clock.ts'
import { within } from '../platform/within.ts'
import type { LocalDate } from '../platform/zone.ts'
import type { Cells } from '../tenancy/cells.ts'
import type { Tenant } from '../tenancy/tenant.ts'

/** Every account is verified once a week. */
export const NIGHTS = 7
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const LOOK_EVERY_MS = 60_000
/** Fewer than at the command line: what a page takes, a sale may have to wait for. */
const PAGE = 500
const PAUSE_MAX_MS = 1_000
/** Of one night; the command line tells all. */
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
  readonly othersAtWork: () => Promise<number>
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
  for (const { tenantId, shard } of due) {
    const tenant = tenants.get(tenantId)
    if (signal.aborted || !tenant) return
    await failures.settle([verifyShard(options, tenant, shard, night)])
  }
  failures.throwIfAny('merchants could not be verified')
}

async function verifyShard(
  options: NightlyOptions,
  tenant: Tenant,
  number: number,
  night: LocalDate,
): Promise<void> {
  const { cells, clock, signal, othersAtWork } = options
  const database = cells.of(tenant)
  const { account, isFinished } = await database.transaction([tenant.id], (tx) =>
    beginVerification(tx, tenant.id, { shard: number, night, now: clock() }),
  )
  if (isFinished) return
  const after = account === null ? null : { tenantId: tenant.id, account }
  const pages = verifyPages(cells, [tenant], { shard: { number, of: NIGHTS }, after, pageSize: PAGE })
  let startedAt = monotonicClock()
  for await (const page of pages) {
    await save(options, tenant, number, page)
    const others = await othersAtWork()
    if (signal.aborted) return
    const pauseMs = Math.min(PAUSE_MAX_MS, (monotonicClock() - startedAt) * others)
    if (pauseMs > 0) await sleep(pauseMs, undefined, { signal }).catch(() => {})
    startedAt = monotonicClock()
  }
  await database.transaction([tenant.id], (tx) => finishVerification(tx, tenant.id, number, clock()))
}

async function save(
  { cells, log }: NightlyOptions,
  tenant: Tenant,
  shard: number,
  { place, accounts, differences }: VerifiedPage,
): Promise<void> {
  for (const { tenantId, ...difference } of differences.slice(0, LOGGED_MAX)) {
    log.error({ tenant: tenantId, ...difference }, 'verify found a difference')
  }
  const part = { shard, account: place.account, accounts, differences: differences.length }
  await cells.of(tenant).transaction([tenant.id], (tx) => saveVerified(tx, tenant.id, part))
}

/** Of the merchant who has waited longest; where none was ever looked at, since this worker is there. */
function oldestOf(found: readonly VerificationSummary[], startedAt: Instant): Instant {
  return found.length === 0 ? startedAt : Math.min(...found.map(({ lastAt }) => lastAt))
}

/** One worker of a cell at a time; the lock ends with its connection. */
async function alone({ pool, cell }: NightlyOptions, work: () => Promise<void>): Promise<void> {
  const client = await pool.connect()
  const lock = `punchcard verification ${cell}`
  try {
    const { rows } = await client.query<{ locked: boolean }>(
      'select pg_try_advisory_lock(hashtextextended($1, 0)) as locked',
      [lock],
    )
    if (!rows[0]?.locked) return
    try {
      await work()
    } finally {
      await client.query('select pg_advisory_unlock(hashtextextended($1, 0))', [lock])
    }
  } finally {
    client.release()
  }
}

/** From what is stored, so that a worker that has just started tells the same as one that has verified. */
export function measureVerification({ registry }: Metrics, clock: Clock) {
  const summaries = new Map<string, () => ReturnType<typeof summarizeVerifications>>()
  const startedAt = clock()
  const labelNames = ['cell']
  const differences = new Gauge({
    name: 'punchcard_verify_differences',
    help: 'Differences that the nightly verification found and that the last look at the same accounts still had',
    labelNames,
    registers: [registry],
  })
  new Gauge({
    name: 'punchcard_verify_last_success_timestamp_seconds',
    help: 'When the merchant who has waited longest was last verified by a worker, in seconds since 1970',
    labelNames,
    registers: [registry],
    async collect() {
      for (const [cell, summarize] of summaries) {
        try {
          const found = await within(FIGURES_TIMEOUT_MS, summarize())
          this.set({ cell }, oldestOf(found, startedAt) / 1_000)
          differences.set(
            { cell },
            found.reduce((sum, one) => sum + one.differences, 0),
          )
        } catch {
          // A database that does not answer must not hide the other figures.
          this.remove({ cell })
          differences.remove({ cell })
        }
      }
    },
  })
  return {
    of(cells: Cells, cell: string): void {
      summaries.set(cell, async () => {
        const ids = (await tenantsOf(cells, cell)()).map(({ id }) => id)
        return cells.of({ cell }).read(ids, (tx) => summarizeVerifications(tx, ids))
      })
    },
  }
}
