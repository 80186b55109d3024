import type { Customer } from '../../accounts/customer.ts'
import type { Posting } from '../../accounts/rules/posting.ts'
import { load, put } from '../../accounts/till/collection.ts'
import type { Command, Decision, Facts } from '../../accounts/till/command.ts'
import { isRefusal } from '../../contract/refusal.ts'
import type { AdjustmentReason } from '../../earning/explanation.ts'
import type { AdjustmentApproval } from '../../people/approval.ts'
import { approvals } from '../../people/collections/approvals.ts'
import { type Decided, type DecideInput, ofApproval, openApproval } from '../../people/decide.ts'
import { decimalFromText, ZERO } from '../../platform/decimal.ts'
import type { Adjustment } from '../adjustment.ts'
import { adjustments } from '../collections/adjustments.ts'
import { type AdjustmentRefusal, decideAdjustment } from '../rules/adjust.ts'
import { contextOf, countGiven, loadsOfAny, loadsOfGains, loadsOfOrder, madeOf } from './adjusting.ts'

export type ApproveResult = Decided | AdjustmentRefusal

/** Makes the adjustment that another person requested, with what there is now. */
export const approveAdjustment: Command<DecideInput, ApproveResult> = {
  name: 'approve adjustment',
  ...ofApproval,
  loads: ({ tenant, approvalId }) => [load(approvals, approvalId), ...loadsOfAny(tenant)],
  loadsAfter(facts, { tenant, approvalId }, now) {
    const approval = facts.get(approvals, approvalId)
    if (approval?.kind !== 'adjustment') return { lots: false, loads: [] }
    const adjustment = adjustmentOf(approval)
    return {
      lots: adjustment.kind === 'remove',
      loads: [...loadsOfOrder(adjustment), ...loadsOfGains(facts, tenant, adjustment, now)],
    }
  },
  decide(facts, input, posting) {
    const open = openApproval(facts, input, posting, true)
    if (open.kind !== 'open') return { result: open }
    const { approval, customer } = open
    if (approval.kind !== 'adjustment') throw new Error(`approval ${approval.id} is no adjustment`)
    return approve(facts, input, { approval, customer }, posting)
  },
}

function approve(
  facts: Facts,
  { tenant, by, note }: DecideInput,
  { approval, customer }: { readonly approval: AdjustmentApproval; readonly customer: Customer },
  posting: Posting,
): Decision<ApproveResult> {
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
function adjustmentOf({ request, note }: AdjustmentApproval): Adjustment {
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
