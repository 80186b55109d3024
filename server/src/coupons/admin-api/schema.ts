import { type Static, Type } from 'typebox'
import { operation } from '../../contract/admin-api/operation.ts'
import { Decimal, Id, Moment, Page, PageQuery } from '../../contract/admin-api/schema.ts'
import { Nullable, Text } from '../../contract/schema.ts'
import { customerParams } from '../../customers/admin-api/schema.ts'

const CodeParams = Type.Object({ code: Text('The code, in whatever case.') })

export const CouponAnswer = Type.Object({
  code: Text('As it is shown.'),
  originalId: Nullable(Text('The merchant’s own id of it.')),
  customer: Type.Object(
    { id: Id('Number of the customer.'), publicId: Text('By which the customer is known outside.') },
    { description: 'Whose it is.' },
  ),
  couponType: Type.Enum(['fixedValue', 'percent', 'freeShipping', 'shippingDiscount', 'others'], {
    description: 'What it gives.',
  }),
  value: Decimal('What it is worth.'),
  state: Type.Enum(['open', 'used', 'inactive', 'notYet', 'over'], {
    description: 'Whether it can be used now, and why not.',
  }),
  createdAt: Moment('When it was made.'),
  validFrom: Nullable(Moment('From when; null: from ever.')),
  validUntil: Nullable(Moment('The last moment at which it is good; null: for ever.')),
  orderId: Nullable(Id('Number of the order that used it; null: none.')),
  inactivatedAt: Nullable(Moment('Since when it is out of use; null: it is not.')),
  redemptionKey: Nullable(Text('Key of the redemption that issued it; null: the merchant made it.')),
})
export type CouponAnswer = Static<typeof CouponAnswer>

export const getCoupon = operation({
  id: 'coupons.get',
  summary: 'Look a coupon up by its code',
  method: 'GET',
  path: '/tenants/:tenant/coupons/:code',
  permission: 'codes.read',
  weight: 'light',
  params: CodeParams,
  answer: CouponAnswer,
})

export const inactivateCoupon = operation({
  id: 'coupons.inactivate',
  summary: 'Take a coupon out of use; doing so again answers the same',
  method: 'POST',
  path: '/tenants/:tenant/coupons/:code/inactivate',
  permission: 'rewards.write',
  weight: 'light',
  audit: 'coupon.inactivate',
  params: CodeParams,
  answer: CouponAnswer,
})

export const listCouponsOfCustomer = operation({
  id: 'customers.coupons',
  summary: 'A customer’s coupons, newest first',
  method: 'GET',
  path: '/tenants/:tenant/customers/:id/coupons',
  permission: 'codes.read',
  weight: 'light',
  params: customerParams,
  query: Type.Object(PageQuery),
  answer: Page(CouponAnswer),
})
