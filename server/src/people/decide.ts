/** How what waits for a second person is decided, whatever it is. */
import type { Customer } from '../accounts/customer.ts'
import type { Posting } from '../accounts/rules/posting.ts'
import { load, put } from '../accounts/till/collection.ts'
import type { Command, Facts } from '../accounts/till/command.ts'
import { isRefusal, type Refusal, refusal } from '../contract/refusal.ts'
import type { Instant } from '../platform/clock.ts'
import type { Tenant } from '../tenancy/tenant.ts'
import {
  type Approval,
  type ApprovalReason,
  type CustomerApproval,
  isTooNew,
  type NamedActor,
  stateOfApproval,
} from './approval.ts'
import { approvals } from './collections/approvals.ts'
import { findCustomersOfApprovals } from './store/approvals.ts'

export interface DecideInput {
  readonly tenant: Tenant
  readonly approvalId: number
  readonly by: NamedActor
  /** Since when who decides has had their role, if another member gave it to them; else null. */
  readonly bySince: Instant | null
  readonly note: string | null
}

export interface Decided {
  readonly kind: 'decided'
  readonly approval: CustomerApproval
  readonly customer: Customer
  /** Whether it was decided now, and not the same way by the same person before. */
  readonly isNew: boolean
}

/** All take the account of the customer, so that of two who decide at the same moment one finds it decided. */
export const ofApproval: Required<Pick<Command<DecideInput, unknown>, 'customerOf' | 'resolve'>> = {
  customerOf: () => null,
  resolve: (tx, inputs) =>
    findCustomersOfApprovals(
      tx,
      inputs.map(({ tenant, approvalId }) => ({ tenantId: tenant.id, approvalId })),
    ),
}

/** Nothing is done. */
export const rejectRequest: Command<DecideInput, Decided | Refusal<ApprovalReason>> = {
  name: 'reject request',
  ...ofApproval,
  loads: ({ approvalId }) => [load(approvals, approvalId)],
  decide(facts, input, posting) {
    const open = openApproval(facts, input, posting, false)
    if (open.kind !== 'open') return { result: open }
    const { by, note } = input
    const decision = { isApproved: false, by, at: posting.now, note, recordId: null }
    const approval = { ...open.approval, decision }
    return {
      result: { kind: 'decided', approval, customer: open.customer, isNew: true },
      changes: [put(approvals, approval.id, approval)],
    }
  },
}

export interface Open {
  readonly kind: 'open'
  readonly approval: CustomerApproval
  readonly customer: Customer
}

/** What can be decided, by this actor and now. Who decides the same again is answered as the first time. */
export function openApproval(
  facts: Facts,
  input: DecideInput,
  { now }: Posting,
  isApproved: boolean,
): Open | Decided | Refusal<ApprovalReason> {
  const { customer } = facts
  const approval = facts.get(approvals, input.approvalId)
  if (!approval || !customer || approval.customerId !== customer.id) return unknown()
  const may = mayDecide(approval, input, { isApproved, now })
  if (may === 'same') return { kind: 'decided', approval, customer, isNew: false }
  const isOwn = isRefusal(may) && may.reason === 'approval-own'
  if (isApproved && customer.erasedAt !== null && !isOwn) return unknown()
  return may === 'open' ? { kind: 'open', approval, customer } : may
}

/** Whether this actor can decide now. `same`: they did already, in the same way. */
export function mayDecide(
  approval: Approval,
  { by, bySince }: Pick<DecideInput, 'by' | 'bySince'>,
  { isApproved, now }: { readonly isApproved: boolean; readonly now: Instant },
): 'open' | 'same' | Refusal<ApprovalReason> {
  if (approval.requestedBy.key === by.key) return refusal('approval-own', 'Another person has to decide.')
  const { decision } = approval
  if (decision?.by.key === by.key && decision.isApproved === isApproved) return 'same'
  if (isApproved && (isTooNew(bySince, now) || isTooNew(approval.requesterSince, now))) {
    return refusal('approval-too-new', 'Both people must have been here for a day.')
  }
  const state = stateOfApproval(approval, now)
  if (state === 'expired') return refusal('approval-expired', 'Its time is over: ask for it again.')
  return state === 'waiting' ? 'open' : refusal('approval-decided', 'It was decided.')
}

function unknown(): Refusal<ApprovalReason> {
  return refusal('approval-unknown', 'There is no such approval.')
}
