/** Settings as the management API and a program file write them. */
import { type Static, Type } from 'typebox'
import { Body } from '../../contract/admin-api/body.ts'
import { Decimal } from '../../contract/admin-api/schema.ts'
import { Sent, Text } from '../../contract/schema.ts'

export const locale = Type.Enum(['pt-BR', 'en', 'es'], {
  description: 'The language of what customers read.',
})

export const names = Body(
  {
    one: Type.String({ minLength: 1, maxLength: 40, description: 'One of them, like ponto.' }),
    many: Type.String({ minLength: 1, maxLength: 40, description: 'Several of them, like pontos.' }),
  },
  'In this language.',
)

/** In each language; one that is left out or null has the usual word. */
const pointsName = Body(
  { 'pt-BR': Sent(names), en: Sent(names), es: Sent(names) },
  'What the merchant calls its points.',
)

export const takeBack = Type.Enum(['debt', 'clamp'], {
  description: 'What happens when points to be taken back are spent: they are owed, or it stops at zero.',
})
export const returnsPoints = Type.Boolean({
  description: 'Whether the points of an expired coupon go back when its order is cancelled.',
})
export const refundsRedeem = Type.Boolean({
  description:
    'Whether redeemed cashback goes back in its share when a part of its order is returned, where the return itself ' +
    'says nothing.',
})
export const matchesCustomers = Type.Boolean({
  description:
    'Whether an order without the id of its customer counts for the one customer who has the same document, or else ' +
    'the same e-mail.',
})
export const claims = Type.Enum(['automatic', 'review'], {
  description:
    'What happens when an order or a customer of the shop has the e-mail or document of a customer who was imported ' +
    'without an id. `automatic`: it is that customer, and has the points. `review`: it is a new customer, and a person ' +
    'merges the two.',
})
export const tierGraceDays = Type.Integer({
  minimum: 0,
  maximum: 3_650,
  description: 'How long a customer keeps a tier whose goals are no longer met.',
})
export const reservationMinutes = Type.Integer({
  minimum: 5,
  maximum: 4_320,
  description: 'How long a reward is held for a basket that is not bought.',
})
const inactivityMembers = {
  months: Type.Integer({
    minimum: 1,
    maximum: 120,
    description: 'After so many months without an order, points earned or a reward redeemed, all points end.',
  }),
  noticeDays: Type.Integer({
    minimum: 0,
    maximum: 90,
    description:
      'So many days before, `Points_Expiring` is sent, and nothing ends sooner than so many days after it; 0: without notice.',
  }),
  startsOn: Type.String({
    format: 'date',
    maxLength: 10,
    description: 'What happened before this day counts as if it had happened on it.',
  }),
}
/** As it is answered. */
export const inactivity = Type.Object(inactivityMembers, {
  description: 'When points end because nothing happens.',
})
export const limits = {
  rewardValue: Decimal('The most that a reward of a fixed value may be worth.'),
  rewardPoints: Decimal('The most points that a reward may cost.'),
}

/** JSON Merge Patch: what is left out stays, what is null has its default again. */
export const SettingsBody = Body({
  name: Type.Optional(Text('Its name.')),
  currency: Type.Optional(Text('Such as BRL; fixed after the first order.', 3)),
  timeZone: Type.Optional(
    Text('Such as America/Sao_Paulo. Points that were earned keep the ends they have.', 64),
  ),
  locale: Type.Optional(locale),
  pointsName: Sent(pointsName),
  takeBack: Sent(takeBack),
  returnsPointsOfExpiredCoupon: Sent(returnsPoints),
  refundsRedeemOnReturn: Sent(refundsRedeem),
  matchesCustomers: Sent(matchesCustomers),
  claims: Sent(claims),
  tierGraceDays: Sent(tierGraceDays),
  reservationMinutes: Sent(reservationMinutes),
  inactivity: Sent(
    Body(
      {
        months: Type.Optional(inactivityMembers.months),
        noticeDays: Type.Optional(inactivityMembers.noticeDays),
        startsOn: Type.Optional({
          ...inactivityMembers.startsOn,
          description:
            'What happened before this day counts as if it had happened on it: tomorrow at the earliest, at most two years ahead. Needed where inactivity is switched on or becomes stricter; left out, it is tomorrow.',
        }),
      },
      'When points end because nothing happens; null: they do not.',
    ),
  ),
  limits: Sent(
    Body(
      { rewardValue: Sent(limits.rewardValue), rewardPoints: Sent(limits.rewardPoints) },
      'What rewards may be worth and cost at most.',
    ),
  ),
})
export type SettingsBody = Static<typeof SettingsBody>
