import { maskedName, maskedValue } from '../../contract/admin-api/masking.ts'
import { type Instant, instantToText } from '../../platform/clock.ts'
import { type Actor, actorKey, type Caller } from '../actor.ts'
import { type AdjustmentApproval, type Approval, type NamedActor, stateOfApproval } from '../approval.ts'
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
  /** Whom it is about. */
  readonly customer: { readonly publicId: string; readonly name: string | null }
  readonly caller: Caller
  readonly now: Instant
}

export function presentApproval(approval: Approval, { customer, caller, now }: Looking): ApprovalAnswer {
  const { publicId, name } = customer
  const isMasked = !caller.permissions?.has('customers.personal')
  const { requestedBy, requestedAt, decision, customerId } = approval
  return {
    ...presentWaiting(approval, now),
    exceeds: approval.exceeds,
    kind: approval.kind,
    target: {
      kind: 'customer',
      id: customerId,
      label: publicId,
      name: isMasked ? name && maskedName(name) : name,
    },
    adjustment: approval.kind === 'adjustment' ? presentAdjustment(approval, isMasked) : null,
    erasure: approval.kind === 'erasure' ? { reason: approval.request.reason } : null,
    requestedBy: presentActor(requestedBy),
    requestedAt: instantToText(requestedAt),
    isOwn: requestedBy.key === actorKey(caller.actor),
    decidedBy: decision && presentActor(decision.by),
    decidedAt: decision && instantToText(decision.at),
    decisionNote: isMasked ? maskedValue(decision?.note ?? null) : (decision?.note ?? null),
    recordId: decision?.recordId ?? null,
  }
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

export function presentActor({ key, label }: NamedActor): ApprovalAnswer['requestedBy'] {
  const [kind = 'system', id] = key.split(':')
  return { kind: kind as Actor['kind'], id: id === undefined ? null : Number(id), label }
}
