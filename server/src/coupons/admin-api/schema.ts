import { type Static, Type } from 'typebox'
import { operation } from '../../contract/admin-api/operation.ts'
import { Decimal, Id, Moment } from '../../contract/admin-api/schema.ts'
import { Nullable, Text } from '../../contract/schema.ts'

export const CouponAnswer = Type.Object({
  id: Id('Its number.'),
  code: Text('As it is shown.'),
  customerId: Id('Our number of the customer who has it.'),
  type: Type.Enum(['fixedValue', 'percent', 'freeShipping', 'shippingDiscount', 'others'], {
    description: 'What it gives.',
  }),
  value: Decimal('What it is worth.'),
  createdAt: Moment('When the customer got it.'),
  validFrom: Nullable(Moment('From when it can be used.')),
  validUntil: Nullable(Moment('Until when.')),
  isUsed: Type.Boolean({ description: 'Whether an order has used it.' }),
  inactivatedAt: Nullable(Moment('Since when it can’t be used any more.')),
  couponListId: Nullable(Id('The list that its code comes from.')),
})
export type CouponAnswer = Static<typeof CouponAnswer>

const couponParams = Type.Object({ code: Text('The code, in upper or lower case.') })

export const getCoupon = operation({
  id: 'coupons.get',
  summary: 'Find a coupon of a customer by its code',
  method: 'GET',
  path: '/tenants/:tenant/coupons/:code',
  permission: 'codes.read',
  audit: 'coupon.read',
  params: couponParams,
  answer: CouponAnswer,
})

export const inactivateCoupon = operation({
  id: 'coupons.inactivate',
  summary: 'Take a coupon out of use',
  method: 'POST',
  path: '/tenants/:tenant/coupons/:code/inactivate',
  permission: 'rewards.write',
  audit: 'coupon.inactivate',
  params: couponParams,
  answer: CouponAnswer,
})
