import { type Static, Type } from 'typebox'
import { Body } from '../../contract/admin-api/body.ts'
import { operation } from '../../contract/admin-api/operation.ts'
import { Id, Moment, Name, Words } from '../../contract/admin-api/schema.ts'
import { Text } from '../../contract/schema.ts'
import { AmountShown, customerParams } from '../../customers/admin-api/schema.ts'
import { JobAnswer } from '../../jobs/admin-api/schema.ts'
import { ApprovalWaiting } from '../../people/admin-api/approvals-schema.ts'

const count = (description: string) => Type.Integer({ description })

/** What erasing ends, empties and deletes: how much of it, and nothing of who it was. */
const erased = {
  expired: AmountShown(
    'What could be spent and expires at once; what was reserved at checkout is part of it.',
  ),
  waiting: AmountShown('What was earned, could not be spent yet, and is closed.'),
  coupons: count('Coupons that could still be used, and are out of use.'),
  orders: count('Orders: without metadata and sales person from then on.'),
  redemptions: count('Redemptions: without metadata from then on.'),
  quizAnswers: count('Quizzes that were answered: without what was written in them.'),
  notes: count('Notes that are gone.'),
  formerIds: count('Former ids that are gone with the present one.'),
}

const Certificate = Type.Object({
  customerId: Id('Number of the customer, which stays.'),
  publicId: Text('By which the customer was known outside.'),
  erasedAt: Moment('When.'),
  ...erased,
})
export type Certificate = Static<typeof Certificate>

const ERASE_WHY = ['asked', 'unused', 'mistake', 'other'] as const

export const eraseCustomer = operation({
  id: 'customers.erase',
  summary:
    'Erase a customer permanently: personal data is deleted, points and coupons end, records and sums stay. If the settings require it, another person approves',
  method: 'POST',
  path: '/tenants/:tenant/customers/:id/erase',
  permission: 'customers.erase',
  weight: 'heavy',
  confirm: true,
  audit: 'customer.erase',
  idempotent: true,
  params: customerParams,
  body: Body({
    confirm: Name('The customer’s id in the merchant’s store, typed as a confirmation.'),
    reason: Words(
      ERASE_WHY,
      'Why: `asked` the person asked for it, `unused` nothing has happened for long, `mistake` it never was a person. It is in the audit.',
    ),
  }),
  answer: Type.Union([Certificate, Type.Object({ approval: ApprovalWaiting })]),
})

export const previewErase = operation({
  id: 'customers.previewErase',
  summary: 'What erasing a person would end and empty; nothing is changed',
  method: 'POST',
  path: '/tenants/:tenant/customers/:id/erase/preview',
  permission: 'customers.erase',
  weight: 'heavy',
  isQuestion: true,
  params: customerParams,
  answer: Type.Object({
    ...erased,
    needsApproval: Type.Boolean({ description: 'Whether another person has to approve it first.' }),
  }),
})

export const exportCustomer = operation({
  id: 'customers.export',
  summary:
    'Start a job that writes all that is kept of one customer into a file: what erasing would empty, and their records',
  method: 'POST',
  path: '/tenants/:tenant/customers/:id/export',
  permission: 'customers.export',
  also: 'customers.personal',
  weight: 'light',
  audit: 'customer.export',
  idempotent: true,
  status: 202,
  params: customerParams,
  answer: JobAnswer,
})
