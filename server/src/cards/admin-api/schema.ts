import { type Static, Type } from 'typebox'
import { HELD_BECAUSE, type HeldBecause } from '../../awards/award.ts'
import { Body } from '../../contract/admin-api/body.ts'
import { operation } from '../../contract/admin-api/operation.ts'
import { Decimal, Id, Moment, Name, Page, PageQuery, Words } from '../../contract/admin-api/schema.ts'
import { LENGTH, Nullable, Text } from '../../contract/schema.ts'
import { customerParams } from '../../customers/admin-api/schema.ts'
import { CARD_COUNTS } from '../../earning/card-members.ts'
import { STAMP_TYPE } from '../card.ts'

const RuleId = Type.Integer({ minimum: 1, maximum: 2_147_483_647, description: 'Id of the card’s rule.' })
const Counts = Words(
  CARD_COUNTS,
  'What gives stamps. Of `spend`, all stamps here are money, and `perStamp` is what one stamp stands for.',
)
const PerStamp = Nullable(Decimal('Of `spend`: what is spent for one stamp; null: the card counts stamps.'))
const Day = (description: string) => Type.String({ format: 'date', description })
const State = Words(
  ['open', 'done', 'notStarted', 'over', 'off'] as const,
  'open: it takes stamps. done: full, and given once per customer. notStarted, over: outside of its dates. off: switched off or removed.',
)
const RewardNamed = Nullable(
  Type.Object(
    { id: Id('Number of the reward.'), title: Text('What it is called.', LENGTH.description) },
    { description: 'The reward that it gives; null: none.' },
  ),
)
const Prize = Type.Object(
  { points: Decimal('Points; 0: none.'), reward: RewardNamed },
  { description: 'What a full card is worth.' },
)

const rule = {
  ruleId: RuleId,
  name: Text('What the card is called; empty: it has no name.'),
  counts: Counts,
  perStamp: PerStamp,
  size: Decimal('What fills it.'),
  prize: Prize,
  sentence: Nullable(Text('The rule as a sentence; null: the program has it no more.', LENGTH.description)),
  startsAt: Nullable(Moment('From when orders give stamps; null: it has no first day.')),
  endsAt: Nullable(Moment('The last second in which orders give stamps; null: it has no last day.')),
}

export const listCards = operation({
  id: 'cards.list',
  summary: 'The cards of the current program, and how many customers fill them',
  method: 'GET',
  path: '/tenants/:tenant/cards',
  permission: 'program.read',
  weight: 'light',
  answer: Type.Object({
    items: Type.Array(
      Type.Object({
        ...rule,
        isActive: Type.Boolean({ description: 'Whether it is switched on.' }),
        begun: Nullable(
          Type.Integer({
            description:
              'Customers who have stamps on it now, or owe some; null: customers have more than 20,000 cards in all, and it is not counted.',
          }),
        ),
        completed30Days: Nullable(
          Type.Integer({
            description:
              'How often it was full in the last 30 days, without what was undone; null: customers were given more than 20,000 prizes and gifts in these days, and it is not counted.',
          }),
        ),
      }),
      { description: 'In the order of the program.' },
    ),
  }),
})

const StampPart = Words(
  ['given', 'takenBack', 'ended', 'full'] as const,
  'given, takenBack: by orders or by hand. ended: expired. full: used for full cards, less what was undone.',
)

const OrderNamed = Nullable(
  Type.Object(
    { id: Id('Number of the order.'), originalId: Text('Its id in the merchant’s store.') },
    { description: 'The order it is about; null: none.' },
  ),
)

const Lot = Type.Object(
  {
    recordId: Id('Number of the record that gave them.'),
    order: OrderNamed,
    day: Day('The day they count for, by the merchant’s calendar.'),
    given: Decimal('As many as were given.'),
    left: Decimal('What is left of them.'),
    expiresAt: Nullable(Moment('The last second in which they are good; null: for ever.')),
  },
  { description: 'Stamps that were given together, and of which some are left.' },
)

const PrizeGiven = Type.Object(
  {
    id: Id('Number of the prize.'),
    state: Words(
      ['waiting', 'given', 'held', 'undone', 'dropped'] as const,
      'waiting: its points can’t be spent yet, or its reward is not given yet. held: the reward can’t be given now. ' +
        'undone: stamps of it were returned, and it was taken back. dropped: a person decided not to give it.',
    ),
    heldBecause: Nullable(
      Words(
        Object.keys(HELD_BECAUSE) as HeldBecause[],
        'Why its reward can’t be given; null: it is not held.',
      ),
    ),
    points: Decimal('Points; 0: none.'),
    recordId: Nullable(Id('Number of the record of its points; null: it has none.')),
    reward: RewardNamed,
    coupon: Nullable(
      Type.Object(
        {
          code: Nullable(Text('Its code; null without `codes.read`.')),
          state: Words(['open', 'used', 'inactive', 'notYet', 'over'] as const, 'Whether it can be used.'),
        },
        { description: 'The coupon of its reward; null: none yet.' },
      ),
    ),
    stampRecordId: Id('Number of the stamp record that filled the card.'),
    madeAt: Moment('When the card was full.'),
    availableAt: Moment('From when its points can be spent, or its reward is given.'),
    expiresAt: Nullable(Moment('The last second in which its points are good; null: for ever.')),
    undoneAt: Nullable(Moment('When it was undone; null: it stands.')),
  },
  { description: 'What a full card gave.' },
)

