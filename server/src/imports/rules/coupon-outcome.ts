import type { Customer } from '../../accounts/customer.ts'
import type { CustomerId } from '../../contract/ids.ts'
import { type Coupon, endShown, type SentCoupon } from '../../coupons/coupon.ts'
import type { LineRefusal } from '../line.ts'

interface Known {
  /** Who the line names; null: the customer is new. */
  readonly customer: Pick<Customer, 'id'> | null
  /** The coupon that has the code already. */
  readonly stored: Coupon | undefined
  /** Whether the code waits in a list, to be given out with a reward. */
  readonly isListed: boolean
  readonly nameOf: (id: CustomerId) => string | undefined
}

/**
 * What becomes of the coupon of a line. `again`: the customer has it, and it is out of use without ever having been used,
 * as it is after an import was undone. `same`: there is nothing to do.
 */
export function couponOutcome(
  { customer, stored, isListed, nameOf }: Known,
  sent: SentCoupon,
): 'new' | 'again' | 'same' | LineRefusal {
  if (!stored) return isListed ? refused('code-listed') : 'new'
  if (stored.customerId !== customer?.id) {
    return refused('code-taken', { customer: nameOf(stored.customerId) ?? String(stored.customerId) })
  }
  if (stored.isUsed) return 'same'
  if (stored.inactivatedAt !== null) return stored.redemptionKey === null ? 'again' : refused('code-exists')
  return isSame(stored, sent) ? 'same' : refused('code-exists')
}

function isSame(stored: Coupon, { type, value, validUntil }: SentCoupon): boolean {
  return stored.type === type && stored.value === value && endShown(stored) === validUntil
}

function refused(reason: LineRefusal['reason'], facts: LineRefusal['facts'] = {}): LineRefusal {
  return { kind: 'refusal', reason, member: 'code', facts }
}
