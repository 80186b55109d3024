/** An approval about an import is decided in an ordinary transaction, in which the job starts. */
import { problemOfRefusal } from '../../balances/admin-api/texts.ts'
import { NOT_FOUND } from '../../contract/admin-api/texts.ts'
import type { Problem } from '../../contract/problem.ts'
import { isRefusal } from '../../contract/refusal.ts'
import { presentPlan, presentUndoPreview } from '../../imports/admin-api/present.ts'
import { problemOf } from '../../imports/admin-api/routes.ts'
import { decideImport, type ImportDecided } from '../../imports/decide.ts'
import { kindOf } from '../../imports/kinds/kinds.ts'
import { currentPlanHash, IMPORT_REASONS, type ImportReason } from '../../imports/manage.ts'
import { findImport } from '../../imports/store/imports.ts'
import { JOB_REASONS, type JobReason } from '../../jobs/rules/change-job.ts'
import { namedActor } from '../../people/actor.ts'
import type { Call, Written } from '../../people/admin-api/api.ts'
import { presentApproval } from '../../people/admin-api/present-approval.ts'
import { type ApprovalReason, isOfCustomer } from '../../people/approval.ts'
import { findApprovals } from '../../people/store/approvals.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import type { Sealer } from '../../platform/sealing.ts'
import type { Cells } from '../../tenancy/cells.ts'
import type { approveApproval, ImportPreviewed, previewApproval } from './schema.ts'

export interface ApprovingDeps {
  readonly cells: Cells
  readonly clock: Clock
  readonly sealer: Sealer | null
}

type Approving = typeof approveApproval
type Deciding = (tx: Tx, call: Call<Approving>) => Promise<Written<Approving> | Problem>

/** Null: it is about a customer, or there is no such approval. */
export async function decidingImport(
  { cells, clock, sealer }: ApprovingDeps,
  { tenant, params }: Pick<Call<Approving>, 'tenant' | 'params'>,
  isApproved: boolean,
): Promise<Deciding | null> {
  const planHash = await cells.of(tenant).read([tenant.id], async (tx) => {
    const [found] = await findApprovals(tx, [{ tenantId: tenant.id, key: params.id }])
    if (!found || isOfCustomer(found.approval)) return undefined
    const imported = await findImport(tx, tenant.id, found.approval.request.importId)
    if (!isApproved || !imported || !sealer || found.approval.kind === 'undo') return null
    return currentPlanHash(tx, sealer, { tenant, imported, now: clock() })
  })
  if (planHash === undefined) return null
  return async (tx, { caller, body, now, locale }) => {
    const decided = await decideImport(tx, {
      ...{ tenant, approvalId: params.id, isApproved, by: namedActor(caller), note: body.note ?? null },
      ...{ bySince: caller.memberSince ?? null, now, serverNow: clock(), planHash, locale },
    })
    if (isRefusal(decided)) return problemOfDecision(decided.reason)
    const { approval } = decided
    return {
      answer: presentApproval(approval, { customer: null, caller, now }),
      audit: decided.isNew ? auditOf(decided) : null,
    }
  }
}

/** What the request would do now; null: it is about a customer, or there is no such approval. */
export async function previewOfImport(
  { cells, clock }: Pick<ApprovingDeps, 'cells' | 'clock'>,
  { tenant, params, locale, now }: Call<typeof previewApproval>,
): Promise<ImportPreviewed | Problem | null> {
  const database = cells.of(tenant)
  const found = await database.read([tenant.id], async (tx) => {
    const [asked] = await findApprovals(tx, [{ tenantId: tenant.id, key: params.id }])
    if (!asked || isOfCustomer(asked.approval)) return null
    const { kind, request } = asked.approval
    return { kind, imported: await findImport(tx, tenant.id, request.importId) }
  })
  if (!found) return null
  const { kind, imported } = found
  if (!imported) return NOT_FOUND
  if (kind === 'import') return { plan: presentPlan(imported, locale, clock()), undo: null }
  const of = { tenantId: tenant.id, importId: imported.id }
  const preview = await kindOf(imported.kind).previewUndo(database, of, now)
  return { plan: null, undo: presentUndoPreview(preview) }
}

function auditOf({ approval, imported }: ImportDecided) {
  const { importId, fileName, points, lines } = approval.request
  const jobId = approval.kind === 'undo' ? imported?.undoJobId : imported?.applyJobId
  return {
    target: { kind: 'import', id: String(importId), label: fileName },
    after: { approval: approval.id, kind: approval.kind, points, lines, jobId: jobId ?? null },
  }
}

function problemOfDecision(reason: ApprovalReason | ImportReason | JobReason): Problem {
  const message = ''
  if (isOneOf(reason, IMPORT_REASONS) || isOneOf(reason, JOB_REASONS)) {
    return problemOf({ kind: 'refusal', reason, message } as Parameters<typeof problemOf>[0])
  }
  return problemOfRefusal({ kind: 'refusal', reason: reason as ApprovalReason, message })
}

function isOneOf<Known extends string>(reason: string, known: readonly Known[]): reason is Known {
  return (known as readonly string[]).includes(reason)
}
