import { type Amount, NOTHING, type Origin } from '../../accounts/account.ts'
import type { Customer } from '../../accounts/customer.ts'
import { Posting } from '../../accounts/rules/posting.ts'
import type { CustomerId, OrderId, RecordId } from '../../contract/ids.ts'
import { type Refusal, refusal } from '../../contract/refusal.ts'
import { expiresAt } from '../../earning/expiry.ts'
import { type Explanation, shortText } from '../../earning/explanation.ts'
import type { Program } from '../../earning/program.ts'
import type { ApprovalReason, Exceeds } from '../../people/approval.ts'
import type { Instant } from '../../platform/clock.ts'
import {
  type AdjustedSoFar,
  type Adjustment,
  type AdjustmentLimits,
  exceededBy,
  sizeOf,
} from '../adjustment.ts'
import { postChange } from './change.ts'

/** Why an adjustment is not made. */
export type AdjustmentRefusal = Refusal<
  | 'customer-unknown'
  | 'cashback-off'
  | 'order-unknown'
  | 'balance-too-small'
  | 'key-used'
  | 'person-needed'
  | ApprovalReason
>

export interface AdjustContext {
  readonly customer: Customer
  readonly program: Program
  readonly timeZone: string
  /** The one that it is about, if it names one. */
  readonly order: { readonly id: OrderId; readonly customerId: CustomerId } | undefined
  readonly limits: AdjustmentLimits
  readonly soFar: AdjustedSoFar
}

/** What an adjustment comes to. */
export interface Adjusted {
  readonly recordId: RecordId
  readonly recorded: Amount
  readonly expiresAt: Instant | null
  readonly used: readonly Origin[]
  /** The limit that it exceeds. */
  readonly exceeds: Exceeds | null
}

/**
 * Posts the adjustment. Where it exceeds a limit, and `unlessExceeding` says so, nothing is posted: what it would have
 * come to is found out on a posting that is thrown away.
 */
export function decideAdjustment(
  context: AdjustContext,
  adjustment: Adjustment,
  posting: Posting,
  unlessExceeding: boolean,
): Adjusted | AdjustmentRefusal {
  const { customer, program, order } = context
  if (adjustment.unit === 'cashback' && !program.cashback.isOn) {
    return refusal('cashback-off', 'Cashback is switched off in this program.', 'cashback')
  }
  if (adjustment.orderKey !== null && order?.customerId !== customer.id) {
    return refusal('order-unknown', 'This customer has no order with this id.', 'orderId')
  }
  if (!unlessExceeding) return post(context, adjustment, posting)
  const tried = post(context, adjustment, new Posting(posting.account, posting.now, { next: () => 0 }))
  if ('reason' in tried || tried.exceeds !== null) return tried
  return post(context, adjustment, posting)
}

function post(
  { program, timeZone, limits, soFar }: AdjustContext,
  { kind, unit, quantity, reason, validityDays }: Adjustment,
  posting: Posting,
): Adjusted | AdjustmentRefusal {
  const end = kind === 'add' ? expiresAt(posting.now, validityDays, timeZone) : null
  const recordId = postChange(posting, { kind, unit, quantity, expiresAt: end }, program)
  if (recordId === 'balanceTooSmall') {
    return refusal('balance-too-small', 'There is not so much to take.', unit)
  }
  const entry = posting.entries.find(({ id }) => id === recordId)
  const recorded = entry && 'amount' in entry ? entry.amount : NOTHING
  const explanation: Explanation = {
    v: program.version,
    lines: [
      {
        kind: 'adjustment',
        reason,
        ...(unit === 'cashback' ? { amount: shortText(recorded.cashback) } : {}),
        points: shortText(recorded.points),
      },
    ],
  }
  posting.explain(recordId, explanation)
  return {
    recordId,
    recorded,
    expiresAt: end,
    used: entry && 'origins' in entry ? entry.origins : [],
    exceeds: exceededBy(sizeOf(recorded), limits, soFar),
  }
}
