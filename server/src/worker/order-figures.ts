import { setTimeout as sleep } from 'node:timers/promises'
import { tenantsOf } from '../app/cells.ts'
import type { TenantId } from '../contract/ids.ts'
import { countOrders } from '../figures/count-orders.ts'
import { dayOf } from '../figures/rules/zones.ts'
import { findTenantsWithOrders } from '../figures/store/order-figures.ts'
import type { Clock, Instant } from '../platform/clock.ts'
import type { Logger } from '../platform/log.ts'
import { monotonicClock } from '../platform/system-clock.ts'
import type { LocalDate } from '../platform/zone.ts'
import type { Cells } from '../tenancy/cells.ts'
import { findTimeZones } from '../tenancy/store/zones.ts'
import { type Tenant, tenantClock } from '../tenancy/tenant.ts'
import type { FiguresMeasured } from './figures.ts'
import type { Pace } from './pace.ts'

const LOOK_EVERY_MS = 5_000
const RETRY_MAX_MS = 60_000
/** Today changes with every order: it is counted once in this time, and takes at most a fiftieth of it. */
const TODAY_EVERY_MS = 60_000
const TODAY_SHARE = 50

interface Options {
  readonly cells: Cells
  readonly cell: string
  readonly clock: Clock
  readonly log: Logger
  readonly signal: AbortSignal
  readonly pace: Pace
  readonly measured: FiguresMeasured
}

/** What is known of a merchant between two rounds; all of it may be forgotten. */
interface Seen {
  /** When today may be counted again, by a clock that only goes forward. */
  readonly todayFrom: number
  /** The day that was over when all was counted last. */
  readonly day: LocalDate
}

/** Counts again the days and customers whose orders changed, for every merchant of a cell. */
export async function keepOrderFigures(options: Options): Promise<void> {
  const { log, signal } = options
  const seen = new Map<TenantId, Seen>()
  let failures = 0
  while (!signal.aborted) {
    try {
      failures = (await countAll(options, seen)) ? 0 : failures + 1
    } catch (error) {
      failures += 1
      log.warn({ reason: (error as Error).message }, 'figures of orders could not be counted; trying again')
    }
    const ms = Math.min(RETRY_MAX_MS, LOOK_EVERY_MS * 2 ** failures)
    await sleep(ms, undefined, { signal }).catch(() => {})
  }
}

/** false: one of them failed, which keeps no other from being counted. */
async function countAll(options: Options, seen: Map<TenantId, Seen>): Promise<boolean> {
  const { cells, cell, log, signal, measured } = options
  const tenants = await tenantsOf(cells, cell)()
  const ids = tenants.map(({ id }) => id)
  if (ids.length === 0) return true
  const waiting = new Set(await cells.of({ cell }).read(ids, (tx) => findTenantsWithOrders(tx, ids)))
  let isWell = true
  for (const tenant of tenants) {
    if (signal.aborted) break
    try {
      const now = tenantClock(options.clock)(tenant)
      const isNewDay = seen.get(tenant.id)?.day !== dayOf(now, [{ since: 0, timeZone: tenant.timeZone }])
      if (waiting.has(tenant.id) || isNewDay) await countOne(options, tenant, now, seen)
    } catch (error) {
      isWell = false
      measured.failures.inc({ cell })
      log.error(
        { err: error, tenant: tenant.id },
        'the orders of a merchant could not be counted for figures',
      )
    }
  }
  return isWell
}

async function countOne(
  { cells, cell, signal, pace }: Options,
  { id: tenantId, timeZone }: Tenant,
  now: Instant,
  seen: Map<TenantId, Seen>,
): Promise<void> {
  const begunAt = monotonicClock()
  const before = seen.get(tenantId)
  const isTodayDue = begunAt >= (before?.todayFrom ?? 0)
  const spans = await cells.directory.read([tenantId], (tx) => findTimeZones(tx, tenantId))
  const counting = { database: cells.of({ cell }), tenantId, spans, now, isTodayDue, signal }
  let workedMs = 0
  for (let isDone = false; !isDone; ) {
    if (signal.aborted) return
    const startedAt = monotonicClock()
    isDone = await countOrders(counting)
    const tookMs = monotonicClock() - startedAt
    workedMs += tookMs
    await pace.rest(tookMs, await pace.othersAtWork())
  }
  const todayFrom = isTodayDue
    ? begunAt + Math.max(TODAY_EVERY_MS, TODAY_SHARE * workedMs)
    : (before?.todayFrom ?? 0)
  seen.set(tenantId, { todayFrom, day: dayOf(now, [{ since: 0, timeZone }]) })
}
