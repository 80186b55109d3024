import { Type } from 'typebox'
import { Body } from '../../contract/admin-api/body.ts'
import { operation } from '../../contract/admin-api/operation.ts'
import { Decimal, Id, Moment, Name } from '../../contract/admin-api/schema.ts'
import { LENGTH, Nullable, Sent, Text } from '../../contract/schema.ts'
import { Effect } from '../../customers/admin-api/effect-schema.ts'
import { customerParams } from '../../customers/admin-api/schema.ts'

const redemption = {
  rewardId: Id('Number of the reward.'),
  value: Sent(Decimal('Of a cashback reward: how much of it; left out: as much as can be used at once.')),
}

export const redeemForCustomer = operation({
  id: 'redemptions.create',
  summary: 'Redeem a reward for a customer: its points are spent and its coupon is issued',
  method: 'POST',
  path: '/tenants/:tenant/customers/:id/redemptions',
  permission: 'redemptions.create',
  weight: 'light',
  confirm: true,
  audit: 'redemption.create',
  idempotent: true,
  params: customerParams,
  body: Body({
    ...redemption,
    note: Name('Why. It is kept with the customer, not in the audit.', LENGTH.description),
  }),
  answer: Type.Object({
    id: Id('Number of the redemption.'),
    key: Text('The key of the redemption.'),
    coupon: Type.Object(
      {
        code: Nullable(Text('The code; null: you may not read codes.')),
        value: Decimal('What it is worth.'),
        validUntil: Nullable(Moment('The last second in which it can be used; null: it does not expire.')),
      },
      { description: 'The coupon that was issued.' },
    ),
    effect: Effect,
  }),
  status: 201,
})

export const previewRedemption = operation({
  id: 'redemptions.previewCreate',
  summary: 'What redeeming a reward for a customer would do; nothing is changed',
  method: 'POST',
  path: '/tenants/:tenant/customers/:id/redemptions/preview',
  permission: 'redemptions.create',
  weight: 'light',
  isQuestion: true,
  params: customerParams,
  body: Body(redemption),
  answer: Effect,
})
