import { type Static, Type } from 'typebox'
import { operation } from '../../contract/admin-api/operation.ts'
import { Decimal, Id, Moment, Page, PageQuery } from '../../contract/admin-api/schema.ts'
import { LENGTH, Nullable, Text } from '../../contract/schema.ts'
import { AmountShown, customerParams } from '../../customers/admin-api/schema.ts'

/** What happened to points. The panel has a word and a colour for each. */
export const MOMENT_KINDS = [
  'earned',
  'orderChanged',
  'cancelled',
  'adjusted',
  'redeemed',
  'returned',
  'expired',
  'imported',
  'merged',
] as const

const count = (description: string) => Type.Integer({ description })

export const OrderNamed = Type.Object(
  {
    id: Id('Number of the order.'),
    originalId: Text('Its id in the merchant’s store.'),
  },
  { description: 'The order that it is about.' },
)

const LotShown = Type.Object({
  id: Id('Number of the record that added these points.'),
  at: Moment('When they were recorded.'),
  kind: Type.Enum([...MOMENT_KINDS], { description: 'What they were added for.' }),
  order: Nullable(OrderNamed),
  original: AmountShown('As they were added.'),
  remaining: AmountShown('What is left of them.'),
  availableAt: Moment('From when they can be spent.'),
  expiresAt: Nullable(Moment('The last second in which they are good; null: they never expire.')),
  isWaiting: Type.Boolean({ description: 'Whether they can’t be spent yet.' }),
})
export type LotShown = Static<typeof LotShown>

const Lots = (description: string) =>
  Type.Object(
    {
      ...AmountShown('').properties,
      count: count('How many lots.'),
      lots: Type.Array(LotShown, {
        description: 'The first 100, in the order in which they are spent or open.',
      }),
    },
    { description },
  )

const BalanceExplained = Type.Object({
  asOf: Moment('When it was so.'),
  points: Decimal('The balance: all parts together, to the last digit.'),
  cashback: Decimal('The same in money.'),
  parts: Type.Array(
    Type.Object({
      kind: Type.Enum([...MOMENT_KINDS, 'waiting'], {
        description:
          'What it is. `waiting` is what is earned and not in the balance yet: it is subtracted here.',
      }),
      points: Decimal('What it adds to the balance, below zero what it takes.'),
      cashback: Decimal('The same in money.'),
      records: count('How many records it comes from.'),
    }),
    { description: 'Where the balance comes from; none that is empty.' },
  ),
  open: Lots('What can be spent. Less `owed`, it is the balance.'),
  waiting: Lots('What can’t be spent yet.'),
  owed: AmountShown('What was taken without there being anything to take it from.'),
})
export type BalanceExplained = Static<typeof BalanceExplained>

export const explainBalance = operation({
  id: 'customers.balanceExplained',
  summary: 'Where a balance comes from: parts that add up to it, and the lots that it consists of',
  method: 'GET',
  path: '/tenants/:tenant/customers/:id/balance-explained',
  permission: 'customers.read',
  weight: 'light',
  params: customerParams,
  answer: BalanceExplained,
})

export const ExplanationLine = Type.Object({
  kind: Text('What kind of line: that of the rule, or what else it is.', 40),
  ruleId: Nullable(Type.Integer({ description: 'Number of the rule, in its program version.' })),
  name: Nullable(Text('What the rule is called.')),
  sentence: Text('In words.', LENGTH.description),
  amount: Nullable(Decimal('The money that it was computed on.')),
  points: Decimal('What it comes to. The lines add up to the record.'),
})

