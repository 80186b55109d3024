import { type Static, Type } from 'typebox'
import { Body } from '../../contract/admin-api/body.ts'
import { operation } from '../../contract/admin-api/operation.ts'
import { Id, Moment, Name, Words } from '../../contract/admin-api/schema.ts'
import { Nullable, Text } from '../../contract/schema.ts'
import { AmountShown, customerParams } from '../../customers/admin-api/schema.ts'
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

const moment = () => Nullable(Moment('When.'))
const word = (description: string) => Type.String({ description })
const text = (description: string) => Nullable(Type.String({ description }))
const decimal = () => Type.String({ description: 'A decimal.' })
const reference = (description: string) =>
  Nullable(
    Type.Object({ originalId: text('Id in the merchant’s store.'), name: text('Name.') }, { description }),
  )
const metadata = () =>
  Type.Array(Type.Object({ name: word('Name of the pair.'), value: text('Its value.') }), {
    description: 'What the merchant’s backend sent along.',
  })

export const PersonFile = Type.Object({
  isWhole: Type.Boolean({ description: 'False: of some list there are the newest 20,000 alone.' }),
  id: Id('Number of the customer.'),
  publicId: Text('By which the customer is known outside.'),
  originalId: Text('Id in the merchant’s store.'),
  formerIds: Type.Array(Type.String(), { description: 'Ids that they had before, oldest letters first.' }),
  name: text('Name.'),
  email: text('E-mail address.'),
  phone: text('Phone number.'),
  document: text('Document, as it was sent.'),
  birthday: moment(),
  birthdayUpdatedAt: moment(),
  signupAt: moment(),
  isEnrolled: Type.Boolean({ description: 'Whether they are enrolled.' }),
  activeOn: text(
    'The last day on which something was bought, earned or redeemed, where points end by inactivity; else null.',
  ),
  noticeOn: text('When they were told that their points will end; null: not since then.'),
  enrolledAt: moment(),
  createdAt: Moment('Since when they are known.'),
  erasedAt: moment(),
  tierId: Nullable(Id('Number of the tier.')),
  balance: AmountShown('As it is stored.'),
  merged: Type.Array(
    Type.Object({
      id: Id('Number of the customer.'),
      publicId: word('By which the customer was known outside.'),
      originalId: text('Id in the merchant’s store at that time; null: it was erased.'),
      mergedAt: Moment('When.'),
      key: word('The key of the merge.'),
    }),
    {
      description:
        'Customers who were merged into this one. What was theirs is in the other lists, with what is this customer’s own.',
    },
  ),
  orders: Type.Array(
    Type.Object({
      id: Id('Number of the order.'),
      originalId: word('Id in the merchant’s store.'),
      state: Type.Integer({ description: 'As State of the private API.' }),
      total: decimal(),
      returned: decimal(),
      placedAt: Moment('When.'),
      completedAt: moment(),
      cancelledAt: moment(),
      status: text('The merchant’s own word for its state.'),
      products: Type.Array(
        Type.Object({ originalId: word('Id of the product.'), title: text('Its title.') }),
        { description: 'What was bought.' },
      ),
      coupons: Type.Array(Type.String(), { description: 'Codes that came with the order.' }),
      metadata: metadata(),
      paymentMethod: reference('How it was paid.'),
      branch: reference('Where it was bought.'),
      salesPerson: reference('Who sold it.'),
    }),
    { description: 'Newest first.' },
  ),
  returns: Type.Array(
    Type.Object({
      orderId: Id('Number of the order.'),
      key: word('CancelKey of the return.'),
      value: decimal(),
      returnedAt: Moment('When.'),
    }),
    { description: 'Parts of orders that came back, newest first.' },
  ),
  redemptions: Type.Array(
    Type.Object({
      id: Id('Number of the redemption.'),
      key: word('OriginalKey of the redemption.'),
      rewardId: Id('Number of the reward.'),
      points: decimal(),
      cashback: decimal(),
      redeemedAt: Moment('When.'),
      returnedAt: moment(),
      checkoutId: text('The basket that it was reserved for.'),
      metadata: metadata(),
    }),
    { description: 'Newest first.' },
  ),
  coupons: Type.Array(
    Type.Object({
      code: word('Code of the coupon.'),
      originalId: text('Id in the merchant’s store.'),
      value: decimal(),
      isUsed: Type.Boolean({ description: 'Whether it was used.' }),
      usedForOrder: text('The order that it was used for.'),
      createdAt: Moment('When.'),
      validUntil: moment(),
      inactivatedAt: moment(),
    }),
    { description: 'Newest first.' },
  ),
  records: Type.Array(
    Type.Object({
      id: Id('Number of the record.'),
      type: Type.Integer({ description: 'As PointType of the private API.' }),
      points: decimal(),
      cashback: decimal(),
      recordedAt: Moment('When.'),
      orderId: Nullable(Id('Number of the order.')),
      availableAt: moment(),
      expiresAt: moment(),
      left: Nullable(decimal()),
    }),
    { description: 'Every change of the balance, newest first.' },
  ),
  changes: Type.Array(
    Type.Object({
      recordId: Id('Number of the record.'),
      key: word('Key of the change.'),
      unit: word('What was changed: points or cashback.'),
      reason: word('Why.'),
      note: text('What was noted.'),
    }),
    { description: 'Changes of the balance by hand.' },
  ),
  grants: Type.Array(
    Type.Object({
      action: word('What it was for.'),
      key: word('The merchant’s key.'),
      recordId: Nullable(Id('Number of the record of its points; null: it gave none.')),
      awardId: Nullable(Id('Number of the prize that was given instead of points; null: none was.')),
      grantedAt: Moment('When.'),
    }),
    { description: 'What was given for something other than an order.' },
  ),
  cards: Type.Array(
    Type.Object({
      ruleId: Id('Number of the card’s rule.'),
      stamps: decimal(),
      size: decimal(),
      completed: Type.Integer({ description: 'How many cards were full.' }),
    }),
    { description: 'Punch cards that were begun.' },
  ),
  stamps: Type.Array(
    Type.Object({
      id: Id('Number of the record.'),
      ruleId: Id('Number of the card’s rule.'),
      type: Type.Integer({ description: 'As StampType of the private API.' }),
      stamps: decimal(),
      recordedAt: Moment('When.'),
      orderId: Nullable(Id('Number of the order.')),
      key: text('The merchant’s key, of stamps that were given by hand.'),
      expiresAt: moment(),
    }),
    { description: 'Every change of a card, newest first.' },
  ),
  prizes: Type.Array(
    Type.Object({
      id: Id('Number of the prize.'),
      source: Words(['card', 'tier', 'birthday', 'signup'], 'What it was given for.'),
      ruleId: Id('Number of the rule that gave it.'),
      reference: word('Which one of its kind: the tier, the year of the birthday.'),
      recordId: Nullable(Id('Number of the record of its points; null: it has none.')),
      rewardId: Nullable(Id('Number of its reward; null: it is points alone.')),
      state: Words(
        ['due', 'given', 'held', 'undone', 'dropped'],
        'Whether its reward is still to be given, was given, could not be, was taken back, or will not be given.',
      ),
      madeAt: Moment('When it was earned.'),
      dueAt: Nullable(Moment('When its reward is given; null: it is points alone.')),
      givenAt: Nullable(Moment('When its reward was given; null: it was not yet.')),
      endedAt: Nullable(Moment('When it was taken back or dropped; null: it stands.')),
      redemptionKey: text('Of the redemption that its reward became.'),
    }),
    { description: 'What rules gave beside points for orders and actions, newest first.' },
  ),
  quizAnswers: Type.Array(
    Type.Object({
      quizId: Id('Number of the quiz.'),
      answeredAt: Moment('When.'),
      answers: Type.Array(
        Type.Object({
          questionId: Id('Number of the question.'),
          text: text('What was written.'),
          optionIds: Type.Array(Type.Integer(), { description: 'Numbers of what was chosen.' }),
        }),
        { description: 'By question.' },
      ),
    }),
    { description: 'Quizzes that were answered.' },
  ),
  notes: Type.Array(
    Type.Object({
      id: Id('Number of the note.'),
      at: Moment('When.'),
      about: word('What the note is about.'),
      note: word('The note.'),
    }),
    { description: 'What the merchant’s people noted, newest first.' },
  ),
  approvals: Type.Array(
    Type.Object({
      id: Id('Number of the approval.'),
      kind: word('What was to be approved.'),
      requestedAt: Moment('When.'),
      note: text('Of who asked.'),
      isApproved: Nullable(Type.Boolean({ description: 'null: not decided.' })),
      decisionNote: text('Of who decided.'),
    }),
    { description: 'What was requested and needed a second approval.' },
  ),
  webhookAnswers: Type.Array(
    Type.Object({
      endpointId: Id('Number of the endpoint.'),
      at: Moment('When.'),
      status: Nullable(Type.Integer({ description: 'The HTTP status; null: no answer.' })),
      answer: word('The beginning of the answer.'),
    }),
    { description: 'What receivers of webhooks answered to events of this customer.' },
  ),
})
export type PersonFile = Static<typeof PersonFile>

export const exportCustomer = operation({
  id: 'customers.export',
  summary: 'All that is kept of one customer, in one file: what erasing would empty, and their records',
  method: 'POST',
  path: '/tenants/:tenant/customers/:id/export',
  permission: 'customers.export',
  also: 'customers.personal',
  weight: 'heavy',
  confirm: true,
  audit: 'customer.export',
  isQuestion: true,
  params: customerParams,
  answer: PersonFile,
})
