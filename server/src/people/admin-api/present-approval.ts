import { instantToText } from '../../platform/clock.ts'
import type { Actor } from '../actor.ts'
import { type Approval, type NamedActor, stateOfApproval } from '../approval.ts'
import type { ApprovalAnswer } from './approvals-schema.ts'

type Named = Pick<ApprovalAnswer, 'id' | 'state' | 'exceeds' | 'expiresAt'>

export function presentNamed(approval: Approval, now: number): Named {
  return {
    id: approval.id,
    state: stateOfApproval(approval, now),
    exceeds: approval.exceeds,
    expiresAt: instantToText(approval.expiresAt),
  }
}

/** `publicId`: of its customer. `reader`: who looks at it. */
export function presentApproval(
  approval: Approval,
  { publicId, reader, now }: { readonly publicId: string; readonly reader: string; readonly now: number },
): ApprovalAnswer {
  const { request, note, requestedBy, requestedAt, decision, customerId } = approval
  const { unit, quantity, reason, orderId, validityDays } = request
  return {
    ...presentNamed(approval, now),
    kind: approval.kind,
    target: { kind: 'customer', id: customerId, label: publicId },
    adjustment: {
      points: unit === 'points' ? quantity : null,
      cashback: unit === 'cashback' ? quantity : null,
      reason,
      note,
      orderId,
      validityDays,
    },
    requestedBy: presentActor(requestedBy),
    requestedAt: instantToText(requestedAt),
    isOwn: requestedBy.key === reader,
    decidedBy: decision && presentActor(decision.by),
    decidedAt: decision && instantToText(decision.at),
    decisionNote: decision?.note ?? null,
    recordId: decision?.recordId ?? null,
  }
}

export function presentActor({ key, label }: NamedActor): ApprovalAnswer['requestedBy'] {
  const [kind = 'system', id] = key.split(':')
  return { kind: kind as Actor['kind'], id: id === undefined ? null : Number(id), label }
}
