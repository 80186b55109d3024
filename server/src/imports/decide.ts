/** How a second person decides about an import: in a transaction of its own, in which the job starts. */
import type { Locale } from '../contract/locale.ts'
import { isRefusal, type Refusal, refusal } from '../contract/refusal.ts'
import type { JobReason } from '../jobs/rules/change-job.ts'
import type { ApprovalReason, ImportApproval, NamedActor } from '../people/approval.ts'
import { isOfCustomer } from '../people/approval.ts'
import { mayDecide } from '../people/decide.ts'
import { lockApproval, saveDecisions } from '../people/store/approvals.ts'
import type { Instant } from '../platform/clock.ts'
import type { Tx } from '../platform/postgres/database.ts'
import type { Tenant } from '../tenancy/tenant.ts'
import type { Import } from './import.ts'
import { type ImportRefusal, lockToApply, lockToUndo, startApply, startUndo } from './manage.ts'
import { lockImport, saveImport } from './store/imports.ts'

export interface DecideImportInput {
  readonly tenant: Tenant
  readonly approvalId: number
  readonly isApproved: boolean
  readonly by: NamedActor
  /** Since when who decides has had their role, if another member gave it to them; else null. */
  readonly bySince: Instant | null
  readonly note: string | null
  /** By the tenant's clock, as approvals are. */
  readonly now: Instant
  /** By the server's, as jobs and dry runs are. */
  readonly serverNow: Instant
  /** Of the plan as it is; null: the upload is gone. */
  readonly planHash: Buffer | null
  readonly locale: Locale
}

export interface ImportDecided {
  readonly approval: ImportApproval
  readonly imported: Import | null
  readonly isNew: boolean
}

type DecideRefusal = Refusal<ApprovalReason> | ImportRefusal | Refusal<JobReason>

/** What does not fit any more, because its plan has changed, is refused and goes on waiting. */
export async function decideImport(tx: Tx, input: DecideImportInput): Promise<ImportDecided | DecideRefusal> {
  const { tenant, approvalId, isApproved, by, now, note } = input
  const approval = await lockApproval(tx, tenant.id, approvalId)
  if (!approval || isOfCustomer(approval)) return refusal('approval-unknown', 'There is no such approval.')
  const may = mayDecide(approval, input, { isApproved, now })
  if (may === 'same') return { approval, imported: null, isNew: false }
  if (may !== 'open') return may
  const done = isApproved ? await start(tx, input, approval) : await reject(tx, input, approval)
  if (isRefusal(done)) return done
  const decision = { isApproved, by, at: now, note, recordId: null }
  const decided = { ...approval, decision }
  await saveDecisions(tx, [{ tenantId: tenant.id, approval: decided }])
  return { approval: decided, imported: done, isNew: true }
}

async function start(
  tx: Tx,
  { tenant, serverNow, planHash, locale }: DecideImportInput,
  { kind, request, requestedBy: by }: ImportApproval,
): Promise<Import | ImportRefusal | Refusal<JobReason>> {
  const { importId: id } = request
  if (kind === 'undo') {
    const applied = await lockToUndo(tx, tenant, { id, now: serverNow })
    if (isRefusal(applied)) return applied
    const undoing = await startUndo(tx, { tenant, by, now: serverNow }, applied)
    return isRefusal(undoing) ? undoing : undoing.imported
  }
  const imported = await lockToApply(tx, tenant, {
    id,
    planHash: Buffer.from(request.planHash, 'hex'),
    ...{ current: planHash, now: serverNow },
  })
  if (isRefusal(imported)) return imported
  const started = await startApply(tx, { tenant, by, now: serverNow }, { imported, locale })
  return isRefusal(started) ? started : started.imported
}

async function reject(
  tx: Tx,
  { tenant }: DecideImportInput,
  { kind, request }: ImportApproval,
): Promise<Import | null> {
  const imported = await lockImport(tx, tenant.id, request.importId)
  if (kind !== 'import' || imported?.state !== 'waitingForApproval') return imported
  const checked: Import = { ...imported, state: 'checked' }
  await saveImport(tx, checked)
  return checked
}
