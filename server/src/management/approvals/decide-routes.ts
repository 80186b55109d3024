/** What one person has asked for is approved or rejected by another one. */
import { randomBytes } from 'node:crypto'
import { loadOne } from '../../accounts/till/collection.ts'
import type { Command } from '../../accounts/till/command.ts'
import { problemOfRefusal } from '../../balances/admin-api/texts.ts'
import { approveAdjustment } from '../../balances/commands/approve.ts'
import type { AdjustmentRefusal } from '../../balances/rules/adjust.ts'
import type { Problem } from '../../contract/problem.ts'
import { isRefusal } from '../../contract/refusal.ts'
import { presentAmount, presentEffect } from '../../customers/admin-api/effect.ts'
import { type ApproveErasureInput, approveErasure } from '../../erasing/ask.ts'
import { certificateOf } from '../../erasing/certificate.ts'
import type { Erasure } from '../../erasing/erasure.ts'
import { unfitProblem } from '../../merging/admin-api/texts.ts'
import { approveMerge, type UnfitMerge } from '../../merging/ask.ts'
import { certificateOf as certificateOfMerge } from '../../merging/certificate.ts'
import type { Merged } from '../../merging/commands.ts'
import { namedActor } from '../../people/actor.ts'
import type { AccountEffect, AdminApi, Call } from '../../people/admin-api/api.ts'
import type { ApprovalAnswer } from '../../people/admin-api/approvals-schema.ts'
import { presentApproval } from '../../people/admin-api/present-approval.ts'
import type { CustomerApproval } from '../../people/approval.ts'
import type { AuditFacts } from '../../people/audit.ts'
import { approvals } from '../../people/collections/approvals.ts'
import { type Decided, rejectRequest } from '../../people/decide.ts'
import { type ApprovingDeps, decidingImport, previewOfImport } from './decide-import.ts'
import { approveApproval, previewApproval, rejectApproval } from './schema.ts'

export function approvingAdminRoutes(api: AdminApi, deps: ApprovingDeps): void {
  const { cells } = deps
  const toApprove = async (call: DecidingCall, note: string | null): Promise<ApproveInput> => {
    const { tenant, params } = call
    const wanted = { tenantId: tenant.id, key: params.id }
    const approval = await cells.of(tenant).read([tenant.id], (tx) => loadOne(tx, approvals, wanted))
    return { ...decisionOf(call, note), kind: approval?.kind ?? null }
  }

  api.command(approveApproval, {
    command: commandOf,
    keepsKey: true,
    unless: (call) => decidingImport(deps, call, true),
    input: (call) => toApprove(call, call.body.note ?? null),
    written: decided,
  })

  api.tryOut(previewApproval, {
    command: commandOf,
    unless: (call) => previewOfImport(deps, call),
    input: (call) => toApprove(call, null),
    shown: (result, _call, effect) =>
      isRefusal(result) ? problemOf(result) : presentEffect(asItWas(result, effect), 'tried'),
  })

  api.command(rejectApproval, {
    command: rejectRequest,
    keepsKey: true,
    unless: (call) => decidingImport(deps, call, false),
    input: async (call) => decisionOf(call, call.body.note ?? null),
    written: decided,
  })
}

type DecidingCall = Pick<Call<typeof previewApproval>, 'tenant' | 'params' | 'caller'>

interface ApproveInput extends ApproveErasureInput {
  /** null: there is no such approval. */
  readonly kind: CustomerApproval['kind'] | null
}

type Approved = Decided & { readonly erasure?: Erasure | null; readonly merged?: Merged | null }
type ApproveRefusal = AdjustmentRefusal | UnfitMerge

/** What an approval is about never changes. An approval that is not there is refused by any of them. */
function commandOf({ kind }: ApproveInput): Command<ApproveInput, Approved | ApproveRefusal> {
  switch (kind) {
    case 'merge':
      return approveMerge
    case 'erasure':
      return approveErasure
    case 'adjustment':
    case null:
      return approveAdjustment
  }
}

function problemOf(refused: ApproveRefusal): Problem {
  return refused.reason === 'merge-unfit' ? unfitProblem(refused.because) : problemOfRefusal(refused)
}

/** A merge is decided when the accounts are one: what the customer who stays had before is less by what came. */
function asItWas({ merged }: Approved, effect: AccountEffect): AccountEffect {
  if (!merged) return effect
  const { before } = effect
  const { balance } = before.account
  const came = merged.effect.balance
  const had = { points: balance.points - came.points, cashback: balance.cashback - came.cashback }
  return { ...effect, before: { ...before, account: { ...before.account, balance: had } } }
}

function decisionOf(
  { tenant, params: { id }, caller }: DecidingCall,
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
  result: Approved | ApproveRefusal,
  { caller, now }: Pick<Call<typeof approveApproval>, 'caller' | 'now'>,
  effect: AccountEffect,
): { readonly answer: ApprovalAnswer; readonly audit: AuditFacts | null } | Problem {
  if (isRefusal(result)) return problemOf(result)
  const { approval, customer, isNew } = result
  const { publicId, erasedAt } = customer
  const facts = factsOf(result, effect)
  return {
    // It is kept for a repetition: a name would be kept with it.
    answer: presentApproval(approval, { customer: { publicId, name: null, erasedAt }, caller, now }),
    audit: isNew
      ? { ...facts, after: { ...facts.after, approval: approval.id, ...requestOf(approval) } }
      : null,
  }
}

function factsOf({ approval, customer, erasure, merged }: Approved, effect: AccountEffect): AuditFacts {
  if (erasure) return certificateOf(erasure)
  if (merged) return certificateOfMerge(merged)
  const target = { kind: 'customer', id: String(customer.id), label: customer.publicId }
  return { target, ...balancesOf(approval, effect) }
}

function balancesOf({ decision }: CustomerApproval, { before, after }: AccountEffect) {
  const recordId = decision?.recordId ?? null
  if (recordId === null) return { before: null, after: {} }
  return {
    before: { balance: presentAmount(before.account.balance) },
    after: { balance: presentAmount(after.account.balance), recordId },
  }
}

function requestOf(approval: CustomerApproval): Record<string, string | number> {
  if (approval.kind === 'erasure') return { erasure: approval.request.reason }
  if (approval.kind === 'merge') return { merged: approval.request.fromId }
  const { unit, quantity, reason } = approval.request
  return { [unit]: quantity, reason }
}
