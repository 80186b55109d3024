import { createHash } from 'node:crypto'
import { changedProblem, NOT_FOUND } from '../contract/admin-api/texts.ts'
import { isConfigRefusal } from '../contract/config-refusal.ts'
import { localized } from '../contract/locale.ts'
import { invalid, isProblem, type Problem } from '../contract/problem.ts'
import { isRefusal } from '../contract/refusal.ts'
import type { ProgramContextReader } from '../earning/admin-api/program-context.ts'
import { presentJob, problemOfJob, versionOf } from '../jobs/admin-api/present.ts'
import type { JobKind } from '../jobs/define.ts'
import { startJob } from '../jobs/manage.ts'
import { findJob } from '../jobs/store/jobs.ts'
import { type Caller, namedActor } from '../people/actor.ts'
import type { AdminApi, Call } from '../people/admin-api/api.ts'
import { type AuditFacts, changesBetween } from '../people/audit.ts'
import { insertAudit } from '../people/store/audit.ts'
import type { Clock, Instant } from '../platform/clock.ts'
import type { Database, Tx } from '../platform/postgres/database.ts'
import { undone } from '../platform/postgres/undoing.ts'
import type { Cells } from '../tenancy/cells.ts'
import { changeSettings } from '../tenancy/manage/settings.ts'
import { storefrontOf } from '../tenancy/manage/storefront.ts'
import { writeSettings } from '../tenancy/settings.ts'
import type { Tenant } from '../tenancy/tenant.ts'
import { announceTiers } from '../tiers/manage.ts'
import type { Applied, Applying } from './apply.ts'
import { auditOf, auditOfStorefront } from './audit.ts'
import { basisOf, type InDirectory, readConfiguration, stateOf } from './configuration.ts'
import { countOf, type ProgramFile } from './file.ts'
import {
  applyFile,
  changesOf,
  planFileOf,
  problemInFile,
  saveStorefront,
  settingsOf,
  wantedTenant,
} from './find-plan.ts'
import { problemOfReading, problemOfWriting, readablePart } from './permissions.ts'
import { fileOfState } from './plan.ts'
import { type PlanInput, planJob } from './plan-job.ts'
import { applyProgramFile, getProgramFile, getProgramPlan, planProgramFile } from './schema.ts'
import { findOpenPlan, findPlan, insertPlan } from './store.ts'
import { warningsOfFile } from './warnings.ts'

interface ProgramFileOptions {
  readonly cells: Pick<Cells, 'directory' | 'of'>
  readonly clock: Clock
  readonly reader: ProgramContextReader
}

