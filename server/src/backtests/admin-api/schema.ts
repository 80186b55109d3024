import { type Static, Type } from 'typebox'
import { IdParams } from '../../contract/admin-api/body.ts'
import { operation } from '../../contract/admin-api/operation.ts'
import { Decimal, Id, Page, PageQuery, Words } from '../../contract/admin-api/schema.ts'
import { Nullable, Text } from '../../contract/schema.ts'
import { CustomerShown } from '../../customers/admin-api/schema.ts'
import { JobAnswer } from '../../jobs/admin-api/schema.ts'

const count = (description: string) => Type.Integer({ minimum: 0, description })
const date = (description: string) => Type.String({ format: 'date', description })

const ofBoth = (description: string) =>
  Type.Object(
    {
      live: Decimal('By the program that each order earned with.'),
      candidate: Decimal('By the program that is tried out.'),
    },
    { description },
  )

const percent = (description: string) => Nullable(Type.String({ maxLength: 40, description }))

const RuleOfBacktest = Type.Object({
  rule: Nullable(Type.Integer({ description: 'Its id; null: the benefits of tiers.' })),
  name: Text('Its name; empty: it has none.'),
  sentence: Type.String({ description: 'What it does, in words.' }),
  change: Words(
    ['added', 'removed', 'changed', 'same'] as const,
    'What the program that is tried out does to it, compared with the newest one by which orders earned.',
  ),
  points: ofBoth('What it gave, with all other rules of the same program in force.'),
  worth: Nullable(
    ofBoth(
      'What these points are worth; null: cashback is off in both programs, or an earlier release worked this backtest out.',
    ),
  ),
  orders: count('How many orders it gave something, by one of the programs.'),
})

const ChangeOfCustomer = Type.Object({
  customer: CustomerShown('Whose points differ; masked without `customers.personal`.'),
  points: ofBoth('Their points from these orders.'),
})

const TierOfBacktest = Type.Object({
  id: Nullable(Id('Number of the tier; null: none.')),
  name: Text('What it is called.'),
  live: count('How many of the customers who get other points are in it.'),
  candidate: count('How many would be.'),
})

const Result = Type.Object(
  {
    currency: Nullable(Text('Of the amounts, like `BRL`; null: it is not set.')),
    orders: count('Orders that were compared: complete ones of customers who were enrolled.'),
    sales: Decimal('What was left of them after returns.'),
    points: ofBoth('Points from these orders.'),
    change: percent('By how many percent the points differ, like `4.1`; null: there were none.'),
    worth: Nullable(ofBoth('What these points are worth; null: cashback is off in both programs.')),
    share: Type.Object(
      { live: percent('By the live program.'), candidate: percent('By the program that is tried out.') },
      { description: 'The worth in percent of the sales; null: not known.' },
    ),
    rules: Type.Array(RuleOfBacktest, {
      description: 'What each rule gave: first those whose points differ, the largest difference first.',
    }),
    customers: Type.Object(
      {
        more: count('How many customers get more points.'),
        fewer: count('How many get fewer.'),
        same: count('How many get as many.'),
        buckets: Type.Array(
          Type.Object({
            above: Type.Integer({ description: 'The change is larger than this.' }),
            upTo: Nullable(Type.Integer({ description: 'And not larger than this; null: there is no end.' })),
            more: count('Customers who get so many more.'),
            fewer: count('Customers who get so many fewer.'),
          }),
          { description: 'The same by size of the change.' },
        ),
        gains: Type.Array(ChangeOfCustomer, { description: 'The 100 who get the most more.' }),
        losses: Type.Array(ChangeOfCustomer, { description: 'The 100 who get the most fewer.' }),
      },
      { description: 'Whom it changes something for.' },
    ),
    tiers: Nullable(
      Type.Object(
        {
          up: count('How many would be in a higher tier.'),
          down: count('How many would be in a lower one.'),
          tiers: Type.Array(TierOfBacktest, { description: 'Tiers of customers who get other points.' }),
        },
        { description: 'Tiers now, replayed from the same orders; null: no goal counts points.' },
      ),
    ),
    months: Type.Array(
      Type.Object({
        month: Nullable(Type.String({ description: 'Like `2027-10`; null: they never expire.' })),
        points: ofBoth('Points from these orders that expire in it.'),
      }),
      { description: 'By the month in which the points expire.' },
    ),
    incomparable: Type.Array(
      Type.Object({
        why: Words(
          ['catalog', 'newerVersion'] as const,
          'catalog: a rule asked where its products stood in the catalog, and that was not kept · newerVersion: it earned by a program that this server is too old to read.',
        ),
        orders: count('How many orders.'),
      }),
      { description: 'Orders that were left out.' },
    ),
    byTodaysCatalog: count(
      'Orders for which today’s catalog says where their products are, because no rule had asked before.',
    ),
    check: Type.Object(
      {
        orders: count('Orders that were looked at.'),
        differences: count('Those that recorded something other than what their own program gives.'),
        incomparable: count(
          'Those of which that can’t be told, such as orders that changed without a record.',
        ),
        first: Type.Array(Text('The order’s id in the merchant’s store.'), {
          description: 'The first 20 that differ.',
        }),
      },
      { description: 'Whether the live program gives exactly what was recorded.' },
    ),
  },
  { description: 'What it comes to; null: it is not done.' },
)

const BacktestShown = {
  ...Type.Omit(JobAnswer, ['kind', 'export', 'wish', 'result']).properties,
  of: Words(['draft', 'version', 'file'] as const, 'Which program is tried out.'),
  version: Nullable(Type.Integer({ description: 'The number of the version; null: it is no version.' })),
  from: date('The first day, by the merchant’s calendar.'),
  to: date('The last day.'),
}

export const BacktestItem = Type.Object({
  ...BacktestShown,
  points: Nullable(ofBoth('Points from the orders; null: it is not done.')),
})
export type BacktestItem = Static<typeof BacktestItem>

export const BacktestAnswer = Type.Object({
  ...BacktestShown,
  result: Nullable(Result),
})
export type BacktestAnswer = Static<typeof BacktestAnswer>
export type BacktestResultShown = Static<typeof Result>

export const BACKTESTS = '/tenants/:tenant/backtests'

export const listBacktests = operation({
  id: 'backtests.list',
  summary: 'Programs that were tried out on past orders in the last 90 days, newest first',
  method: 'GET',
  path: BACKTESTS,
  permission: 'backtests.run',
  weight: 'light',
  query: Type.Object({ ...PageQuery }),
  answer: Page(BacktestItem),
})

export const getBacktest = operation({
  id: 'backtests.get',
  summary: 'What a program would have given for past orders; `ETag` changes with state and progress',
  method: 'GET',
  path: `${BACKTESTS}/:id`,
  permission: 'backtests.run',
  weight: 'light',
  params: IdParams('Number of the backtest, which is that of its job.'),
  answer: BacktestAnswer,
})
