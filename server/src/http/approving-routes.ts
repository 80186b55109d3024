/** What somebody has asked for is done or refused by somebody else. Here, because it may be of any domain. */
import { randomBytes } from 'node:crypto'
import type { Command } from '../accounts/till/command.ts'
import { approveApproval, previewApproval } from '../cashback/admin-api/schema.ts'
import { problemOfRefusal } from '../cashback/admin-api/texts.ts'
import { approveAdjustment } from '../cashback/commands/approve.ts'
import type { AdjustmentRefusal } from '../cashback/rules/adjust.ts'
import type { Problem } from '../contract/admin-api/problem.ts'
import { isRefusal } from '../contract/refusal.ts'
import { presentAmount, presentEffect } from '../customers/admin-api/effect.ts'
import { type ApproveErasureInput, approveErasure } from '../erasing/ask.ts'
import { certificateOf } from '../erasing/certificate.ts'
import type { Erasure } from '../erasing/erasure.ts'
import { namedActor } from '../people/actor.ts'
import type { AccountEffect, AdminApi, Call } from '../people/admin-api/api.ts'
import { type ApprovalAnswer, rejectApproval } from '../people/admin-api/approvals-schema.ts'
import { presentApproval } from '../people/admin-api/present-approval.ts'
import type { Approval } from '../people/approval.ts'
import type { AuditFacts } from '../people/audit.ts'
import { approvals } from '../people/collections/approvals.ts'
import { type Decided, ofApproval, rejectRequest } from '../people/decide.ts'

export function approvingAdminRoutes(api: AdminApi): void {
  api.command(approveApproval, {
    command: approveRequest,
    keepsKey: true,
    input: async (call) => decisionOf(call, call.body.note ?? null),
    written: decided,
  })

  api.tryOut(previewApproval, {
    command: approveRequest,
    input: async (call) => decisionOf(call, null),
    shown: (result, _call, effect) =>
      isRefusal(result) ? problemOfRefusal(result) : presentEffect(effect, 'tried'),
  })

  api.command(rejectApproval, {
    command: rejectRequest,
    keepsKey: true,
    input: async (call) => decisionOf(call, call.body.note ?? null),
    written: decided,
  })
}

type Approved = Decided & { readonly erasure?: Erasure | null }

/** Does what was asked for, whatever that is. */
const approveRequest: Command<ApproveErasureInput, Approved | AdjustmentRefusal> = {
  name: 'approve request',
  ...ofApproval,
  loads: (input) => approveAdjustment.loads(input),
  loadsAfter(facts, input, now) {
    const { loadsAfter } =
      facts.get(approvals, input.approvalId)?.kind === 'erasure' ? approveErasure : approveAdjustment
    return loadsAfter?.(facts, input, now) ?? { lots: false, loads: [] }
  },
  decide(facts, input, posting) {
    return facts.get(approvals, input.approvalId)?.kind === 'erasure'
      ? approveErasure.decide(facts, input, posting)
      : approveAdjustment.decide(facts, input, posting)
  },
}

function decisionOf(
  { tenant, params: { id }, caller }: Pick<Call<typeof previewApproval>, 'tenant' | 'params' | 'caller'>,
  note: string | null,
): ApproveErasureInput {
  return {
    tenant,
    approvalId: id,
    by: namedActor(caller),
    bySince: caller.memberSince ?? null,
    note,
    chance: randomBytes(32),
  }
}

/** The note of a decision stays with the approval: it is about a customer. */
function decided(
  result: Approved | AdjustmentRefusal,
  { caller, now }: Pick<Call<typeof approveApproval>, 'caller' | 'now'>,
  effect: AccountEffect,
): { readonly answer: ApprovalAnswer; readonly audit: AuditFacts | null } | Problem {
  if (isRefusal(result)) return problemOfRefusal(result)
  const { approval, customer, isNew, erasure } = result
  const { publicId } = customer
  const target = { kind: 'customer', id: String(customer.id), label: publicId }
  const facts: AuditFacts = erasure ? certificateOf(erasure) : { target, ...balancesOf(approval, effect) }
  return {
    // It is kept for a repetition: a name would be kept with it.
    answer: presentApproval(approval, { customer: { publicId, name: null }, caller, now }),
    audit: isNew
      ? { ...facts, after: { ...facts.after, approval: approval.id, ...requestOf(approval) } }
      : null,
  }
}

function balancesOf({ decision }: Approval, { before, after }: AccountEffect) {
  const recordId = decision?.recordId ?? null
  if (recordId === null) return { before: null, after: {} }
  return {
    before: { balance: presentAmount(before.account.balance) },
    after: { balance: presentAmount(after.account.balance), recordId },
  }
}

function requestOf(approval: Approval): Record<string, string> {
  if (approval.kind === 'erasure') return { erasure: approval.request.reason }
  const { unit, quantity, reason } = approval.request
  return { [unit]: quantity, reason }
}
