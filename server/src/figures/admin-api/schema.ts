import { type Static, type TSchema, Type } from 'typebox'
import { operation } from '../../contract/admin-api/operation.ts'
import { Decimal, Moment, Words } from '../../contract/admin-api/schema.ts'
import { Nullable } from '../../contract/schema.ts'
import { STEPS } from '../rules/period.ts'
import { DIVISIONS, SHOWN } from '../rules/points.ts'
import { Count, Day, Days, Month, PeriodQuery, PointsCell, Rate, StepQuery, Sum, Worth } from './shapes.ts'

export const described = <Shown extends TSchema>(shown: Shown, description: string): Shown => ({
  ...shown,
  description,
})

/** How new the figures of an answer are. Without figures: how far the first count is. */
export const Figures = <Shown extends TSchema>(figures: Shown) =>
  Type.Object({
    today: Day('The merchant’s day.'),
    timeZone: Type.String({
      description: 'The merchant’s time zone. Days are of the zone that was in force on them.',
    }),
    counting: Nullable(
      Type.Object(
        { percent: Count('How many percent of the customers are counted.') },
        { description: 'The figures are counted for the first time; null: they are there.' },
      ),
    ),
    asOf: Nullable(Moment('All that happened up to here is in the figures; null: they are being counted.')),
    figures: Nullable(described(figures, 'The figures; null: they are being counted.')),
  })

const FlowMembers = {
  issued: Sum('Points that became available to customers.'),
  imported: Sum('Balances brought from another system, less those that were undone.'),
  redeemed: Sum('What was redeemed, less what was refunded.'),
  expired: Sum('What expired, or ended with an erased customer.'),
  takenBack: Sum('What was taken back: cancelled, returned, corrected.'),
}

const Column = Type.Object({
  from: Day('The first day of the column.'),
  to: Day('The last day of the column.'),
  issued: Decimal('Points that became available.'),
  imported: Decimal('Points brought from another system.'),
  redeemed: Decimal('Points redeemed, less those refunded.'),
  expired: Decimal('Points expired.'),
  takenBack: Decimal('Points taken back.'),
})

const RewardRow = {
  redeemed: Count('How often it was redeemed.'),
  refunded: Count('How often it was refunded.'),
  ...Worth,
}

const RedemptionRate = Type.Object({
  rate: Nullable(Rate('Redeemed ÷ issued; null: nothing was issued.')),
  redeemed: Decimal('Points redeemed, less those refunded.'),
  issued: Decimal('Points issued.'),
})

/** A figure of orders, which are counted at night. */
export const OfOrders = {
  state: Words(
    ['counting', 'current', 'notCounted'] as const,
    '`counting`: it is not there yet; it is counted in the night after the period. `notCounted`: active customers are counted for 7, 30, 90 and 365 days alone, and a day on which no worker was at work is not made up for. Then its members are null.',
  ),
}

const ActiveCustomers = Type.Object({
  ...OfOrders,
  value: Nullable(
    Count('Customers with at least one completed order in the period that was not returned in full.'),
  ),
  before: Nullable(Count('The same in the period before.')),
  asOf: Nullable(Moment('Up to when orders are counted.')),
})

const RepeatPurchase = Type.Object({
  ...OfOrders,
  rate: Nullable(Rate('Members with two or more completed orders in 365 days ÷ those with one or more.')),
  repeated: Nullable(Count('Members with two or more.')),
  members: Nullable(Count('Members with one or more.')),
  before: Nullable(Rate('The same 365 days before the period.')),
  asOf: Nullable(Moment('Up to when orders are counted.')),
})

