import { type Static, Type } from 'typebox'
import { Body, IdParams } from '../../contract/admin-api/body.ts'
import { operation } from '../../contract/admin-api/operation.ts'
import { Decimal, Id, Moment, Page, PageQuery, Words } from '../../contract/admin-api/schema.ts'
import { Nullable, Text } from '../../contract/schema.ts'
import { CustomerShown } from '../../customers/admin-api/schema.ts'
import { CouponShown } from './redemptions-schema.ts'

const STATE = ['due', 'given', 'held', 'undone', 'dropped'] as const

const AwardState = Words(
  STATE,
  'due: to be given at `dueAt` · given · held: it could not be given yet · undone: what it was for was taken back · dropped: not given, by hand or because the customer was erased.',
)

export const HeldBecause = Words(
  ['inactive', 'archived', 'outsideDates', 'limitReached', 'noCodes'] as const,
  'Why its reward can’t be given: switched off, archived, outside its dates, at its total limit, or without codes.',
)

const AwardAnswer = Type.Object({
  id: Id('Number of the award.'),
  state: AwardState,
  heldBecause: Nullable(HeldBecause),
  source: Words(['card', 'tier', 'birthday', 'signup', 'referral'] as const, 'What it is for.'),
  rule: Type.Object(
    {
      id: Type.Integer({ description: 'Id of the rule.' }),
      name: Nullable(Text('What it is called; null: it has no name.')),
    },
    { description: 'The rule that gave it.' },
  ),
  reference: Text(
    'Of what it is the prize: the number of the stamp record that filled the card, the number of the tier, the year of the birthday, or `once`.',
  ),
  customer: CustomerShown('Whose it is.'),
  reward: Nullable(
    Type.Object(
      { id: Id('Number of the reward.'), title: Nullable(Text('What it is called now.')) },
      { description: 'The reward that it gives; null: points alone.' },
    ),
  ),
  points: Decimal('The points that it gave; 0: none.'),
  recordId: Nullable(Id('Number of the record of its points; null: none.')),
  redemptionId: Nullable(Id('Number of the redemption that its reward became; null: none yet.')),
  coupon: Nullable(CouponShown),
  madeAt: Moment('When it was earned.'),
  dueAt: Nullable(Moment('When its reward is given, or should have been; null: it has none.')),
  givenAt: Nullable(Moment('When it was given; null: it was not.')),
  endedAt: Nullable(Moment('When it was undone or dropped; null: it was not.')),
})
export type AwardAnswer = Static<typeof AwardAnswer>

export const listAwards = operation({
  id: 'awards.list',
  summary: 'What rules gave customers besides points for orders, and what waits to be given, newest first',
  method: 'GET',
  path: '/tenants/:tenant/awards',
  permission: 'rewards.read',
  weight: 'light',
  query: Type.Object({
    ...PageQuery,
    state: Type.Optional(Words(STATE, 'Only those in this state.')),
    customerId: Type.Optional(Id('Only those of this customer.')),
    rewardId: Type.Optional(Id('Only those of this reward.')),
  }),
  answer: Page(AwardAnswer),
})

export const retryAwards = operation({
  id: 'awards.retry',
  summary: 'Try held awards again now, oldest first. A worker does it, within seconds',
  method: 'POST',
  path: '/tenants/:tenant/awards/retry',
  permission: 'rewards.write',
  weight: 'light',
  audit: 'award.retry',
  idempotent: true,
  body: Body({ rewardId: Type.Optional(Id('Only those of this reward; left out: all.')) }),
  answer: Type.Object({
    held: Type.Integer({ minimum: 0, description: 'How many are tried, counted up to 10,000.' }),
  }),
  status: 202,
})

export const dropAward = operation({
  id: 'awards.drop',
  summary: 'Decide that an award that is due or held is not given. Its points stay, and it counts as earned',
  method: 'POST',
  path: '/tenants/:tenant/awards/:id/drop',
  permission: 'rewards.write',
  weight: 'light',
  audit: 'award.drop',
  params: IdParams('Number of the award.'),
  answer: Type.Object({
    id: Id('Number of the award.'),
    state: AwardState,
    endedAt: Moment('When it was dropped.'),
  }),
})
