/** What people do about an import: begin it, change how it is read, run it dry, apply it. */

import type { Locale } from '../contract/locale.ts'
import { isRefusal, type Refusal, refusal } from '../contract/refusal.ts'
import { hasEnded, type Job } from '../jobs/job.ts'
import type { JobOwner } from '../jobs/manage.ts'
import { startJob } from '../jobs/manage.ts'
import type { JobReason } from '../jobs/rules/change-job.ts'
import { findFile } from '../jobs/store/files.ts'
import { findJob } from '../jobs/store/jobs.ts'
import type { Instant } from '../platform/clock.ts'
import type { Tx } from '../platform/postgres/database.ts'
import type { Sealer } from '../platform/sealing.ts'
import type { Tenant } from '../tenancy/tenant.ts'
import { APPLY_JOB } from './apply-job.ts'
import { CHECK_JOB } from './check/job.ts'
import {
  type Import,
  type ImportAnswers,
  type ImportFormat,
  type ImportKind,
  type ImportMapping,
  type ImportOptions,
  isPlanOld,
  openQuestions,
  undoEnd,
} from './import.ts'
import { planHash } from './plan-hash.ts'
import { planReading } from './plan-reading.ts'
import { UnreadableFile } from './reading/format.ts'
import { countOpenImports, deleteOldDrafts, insertImport, lockImport, saveImport } from './store/imports.ts'
import { ownSalt } from './store/salt.ts'
import { UNDO_JOB } from './undo-job.ts'
import { uploadedOctets } from './upload.ts'

export const IMPORT_REASONS = [
  'import-unknown',
  'file-gone',
  'too-many-imports',
  'import-begun',
  'import-changed',
  'check-running',
  'not-checked',
  'questions-open',
  'plan-old',
  'plan-changed',
  'nothing-applied',
  'job-running',
  'undo-over',
  'undone-before',
] as const
export type ImportReason = (typeof IMPORT_REASONS)[number]
export type ImportRefusal = Refusal<ImportReason>

/** Of one merchant that were never applied. */
const OPEN_IMPORTS_MAX = 100
/** As long as their uploads are kept, and a day. */
const DRAFT_MS = 31 * 86_400_000

export interface NewImport {
  readonly kind: ImportKind
  readonly fileId: number
  readonly preset: string | null
  readonly format: ImportFormat | null
  readonly mapping: ImportMapping | null
  readonly options: ImportOptions
}

interface By {
  readonly tenant: Tenant
  readonly by: JobOwner
  /** Files and jobs live by the server's clock. */
  readonly now: Instant
}

export async function createImport(
  tx: Tx,
  { tenant, by, now }: By,
  asked: NewImport,
): Promise<Import | ImportRefusal> {
  const file = await findFile(tx, tenant.id, asked.fileId)
  if (file?.state !== 'complete' || file.jobId !== null) return fileGone()
  await deleteOldDrafts(tx, tenant.id, now - DRAFT_MS)
  if ((await countOpenImports(tx, tenant.id)) >= OPEN_IMPORTS_MAX) {
    return refusal('too-many-imports', `${OPEN_IMPORTS_MAX} imports are not applied.`)
  }
  return insertImport(tx, {
    ...asked,
    ...{ tenantId: tenant.id, fileName: file.name, fileBytes: file.bytes, createdAt: now },
    ...{ createdBy: by.key, createdLabel: by.label },
  })
}

export interface ImportChange {
  readonly preset?: string | null | undefined
  readonly format?: ImportFormat | null | undefined
  readonly mapping?: ImportMapping | null | undefined
  readonly options?: Partial<ImportOptions> | undefined
  readonly answers?: ImportAnswers | undefined
}

/** Back to a draft: what the dry run has said is about another reading of the file. */
export async function changeImport(
  tx: Tx,
  tenant: Tenant,
  {
    id,
    expected,
    change,
  }: { readonly id: number; readonly expected: number | null; readonly change: ImportChange },
): Promise<Import | ImportRefusal> {
  const found = await lockUnbegun(tx, tenant, id)
  if (isRefusal(found)) return found
  if (expected !== null && found.revision !== expected) {
    return refusal('import-changed', `The import is at revision ${found.revision}.`)
  }
  const { preset, format, mapping, options, answers } = change
  const changed: Import = {
    ...asDraft(found),
    ...(preset !== undefined && { preset }),
    ...(format !== undefined && { format }),
    ...(mapping !== undefined && { mapping }),
    options: { ...found.options, ...options },
    answers: { ...found.answers, ...answers },
  }
  await saveImport(tx, changed)
  return changed
}

function asDraft(found: Import): Import {
  return { ...found, state: 'draft', revision: found.revision + 1, plan: null }
}

/** One that was never applied, and that no dry run is reading. */
async function lockUnbegun(tx: Tx, { id: tenantId }: Tenant, id: number): Promise<Import | ImportRefusal> {
  const found = await lockImport(tx, tenantId, id)
  if (!found) return refusal('import-unknown', 'There is no such import.')
  if (found.applyJobId !== null) return refusal('import-begun', 'It was applied: upload the file once more.')
  const job = found.checkJobId === null ? null : await findJob(tx, tenantId, found.checkJobId)
  if (job && !hasEnded(job)) return refusal('check-running', 'Its dry run has not ended.')
  return found
}

