import { type Static, Type } from 'typebox'
import { OwnCard } from '../../cards/public-api/schema.ts'
import { operation } from '../../contract/public-api/operation.ts'
import { Nullable } from '../../contract/schema.ts'
import { OwnPending } from '../../history/public-api/schema.ts'
import { OwnTier } from '../../tiers/public-api/schema.ts'

/** Answers that several domains give together. */

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
