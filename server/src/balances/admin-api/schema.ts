import { Type } from 'typebox'
import { Body } from '../../contract/admin-api/body.ts'
import { operation } from '../../contract/admin-api/operation.ts'
import { Decimal, Id, Moment, Name, Words } from '../../contract/admin-api/schema.ts'
import { LENGTH, Nullable, Sent, Text } from '../../contract/schema.ts'
import { Effect, LotUse } from '../../customers/admin-api/effect-schema.ts'
import { AmountShown, customerParams } from '../../customers/admin-api/schema.ts'
import { ApprovalNamed, Exceeds } from '../../people/admin-api/approvals-schema.ts'

const adjustment = {
  points: Sent(Decimal('Points to give, below zero to take. Either these or cashback.')),
  cashback: Sent(Decimal('Cashback to give, below zero to take. Either this or points.')),
  reason: Words(
    ['goodwill', 'correction', 'complaint', 'promotion', 'fraud', 'other'] as const,
    'Why. The customer’s history says it.',
  ),
  orderId: Sent(Text('An order of this customer that it is about, by its id in the merchant’s store.')),
  validityDays: Sent(
    Type.Integer({
      minimum: 1,
      maximum: 36_500,
      description: 'For how many days what is given is good; left out: for ever.',
    }),
  ),
}

const AdjustmentBody = Body({
  ...adjustment,
  note: Name(
    'What happened, in your words. It is kept with the adjustment, not in the audit.',
    LENGTH.description,
  ),
})

const Adjusted = Type.Object({
  recordId: Id('Number of the record.'),
  points: Decimal('What was recorded; below zero: it was taken.'),
  cashback: Decimal('The same in money.'),
  expiresAt: Nullable(
    Moment('The last second in which what was given is good; null: for ever, or it was taken.'),
  ),
  balance: AmountShown('The balance now.'),
  lots: Type.Array(LotUse, { description: 'Where points that were taken came from; the first 100.' }),
})

/** With 202: it needs a second person. */
const AdjustmentAnswer = Type.Union([Adjusted, Type.Object({ approval: ApprovalNamed })])

export const adjustCustomer = operation({
  id: 'customers.adjust',
  summary:
    'Add or remove a customer’s points or cashback, with a reason; above a limit, another person approves',
  method: 'POST',
  path: '/tenants/:tenant/customers/:id/adjustments',
  permission: 'points.adjust',
  weight: 'light',
  confirm: true,
  audit: 'customer.adjust',
  idempotent: true,
  params: customerParams,
  body: AdjustmentBody,
  answer: AdjustmentAnswer,
  status: 201,
})

/** What would happen, by doing it and undoing it. */
const Tried = Type.Object({
  ...Effect.properties,
  exceeds: Nullable(Exceeds),
})

export const previewAdjustment = operation({
  id: 'customers.previewAdjustment',
  summary: 'What an adjustment would do, and whether it needs a second approval; nothing is changed',
  method: 'POST',
  path: '/tenants/:tenant/customers/:id/adjustments/preview',
  permission: 'points.adjust',
  weight: 'light',
  isQuestion: true,
  params: customerParams,
  body: Body({ ...adjustment, note: Sent(Text('As in the adjustment; not looked at.', LENGTH.description)) }),
  answer: Tried,
})