export interface Started {
  readonly imported: Import
  readonly job: Job
}

export async function startCheck(
  tx: Tx,
  { tenant, by, now }: By,
  { id, locale }: { readonly id: number; readonly locale: Locale },
): Promise<Started | ImportRefusal | Refusal<JobReason>> {
  const found = await lockUnbegun(tx, tenant, id)
  if (isRefusal(found)) return found
  const file = await findFile(tx, tenant.id, found.fileId)
  if (file?.state !== 'complete') return fileGone()
  const draft = asDraft(found)
  const input = { importId: id, revision: draft.revision, locale }
  const job = await startJob(tx, CHECK_JOB, { tenantId: tenant.id, input, by, now })
  if (isRefusal(job)) return job
  const imported = { ...draft, checkJobId: job.id }
  await saveImport(tx, imported)
  return { imported, job }
}

/** The hash of what would be done now; null: the upload is gone, or can't be read, which its dry run has asked about. */
export async function currentPlanHash(
  tx: Tx,
  sealer: Sealer,
  { tenant, imported, now }: { readonly tenant: Tenant; readonly imported: Import; readonly now: Instant },
): Promise<Buffer | null> {
  const file = await findFile(tx, tenant.id, imported.fileId)
  if (file?.state !== 'complete' || !file.sha256) return null
  const plan = await planReading(uploadedOctets(tx, sealer, file), imported).catch(unlessUnreadable)
  if (!plan) return null
  return planHash(tx, { tenant, import: imported, fileSha256: file.sha256, plan }, now)
}

function unlessUnreadable(error: unknown): null {
  if (error instanceof UnreadableFile) return null
  throw error
}

/** What may be applied: all is answered, and nothing has changed since it was looked at. Locked. */
export async function lockToApply(
  tx: Tx,
  tenant: Tenant,
  {
    id,
    planHash: wanted,
    current,
    now,
  }: {
    readonly id: number
    /** As it was looked at. */
    readonly planHash: Buffer
    /** As it is; null: the upload is gone. */
    readonly current: Buffer | null
    readonly now: Instant
  },
): Promise<(Import & { readonly plan: NonNullable<Import['plan']> }) | ImportRefusal> {
  const found = await lockUnbegun(tx, tenant, id)
  if (isRefusal(found)) return found
  const { plan } = found
  if (!plan) return refusal('not-checked', 'Run it dry first.')
  if (openQuestions(found).length > 0) return refusal('questions-open', 'Questions are open.')
  if (!current) return fileGone()
  if (isPlanOld(plan, now)) return refusal('plan-old', 'The dry run is older than seven days.')
  if (!plan.hash.equals(wanted) || !plan.hash.equals(current)) {
    return refusal('plan-changed', 'Something has changed since the dry run.')
  }
  return { ...found, plan }
}

/** An import that was locked. From now on it can be undone, whatever becomes of the job. */
export async function startApply(
  tx: Tx,
  { tenant, by, now }: By,
  { imported, locale }: { readonly imported: Import; readonly locale: Locale },
): Promise<Started | Refusal<JobReason>> {
  await ownSalt(tx, tenant.id)
  const input = { importId: imported.id, fileId: imported.fileId, locale }
  const job = await startJob(tx, APPLY_JOB, { tenantId: tenant.id, input, by, now })
  if (isRefusal(job)) return job
  const begun: Import = { ...imported, state: 'checked', applyJobId: job.id, appliedAt: now }
  await saveImport(tx, begun)
  return { imported: begun, job }
}

/** What can be undone now. Locked. */
export async function lockToUndo(
  tx: Tx,
  tenant: Tenant,
  { id, now }: { readonly id: number; readonly now: Instant },
): Promise<Import | ImportRefusal> {
  const found = await lockImport(tx, tenant.id, id)
  if (!found) return refusal('import-unknown', 'There is no such import.')
  const end = undoEnd(found)
  if (end === null) return refusal('nothing-applied', 'Nothing of it was applied.')
  if (found.state === 'undone') return refusal('undone-before', 'It was undone.')
  if (now >= end) return refusal('undo-over', 'It was applied more than 30 days ago.')
  for (const jobId of [found.applyJobId, found.undoJobId]) {
    const job = jobId === null ? null : await findJob(tx, tenant.id, jobId)
    if (job && !hasEnded(job)) return refusal('job-running', 'Another job of it has not ended.')
  }
  return found
}

/** An import that was locked. */
export async function startUndo(
  tx: Tx,
  { tenant, by, now }: By,
  imported: Import,
): Promise<Started | Refusal<JobReason>> {
  const input = { importId: imported.id }
  const job = await startJob(tx, UNDO_JOB, { tenantId: tenant.id, input, by, now })
  if (isRefusal(job)) return job
  const begun: Import = { ...imported, undoJobId: job.id, undoneAt: now }
  await saveImport(tx, begun)
  return { imported: begun, job }
}

function fileGone(): ImportRefusal {
  return refusal('file-gone', 'The upload is gone: upload the file again.')
}
