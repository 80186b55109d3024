import { pageBelowId, pageOf } from '../../contract/admin-api/page.ts'
import { NOT_FOUND } from '../../contract/admin-api/texts.ts'
import type { Locale } from '../../contract/locale.ts'
import { isProblem, type Problem } from '../../contract/problem.ts'
import { isRefusal, type Refusal } from '../../contract/refusal.ts'
import { problemOfJob } from '../../jobs/admin-api/present.ts'
import { ProgressWatch } from '../../jobs/progress-watch.ts'
import { JOB_REASONS, type JobReason } from '../../jobs/rules/change-job.ts'
import { findJob } from '../../jobs/store/jobs.ts'
import { type Caller, namedActor } from '../../people/actor.ts'
import type { AdminApi, Call } from '../../people/admin-api/api.ts'
import { presentWaiting } from '../../people/admin-api/present-approval.ts'
import { NO_SECRETS_KEY } from '../../people/admin-api/texts.ts'
import type { AuditTarget } from '../../people/audit.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import type { Sealer } from '../../platform/sealing.ts'
import type { Cells } from '../../tenancy/cells.ts'
import { importLimitOf } from '../../tenancy/settings.ts'
import type { Tenant } from '../../tenancy/tenant.ts'
import { askForImport, needsTwo, type Wanted } from '../ask.ts'
import { DEFAULT_OPTIONS, type Import } from '../import.ts'
import { kindOf } from '../kinds/kinds.ts'
import {
  changeImport,
  createImport,
  currentPlanHash,
  type ImportReason,
  type ImportRefusal,
  lockToApply,
  lockToUndo,
  startApply,
  startCheck,
  startUndo,
} from '../manage.ts'
import { findImport, listImports, lockCountsOf } from '../store/imports.ts'
import { presentImport, presentItem, presentUndoPreview } from './present.ts'
import * as schema from './schema.ts'
import type { ImportAnswer } from './shapes-schema.ts'
import { PERSON_NEEDED, problemOfImport } from './texts.ts'

export interface ImportRoutesDeps {
  readonly cells: Cells
  /** Files and jobs live by the server's clock. */
  readonly clock: Clock
  /** null: no file can be opened. */
  readonly sealer: Sealer | null
}

/** The life of an import: begun, changed, run dry, applied, undone. */
export function importAdminRoutes(api: AdminApi, deps: ImportRoutesDeps): void {
  const { clock } = deps
  const watch = new ProgressWatch()
  const present = async (tx: Tx, found: Import, { tenant, locale }: Seen) => {
    const ids = [found.checkJobId, found.applyJobId, found.undoJobId].filter((id) => id !== null)
    const jobs = await Promise.all(ids.map((id) => findJob(tx, tenant.id, id)))
    const now = clock()
    return presentImport(found, {
      ...{
        locale,
        now,
        needsApproval: await needsTwo(tx, tenant, { kind: nextOf(found), imported: found, now }),
      },
      jobs: new Map(jobs.filter((job) => job !== null).map((job) => [job.id, job])),
      paceOf: (job) => watch.see(job, now),
    })
  }
  const by = ({ tenant, caller }: { readonly tenant: Tenant; readonly caller: Caller }) => ({
    ...{ tenant, by: namedActor(caller), now: clock() },
  })

  api.read(schema.listImports, 'cell', async (tx, { tenant, query }) => {
    const page = pageBelowId(query)
    if (isProblem(page)) return page
    const found = await listImports(tx, tenant.id, page)
    return { answer: pageOf(query, found, ({ id }) => [id], presentItem) }
  })

  api.read(schema.getImport, 'cell', async (tx, call) => {
    const found = await findImport(tx, call.tenant.id, call.params.id)
    if (!found) return NOT_FOUND
    // No ETag that says “unchanged”: the jobs go on by themselves.
    return { answer: await present(tx, found, call), headers: { etag: `"r${found.revision}"` } }
  })

  api.write(schema.createImport, 'cell', async (tx, call) => {
    const { kind, fileId, preset = null, format = null, mapping = null, options } = call.body
    const chosen = { preset, format, mapping, options: { ...DEFAULT_OPTIONS, ...options } }
    const made = await createImport(tx, by(call), { kind, fileId, ...chosen })
    if (isRefusal(made)) return problemOfImport(made)
    return {
      answer: await present(tx, made, call),
      version: made.revision,
      audit: { target: targetOf(made), after: { kind, preset, options: made.options } },
    }
  })

  api.write(schema.changeImport, 'cell', async (tx, call) => {
    const { tenant, params, body: change, ifMatch: expected } = call
    const changed = await changeImport(tx, tenant, { id: params.id, expected, change })
    if (isRefusal(changed)) return problemOfImport(changed)
    return {
      answer: await present(tx, changed, call),
      version: changed.revision,
      audit: { target: targetOf(changed), after: { ...change } },
    }
  })

  api.write(schema.startImportCheck, 'cell', async (tx, call) => {
    const started = await startCheck(tx, by(call), { id: call.params.id, locale: call.locale })
    if (isRefusal(started)) return problemOf(started)
    const { imported, job } = started
    return {
      answer: await present(tx, imported, call),
      version: imported.revision,
      audit: { target: targetOf(imported), after: { jobId: job.id } },
    }
  })

  applyRoute(api, deps, { present, by })
  undoRoutes(api, deps, { present, by })
}

type Seen = { readonly tenant: Tenant; readonly locale: Locale }

