import { type TOptional, type TString, Type } from 'typebox'
import { type Decimal, decimalFromText, ZERO } from '../platform/decimal.ts'
import { decimalText, type Member } from './member.ts'
import { PATTERN } from './patterns.ts'

/** Where the JSON of a rule names a reward. */
export const REWARD_MEMBERS = ['reward', 'friendReward'] as const
export type RewardMember = (typeof REWARD_MEMBERS)[number]

/* The prize of a rule: points, a reward, or both. At least one, which reading the program sees to. */

/** Zero: it gives none. */
export const prizePoints = (description: string): Member<{ points: TOptional<TString> }, Decimal> => ({
  properties: { points: Type.Optional(decimalText(PATTERN.points, description)) },
  defaults: {},
  slot: 'prizePoints',
  read: ({ points }) => (points === undefined ? ZERO : decimalFromText(points)),
})

/** null: it gives none. */
export const reward: Member<{ reward: TOptional<TString> }, number | null> = {
  properties: {
    reward: Type.Optional(
      Type.String({
        pattern: PATTERN.number,
        maxLength: 15,
        description:
          'The reward that is given without taking points for it, by its number; in a file, by its key. Any type but cashback. Either this or `points`, or both.',
      }),
    ),
  },
  defaults: {},
  slot: 'reward',
  read: ({ reward: json }) => (json === undefined ? null : Number(json)),
}
