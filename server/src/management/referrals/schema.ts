import { type Static, Type } from 'typebox'
import { Body, IdParams } from '../../contract/admin-api/body.ts'
import { operation } from '../../contract/admin-api/operation.ts'
import { Decimal, Id, Moment, Name, Page, PageQuery, Words } from '../../contract/admin-api/schema.ts'
import { Nullable, Text } from '../../contract/schema.ts'
import { CustomerShown } from '../../customers/admin-api/schema.ts'
import {
  REFERRAL_REASON,
  REFERRAL_STATE,
  type ReferralReason,
  type ReferralState,
} from '../../referrals/referral.ts'
import { OUTCOMES } from '../../referrals/rules/outcome.ts'
import { CHECKS } from './checks.ts'

const NOTE_MAX = 1_000

const STATES = Object.keys(REFERRAL_STATE) as ReferralState[]
const REASONS = Object.keys(REFERRAL_REASON) as ReferralReason[]

const State = Words(
  STATES,
  'registered: the friend has not bought · earned: the friend has, and the customer who referred is being rewarded · granted: both have what the rule gives · held: a person decides · refused: it does not count · undone: the order was taken back in time · expired: the friend did not buy in time.',
)

const OutcomeShown = Words(
  OUTCOMES,
  'turnedAway: the friend joined with a code that did not count · notYet: has not bought · expired: did not buy in time · pending: has bought, and the points wait · rewarded: and they do not wait any more · notCounted: has bought, and it did not count · held: has bought, and a person decides.',
)

const Reason = Words(
  REASONS,
  'ruleOff: no rule was active · codeUnknown: of nobody · referrerLeft: who referred was not enrolled · ownCode, sameEmail, samePhone, sameDocument: the two are one person · known: no new customer · belowMinimum: the first order was too small · tooLate: it came too late · orderCancelled, orderReturned: while the points waited · limit: who referred was rewarded as often as the rule allows · declined: by a person, or after 30 days without one.',
)

const FirstOrder = Type.Object(
  {
    id: Id('Number of the order.'),
    customerId: Id('Number of its customer, with whom it is read.'),
    originalId: Text('Its id in the merchant’s store.'),
    placedAt: Moment('When it was placed.'),
    total: Decimal('What was paid, whatever was returned since.'),
    counted: Decimal('What is left of it and counts for points: the rule asks for this.'),
  },
  { description: 'The friend’s first order of which something counts.' },
)

const itemMembers = {
  id: Id('Number of the friend: each has one referral at most.'),
  friend: CustomerShown('Who joined.'),
  referrer: CustomerShown('Whose code the friend brought.'),
  state: State,
  outcome: OutcomeShown,
  reason: Nullable(Reason),
  why: Nullable(Text('The reason as a sentence, in the language that was asked for.')),
  joinedAt: Moment('When the friend joined.'),
  endsAt: Moment('Until when the friend’s first order counts.'),
  order: Nullable(FirstOrder),
  points: Nullable(
    Decimal('Points of the customer who referred; null: none are given, or they were taken back.'),
  ),
  friendPoints: Nullable(Decimal('The same of the friend.')),
  availableAt: Nullable(Moment('When the points become available, or did; null: none were given.')),
  changedAt: Moment('When it came to this state.'),
}

const ReferralItem = Type.Object(itemMembers)
export type ReferralItem = Static<typeof ReferralItem>

const Check = Type.Object({
  check: Words(
    CHECKS,
    'newCustomer: the friend was new · otherPerson: e-mail, phone and document differ from those of who referred · minimumOrder: the first order was large enough · withinDays: and came in time · limits: who referred was not rewarded too often.',
  ),
  result: Words(
    ['passed', 'failed', 'open'] as const,
    'open: it can’t be said yet, such as without an order.',
  ),
})

const ReferralAnswer = Type.Object({
  ...itemMembers,
  code: Nullable(
    Text('The code of the customer who referred; null: erased since, or you may not see who customers are.'),
  ),
  rule: Nullable(
    Type.Object(
      {
        id: Type.Integer({ description: 'Id of the rule.' }),
        name: Nullable(Text('What it is called; null: it has no name.')),
        version: Type.Integer({ description: 'The version of the program by which it counts.' }),
        points: Decimal('What it gives the customer who refers.'),
        friendPoints: Decimal('What it gives the friend for the first order.'),
        minimumOrder: Decimal('What of the first order has to count at least.'),
        withinDays: Type.Integer({ description: 'Within how many days of joining.' }),
        perDay: Nullable(
          Type.Integer({ description: 'Rewards a day before a person decides; null: no limit.' }),
        ),
        ever: Nullable(Type.Integer({ description: 'Rewards in all; null: no limit.' })),
      },
      { description: 'The rule by which it counts; null: there was none.' },
    ),
  ),
  checks: Type.Array(Check, { description: 'What was looked at, in that order.' }),
  decideBefore: Nullable(Moment('When it is declined by itself; null: it does not wait for a person.')),
  decidedBy: Nullable(Text('Who decided; null: no person has.')),
  note: Nullable(Text('What they noted.')),
})
export type ReferralAnswer = Static<typeof ReferralAnswer>