export const TimelineLine = Type.Object({
  id: Text(
    '`r` and the number of a record, `o` where its points became available, `t` a move between tiers, `c` a claim, `v` its end.',
    40,
  ),
  at: Moment('When.'),
  kind: Type.Enum([...MOMENT_KINDS, 'waiting', 'opened', 'tier', 'claimed', 'claimRevoked'], {
    description:
      'What happened. `waiting`: earned, and not in the balance yet; `opened`: what waited became available; `claimed`: the shop named a customer who was imported by a contact alone.',
  }),
  sentence: Text('In words.', LENGTH.description),
  points: Decimal('What was recorded; of `waiting` what is to come, of `opened` what came.'),
  cashback: Decimal('The same in money.'),
  change: AmountShown('What it did to the balance.'),
  balanceAfter: AmountShown('The balance after it.'),
  recordId: Nullable(Id('Number of the record; null: a move between tiers, or a claim.')),
  order: Nullable(OrderNamed),
  reward: Nullable(
    Type.Object(
      {
        redemptionId: Id('Number of the redemption.'),
        key: Nullable(Text('Key of the redemption; null: you may not read codes, and it may be one.')),
        rewardId: Id('Number of the reward.'),
        title: Nullable(Text('What the reward is called now.')),
        code: Nullable(Text('Code of its coupon; null: you may not read codes.')),
      },
      { description: 'Of a redemption and its return.' },
    ),
  ),
  tier: Nullable(
    Type.Object(
      {
        id: Nullable(Id('Number of the tier; null: none.')),
        name: Nullable(Text('Its name; null: it is gone.')),
        direction: Type.Enum(['up', 'down'], { description: 'Whether it is a better one.' }),
      },
      { description: 'Of a move between tiers: to which.' },
    ),
  ),
  programVersion: Nullable(Type.Integer({ description: 'The program that it was earned by.' })),
  availableAt: Nullable(Moment('Of points that were added: from when they can be spent.')),
  expiresAt: Nullable(Moment('Of points that were added: the last second in which they are good.')),
  remaining: Nullable(AmountShown('Of points that were added: what is left of them.')),
  owed: Nullable(AmountShown('What of it is still owed.')),
  lines: Type.Array(ExplanationLine, { description: 'Why it is so many points; they add up to them.' }),
  lots: Type.Array(
    Type.Object({
      lotId: Id('Number of the record whose points were used.'),
      from: Moment('When those were recorded.'),
      order: Nullable(Text('The order that had earned them, by its id in the merchant’s store.')),
      used: AmountShown('What was used of them; below zero where it was given back.'),
    }),
    { description: 'Where points that were taken came from; the first 10.' },
  ),
  lotCount: count('How many lots were used.'),
  by: Nullable(
    Text(
      'Who made the adjustment, as `person:7`, or who revoked the claim; null: the backend, or neither of these.',
      250,
    ),
  ),
  reason: Nullable(Text('The reason of an adjustment.', LENGTH.description)),
  note: Nullable(Text('What was noted with an adjustment.', LENGTH.description)),
})
export type TimelineLine = Static<typeof TimelineLine>

export const getTimeline = operation({
  id: 'customers.timeline',
  summary: 'All that happened to a customer’s points, newest first, each with why and the balance after it',
  method: 'GET',
  path: '/tenants/:tenant/customers/:id/timeline',
  permission: 'customers.read',
  weight: 'light',
  params: customerParams,
  query: Type.Object({
    ...PageQuery,
    kinds: Type.Optional(
      Type.String({
        pattern: '^[a-zA-Z]+(,[a-zA-Z]+){0,10}$',
        maxLength: 200,
        description: 'Only these kinds, like `earned,redeemed`. A page may be short then, and go on.',
      }),
    ),
  }),
  answer: Page(TimelineLine),
})

export const listLots = operation({
  id: 'customers.lots',
  summary: 'The lots of points that are left: in the order in which they are spent, or open',
  method: 'GET',
  path: '/tenants/:tenant/customers/:id/lots',
  permission: 'customers.read',
  weight: 'light',
  params: customerParams,
  query: Type.Object({
    ...PageQuery,
    state: Type.Optional(
      Type.Enum(['open', 'waiting'], {
        description: 'Those that can be spent, or that wait; default: open.',
      }),
    ),
  }),
  answer: Page(LotShown),
})