export function programFileRoutes(api: AdminApi, { cells, clock, reader }: ProgramFileOptions): void {
  const job = planJob(reader)

  const inDirectory = async (tenant: Tenant): Promise<InDirectory> => ({
    tenant,
    storefront: await cells.directory.read([tenant.id], (tx) => storefrontOf(tx, tenant.id)),
  })

  api.read(
    getProgramFile,
    'cell',
    async (tx, { now, caller }, before: InDirectory) => {
      const state = stateOf(await readConfiguration(tx, before, now))
      const file = readablePart(fileOfState(state) as unknown as ProgramFile, caller)
      return { answer: { file, basis: basisOf(state) } }
    },
    ({ tenant }) => inDirectory(tenant),
  )

  api.custom(planProgramFile, async (call) => {
    const { tenant, body, now, caller } = call
    const { file } = body
    const refusal = problemOfReading(file, caller)
    if (refusal) return refusal
    // What would be done is found out by doing it, and not keeping it.
    const before = await inDirectory(tenant)
    const storefront = await undone(cells.directory, [tenant.id], (tx) =>
      saveStorefront(tx, before, file, clock()),
    )
    if (isProblem(storefront)) return storefront
    if (isLarge(file, caller)) {
      const storefronts = { before: before.storefront, wanted: storefront }
      return startPlan(cells.of(tenant), { kind: job, storefronts }, call, clock())
    }
    const answer = await undone(cells.of(tenant), [tenant.id], async (tx) => {
      const wanted = await wantedTenant(tx, { tenant, file, now })
      return isProblem(wanted)
        ? wanted
        : planFileOf(tx, file, {
            ...{ ...planInputOf(call), now, reader },
            ...{ before, wanted: { tenant: wanted, storefront } },
          })
    })
    return isProblem(answer) ? answer : { answer }
  })

  api.read(getProgramPlan, 'cell', async (tx, { tenant, params: { id }, caller, locale }) => {
    const found = await findJob(tx, tenant.id, id)
    const stored = found?.kind === job.kind ? await findPlan(tx, tenant.id, id) : null
    if (!found || !stored) return NOT_FOUND
    const refusal = problemOfReading(stored.file, caller)
    if (refusal) return refusal
    const { result } = stored
    if (isProblem(result)) return result
    return { answer: { job: presentJob(found, null, locale), plan: result }, version: versionOf(found) }
  })

  api.write(
    applyProgramFile,
    'cell',
    async (tx, call, before: InDirectory) => {
      const { body, now } = call
      const { file } = body
      const refusal = problemOfReading(file, call.caller)
      if (refusal) return refusal
      if (isLarge(file, call.caller) && !body.basis) return PLAN_FIRST
      const state = stateOf(await readConfiguration(tx, before, now))
      if (body.basis && body.basis !== basisOf(state)) return changedProblem(null, null, 0)
      const wanted = await undone(cells.directory, [before.tenant.id], (other) =>
        saveFile(other, before, file, clock),
      )
      if (isProblem(wanted)) return wanted
      const applied = await applyFile(tx, file, applyingOf(call, before, wanted))
      if (isProblem(applied)) return applied
      const refused = problemOfWriting(applied, call.caller, clock())
      if (refused) return refused
      const warnings = await warningsOfFile(tx, file, applied, { ...call, reader })
      const saved = await saveInDirectory(cells.directory, call, applied, clock())
      if (isProblem(saved)) return saved
      return {
        answer: {
          changes: changesOf(applied, file, body.prune ?? false),
          version: applied.published?.version.version ?? null,
          warnings,
        },
        audit: auditOf(applied, body.note ?? null),
      }
    },
    ({ tenant }) => inDirectory(tenant),
  )
}

/**
 * What lives in the directory is another transaction. It is the last thing before the cell's is committed: if that
 * fails then, applying the file again completes it.
 */
async function saveInDirectory(
  directory: Database,
  call: Call<typeof applyProgramFile>,
  { before, after }: Applied,
  at: Instant,
): Promise<Problem | null> {
  const { tenant, body, caller, requestId, address } = call
  return directory.transaction([tenant.id], async (tx) => {
    if (after.tiers.tiers.length > 0 && !tenant.settings.usesTiers) await announceTiers(tx, tenant.id)
    const saved = await saveFile(tx, before, body.file, () => at)
    if (isProblem(saved)) return saved
    const { actor, via } = caller
    const told = { actor, via, requestId, address, at, note: body.note ?? null }
    const entries = saved.audit.map((facts) => ({ ...facts, ...told }))
    if (entries.length > 0) await insertAudit(tx, 'directory', tenant.id, entries)
    return null
  })
}

interface SavedInDirectory extends InDirectory {
  readonly audit: readonly (AuditFacts & { readonly action: string })[]
}

/** What of a file lies in the directory. */
async function saveFile(
  tx: Tx,
  before: InDirectory,
  file: ProgramFile,
  clock: Clock,
): Promise<SavedInDirectory | Problem> {
  const settings = await saveSettings(tx, before.tenant, file, clock)
  if (isProblem(settings)) return settings
  const storefront = await saveStorefront(tx, before, file, clock())
  if (isProblem(storefront)) return storefront
  return {
    ...{ tenant: settings.tenant, storefront },
    audit: [
      ...(settings.audit ? [{ ...settings.audit, action: 'settings.update' }] : []),
      ...auditOfStorefront(before, storefront),
    ],
  }
}