export const listReferrals = operation({
  id: 'referrals.list',
  summary: 'Friends who joined with a customer’s code, those who joined last first',
  method: 'GET',
  path: '/tenants/:tenant/referrals',
  permission: 'customers.read',
  weight: 'light',
  query: Type.Object({
    ...PageQuery,
    state: Type.Optional(Words(STATES, 'Only those in this state.')),
    outcome: Type.Optional(Words(OUTCOMES, 'Only those that are counted so.')),
    referrer: Type.Optional(Id('Only friends of this customer.')),
    search: Type.Optional(
      Text(
        'Only those of which the friend or the customer who referred is found by this, or whose code it is.',
      ),
    ),
  }),
  answer: Page(ReferralItem),
})

const count = (description: string) => Type.Integer({ minimum: 0, description })

const Counted = (description: string) =>
  Type.Object(
    { count: count('How many.'), points: Decimal('Points of the customers who referred.') },
    { description },
  )

export const getReferralFigures = operation({
  id: 'referrals.figures',
  summary:
    'How many friends joined lately and what became of them: joined = bought + notYet + expired, and bought = rewarded + pending + notCounted + held',
  method: 'GET',
  path: '/tenants/:tenant/referral-figures',
  permission: 'customers.read',
  weight: 'heavy',
  query: Type.Object({
    days: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 366,
        default: 90,
        description: 'Friends who joined within so many days.',
      }),
    ),
  }),
  answer: Type.Object({
    since: Moment('Friends who joined since then are counted.'),
    isMore: Type.Boolean({ description: 'More joined than are counted: these are the newest.' }),
    joined: count('Friends who joined with a code that counts.'),
    notYet: count('Of them, those who have not bought.'),
    expired: count('Those who did not buy in time.'),
    bought: count('Those who have bought.'),
    rewarded: Counted('Of those who bought, those whose points do not wait any more.'),
    pending: Type.Object(
      {
        count: count('How many.'),
        points: Decimal('Points of the customers who referred, as far as they were given.'),
        until: Nullable(Moment('When the last of them become available; null: none wait.')),
      },
      { description: 'Those whose points wait, or are being given.' },
    ),
    notCounted: Type.Object(
      {
        count: count('How many.'),
        reasons: Type.Array(Type.Object({ reason: Reason, count: count('How many for this reason.') }), {
          description: 'Why, the most frequent first.',
        }),
      },
      { description: 'Those that did not count.' },
    ),
    held: count('Those that a person decides.'),
    turnedAway: count('Beside those who joined: friends whose code did not count from the start.'),
    rule: Nullable(
      Type.Object(
        {
          id: Type.Integer({ description: 'Id of the rule.' }),
          sentence: Text('What it says, in the language that was asked for.'),
        },
        { description: 'The rule for referrals that is active now; null: none is.' },
      ),
    ),
  }),
})

export const getReferral = operation({
  id: 'referrals.get',
  summary: 'One referral, with what was looked at',
  method: 'GET',
  path: '/tenants/:tenant/referrals/:id',
  permission: 'customers.read',
  weight: 'light',
  params: IdParams('Number of the friend.'),
  answer: ReferralAnswer,
})

export const decideReferral = operation({
  id: 'referrals.decide',
  summary: 'Let a referral that is held count, by the rule of its order, or decline it',
  method: 'POST',
  path: '/tenants/:tenant/referrals/:id/decision',
  permission: 'points.adjust',
  weight: 'light',
  audit: 'referral.decide',
  idempotent: true,
  params: IdParams('Number of the friend.'),
  body: Body({
    count: Type.Boolean({ description: 'true: it counts; false: it is declined.' }),
    note: Name('Why. It is kept with the referral, not in the audit.', NOTE_MAX),
  }),
  answer: Type.Object({
    id: Id('Number of the friend.'),
    state: State,
    reason: Nullable(Reason),
    points: Nullable(Decimal('Points that the customer who referred got; null: none.')),
    availableAt: Nullable(Moment('When they become available; null: there are none.')),
  }),
})