interface Shared {
  readonly present: (tx: Tx, found: Import, seen: Seen) => Promise<ImportAnswer>
  readonly by: (call: {
    readonly tenant: Tenant
    readonly caller: Caller
  }) => Parameters<typeof startCheck>[1]
}

function applyRoute(
  api: AdminApi,
  { cells, clock, sealer }: ImportRoutesDeps,
  { present, by }: Shared,
): void {
  api.write(
    schema.applyImport,
    'cell',
    async (tx, call, current: Buffer | null | Problem) => {
      if (isProblem(current)) return current
      const { tenant, params, body, locale } = call
      const wanted = { id: params.id, planHash: Buffer.from(body.planHash, 'hex'), current, now: clock() }
      const imported = await lockToApply(tx, tenant, wanted)
      if (isRefusal(imported)) return problemOfImport(imported)
      const wantsTwo = await wouldNeedTwo(tx, tenant, { kind: 'import', imported, now: clock() })
      if (wantsTwo) return askTwo(tx, call, { kind: 'import', imported, present })
      const started = await startApply(tx, by(call), { imported, locale })
      if (isRefusal(started)) return problemOf(started)
      const { lines, counts, sums } = imported.plan.findings
      return {
        answer: { import: await present(tx, started.imported, call), approval: null },
        audit: {
          target: targetOf(imported),
          after: { jobId: started.job.id, lines, counts, points: sums.points, cashback: sums.cashback },
        },
      }
    },
    // It opens parts of the file, which takes longer than anything else here.
    async ({ tenant, params }) => {
      const database = cells.of(tenant)
      if (!sealer) return NO_SECRETS_KEY
      return database.read([tenant.id], async (tx) => {
        const imported = await findImport(tx, tenant.id, params.id)
        return imported && currentPlanHash(tx, sealer, { tenant, imported, now: clock() })
      })
    },
  )
}

function undoRoutes(api: AdminApi, { cells, clock }: ImportRoutesDeps, { present, by }: Shared): void {
  api.custom(schema.previewImportUndo, async ({ tenant, params, now }) => {
    const database = cells.of(tenant)
    const found = await database.read([tenant.id], (tx) => findImport(tx, tenant.id, params.id))
    if (!found) return NOT_FOUND
    const preview = await kindOf(found.kind).previewUndo(
      database,
      { tenantId: tenant.id, importId: found.id },
      now,
    )
    return { answer: presentUndoPreview(preview) }
  })

  api.write(schema.undoImport, 'cell', async (tx, call) => {
    const { tenant, params } = call
    const imported = await lockToUndo(tx, tenant, { id: params.id, now: clock() })
    if (isRefusal(imported)) return problemOfImport(imported)
    const wantsTwo = await wouldNeedTwo(tx, tenant, { kind: 'undo', imported, now: clock() })
    if (wantsTwo) return askTwo(tx, call, { kind: 'undo', imported, present })
    const started = await startUndo(tx, by(call), imported)
    if (isRefusal(started)) return problemOf(started)
    const { counts, sums } = imported.applied ?? { counts: null, sums: null }
    return {
      answer: { import: await present(tx, started.imported, call), approval: null },
      audit: {
        target: targetOf(imported),
        after: { jobId: started.job.id, counts, points: sums?.points ?? null },
      },
    }
  })
}

/** What has begun is undone next. */
function nextOf({ applyJobId }: Import): Wanted['kind'] {
  return applyJobId === null ? 'import' : 'undo'
}

/** No other import begins between the look and what follows it. */
async function wouldNeedTwo(tx: Tx, tenant: Tenant, wanted: Wanted): Promise<boolean> {
  if (importLimitOf(tenant) !== null) await lockCountsOf(tx, tenant.id)
  return needsTwo(tx, tenant, wanted)
}

async function askTwo(
  tx: Tx,
  {
    tenant,
    caller,
    now,
    locale,
  }: Pick<Call<typeof schema.undoImport>, 'tenant' | 'caller' | 'now' | 'locale'>,
  {
    kind,
    imported,
    present,
  }: { readonly kind: 'import' | 'undo'; readonly imported: Import; readonly present: Shared['present'] },
) {
  const asker = {
    by: namedActor(caller),
    since: caller.memberSince ?? null,
    isPerson: caller.actor.kind === 'person',
  }
  const asked = await askForImport(tx, tenant, { kind, imported, asker, now })
  if (isRefusal(asked)) return PERSON_NEEDED
  const { approval, isNew } = asked
  const waiting = await findImport(tx, tenant.id, imported.id)
  return {
    answer: {
      import: await present(tx, waiting ?? imported, { tenant, locale }),
      approval: presentWaiting(approval, now),
    },
    audit: isNew
      ? { target: targetOf(imported), after: { approval: approval.id, ...approval.request } }
      : null,
  }
}

function targetOf({ id, fileName }: Pick<Import, 'id' | 'fileName'>): AuditTarget {
  return { kind: 'import', id: String(id), label: fileName }
}

/** The reasons of imports and of jobs have no word in common. */
export function problemOf(refused: ImportRefusal | Refusal<JobReason>): Problem {
  return isOfJob(refused) ? problemOfJob(refused) : problemOfImport(refused as { reason: ImportReason })
}

function isOfJob(refused: Refusal<string>): refused is Refusal<JobReason> {
  return (JOB_REASONS as readonly string[]).includes(refused.reason)
}
