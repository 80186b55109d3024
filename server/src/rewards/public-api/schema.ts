import { type Static, Type } from 'typebox'
import { operation } from '../../contract/public-api/operation.ts'
import { Decimal, LENGTH, Moment, Nullable, Text, Words } from '../../contract/schema.ts'

const TYPES = ['percent', 'fixedValue', 'freeShipping', 'cashback', 'custom', 'product'] as const
export type ShownRewardType = (typeof TYPES)[number]

/** More are not shown. */
export const REWARDS_MAX = 100

const reward = {
  id: Type.Integer({ description: 'By which it is redeemed.' }),
  type: Words(TYPES, 'What kind of coupon it gives.'),
  title: Text('What it is called.'),
  text: Nullable(Text('About it.', LENGTH.description)),
  points: Nullable(Decimal('What it costs; null: it is paid with cashback.')),
  value: Nullable(
    Decimal('What its coupon is worth: of `percent` in percent, of `fixedValue` in money; null of others.'),
  ),
  image: Nullable(Text('A picture, at an https address.', LENGTH.url)),
  until: Nullable(Moment('The last second in which it can be redeemed; null: it does not end.')),
  requirements: Nullable(Type.String({ description: 'What the purchase must be that it is used for.' })),
  tiers: Type.Array(Text('The name of a tier.'), {
    description: 'The tiers whose customers can redeem it; none: all can.',
  }),
}

/** A reward as everyone may see it. */
export const ShownReward = Type.Object(reward, { description: 'A reward.' })
export type ShownReward = Static<typeof ShownReward>

const REWARD_STATES = ['ready', 'missing', 'locked', 'soldOut', 'soon'] as const

export const OwnReward = Type.Object(
  {
    ...reward,
    state: Words(
      REWARD_STATES,
      'Whether the customer can redeem it now: `missing` points, `locked` for them, sold out for everyone, or not ' +
        'yet to be had.',
    ),
    missing: Nullable(Decimal('How many points are missing; null in any other state than `missing`.')),
    percent: Nullable(
      Type.Number({
        minimum: 0,
        maximum: 100,
        description: 'How much of its points there is, rounded down to two decimals; null likewise.',
      }),
    ),
    reason: Nullable(
      Type.String({ description: 'Why not, as a sentence, where it is locked, sold out or not yet there.' }),
    ),
    maximum: Nullable(
      Decimal('Of a reward that is paid with cashback and ready: how much of it can be used.'),
    ),
  },
  { description: 'A reward, and whether the customer can redeem it.' },
)
export type OwnReward = Static<typeof OwnReward>

export const OwnRewards = Type.Object(
  {
    items: Type.Array(OwnReward, {
      maxItems: REWARDS_MAX,
      description:
        `At most ${REWARDS_MAX}: those that are ready, the dearest first; those for which points are missing, the ` +
        'nearest first; then the others.',
    }),
  },
  { description: 'Rewards as a customer sees them.' },
)
export type OwnRewards = Static<typeof OwnRewards>

export const readOwnRewards = operation({
  id: 'me.rewards',
  summary: 'Read the rewards, and which of them can be redeemed',
  description:
    'What redeeming looks at decides here too. Rewards for points of sale alone, those that only rules give and those ' +
    'that are over are left out.',
  method: 'GET',
  path: '/me/rewards',
  access: 'read',
  switch: 'rewards',
  answer: OwnRewards,
})

/** Why a customer’s redemption is not done, by the codes of those problems. */
export const REDEEM_CONFLICTS = [
  'cashbackOff',
  'inDebt',
  'keyUsed',
  'limitReached',
  'noCodesLeft',
  'notEnrolled',
  'notForTier',
  'outsideDates',
  'priceChanged',
  'tooFewPoints',
] as const
export type RedeemConflict = (typeof REDEEM_CONFLICTS)[number]
