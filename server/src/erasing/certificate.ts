import { shortText } from '../earning/explanation.ts'
import type { AuditFacts } from '../people/audit.ts'
import type { Erasure } from './erasure.ts'

/** What stays in the audit of a person who was erased: what was done and how much of it, and nothing of who it was. */
export function certificateOf({ customer, expired, closed, belongings }: Erasure): AuditFacts {
  const amount = ({ points, cashback }: Erasure['expired']) => ({
    points: shortText(points),
    cashback: shortText(cashback),
  })
  return {
    target: { kind: 'customer', id: String(customer.id), label: customer.publicId },
    before: null,
    after: { expired: amount(expired), waiting: amount(closed), ...belongings },
  }
}
