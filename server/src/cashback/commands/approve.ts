import type { Customer } from '../../accounts/customer.ts'
import type { Posting } from '../../accounts/rules/posting.ts'
import { load, put } from '../../accounts/till/collection.ts'
import type { Command, Decision, Facts } from '../../accounts/till/command.ts'
import { isRefusal, refusal } from '../../contract/refusal.ts'
import type { AdjustmentReason } from '../../earning/explanation.ts'
import { type Approval, type NamedActor, stateOfApproval } from '../../people/approval.ts'
import { approvals } from '../../people/collections/approvals.ts'
import { findCustomersOfApprovals } from '../../people/store/approvals.ts'
import { decimalFromText, ZERO } from '../../platform/decimal.ts'
import type { Tenant } from '../../tenancy/tenant.ts'
import type { Adjustment } from '../adjustment.ts'
import { adjustments } from '../collections/adjustments.ts'
import { type AdjustmentRefusal, decideAdjustment } from '../rules/adjust.ts'
import { contextOf, countGiven, loadsOfAny, loadsOfGains, loadsOfOrder, madeOf } from './adjusting.ts'

export interface DecideInput {
  readonly tenant: Tenant
  readonly approvalId: number
  readonly by: NamedActor
  readonly note: string | null
}

export type DecideResult =
  | {
      readonly kind: 'decided'
      readonly approval: Approval
      readonly customer: Customer
      /** Whether it was decided now, and not the same way by the same person before. */
      readonly isNew: boolean
    }
  | AdjustmentRefusal

/** Both take the account of the customer, so that of two who decide at the same moment one finds it decided. */
const ofApproval: Pick<Command<DecideInput, DecideResult>, 'customerOf' | 'resolve'> = {
  customerOf: () => null,
  resolve: (tx, inputs) =>
    findCustomersOfApprovals(
      tx,
      inputs.map(({ tenant, approvalId }) => ({ tenantId: tenant.id, approvalId })),
    ),
}

/** Makes the adjustment that somebody else has asked for, with what there is now. */
export const approveAdjustment: Command<DecideInput, DecideResult> = {
  name: 'approve adjustment',
  ...ofApproval,
  loads: ({ tenant, approvalId }) => [load(approvals, approvalId), ...loadsOfAny(tenant)],
  loadsAfter(facts, { tenant, approvalId }, now) {
    const approval = facts.get(approvals, approvalId)
    if (!approval) return { lots: false, loads: [] }
    const adjustment = adjustmentOf(approval)
    return {
      lots: adjustment.kind === 'remove',
      loads: [...loadsOfOrder(adjustment), ...loadsOfGains(facts, tenant, adjustment, now)],
    }
  },
  decide(facts, input, posting) {
    const open = openApproval(facts, input, posting, true)
    return open.kind === 'open' ? approve(facts, input, open, posting) : { result: open }
  },
}

/** Nothing is done. */
export const rejectAdjustment: Command<DecideInput, DecideResult> = {
  name: 'reject adjustment',
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

interface Open {
  readonly kind: 'open'
  readonly approval: Approval
  readonly customer: Customer
}

/** What can be decided, by this actor and now. Who decides the same again is answered as the first time. */
function openApproval(
  facts: Facts,
  { approvalId, by }: DecideInput,
  { now }: Posting,
  isApproved: boolean,
): Open | DecideResult {
  const { customer } = facts
  const approval = facts.get(approvals, approvalId)
  if (!approval || !customer) return refusal('approval-unknown', 'There is no such approval.')
  if (approval.requestedBy.key === by.key) return refusal('approval-own', 'Somebody else has to decide.')
  const state = stateOfApproval(approval, now)
  if (state === 'expired') return refusal('approval-expired', 'Its time is over: ask for it again.')
  if (state === 'waiting') return { kind: 'open', approval, customer }
  const { decision } = approval
  return decision?.by.key === by.key && decision.isApproved === isApproved
    ? { kind: 'decided', approval, customer, isNew: false }
    : refusal('approval-decided', 'It was decided.')
}

function approve(
  facts: Facts,
  { tenant, by, note }: DecideInput,
  { approval, customer }: Open,
  posting: Posting,
): Decision<DecideResult> {
  const adjustment = adjustmentOf(approval)
  const context = {
    ...contextOf(facts, { tenant, customer, adjustment }, posting.now),
    // A second person has no limits.
    limits: { above: null, perDay: null },
    soFar: { ofCustomer: ZERO, inAll: ZERO },
  }
  const adjusted = decideAdjustment(context, adjustment, posting, false)
  if (isRefusal(adjusted)) return { result: adjusted }
  const { requestHash, requestedBy, requestKey } = approval
  const names = { requestHash, madeBy: requestedBy.key, approvedBy: by.key }
  const ends = new Map(facts.account.lots.map((lot) => [lot.id, lot.expiresAt]))
  const counted = countGiven(facts, tenant, customer, posting)
  const decision = { isApproved: true, by, at: posting.now, note, recordId: adjusted.recordId }
  const decided = { ...approval, decision }
  return {
    result: { kind: 'decided', approval: decided, customer: counted.customer, isNew: true },
    customer: counted.customer,
    changes: [
      put(approvals, approval.id, decided),
      put(adjustments, requestKey, madeOf(context, adjustment, adjusted, names, ends)),
      ...counted.changes,
    ],
  }
}

/** What was asked for, as it is to be done. */
function adjustmentOf({ request, note }: Approval): Adjustment {
  const { unit, reason, orderId: orderKey, validityDays } = request
  const signed = decimalFromText(request.quantity)
  return {
    kind: signed > ZERO ? 'add' : 'remove',
    unit,
    quantity: signed > ZERO ? signed : -signed,
    reason: reason as AdjustmentReason,
    note,
    orderKey,
    validityDays,
  }
}