const CustomerCard = Type.Object({
  ...rule,
  state: State,
  isBegun: Type.Boolean({
    description: 'Whether there are stamps on it, or some are owed: its size and prize stay as they are.',
  }),
  stamps: Decimal('Stamps on it; never below zero.'),
  owed: Decimal('Stamps that were taken back when they were used already; the next ones pay them.'),
  writtenOff: Decimal('Stamps that should have been taken back and were let go.'),
  number: Type.Integer({
    description: 'Which card of this kind it is: the next after those that were full.',
  }),
  completed: Type.Integer({ description: 'How often it was full, without what was undone.' }),
  parts: Type.Array(
    Type.Object({
      kind: StampPart,
      stamps: Decimal('So many; below zero: they went.'),
      records: Type.Integer({ description: 'In how many records.' }),
    }),
    { description: 'How the stamps add up: all parts together are `stamps`, or what is owed below zero.' },
  ),
  lots: Type.Array(Lot, { description: 'The stamps on it, those that expire first before others.' }),
  prizes: Type.Array(PrizeGiven, { description: 'What it gave, newest first; 20 at most.' }),
})
export type CustomerCard = Static<typeof CustomerCard>

export const listCardsOfCustomer = operation({
  id: 'customers.cards',
  summary: 'A customer’s cards: stamps, how they add up, when they expire, and the prizes of full cards',
  method: 'GET',
  path: '/tenants/:tenant/customers/:id/cards',
  permission: 'customers.read',
  weight: 'light',
  params: customerParams,
  answer: Type.Object({
    items: Type.Array(CustomerCard, {
      description: 'All cards that are switched on, then others on which something is or was.',
    }),
  }),
})

const cardParams = Type.Object({ ...customerParams.properties, card: RuleId })

const StampRecord = Type.Object({
  id: Id('Number of the record.'),
  type: Words(Object.keys(STAMP_TYPE) as (keyof typeof STAMP_TYPE)[], 'Why it exists.'),
  part: StampPart,
  at: Moment('When.'),
  day: Day('The day it counts for, by the merchant’s calendar.'),
  stamps: Decimal('So many; below zero: they went.'),
  after: Decimal('What stood on the card after it; below zero: owed.'),
  order: OrderNamed,
  key: Nullable(Text('By which the shop gave them; null: it did not.')),
  expiresAt: Nullable(Moment('The last second in which what was given is good; null: for ever.')),
  owed: Decimal('What of it was left owing then.'),
  writtenOff: Decimal('What should have been taken as well, and was let go.'),
  origins: Type.Array(
    Type.Object({
      recordId: Id('Number of the record whose stamps it used.'),
      stamps: Decimal('So many of them; below zero: they went back.'),
    }),
    { description: 'Where the stamps that it took came from.' },
  ),
  prizeId: Nullable(Id('Number of the prize that it gave; null: none, or it is older than those listed.')),
  sentence: Text('Why, for a person.', LENGTH.description),
})

export const listStampsOfCustomer = operation({
  id: 'customers.stamps',
  summary: 'All that was recorded on a customer’s card, newest first',
  method: 'GET',
  path: '/tenants/:tenant/customers/:id/cards/:card/stamps',
  permission: 'customers.read',
  weight: 'light',
  params: cardParams,
  query: Type.Object({ ...PageQuery, part: Type.Optional(StampPart) }),
  answer: Page(StampRecord),
})

export const listAllStampsOfCustomer = operation({
  id: 'customers.allStamps',
  summary: 'All that was recorded on all of a customer’s cards, newest first',
  method: 'GET',
  path: '/tenants/:tenant/customers/:id/stamps',
  permission: 'customers.read',
  weight: 'light',
  params: customerParams,
  query: Type.Object(PageQuery),
  answer: Page(
    Type.Object({
      ...StampRecord.properties,
      card: Type.Object(
        { ruleId: RuleId, name: rule.name, perStamp: PerStamp },
        { description: 'The card it was recorded on.' },
      ),
    }),
  ),
})

const STAMPS_BY_HAND_MAX = 50

export const adjustStamps = operation({
  id: 'customers.adjustStamps',
  summary: 'Add stamps to a customer’s card or take some, with a reason',
  method: 'POST',
  path: '/tenants/:tenant/customers/:id/cards/:card/stamps',
  permission: 'points.adjust',
  weight: 'light',
  confirm: true,
  audit: 'customer.stamps',
  idempotent: true,
  params: cardParams,
  body: Body({
    stamps: Type.Integer({
      minimum: -STAMPS_BY_HAND_MAX,
      maximum: STAMPS_BY_HAND_MAX,
      description:
        'Stamps to give, below zero to take; not 0. Of a card that counts money, one is `perStamp` of it.',
    }),
    reason: Words(
      ['goodwill', 'correction', 'complaint', 'promotion', 'fraud', 'other'] as const,
      'Why. The history of the card says it.',
    ),
    note: Name(
      'What happened, in your words. It is kept with the customer, not in the audit.',
      LENGTH.description,
    ),
  }),
  answer: Type.Object({
    recordId: Id('Number of the record.'),
    recorded: Decimal('What was given; below zero: taken.'),
    writtenOff: Decimal('What should have been taken and was let go.'),
    stamps: Decimal('Stamps on the card now; never below zero.'),
    owed: Decimal('Stamps that are owed now.'),
    size: Decimal('What fills the card now.'),
    completed: Type.Integer({ description: 'How often it was full.' }),
    filled: Type.Integer({
      description: 'How often this filled it; 0 where the request was sent again a day later.',
    }),
    undone: Type.Integer({
      description: 'How many prizes this took back; 0 where the request was sent again a day later.',
    }),
  }),
  status: 201,
})