/** The tenant with the settings of a file. */
async function saveSettings(
  tx: Tx,
  tenant: Tenant,
  file: ProgramFile,
  clock: Clock,
): Promise<{ readonly tenant: Tenant; readonly audit: AuditFacts | null } | Problem> {
  const patch = settingsOf(file)
  if (!patch) return { tenant, audit: null }
  // Orders keep the currency from changing, which is no part of a file.
  const change = await changeSettings(tx, tenant.id, patch, { hasOrders: false, expected: null, clock })
  if (isConfigRefusal(change)) return problemInFile(tx, tenant, change, '/settings')
  const { before, after } = change
  if (before === after || before === null) return { tenant, audit: null }
  const target = { kind: 'settings', id: String(tenant.id), label: tenant.name }
  const changes = changesBetween(writeSettings(before.tenant), writeSettings(after.tenant))
  return { tenant: after.tenant, audit: { target, ...changes } }
}

/** Others are planned by a job, and applied as they were planned. */
const ITEMS_MAX = 200

/** The command line has connections of its own, and no such limit. */
function isLarge(file: ProgramFile, { via }: Caller): boolean {
  return via !== 'cli' && countOf(file) > ITEMS_MAX
}

const PLAN_FIRST = invalid([
  {
    pointer: '/basis',
    message: localized(
      `The file has more than ${ITEMS_MAX} rules, tiers, rewards and quizzes: have it planned first, and send the basis of the plan.`,
      `O arquivo tem mais de ${ITEMS_MAX} regras, níveis, recompensas e quizzes: peça antes o plano e envie a base dele.`,
      `El archivo tiene más de ${ITEMS_MAX} reglas, niveles, recompensas y cuestionarios: pida antes el plan y envíe su base.`,
    ),
  },
])

function applyingOf(
  { now, caller, body }: Call<typeof applyProgramFile>,
  before: InDirectory,
  { tenant, storefront }: InDirectory,
): Applying {
  const { prune = false, effectiveAt, note, carry = false } = body
  return {
    ...{ tenant, storefront, before, now, actor: caller.actor, via: caller.via, prune },
    effectiveAt: effectiveAt ? Date.parse(effectiveAt) : null,
    note: note ?? null,
    carries: carry,
  }
}

type PlanCall = Call<typeof planProgramFile>

function planInputOf({ body, caller, locale }: PlanCall): PlanInput {
  const { prune = false, effectiveAt = null } = body
  return { prune, effectiveAt, locale, actor: caller.actor, via: caller.via }
}

/** Asked for again while it is open, it is the same job: an answer may have been lost on the way. */
async function startPlan(
  database: Database,
  { kind, storefronts }: { readonly kind: JobKind<PlanInput>; readonly storefronts: PlanInput['storefront'] },
  call: PlanCall,
  now: Instant,
) {
  const { tenant, body, caller, locale } = call
  const input = { ...planInputOf(call), ...(storefronts && { storefront: storefronts }) }
  const by = namedActor(caller)
  const hash = createHash('sha256')
    .update(JSON.stringify([input, body.file]))
    .digest()
  const job = await database.transaction([tenant.id], async (tx) => {
    const known = await findOpenPlan(tx, tenant.id, { hash, byActor: by.key })
    if (known !== null) return findJob(tx, tenant.id, known)
    const started = await startJob(tx, kind, { tenantId: tenant.id, input, by, now })
    if (isRefusal(started)) return problemOfJob(started)
    await insertPlan(tx, tenant.id, started.id, { file: body.file, hash })
    await insertAudit(tx, 'cell', tenant.id, [
      {
        ...{ action: 'job.start', at: now, actor: caller.actor, via: caller.via },
        ...{ requestId: call.requestId, address: call.address },
        target: { kind: 'job', id: String(started.id), label: started.kind },
        after: { items: countOf(body.file), prune: input.prune, effectiveAt: input.effectiveAt },
      },
    ])
    return started
  })
  if (job === null) throw new Error('a job that is open is there')
  if (isProblem(job)) return job
  return { answer: { job: presentJob(job, null, locale) }, version: versionOf(job), status: 202 }
}
