import { type Static, Type } from 'typebox'
import { Body } from '../../contract/admin-api/body.ts'
import { operation } from '../../contract/admin-api/operation.ts'
import { Id, Moment, Words } from '../../contract/admin-api/schema.ts'
import { LENGTH, Nullable, Sent, Text } from '../../contract/schema.ts'
import { AmountShown, CustomerItem, customerParams } from '../../customers/admin-api/schema.ts'
import { ApprovalWaiting } from '../../people/admin-api/approvals-schema.ts'

const count = (description: string) => Type.Integer({ description })

const MergeSide = (description: string) =>
  Type.Object(
    {
      ...CustomerItem.properties,
      birthday: Nullable(Moment('Birthday; masked: null.')),
      waiting: AmountShown('What is earned and can’t be spent yet.'),
      owed: AmountShown('What is owed; the next points earned cover it.'),
      redemptions: count('How many redemptions.'),
      coupons: count('How many coupons, used or not.'),
    },
    { description },
  )
export type MergeSide = Static<ReturnType<typeof MergeSide>>

const OBSTACLE_NAMES = [
  'customerErased',
  'targetErased',
  'customerMerged',
  'targetMerged',
  'reserved',
  'approvalWaiting',
] as const

const PROFILE_MEMBERS = ['name', 'email', 'phone', 'document', 'birthday', 'signupAt'] as const

const MergePreview = Type.Object({
  from: MergeSide('The customer whose account ends, as it is now.'),
  into: MergeSide('The customer who stays, as it is now.'),
  after: Nullable(MergeSide('The customer who stays, as it will be; null: they can’t be merged now.')),
  takenOver: Type.Array(Words(PROFILE_MEMBERS, 'Name of a member.'), {
    description:
      'Members of the profile that the customer who stays does not have and gets from the other one.',
  }),
  canMerge: Type.Boolean({ description: 'Whether they can be merged now.' }),
  obstacle: Nullable(
    Type.Object(
      {
        reason: Words(OBSTACLE_NAMES, 'For code.'),
        sentence: Text('For people, in the language of the request.', LENGTH.description),
      },
      { description: 'Why they can’t be merged now; null: they can.' },
    ),
  ),
  warning: Text('That it can’t be undone, in the language of the request.', LENGTH.description),
  needsApproval: Type.Boolean({ description: 'Whether another person has to approve it first.' }),
})
export type MergePreview = Static<typeof MergePreview>

export const previewMerge = operation({
  id: 'customers.previewMerge',
  summary:
    'Compare two customers before one is merged into the other: what each has, and what the one who stays will have; nothing is changed',
  method: 'GET',
  path: '/tenants/:tenant/customers/:id/merge-preview',
  permission: 'customers.merge',
  weight: 'heavy',
  params: customerParams,
  query: Type.Object({ into: Id('Number of the customer who stays.') }),
  answer: MergePreview,
})

const MergeAnswer = Type.Object({
  customerId: Id('Number of the customer who stays.'),
  publicId: Text('By which that customer is known outside.'),
  mergedId: Id('Number of the customer who was merged.'),
  mergedAt: Moment('When.'),
  moved: Type.Object(
    {
      balance: AmountShown('What could be spent, less what was owed.'),
      waiting: AmountShown('What was earned and could not be spent yet.'),
      owed: AmountShown('What was owed.'),
      orders: count('Orders.'),
      redemptions: count('Redemptions.'),
      coupons: count('Coupons.'),
    },
    { description: 'What went from the one customer to the other.' },
  ),
  balance: AmountShown('What the customer who stays has now; below zero: it is owed.'),
})
export type MergeAnswer = Static<typeof MergeAnswer>

export const mergeCustomer = operation({
  id: 'customers.merge',
  summary:
    'Merge a customer into another one, for good: everything goes to the customer who stays; where the settings ask for it, another person approves it first',
  method: 'POST',
  path: '/tenants/:tenant/customers/:id/merge',
  permission: 'customers.merge',
  weight: 'heavy',
  confirm: true,
  audit: 'customer.merge',
  idempotent: true,
  params: customerParams,
  body: Body({
    into: Id('Number of the customer who stays.'),
    note: Sent(Text('Why; it is kept with the customer who stays.', LENGTH.description)),
  }),
  answer: Type.Union([MergeAnswer, Type.Object({ approval: ApprovalWaiting })]),
})
