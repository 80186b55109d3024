import { pageBelowId, pageOf } from '../../contract/admin-api/page.ts'
import { NOT_FOUND } from '../../contract/admin-api/texts.ts'
import { isProblem } from '../../contract/problem.ts'
import type { ProgramContextReader } from '../../earning/admin-api/program-context.ts'
import { versionOf } from '../../jobs/admin-api/present.ts'
import type { Job } from '../../jobs/job.ts'
import { ProgressWatch } from '../../jobs/progress-watch.ts'
import * as jobs from '../../jobs/store/jobs.ts'
import type { AdminApi } from '../../people/admin-api/api.ts'
import type { Clock } from '../../platform/clock.ts'
import { BACKTEST_JOB } from '../job.ts'
import { findBacktest } from '../store/backtests.ts'
import { presentItem, presentResult, presentShown } from './present.ts'
import { getBacktest, listBacktests } from './schema.ts'

export interface BacktestRoutesDeps {
  /** Jobs live by the server's clock. */
  readonly clock: Clock
  readonly reader: ProgramContextReader
}

export function backtestAdminRoutes(api: AdminApi, { clock, reader }: BacktestRoutesDeps): void {
  const watch = new ProgressWatch()
  const { kind } = BACKTEST_JOB

  api.read(listBacktests, 'cell', async (tx, { tenant, query, locale }) => {
    const page = pageBelowId(query)
    if (isProblem(page)) return page
    const found = await jobs.listJobs(tx, tenant.id, { kinds: [kind], state: null, ...page })
    const toItem = (job: Job) => presentItem(job, watch.see(job, clock()), locale)
    return { answer: pageOf(query, found, ({ id }) => [id], toItem) }
  })

  api.read(getBacktest, 'cell', async (tx, { tenant, params: { id }, caller, locale, now }) => {
    const job = await jobs.findJob(tx, tenant.id, id)
    const stored = job?.kind === kind ? await findBacktest(tx, tenant.id, id) : null
    if (!job || !stored) return NOT_FOUND
    const { result } = stored
    return {
      answer: {
        ...presentShown(job, watch.see(job, clock()), locale),
        result: result && (await presentResult(tx, stored, result, { tenant, caller, locale, now, reader })),
      },
      version: versionOf(job),
    }
  })
}