const OverviewFigures = Type.Object({
  since: Nullable(Day('The first day on which a balance changed; null: none has.')),
  period: Days('The days that are shown.'),
  before: Nullable(Days('As many days, directly before; null: there is nothing to compare with.')),
  isStart: Type.Boolean({
    description: 'The merchant began less than 7 days ago: all since then is shown, with today.',
  }),
  step: Words(STEPS, 'What a column is.'),
  keyFigures: Type.Object(
    {
      issued: Type.Object(
        { now: Sum('In the period.'), before: Nullable(Sum('In the period before.')) },
        { description: 'Points issued.' },
      ),
      redemptionRate: Type.Object(
        {
          now: described(RedemptionRate, 'In the period.'),
          before: Nullable(described(RedemptionRate, 'In the period before.')),
        },
        { description: 'How much was redeemed of what was issued.' },
      ),
      activeCustomers: described(ActiveCustomers, 'Customers who bought in the period.'),
      repeatPurchase: described(RepeatPurchase, 'Members who bought more than once within a year.'),
    },
    { description: 'The four figures that are looked at first.' },
  ),
  columns: Type.Array(Column, { description: 'The period in days, weeks or months.' }),
  soFarToday: Type.Object(FlowMembers, {
    description: 'What happened today, which is compared with nothing.',
  }),
  sum: Nullable(
    Type.Object(
      {
        start: Sum('Open at the end of the day before the period.'),
        ...FlowMembers,
        end: Sum('Open at the end of the period.'),
        pending: Sum('Not available yet, and in no balance.'),
        owed: Sum('What customers with a negative balance owe.'),
        expiring: Type.Object(
          { by: Day('The end of the month in which the next 30 days end.'), ...Worth },
          { description: 'What of it expires until then.' },
        ),
      },
      {
        description:
          'From what was open to what is: start + issued + imported − redeemed − expired − taken back = end. null: it does not add up, and the figures have to be counted again.',
      },
    ),
  ),
  rewards: Type.Object(
    {
      top: Type.Array(
        Type.Object({
          id: Count('Number of the reward; 0: not known.'),
          key: Nullable(Type.String({ description: 'By which it is known in files and addresses.' })),
          name: Nullable(Type.String({ description: 'Its title.' })),
          ...RewardRow,
        }),
        { description: 'The five that most points went to.' },
      ),
      other: Nullable(Type.Object(RewardRow, { description: 'All others; null: there are none.' })),
      total: Type.Object(RewardRow, { description: 'All of them.' }),
    },
    { description: 'What points were redeemed for.' },
  ),
  tiers: Nullable(
    Type.Object(
      {
        items: Type.Array(
          Type.Object({
            key: Type.String({ description: 'By which it is known in files and addresses.' }),
            name: Type.String({ description: 'Its name.' }),
            color: Nullable(Type.String({ description: 'Its colour.' })),
            customers: Count('How many customers are in it now.'),
          }),
          { description: 'The highest first.' },
        ),
        movedUp: Count('How often a customer moved up in the period.'),
        movedDown: Count('How often a customer moved down in the period.'),
      },
      { description: 'null: the merchant has no tiers.' },
    ),
  ),
})

export const OverviewAnswer = Figures(OverviewFigures)
export type OverviewAnswer = Static<typeof OverviewAnswer>

export const getOverview = operation({
  id: 'reports.overview',
  summary: 'What the program did in a period, and what it owes. `ETag` changes with the answer',
  method: 'GET',
  path: '/tenants/:tenant/overview',
  permission: 'reports.overview',
  weight: 'light',
  query: Type.Object({ ...PeriodQuery, ...StepQuery }),
  answer: OverviewAnswer,
})

const PointsRowKind = Words(
  ['type', 'rule', 'tierBenefit', 'quiz', 'adjustment', 'other', 'version', 'reward'] as const,
  'What the row is of. `other`: no rule gave or took it.',
)

