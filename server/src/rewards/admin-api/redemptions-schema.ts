import { type Static, Type } from 'typebox'
import { Body, IdParams } from '../../contract/admin-api/body.ts'
import { operation } from '../../contract/admin-api/operation.ts'
import { Decimal, Id, Moment, Page, PageQuery } from '../../contract/admin-api/schema.ts'
import { LENGTH, Nullable, Text } from '../../contract/schema.ts'
import { AmountShown, CustomerShown, customerParams } from '../../customers/admin-api/schema.ts'

export const CouponShown = Type.Object(
  {
    code: Nullable(Text('The code; null: you may not read codes.')),
    type: Type.Enum(['fixedValue', 'percent', 'freeShipping', 'shippingDiscount', 'others'], {
      description: 'What it gives.',
    }),
    value: Decimal('What it is worth.'),
    state: Type.Enum(['open', 'used', 'inactive', 'notYet', 'over'], {
      description: 'Whether it can be used now, and why not.',
    }),
    validUntil: Nullable(Moment('The last moment at which it is good; null: for ever.')),
    orderId: Nullable(Id('Number of the order that used it; null: none.')),
  },
  { description: 'The coupon that it gave.' },
)
export type CouponShown = Static<typeof CouponShown>

const RedemptionItem = Type.Object({
  id: Id('Number of the redemption.'),
  key: Nullable(Text('The merchant’s key for it; null: you may not read codes, and it may be one.')),
  externalCode: Nullable(Text('What an order may send as its coupon; null: you may not read codes.')),
  reward: Type.Object(
    { id: Id('Number of the reward.'), title: Nullable(Text('What it is called now.')) },
    { description: 'What was redeemed.' },
  ),
  customer: CustomerShown('Whose it is.'),
  cost: AmountShown('What it cost.'),
  coupon: Nullable(CouponShown),
  redeemedAt: Moment('When.'),
  returnedAt: Nullable(Moment('When it was given back; null: it was not.')),
})
export type RedemptionItem = Static<typeof RedemptionItem>

export const listRedemptions = operation({
  id: 'redemptions.list',
  summary: 'Find redemptions, newest first',
  method: 'GET',
  path: '/tenants/:tenant/redemptions',
  permission: 'customers.read',
  weight: 'light',
  query: Type.Object({
    ...PageQuery,
    key: Type.Optional(Text('The one with this key.')),
    externalCode: Type.Optional(Text('The one with this external code.')),
    code: Type.Optional(Text('The one that gave the coupon with this code.')),
    customerId: Type.Optional(Id('Only those of this customer.')),
    rewardId: Type.Optional(Id('Only those of this reward.')),
    from: Type.Optional(Moment('Redeemed from this moment on.')),
    to: Type.Optional(Moment('Redeemed before this moment.')),
  }),
  answer: Page(RedemptionItem),
})

export const listRedemptionsOfCustomer = operation({
  id: 'customers.redemptions',
  summary: 'A customer’s redemptions, newest first',
  method: 'GET',
  path: '/tenants/:tenant/customers/:id/redemptions',
  permission: 'customers.read',
  weight: 'light',
  params: customerParams,
  query: Type.Object(PageQuery),
  answer: Page(RedemptionItem),
})

const RedemptionAnswer = Type.Object({
  ...RedemptionItem.properties,
  recordId: Nullable(Id('Number of the record of what it cost; null: nothing.')),
  returnRecordId: Nullable(Id('Number of the record that gave it back; null: none.')),
  lots: Type.Array(
    Type.Object({
      lotId: Id('Number of the record whose points it used.'),
      from: Moment('When they were recorded.'),
      order: Nullable(
        Type.Object(
          { id: Id('Number of the order.'), originalId: Text('Its id in the merchant’s store.') },
          { description: 'The order that earned them; null: none.' },
        ),
      ),
      used: AmountShown('What it used of them.'),
    }),
    { description: 'The points that paid for it; the first 100.' },
  ),
  metadata: Type.Array(
    Type.Object({
      name: Text('Name.', LENGTH.description),
      value: Nullable(Text('Value; masked without `customers.personal`.', LENGTH.metadataValue)),
    }),
    { description: 'What the merchant sent along.' },
  ),
})
export type RedemptionAnswer = Static<typeof RedemptionAnswer>

export const getRedemption = operation({
  id: 'redemptions.get',
  summary: 'Read a redemption: what it cost, which points paid, and what has become of its coupon',
  method: 'GET',
  path: '/tenants/:tenant/redemptions/:id',
  permission: 'customers.read',
  weight: 'light',
  params: IdParams('Number of the redemption.'),
  answer: RedemptionAnswer,
})

export const checkReward = operation({
  id: 'rewards.check',
  summary: 'Whether a customer can redeem a reward now, and why not',
  method: 'POST',
  path: '/tenants/:tenant/rewards/:id/check',
  permission: 'customers.read',
  weight: 'light',
  isQuestion: true,
  params: IdParams('Number of the reward.'),
  body: Body({ customerId: Id('Number of the customer.') }),
  answer: Type.Object({
    enabled: Type.Boolean({ description: 'Whether they can.' }),
    obstacle: Nullable(
      Type.Enum(
        [
          'inactive',
          'notYetValid',
          'noLongerValid',
          'usedUp',
          'noCouponsLeft',
          'cashbackOff',
          'prizeOnly',
          'notEnrolled',
          'notForTier',
          'owesPoints',
          'owesCashback',
          'customerLimit',
          'tooFewPoints',
          'noCashback',
        ],
        { description: 'What is in the way; null: nothing.' },
      ),
    ),
    sentence: Text('The same in words, with the figures that decide.', LENGTH.description),
  }),
})
