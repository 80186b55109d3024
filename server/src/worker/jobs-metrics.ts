import { Counter, Gauge, Histogram } from 'prom-client'
import { tenantsServed } from '../app/cells.ts'
import { bytesOfCell } from '../app/file-room.ts'
import type { FileQuotas } from '../jobs/rules/file-quota.ts'
import { countJobs, type JobCount } from '../jobs/store/jobs.ts'
import type { Clock, Instant } from '../platform/clock.ts'
import { FIGURES_TIMEOUT_MS, type Metrics } from '../platform/metrics.ts'
import { onceEvery } from '../platform/once-every.ts'
import { monotonicClock } from '../platform/system-clock.ts'
import { within } from '../platform/within.ts'
import type { Cells } from '../tenancy/cells.ts'

const ASK_EVERY_MS = 500

export interface JobsMeasured {
  readonly pageSeconds: Histogram
  readonly failures: Counter
  /** Begins to count the jobs and files of a cell. */
  of(cells: Cells, cell: string, quotas: FileQuotas): void
}

export function measureJobs({ registry }: Metrics, clock: Clock): JobsMeasured {
  const registers = [registry]
  const counts = new Map<string, () => Promise<JobCount[]>>()
  // Both figures of one scrape come from one look. A database that does not answer must not hide the other figures.
  const look = onceEvery(ASK_EVERY_MS, monotonicClock, () =>
    Promise.all(
      [...counts].map(async ([cell, count]) => ({
        cell,
        found: await within(FIGURES_TIMEOUT_MS, count()).catch(() => null),
      })),
    ),
  )
  new Gauge({
    name: 'punchcard_jobs',
    help: 'Jobs of merchants by state and kind, until they are deleted',
    labelNames: ['cell', 'state', 'kind'],
    registers,
    async collect() {
      // A state that no job is in any more is not told by what is counted.
      this.reset()
      for (const { cell, found } of await look()) {
        for (const { state, kind, count } of found ?? []) this.set({ cell, state, kind }, count)
      }
    },
  })
  new Gauge({
    name: 'punchcard_job_oldest_queued_seconds',
    help: 'How long the job has waited that had no turn for the longest time; 0: none waits',
    labelNames: ['cell'],
    registers,
    async collect() {
      for (const { cell, found } of await look()) {
        if (!found) this.remove({ cell })
        else this.set({ cell }, secondsSince(found, clock()))
      }
    },
  })
  const files = new Map<string, () => Promise<number>>()
  new Gauge({
    name: 'punchcard_files_bytes',
    help: 'What the files of all merchants have together, uploads under way with all that was announced',
    labelNames: ['cell'],
    registers,
    async collect() {
      for (const [cell, count] of files) {
        const bytes = await within(FIGURES_TIMEOUT_MS, count()).catch(() => null)
        if (bytes === null) this.remove({ cell })
        else this.set({ cell }, bytes)
      }
    },
  })
  const quota = new Gauge({
    name: 'punchcard_files_quota_bytes',
    help: 'What they may have together: PUNCHCARD_FILES_GB',
    labelNames: ['cell'],
    registers,
  })
  return {
    pageSeconds: new Histogram({
      name: 'punchcard_job_page_seconds',
      help: 'Pages of jobs, and how long they took',
      labelNames: ['cell', 'kind'],
      buckets: [0.01, 0.05, 0.1, 0.2, 0.5, 1, 5],
      registers,
    }),
    failures: new Counter({
      name: 'punchcard_job_failures_total',
      help: 'Pages of jobs that failed; they are repeated, and the fifth in a row makes their job fail',
      labelNames: ['cell', 'kind'],
      registers,
    }),
    of(cells, cell, { ofCell }) {
      quota.set({ cell }, ofCell)
      files.set(cell, () => bytesOfCell(cells, cell))
      counts.set(cell, async () => {
        const ids = (await tenantsServed(cells, cell)()).map(({ id }) => id)
        return cells.of({ cell }).read(ids, (tx) => countJobs(tx, ids))
      })
    },
  }
}

function secondsSince(found: readonly JobCount[], now: Instant): number {
  const since = found.flatMap(({ queuedSince }) => queuedSince ?? [])
  return since.length === 0 ? 0 : Math.max(0, (now - Math.min(...since)) / 1_000)
}
