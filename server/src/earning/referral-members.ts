import { type TOptional, type TString, Type } from 'typebox'
import { type Decimal, decimalFromText } from '../platform/decimal.ts'
import { decimalText, type Member, optional, same } from './member.ts'
import { PATTERN } from './patterns.ts'

/* What a rule for referrals asks of the friend’s first order, and what the friend gets. */

export const friendsMinimum = optional(
  'minimumOrder',
  'money',
  decimalText(PATTERN.amount, "What has to count of the friend's first order. Default: 0."),
  '0',
  decimalFromText,
)

export const withinDays = optional(
  'withinDays',
  'withinDays',
  Type.Integer({
    minimum: 1,
    maximum: 365,
    description: 'Within how many days of joining the friend has to place the first order. Default: 90.',
  }),
  90,
  same<number>,
)

export const friendPoints: Member<{ friendPoints: TOptional<TString> }, Decimal> = optional(
  'friendPoints',
  'points',
  decimalText(PATTERN.points, 'Points of the friend for the first order. Default: 0.'),
  '0',
  decimalFromText,
)

/** null: the friend gets none. */
export const friendReward: Member<{ friendReward: TOptional<TString> }, number | null> = {
  properties: {
    friendReward: Type.Optional(
      Type.String({
        pattern: PATTERN.number,
        maxLength: 15,
        description:
          'The reward that the friend gets for joining, by its number; in a file, by its key. Any type but cashback.',
      }),
    ),
  },
  defaults: {},
  slot: 'reward',
  read: ({ friendReward: json }) => (json === undefined ? null : Number(json)),
}
