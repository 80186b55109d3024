import { type Static, Type } from 'typebox'
import { Moment, Nullable, Text, Words } from '../../contract/schema.ts'

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
