import { type Static, Type } from 'typebox'
import { CardOfProgram, OwnCard } from '../../cards/public-api/schema.ts'
import { operation } from '../../contract/public-api/operation.ts'
import { ShopParams, SpokenQuery } from '../../contract/public-api/schema.ts'
import { Nullable } from '../../contract/schema.ts'
import { Way } from '../../earning/public-api/schema.ts'
import { OwnPending } from '../../history/public-api/schema.ts'
import { REWARDS_MAX, ShownReward } from '../../rewards/public-api/schema.ts'
import { OwnTier, ShownTier } from '../../tiers/public-api/schema.ts'

/** Answers that several domains give together. */

export const ShownProgram = Type.Object(
  {
    ways: Type.Array(Way, {
      description:
        'How points are earned now and what limits them, a sentence each. What has not begun, what is over, and what ' +
        'the merchant hides is not among them; none where that is switched off.',
    }),
    rewards: Type.Array(ShownReward, {
      maxItems: REWARDS_MAX,
      description: `What points buy, cheapest first, at most ${REWARDS_MAX}; none where that is switched off.`,
    }),
    tiers: Type.Array(ShownTier, {
      description: 'The tiers, lowest first; none where that is switched off.',
    }),
    cards: Type.Array(CardOfProgram, {
      description: 'The punch cards that can be had now; none where that is switched off.',
    }),
  },
  { description: 'What a shop promises its customers.' },
)
export type ShownProgram = Static<typeof ShownProgram>

export const readShownProgram = operation({
  id: 'shop.program',
  summary: 'Read how points are earned, what they buy, the tiers and the punch cards',
  description:
    'Needs no token, and any cache may keep it: it carries a strong ETag. Sentences are those of the program that is ' +
    'in force, in the language that is asked for. Rewards for points of sale alone are left out, and those that only ' +
    'rules give.',
  method: 'GET',
  path: '/shops/:slug/program',
  access: 'public',
  params: ShopParams,
  query: SpokenQuery,
  answer: ShownProgram,
})

export const OwnProgress = Type.Object(
  {
    pending: Nullable(OwnPending),
    tier: Nullable(OwnTier),
    cards: Type.Array(OwnCard, {
      description: 'The punch cards of the program, in its order. None where cards are switched off.',
    }),
  },
  { description: 'What a customer is on the way to.' },
)
export type OwnProgress = Static<typeof OwnProgress>

export const readProgress = operation({
  id: 'me.progress',
  summary: 'Read pending points, the way to the next tier, and punch cards',
  description:
    'Stamps and points that are due are settled first. Stamps don’t change `sequence` of the balance: after an order ' +
    'ask for this again.',
  method: 'GET',
  path: '/me/progress',
  access: 'read',
  answer: OwnProgress,
})
