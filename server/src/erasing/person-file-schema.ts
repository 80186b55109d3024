/** The file about a customer, member by member. It is no answer of an API, so it is described by itself. */
import { type Static, Type } from 'typebox'
import { Nullable } from '../contract/schema.ts'

const whole = (description: string) => Type.Integer({ description })
const MOMENT = '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$'
const at = (description: string) => Type.String({ pattern: MOMENT, description })
const words = <const Names extends readonly string[]>(names: Names, description: string) =>
  Type.Unsafe<Names[number]>({ type: 'string', enum: names, description })
const moment = () => Nullable(at('When.'))
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
  id: whole('Number of the customer.'),
  publicId: word('By which the customer is known outside.'),
  originalId: word('Id in the merchant’s store.'),
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
  createdAt: at('Since when they are known.'),
  erasedAt: moment(),
  tierId: Nullable(whole('Number of the tier.')),
  balance: Type.Object({ points: decimal(), cashback: decimal() }, { description: 'As it is stored.' }),
  merged: Type.Array(
    Type.Object({
      id: whole('Number of the customer.'),
      publicId: word('By which the customer was known outside.'),
      originalId: text('Id in the merchant’s store at that time; null: it was erased.'),
      mergedAt: at('When.'),
      key: word('The key of the merge.'),
    }),
    {
      description:
        'Customers who were merged into this one. What was theirs is in the other lists, with what is this customer’s own.',
    },
  ),
  claims: Type.Array(
    Type.Object({
      claimedId: word('The id by which the shop named the customer.'),
      formerId: word('The contact by which the customer was imported.'),
      claimedAt: at('When the shop named the customer.'),
      profile: Nullable(
        Type.Object(
          {
            name: text('Name.'),
            email: text('E-mail address.'),
            phone: text('Phone.'),
            document: text('Document.'),
            birthday: Nullable(Type.Integer({ description: 'Birthday, in milliseconds since 1970.' })),
            birthdayUpdatedAt: Nullable(
              Type.Integer({ description: 'When it was sent, in milliseconds since 1970.' }),
            ),
          },
          { description: 'Who the customer was known to be before; null: forgotten after 30 days.' },
        ),
      ),
      revokedAt: moment(),
    }),
    {
      description: 'By which ids of the shop the customer was claimed, who was imported by a contact alone.',
    },
  ),
  orders: Type.Array(
    Type.Object({
      id: whole('Number of the order.'),
      originalId: word('Id in the merchant’s store.'),
      state: Type.Integer({ description: 'As State of the private API.' }),
      total: decimal(),
      returned: decimal(),
      placedAt: at('When.'),
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
      orderId: whole('Number of the order.'),
      key: word('CancelKey of the return.'),
      value: decimal(),
      returnedAt: at('When.'),
    }),
    { description: 'Parts of orders that came back, newest order first.' },
  ),
  redemptions: Type.Array(
    Type.Object({
      id: whole('Number of the redemption.'),
      key: word('OriginalKey of the redemption.'),
      rewardId: whole('Number of the reward.'),
      points: decimal(),
      cashback: decimal(),
      redeemedAt: at('When.'),
      returnedAt: moment(),
      checkoutId: text('The basket that it was reserved for.'),
      metadata: metadata(),
    }),
    { description: 'Newest first.' },
  ),
  coupons: Type.Array(
    Type.Object({
      id: whole('Number of the coupon.'),
      code: word('Code of the coupon.'),
      originalId: text('Id in the merchant’s store.'),
      value: decimal(),
      isUsed: Type.Boolean({ description: 'Whether it was used.' }),
      usedForOrder: text('The order that it was used for.'),
      createdAt: at('When.'),
      validUntil: moment(),
      inactivatedAt: moment(),
    }),
    { description: 'Newest first.' },
  ),
  records: Type.Array(
    Type.Object({
      id: whole('Number of the record.'),
      type: Type.Integer({ description: 'As PointType of the private API.' }),
      points: decimal(),
      cashback: decimal(),
      recordedAt: at('When.'),
      orderId: Nullable(whole('Number of the order.')),
      availableAt: moment(),
      expiresAt: moment(),
      left: Nullable(decimal()),
    }),
    { description: 'Every change of the balance, newest first.' },
  ),
  changes: Type.Array(
    Type.Object({
      recordId: whole('Number of the record.'),
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
      recordId: Nullable(whole('Number of the record of its points; null: it gave none.')),
      awardId: Nullable(whole('Number of the prize that was given instead of points; null: none was.')),
      grantedAt: at('When.'),
    }),
    { description: 'What was given for something other than an order.' },
  ),
  cards: Type.Array(
    Type.Object({
      ruleId: whole('Number of the card’s rule.'),
      stamps: decimal(),
      size: decimal(),
      completed: Type.Integer({ description: 'How many cards were full.' }),
    }),
    { description: 'Punch cards that were begun.' },
  ),
  stamps: Type.Array(
    Type.Object({
      id: whole('Number of the record.'),
      ruleId: whole('Number of the card’s rule.'),
      type: Type.Integer({ description: 'As StampType of the private API.' }),
      stamps: decimal(),
      recordedAt: at('When.'),
      orderId: Nullable(whole('Number of the order.')),
      key: text('The merchant’s key, of stamps that were given by hand.'),
      expiresAt: moment(),
    }),
    { description: 'Every change of a card, newest first.' },
  ),
  prizes: Type.Array(
    Type.Object({
      id: whole('Number of the prize.'),
      source: words(['card', 'tier', 'birthday', 'signup', 'referral'], 'What it was given for.'),
      ruleId: whole('Number of the rule that gave it.'),
      reference: word('Which one of its kind: the tier, the year of the birthday.'),
      recordId: Nullable(whole('Number of the record of its points; null: it has none.')),
      rewardId: Nullable(whole('Number of its reward; null: it is points alone.')),
      state: words(
        ['due', 'given', 'held', 'undone', 'dropped'],
        'Whether its reward is still to be given, was given, could not be, was taken back, or will not be given.',
      ),
      madeAt: at('When it was earned.'),
      dueAt: Nullable(at('When its reward is given; null: it is points alone.')),
      givenAt: Nullable(at('When its reward was given; null: it was not yet.')),
      endedAt: Nullable(at('When it was taken back or dropped; null: it stands.')),
      redemptionKey: text('Of the redemption that its reward became.'),
    }),
    { description: 'What rules gave beside points for orders and actions, newest first.' },
  ),
  referrals: Type.Array(
    Type.Object({
      role: words(['friend', 'referrer'], 'Whether this person was referred, or referred a friend.'),
      state: words(
        ['registered', 'earned', 'granted', 'held', 'refused', 'undone', 'expired'],
        'How far it is.',
      ),
      reason: text('Why it does not count.'),
      registeredAt: at('When the friend joined.'),
    }),
    { description: 'Referrals of which this person is one of the two.' },
  ),
  quizAnswers: Type.Array(
    Type.Object({
      quizId: whole('Number of the quiz.'),
      answeredAt: at('When.'),
      answers: Type.Array(
        Type.Object({
          questionId: whole('Number of the question.'),
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
      id: whole('Number of the note.'),
      at: at('When.'),
      about: word('What the note is about.'),
      note: word('The note.'),
    }),
    { description: 'What the merchant’s people noted, newest first.' },
  ),
  approvals: Type.Array(
    Type.Object({
      id: whole('Number of the approval.'),
      kind: word('What was to be approved.'),
      requestedAt: at('When.'),
      note: text('Of who asked.'),
      isApproved: Nullable(Type.Boolean({ description: 'null: not decided.' })),
      decisionNote: text('Of who decided.'),
    }),
    { description: 'What was requested and needed a second approval.' },
  ),
  consents: Type.Array(
    Type.Object({
      kind: words(['terms', 'birthday'], 'What was agreed to.'),
      version: Nullable(whole('Version of the terms; null: of what has no versions.')),
      at: at('When.'),
      withdrawnAt: Nullable(at('When they opted out; null: it stands.')),
    }),
    { description: 'What the customer has agreed to in a page of the shop.' },
  ),
  progressElsewhere: Type.Array(
    Type.Object({
      day: word('On which day it counts.'),
      spend: decimal(),
      orders: whole('How many orders.'),
    }),
    { description: 'What the customer spent elsewhere, as it was imported.' },
  ),
  importedLines: Type.Array(
    Type.Object({
      importId: whole('Number of the import.'),
      line: whole('Line of its file.'),
      recordId: Nullable(whole('Number of the record of its points; null: it had none.')),
      importedAt: at('When.'),
    }),
    { description: 'Lines of files that the merchant imported.' },
  ),
  webhookAnswers: Type.Array(
    Type.Object({
      endpointId: whole('Number of the endpoint.'),
      at: at('When.'),
      status: Nullable(Type.Integer({ description: 'The HTTP status; null: no answer.' })),
      answer: word('The beginning of the answer.'),
    }),
    { description: 'What receivers of webhooks answered to events of this customer.' },
  ),
})
export type PersonFile = Static<typeof PersonFile>

/** Its lists; all other members tell of the customer alone. */
export type ListName = {
  [Name in keyof PersonFile]: Name extends 'formerIds'
    ? never
    : PersonFile[Name] extends readonly unknown[]
      ? Name
      : never
}[keyof PersonFile]
