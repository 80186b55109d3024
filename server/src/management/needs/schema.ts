import { type Static, Type } from 'typebox'
import { operation } from '../../contract/admin-api/operation.ts'
import { ActorShown, Decimal, Id, Moment, Words } from '../../contract/admin-api/schema.ts'
import { Nullable, Text } from '../../contract/schema.ts'
import { CustomerShown } from '../../customers/admin-api/schema.ts'
import { HeldBecause } from '../../rewards/admin-api/awards-schema.ts'
import { GivingRule } from '../../rewards/admin-api/schema.ts'

const count = (description: string) => Type.Integer({ minimum: 0, description })

const WaitingApproval = Type.Object({
  id: Id('Number of the approval.'),
  kind: Words(
    ['adjustment', 'erasure', 'merge', 'import', 'undo'] as const,
    'What is to be done: an adjustment, a person erased, another customer merged into this one, or an import applied or undone.',
  ),
  by: ActorShown,
  customer: Nullable(CustomerShown('Whom it is about; null: it is about an import.')),
  import: Nullable(
    Type.Object(
      { id: Id('Number of the import.'), fileName: Text('The name of its file.') },
      { description: 'Which import it is about; null: it is about a customer.' },
    ),
  ),
  points: Nullable(Decimal('Points to give, below zero to take; null: it is not about points.')),
  cashback: Nullable(Decimal('Cashback to give, below zero to take; null: it is not about cashback.')),
  requestedAt: Moment('When it was asked for.'),
})

const TroubledEndpoint = Type.Object({
  id: Id('Number of the endpoint.'),
  name: Text('What it is for; where that is not said, its address.'),
  trouble: Type.Enum(['failing', 'disabled', 'parked'], {
    description:
      'failing: nothing arrives · disabled: by us, because nothing arrived for days · parked: it works, but events were given up.',
  }),
  since: Nullable(Moment('Since when.')),
  events: count('How many events it has not had, counted up to about 1,000.'),
})

const EmptyingList = Type.Object({
  id: Id('Number of the list.'),
  name: Text('Its name.'),
  codes: count('All codes that were ever added.'),
  left: count('Those that were not given out.'),
  runsOutOn: Nullable(
    Type.String({ format: 'date', description: 'When the last is given out, if it goes on as so far.' }),
  ),
  givenBy: Type.Array(GivingRule, {
    description: 'The rules that give its codes by themselves; none: no rule does.',
  }),
})

const HeldAwards = Type.Object({
  reward: Type.Object(
    { id: Id('Number of the reward.'), title: Nullable(Text('What it is called.')) },
    { description: 'The reward that could not be given.' },
  ),
  count: count('How many awards of it are held; of all rewards about 1,000 are counted.'),
  because: HeldBecause,
})

const ReadyExport = Type.Object({
  jobId: Id('The job that wrote it.'),
  export: Text('What was exported, such as `orders`; `customer`: the data of one.'),
  customerId: Nullable(Id('Number of the customer whose data it is; null: it is not of one alone.')),
  lines: count('How many lines it has; of one customer, how many entries.'),
  finishedAt: Moment('When it was done.'),
  expiresAt: Moment('When its files are deleted.'),
})

export const Needs = Type.Object({
  differences: count(
    'What the nightly verification found and has not found mended: the operator should look at it.',
  ),
  backtestDiffers: count(
    'Orders of the day that was checked last that did not earn what their program gives: the operator should look at it.',
  ),
  approvals: Type.Object(
    {
      count: count('How many wait, counted up to 100.'),
      items: Type.Array(WaitingApproval, { description: 'The five that have waited longest.' }),
    },
    { description: 'What others have asked for and you may decide.' },
  ),
  endpoints: Type.Array(TroubledEndpoint, { description: 'Webhook endpoints in trouble.' }),
  couponLists: Type.Array(EmptyingList, {
    description:
      'The five lists with the fewest codes, of those with fewer than they should have: than `warnBelow`, or 20 where a rule gives them.',
  }),
  exportsReady: Type.Array(ReadyExport, {
    description:
      'Exports of your own that were done in the last 24 hours and can be downloaded, newest first.',
  }),
  figuresDiffer: Nullable(
    Type.Object(
      {
        since: Moment('Since when, as far as is known.'),
        differences: count('How many figures differ.'),
      },
      { description: 'Figures of reports that are not what the ledger says; null: all agree.' },
    ),
  ),
  figuresBehind: Nullable(
    Type.Object(
      { since: Moment('When the first change happened that is missing.') },
      { description: 'Figures of reports lack what happened more than ten minutes ago; null: they do not.' },
    ),
  ),
  monthReady: Nullable(
    Type.String({
      pattern: '^[0-9]{4}-(0[1-9]|1[0-2])$',
      description: 'The month of accounting that you can close now, such as 2026-10; null: none.',
    }),
  ),
  heldReferrals: Nullable(
    Type.Object(
      {
        count: count('How many, counted up to 1,000.'),
        since: Moment('Since when the first of them is held.'),
      },
      { description: 'Referrals that you may decide; null: none are held.' },
    ),
  ),
  heldAwards: Type.Array(HeldAwards, {
    description: 'Rewards that rules should have given and could not: the five with the most awards.',
  }),
})
export type Needs = Static<typeof Needs>

export const getNeeds = operation({
  id: 'needs.get',
  summary: 'What waits for a person: of what you may see, what you or others have to do something about',
  method: 'GET',
  path: '/tenants/:tenant/needs',
  permission: 'program.read',
  weight: 'light',
  answer: Needs,
})
