import { pageBelowId, pageOf } from '../../contract/admin-api/page.ts'
import { NOT_FOUND } from '../../contract/admin-api/texts.ts'
import { isProblem } from '../../contract/problem.ts'
import { isRefusal } from '../../contract/refusal.ts'
import type { Caller } from '../../people/actor.ts'
import type { AdminApi } from '../../people/admin-api/api.ts'
import { changesBetween } from '../../people/audit.ts'
import type { Clock } from '../../platform/clock.ts'
import type { JobKind, JobKinds } from '../define.ts'
import type { Job } from '../job.ts'
import { changeOneJob } from '../manage.ts'
import { ProgressWatch } from '../progress-watch.ts'
import type { JobChange } from '../rules/change-job.ts'
import * as store from '../store/jobs.ts'
import { presentJob, problemOfJob, versionOf } from './present.ts'
import { cancelJob, getJob, listJobs, pauseJob, resumeJob } from './schema.ts'

export interface JobRoutesDeps {
  readonly kinds: JobKinds
  /** Jobs live by the server's clock, also those of a sandbox whose clock was moved. */
  readonly clock: Clock
}

export function jobAdminRoutes(api: AdminApi, { kinds, clock }: JobRoutesDeps): void {
  const watch = new ProgressWatch()

  api.read(listJobs, 'cell', async (tx, { tenant, query, caller, locale }) => {
    const page = pageBelowId(query)
    if (isProblem(page)) return page
    const seen = kindsOf(kinds, caller).filter(({ kind }) => query.kind === undefined || kind === query.kind)
    const names = seen.map(({ kind }) => kind)
    const found = await store.listJobs(tx, tenant.id, { kinds: names, state: query.state ?? null, ...page })
    const toItem = (job: Job) => presentJob(job, watch.see(job, clock()), locale)
    return { answer: pageOf(query, found, ({ id }) => [id], toItem) }
  })

  api.read(getJob, 'cell', async (tx, { tenant, params: { id }, caller, locale }) => {
    const job = await store.findJob(tx, tenant.id, id)
    if (!job || !kindOf(kinds, caller, job)) return NOT_FOUND
    return { answer: presentJob(job, watch.see(job, clock()), locale), version: versionOf(job) }
  })

  const changes = [
    [pauseJob, 'pause'],
    [resumeJob, 'resume'],
    [cancelJob, 'cancel'],
  ] as const satisfies readonly (readonly [unknown, JobChange])[]
  for (const [operation, change] of changes) {
    api.write(operation, 'cell', async (tx, { tenant, params: { id }, caller, locale }) => {
      const asked = { tenantId: tenant.id, id, change, now: clock() }
      const changed = await changeOneJob(tx, (job) => kindOf(kinds, caller, job), asked)
      if (changed === null) return NOT_FOUND
      if (isRefusal(changed)) return problemOfJob(changed)
      const { before, after } = changed
      return {
        answer: presentJob(after, watch.see(after, clock()), locale),
        version: versionOf(after),
        audit:
          after === before
            ? null
            : {
                target: { kind: 'job', id: String(id), label: after.kind },
                ...changesBetween(stateOf(before), stateOf(after)),
              },
      }
    })
  }
}

function stateOf({ state, wish }: Job) {
  return { state, wish }
}

/** Those that the caller may start, and so may see. */
function kindsOf(kinds: JobKinds, { permissions }: Caller): JobKind[] {
  return [...kinds.values()].filter(({ permission }) => permissions?.has(permission) ?? false)
}

function kindOf(kinds: JobKinds, caller: Caller, job: Job): JobKind | null {
  return kindsOf(kinds, caller).find(({ kind }) => kind === job.kind) ?? null
}
