import { setTimeout as sleep } from 'node:timers/promises'
import { Counter, Gauge } from 'prom-client'
import { tenantsOf } from '../app/cells.ts'
import type { TenantId } from '../contract/ids.ts'
import { countFigures } from '../figures/count-figures.ts'
import { findTenantsWithNews } from '../figures/store/heads.ts'
import { findVerifications } from '../figures/store/verifications.ts'
import type { Logger } from '../platform/log.ts'
import { FIGURES_TIMEOUT_MS, type Metrics } from '../platform/metrics.ts'
import { systemClock } from '../platform/system-clock.ts'
import { within } from '../platform/within.ts'
import type { Cells } from '../tenancy/cells.ts'
import { findTimeZones } from '../tenancy/store/zones.ts'

const LOOK_EVERY_MS = 1_000
const RETRY_MAX_MS = 30_000

export type FiguresMeasured = ReturnType<typeof measureFigures>

export function measureFigures({ registry }: Metrics) {
  const registers = [registry]
  const countedAt = new Map<string, number>()
  new Gauge({
    name: 'punchcard_figures_lag_seconds',
    help: 'How long ago the figures of all merchants were last as new as the ledger',
    labelNames: ['cell'],
    registers,
    collect() {
      for (const [cell, at] of countedAt) this.set({ cell }, (systemClock() - at) / 1_000)
    },
  })
  const found = new Map<string, () => Promise<number>>()
  new Gauge({
    name: 'punchcard_figures_differences',
    help: 'Differences between figures and the ledger that the last verification of each merchant found',
    labelNames: ['cell'],
    registers,
    async collect() {
      const asked = [...found].map(([cell, count]) =>
        // A database that does not answer must not hide the other figures.
        within(FIGURES_TIMEOUT_MS, count()).then(
          (differences) => this.set({ cell }, differences),
          () => this.remove({ cell }),
        ),
      )
      await Promise.all(asked)
    },
  })
  return {
    countedAt,
    of(cells: Cells, cell: string): void {
      found.set(cell, async () => {
        const ids = (await tenantsOf(cells, cell)()).map(({ id }) => id)
        const verified = await cells.of({ cell }).read(ids, (tx) => findVerifications(tx, ids))
        return verified.reduce((sum, { differences }) => sum + differences, 0)
      })
    },
    entries: new Counter({
      name: 'punchcard_figures_folded_entries_total',
      help: 'Entries of the ledger that were added to the figures',
      labelNames: ['cell'],
      registers,
    }),
    failures: new Counter({
      name: 'punchcard_figures_failures_total',
      help: 'Times that the figures of a merchant could not be brought up to date because of a fault',
      labelNames: ['cell'],
      registers,
    }),
  }
}

interface Options {
  readonly cells: Cells
  readonly cell: string
  readonly log: Logger
  readonly signal: AbortSignal
  readonly measured: FiguresMeasured
}

/** Keeps the figures of every merchant of a cell as new as its ledger, a page of one after a page of another. */
export async function keepFigures(options: Options): Promise<void> {
  const { cell, log, signal, measured } = options
  measured.of(options.cells, cell)
  measured.countedAt.set(cell, systemClock())
  measured.entries.inc({ cell }, 0)
  measured.failures.inc({ cell }, 0)
  const pause = (ms: number): Promise<void> => sleep(ms, undefined, { signal }).catch(() => {})
  let failures = 0
  while (!signal.aborted) {
    try {
      const begunAt = systemClock()
      const failed = await countAll(options)
      if (!signal.aborted && failed === 0) measured.countedAt.set(cell, begunAt)
      failures = failed > 0 ? failures + 1 : 0
    } catch (error) {
      failures += 1
      log.warn({ reason: (error as Error).message }, 'figures could not be counted; trying again')
    }
    await pause(Math.min(RETRY_MAX_MS, LOOK_EVERY_MS * 2 ** failures))
  }
}

/** Until no merchant has news. One that fails is left for the next time, and keeps no other from being counted. */
async function countAll({ cells, cell, log, signal, measured }: Options): Promise<number> {
  const database = cells.of({ cell })
  const ids = (await tenantsOf(cells, cell)()).map(({ id }) => id)
  if (ids.length === 0) return 0
  let waiting = await database.read(ids, (tx) => findTenantsWithNews(tx, ids))
  let failed = 0
  while (waiting.length > 0 && !signal.aborted) {
    const more: TenantId[] = []
    for (const tenantId of waiting) {
      if (signal.aborted) break
      try {
        const spans = await cells.directory.read([tenantId], (tx) => findTimeZones(tx, tenantId))
        const counted = await countFigures({ database, tenantId, spans, now: systemClock() })
        measured.entries.inc({ cell }, counted.entries)
        if (counted.isMore) more.push(tenantId)
      } catch (error) {
        failed += 1
        measured.failures.inc({ cell })
        log.error({ err: error, tenant: tenantId }, 'the figures of a merchant could not be counted')
      }
    }
    waiting = more
  }
  return failed
}