const PointsFigures = Type.Object({
  since: Nullable(Day('The first day on which a balance changed; null: none has.')),
  period: Days('The days that are shown.'),
  before: Days('As many days, directly before.'),
  step: Words(STEPS, 'What a column is.'),
  show: Words(SHOWN, 'Which points.'),
  by: Words(DIVISIONS, 'By what the rows divide them.'),
  total: Type.Object(
    {
      ...Worth,
      times: Count('How many records.'),
      before: Sum('In the period before.'),
    },
    { description: 'All of them.' },
  ),
  columns: Type.Array(
    Type.Object({
      from: Day('The first day of the column.'),
      to: Day('The last day of the column.'),
      points: Decimal('Points.'),
      orders: Decimal('Those of orders.'),
      others: Decimal('All others.'),
    }),
    { description: 'The period in days, weeks or months.' },
  ),
  rows: Nullable(
    Type.Array(
      Type.Object({
        kind: PointsRowKind,
        id: Nullable(
          Type.Integer({
            description:
              'Number of the type, rule, version or reward, for the records behind it; null: none.',
          }),
        ),
        name: Nullable(
          Type.String({
            description: 'The sentence of the rule, or the title of the reward; null: its kind says it.',
          }),
        ),
        label: Nullable(Type.String({ description: 'How the merchant calls the rule.' })),
        times: Nullable(
          Count(
            'How many records, refunds of a reward included; null by version, where a record may have several rules.',
          ),
        ),
        ...Worth,
        share: Nullable(Rate('Its share of all points; null: they are none.')),
      }),
      {
        description: 'They add up to the total. null: they do not, and the figures have to be counted again.',
      },
    ),
  ),
})

export const PointsAnswer = Figures(PointsFigures)
export type PointsAnswer = Static<typeof PointsAnswer>

export const getPointsReport = operation({
  id: 'reports.points',
  summary: 'Points that entered and left balances, on the day they did',
  method: 'GET',
  path: '/tenants/:tenant/reports/points',
  permission: 'reports.read',
  weight: 'light',
  query: Type.Object({
    ...PeriodQuery,
    ...StepQuery,
    ...PointsCell,
    by: Type.Optional(
      Words(
        DIVISIONS,
        'By what the table is divided. Issued and taken back: `rule`, `type` or `version`; redeemed: `reward` or `type`; expired: `type`.',
      ),
    ),
  }),
  answer: PointsAnswer,
})

const Likely = {
  likely: Nullable(
    Sum(
      'What of it is likely to be redeemed: it, less the part that is not expected to be. null: nothing is estimated.',
    ),
  ),
}

const LiabilityFigures = Type.Object({
  since: Nullable(Day('The first day on which a balance changed; null: none has.')),
  asOf: Nullable(Day('At the midnight that ends this day, after its expiries; null: now.')),
  open: Sum('What customers can spend: the sum of all balances, `inLots` less `owed`.'),
  inLots: Type.Object({ ...Worth, ...Likely }, { description: 'Open points, whatever others owe.' }),
  owed: Sum('What customers with a negative balance owe.'),
  pending: Sum('Not available yet, and in no balance.'),
  expiring: Type.Object(
    { by: Day('The end of the month in which the next 30 days end.'), ...Worth },
    { description: 'What expires until then.' },
  ),
  breakage: Nullable(
    Rate(
      'The part of the points that the merchant’s books do not expect to be redeemed, as estimated for the month of this day; null: nothing is estimated.',
    ),
  ),
  months: Type.Array(Type.Object({ month: Month('The month of their last day.'), ...Worth, ...Likely }), {
    description: 'Open points by the month in which they expire.',
  }),
  never: Type.Object({ ...Worth, ...Likely }, { description: 'Open points that never expire.' }),
})

export const LiabilityAnswer = Figures(LiabilityFigures)
export type LiabilityAnswer = Static<typeof LiabilityAnswer>

export const getLiability = operation({
  id: 'reports.liability',
  summary: 'Points customers can still redeem, by the month they expire',
  method: 'GET',
  path: '/tenants/:tenant/reports/liability',
  permission: 'reports.read',
  weight: 'light',
  query: Type.Object({
    asOf: Type.Optional(
      Day('A past day, in the merchant’s time zone: as of the midnight that ends it. By default now.'),
    ),
  }),
  answer: LiabilityAnswer,
})
