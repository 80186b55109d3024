import { type Static, Type } from 'typebox'
import { operation } from '../../contract/public-api/operation.ts'
import { PageQuery } from '../../contract/public-api/schema.ts'
import { Decimal, LENGTH, Moment, Nullable, Text, Words } from '../../contract/schema.ts'
import { OWN_COUPONS_MAX } from '../own-coupons.ts'

const OWN_COUPON_STATES = ['usable', 'notYet', 'used', 'expired', 'ended'] as const

const code = Nullable(
  Text(
    'The code; null with a token that was made from a link that is good for longer than ten minutes.',
    250,
  ),
)
const until = Nullable(Moment('The last moment at which it can be used; null: it does not expire.'))
const state = Words(
  OWN_COUPON_STATES,
  'Whether it can be used. `ended`: it was taken back, by a refund or by the shop.',
)

/** A coupon beside what it came with. */
export const OwnCouponCode = Type.Object({ code, until, state }, { description: 'The coupon that it gave.' })
export type OwnCouponCode = Static<typeof OwnCouponCode>

const KINDS = ['fixedValue', 'percent', 'freeShipping', 'shippingDiscount', 'others'] as const

export const OwnCoupon = Type.Object(
  {
    title: Nullable(Text('What the reward is called; null: the shop made the coupon without one.')),
    code,
    kind: Words(KINDS, 'What it gives. `others`: what its title says.'),
    value: Nullable(
      Decimal(
        'What it is worth: of `fixedValue` and `shippingDiscount` in money, of `percent` in percent; null of others.',
      ),
    ),
    from: Nullable(Moment('From when it can be used; null: from when it was issued.')),
    until,
    state,
    instructions: Nullable(
      Text('How it is used, in the merchant’s words; null: as usual.', LENGTH.description),
    ),
  },
  { description: 'A coupon.' },
)
export type OwnCoupon = Static<typeof OwnCoupon>

export const OwnCoupons = Type.Object(
  {
    items: Type.Array(OwnCoupon, {
      description: `Those that can be used, or will be, newest first; then the others. Of the newest ${OWN_COUPONS_MAX.toLocaleString('en')}.`,
    }),
    next: Nullable(Type.String({ description: 'The cursor of the next page; null: this is the last.' })),
  },
  { description: 'A customer’s own coupons.' },
)
export type OwnCoupons = Static<typeof OwnCoupons>

export const readOwnCoupons = operation({
  id: 'me.coupons',
  summary: 'List the own coupons, usable ones first',
  description:
    'Codes are shown to tokens of the shop’s backend alone. What is reserved for a basket is not listed before it is ' +
    'used, so a page may have fewer items than were asked for. A cursor is good for this customer alone.',
  method: 'GET',
  path: '/me/coupons',
  access: 'read',
  query: PageQuery,
  answer: OwnCoupons,
})
