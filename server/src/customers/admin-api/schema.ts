import { type Static, Type } from 'typebox'
import { IdParams } from '../../contract/admin-api/body.ts'
import { operation } from '../../contract/admin-api/operation.ts'
import { Decimal, Id, Moment, Page, PageQuery } from '../../contract/admin-api/schema.ts'
import { LENGTH, Nullable, Text, Words } from '../../contract/schema.ts'
import { CONSENT_KINDS } from '../../terms/terms.ts'

const flag = (description: string) => Type.Boolean({ description })

export const AmountShown = (description: string) =>
  Type.Object({ points: Decimal('In points.'), cashback: Decimal('The same in money.') }, { description })

const erasedAt = Nullable(
  Moment('When the customer was erased: the account stays, anonymously; null: not erased.'),
)

/** Who a customer is. Without `customers.personal` it is masked: a•••@x.com, and of digits the last two. */
const customerMembers = {
  id: Id('Number of the customer.'),
  originalId: Text('Id in the merchant’s store; masked where it is an e-mail address, document or phone.'),
  publicId: Text('By which the customer is known outside.'),
  name: Nullable(Text('Name; masked: the first letter of each word.', LENGTH.description)),
  email: Nullable(Text('E-mail address.', LENGTH.description)),
  erasedAt,
}

export const CustomerShown = (description: string) => Type.Object(customerMembers, { description })
export type CustomerShown = Static<ReturnType<typeof CustomerShown>>

const TierShown = Type.Object(
  {
    id: Id('Number of the tier.'),
    name: Text('Its name.'),
    color: Nullable(Text('Such as #d4af37.')),
  },
  { description: 'The tier of the customer; null: in none.' },
)

export const CustomerItem = Type.Object({
  ...customerMembers,
  phone: Nullable(Text('Phone.', LENGTH.description)),
  document: Nullable(Text('Document.', LENGTH.description)),
  isEnrolled: flag('Whether they are enrolled in the program.'),
  tier: Nullable(TierShown),
  balance: AmountShown('What can be spent; below zero: it is owed.'),
  orders: Type.Integer({ description: 'How many orders.' }),
  createdAt: Moment('Since when they are known.'),
})
export type CustomerItem = Static<typeof CustomerItem>

export const listCustomers = operation({
  id: 'customers.list',
  summary: 'Find customers, newest first; what is searched for comes in the order of its terms',
  method: 'GET',
  path: '/tenants/:tenant/customers',
  permission: 'customers.read',
  weight: 'light',
  query: Type.Object({
    ...PageQuery,
    search: Type.Optional(
      Text('A word of the name, an e-mail address, document, phone or id, or how one begins.', 100),
    ),
    tier: Type.Optional(Id('Only customers who are in this tier.')),
    enrolled: Type.Optional(flag('Only those who are enrolled, or only those who are not.')),
  }),
  answer: Page(CustomerItem),
})

const TierGoal = Type.Object({
  name: Text('In the merchant’s words.'),
  measure: Type.Enum(['spend', 'orders', 'points'], { description: 'What is counted.' }),
  value: Decimal('How much of it is needed.'),
  progress: Decimal('How much of it there is now.'),
  months: Type.Integer({ description: 'How far back it looks.' }),
  isMet: flag('Whether there is enough of it.'),
})

const tierGoals = Type.Array(TierGoal, { description: 'All have to be met.' })

const CustomerAnswer = Type.Object({
  ...customerMembers,
  phone: Nullable(Text('Phone.', LENGTH.description)),
  document: Nullable(Text('Document.', LENGTH.description)),
  birthday: Nullable(Moment('Birthday; masked: null.')),
  version: Nullable(
    Type.Integer({
      description: 'Of the profile, as in the ETag: another one when a member is; masked: null.',
    }),
  ),
  mergedInto: Nullable(
    Id('Number of the customer who has everything that this one had; null: this one was not merged.'),
  ),
  isMasked: flag('Whether personal values are masked for you.'),
  isEnrolled: flag('Whether they are enrolled in the program.'),
  enrolledAt: Nullable(Moment('Since when.')),
  signupAt: Nullable(Moment('When they signed up at the store, if known.')),
  createdAt: Moment('Since when they are known here.'),
  balance: AmountShown('What can be spent; below zero: it is owed.'),
  waiting: AmountShown('What is earned and can’t be spent yet.'),
  expiring: Type.Object(
    {
      in30Days: AmountShown('Within 30 days.'),
      in60Days: AmountShown('Within 60 days, those of the 30 included.'),
      in90Days: AmountShown('Within 90 days, those of the 60 included.'),
    },
    { description: 'What of the balance expires soon, if it is not spent.' },
  ),
  activeOn: Nullable(
    Type.String({
      format: 'date',
      description:
        'The last day on which they completed an order, earned or redeemed something; null: not known, or points do not end by inactivity.',
    }),
  ),
  endsOn: Nullable(
    Type.String({
      format: 'date',
      description:
        'The last day on which their points are good if nothing happens; null: there are none, points do not end by inactivity, or the notice that has to come before is not out yet.',
    }),
  ),
  noticedOn: Nullable(
    Type.String({
      format: 'date',
      description: 'When `Points_Expiring` told of that day; null: it did not.',
    }),
  ),
  owed: AmountShown('What was taken without there being anything to take it from; the next points pay it.'),
  tier: Nullable(
    Type.Object(
      {
        ...TierShown.properties,
        since: Nullable(Moment('Since when; null: it is the base tier.')),
        belowSince: Nullable(Moment('Since when its goals are not met; null: they are.')),
        goals: tierGoals,
      },
      { description: 'The tier of the customer; null: in none.' },
    ),
  ),
  nextTier: Nullable(
    Type.Object(
      { ...TierShown.properties, goals: tierGoals },
      { description: 'The next tier, and what it needs; null: there is none above.' },
    ),
  ),
  counts: Type.Object(
    { orders: Type.Integer({ description: 'All orders, in whatever state.' }) },
    { description: 'What is counted anyway.' },
  ),
  spent: Nullable(
    Decimal(
      'The total of all complete orders without what was returned of them, in money; null: of more than 2,000 orders it is not added up.',
    ),
  ),
  firstOrderAt: Nullable(Moment('When the order that reached us first was placed.')),
  lastOrderAt: Nullable(Moment('When the order that reached us last was placed.')),
  consents: Type.Array(
    Type.Object({
      kind: Words(CONSENT_KINDS, 'What was agreed to: the terms, or that the birthday is used.'),
      version: Nullable(Type.Integer({ description: 'Of the terms; null: it has no versions.' })),
      at: Moment('When.'),
      withdrawnAt: Nullable(Moment('When they opted out in the shop’s pages; null: it stands.')),
    }),
    { description: 'What they have agreed to in the shop’s pages, newest first; at most 100.' },
  ),
})
export type CustomerAnswer = Static<typeof CustomerAnswer>

export const customerParams = IdParams('Number of the customer.')

export const getCustomer = operation({
  id: 'customers.get',
  summary: 'Read a customer: who it is, what there is, what waits, expires and is owed, and the tier',
  method: 'GET',
  path: '/tenants/:tenant/customers/:id',
  permission: 'customers.read',
  weight: 'light',
  params: customerParams,
  answer: CustomerAnswer,
})
