import { type Static, Type } from 'typebox'
import { operation } from '../../contract/admin-api/operation.ts'
import { Decimal, Words } from '../../contract/admin-api/schema.ts'
import { Nullable } from '../../contract/schema.ts'
import { STEPS } from '../rules/period.ts'
import { Figures } from './schema.ts'
import { Count, Day, Days, PeriodQuery, Rate, StepQuery, Worth } from './shapes.ts'

const Redeemed = {
  redeemed: Count('How often it was redeemed.'),
  refunded: Count('How often it was refunded, in whole or in part. A refund counts on its own day.'),
  ...Worth,
}

const RewardsFigures = Type.Object({
  since: Nullable(Day('The first day on which a balance changed; null: none has.')),
  period: Days('The days that are shown.'),
  step: Words(STEPS, 'What a column is.'),
  columns: Type.Array(
    Type.Object({
      from: Day('The first day of the column.'),
      to: Day('The last day of the column.'),
      redeemed: Decimal('Points redeemed.'),
      refunded: Decimal('Points refunded.'),
    }),
    { description: 'The period in days, weeks or months.' },
  ),
  total: Type.Object(Redeemed, {
    description: 'All rewards. Points are those redeemed less those refunded.',
  }),
  rows: Nullable(
    Type.Array(
      Type.Object({
        id: Count('Number of the reward; 0: not known.'),
        key: Nullable(Type.String({ description: 'By which it is known in files and addresses.' })),
        name: Nullable(Type.String({ description: 'Its title.' })),
        ...Redeemed,
        share: Nullable(Rate('Its share of all points redeemed; null: they are none.')),
        codesLeft: Nullable(
          Count('Codes that are left now in its lists; null: its codes come from no list.'),
        ),
      }),
      {
        description:
          'Rewards that were redeemed or refunded, the most points first. They add up to the total. null: they do not, and the figures have to be counted again.',
      },
    ),
  ),
})

export const RewardsAnswer = Figures(RewardsFigures)
export type RewardsAnswer = Static<typeof RewardsAnswer>

export const getRewardsReport = operation({
  id: 'reports.rewards',
  summary: 'What customers chose, and what it cost you',
  method: 'GET',
  path: '/tenants/:tenant/reports/rewards',
  permission: 'reports.read',
  weight: 'light',
  query: Type.Object({ ...PeriodQuery, ...StepQuery }),
  answer: RewardsAnswer,
})
