import { maskedName, maskedValue } from '../../contract/admin-api/masking.ts'
import { type Instant, instantToText, instantToTextOrNull } from '../../platform/clock.ts'
import { type Actor, actorKey, type Caller } from '../actor.ts'
import {
  type AdjustmentApproval,
  type Approval,
  type ImportApproval,
  isOfCustomer,
  type MergeApproval,
  type NamedActor,
  stateOfApproval,
} from '../approval.ts'
import type { ApprovalCustomer } from '../store/approvals.ts'
import type { ApprovalAnswer } from './approvals-schema.ts'

type Waiting = Pick<ApprovalAnswer, 'id' | 'state' | 'expiresAt'>

export function presentWaiting(approval: Approval, now: Instant): Waiting {
  return {
    id: approval.id,
    state: stateOfApproval(approval, now),
    expiresAt: instantToText(approval.expiresAt),
  }
}

interface Looking {
  /** Whom it is about; null: it is about an import. */
  readonly customer: ApprovalCustomer | null
  /** Who is to be merged into that one, where it is known. */
  readonly from?: ApprovalCustomer | null
  readonly caller: Caller
  readonly now: Instant
}

export function presentApproval(approval: Approval, looking: Looking): ApprovalAnswer {
  const { customer, from = null, caller, now } = looking
  const isMasked = !caller.permissions?.has('customers.personal')
  const { requestedBy, requestedAt, decision } = approval
  return {
    ...presentWaiting(approval, now),
    exceeds: approval.exceeds,
    kind: approval.kind,
    target: targetOf(approval, customer, isMasked),
    adjustment: approval.kind === 'adjustment' ? presentAdjustment(approval, isMasked) : null,
    erasure: approval.kind === 'erasure' ? { reason: approval.request.reason } : null,
    merge: approval.kind === 'merge' ? presentMerge(approval, from, isMasked) : null,
    import: isOfCustomer(approval) ? null : presentImport(approval),
    requestedBy: presentActor(requestedBy),
    requestedAt: instantToText(requestedAt),
    isOwn: requestedBy.key === actorKey(caller.actor),
    decidedBy: decision && presentActor(decision.by),
    decidedAt: decision && instantToText(decision.at),
    decisionNote: isMasked ? maskedValue(decision?.note ?? null) : (decision?.note ?? null),
    recordId: decision?.recordId ?? null,
  }
}

function targetOf(
  approval: Approval,
  customer: ApprovalCustomer | null,
  isMasked: boolean,
): ApprovalAnswer['target'] {
  if (!isOfCustomer(approval)) {
    const { importId, fileName } = approval.request
    return { kind: 'import', id: importId, label: fileName, name: null, erasedAt: null }
  }
  const name = customer?.name ?? null
  return {
    kind: 'customer',
    id: approval.customerId,
    label: customer?.publicId ?? '',
    name: isMasked ? name && maskedName(name) : name,
    erasedAt: instantToTextOrNull(customer?.erasedAt ?? null),
  }
}

function presentImport({ request }: ImportApproval): ApprovalAnswer['import'] {
  const { points, lines, planHash } = request
  return { points, lines, planHash }
}

function presentAdjustment(
  { request, note }: AdjustmentApproval,
  isMasked: boolean,
): ApprovalAnswer['adjustment'] {
  const { unit, quantity, reason, orderId, validityDays } = request
  return {
    points: unit === 'points' ? quantity : null,
    cashback: unit === 'cashback' ? quantity : null,
    reason,
    note: isMasked ? maskedValue(note) : note,
    orderId,
    validityDays,
  }
}

function presentMerge(
  { request, note }: MergeApproval,
  from: ApprovalCustomer | null,
  isMasked: boolean,
): ApprovalAnswer['merge'] {
  const name = from?.name ?? null
  return {
    from: {
      id: request.fromId,
      label: from?.publicId ?? null,
      name: isMasked ? name && maskedName(name) : name,
      erasedAt: instantToTextOrNull(from?.erasedAt ?? null),
    },
    note: isMasked ? maskedValue(note) : note,
  }
}

export function presentActor({ key, label }: NamedActor): ApprovalAnswer['requestedBy'] {
  const [kind = 'system', id] = key.split(':')
  return { kind: kind as Actor['kind'], id: id === undefined ? null : Number(id), label }
}
