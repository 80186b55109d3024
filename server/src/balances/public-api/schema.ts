import { type Static, Type } from 'typebox'
import { operation } from '../../contract/public-api/operation.ts'
import { Decimal, Moment, Nullable, Text, Words } from '../../contract/schema.ts'

const CUSTOMER_STATES = ['member', 'optedOut', 'prospect'] as const

/** At most so many dates, within so many days. */
export const EXPIRING_DATES_MAX = 3
export const EXPIRING_WITHIN_DAYS = 60

export const Me = Type.Object(
  {
    state: Words(
      CUSTOMER_STATES,
      'Whether they are enrolled, have opted out, or are known to the shop alone.',
    ),
    firstName: Nullable(Text('The first word of the name; null: not known.')),
    points: Nullable(Decimal('The balance, below zero where something is owed; null: of a prospect.')),
    cashback: Nullable(Decimal('What they are worth; null: of a prospect, or with cashback off.')),
    owed: Nullable(Decimal('How many points are owed for something that came back.')),
    expiring: Type.Array(
      Type.Object(
        { points: Decimal('How many.'), at: Moment('The last second in which they can be used.') },
        { description: 'What expires on one date.' },
      ),
      {
        description: `What expires next: at most ${EXPIRING_DATES_MAX} dates within ${EXPIRING_WITHIN_DAYS} days.`,
      },
    ),
    tier: Nullable(
      Type.Object(
        { name: Text('Its name.'), color: Nullable(Text('Its colour, such as #a7a9ac.', 50)) },
        { description: 'The tier that they have.' },
      ),
    ),
    sequence: Type.Integer({
      minimum: 0,
      description: 'The number of the last event that is in it, as `Punchcard-Customer-Sequence`.',
    }),
  },
  { description: 'A customer’s balance.' },
)
export type Me = Static<typeof Me>

export const readMe = operation({
  id: 'me.balance',
  summary: 'Read the balance, what expires next, and the tier',
  description:
    'Of the customer whose token it is. What is due is settled first, so it is what can be spent now. It is never ' +
    'cached.',
  method: 'GET',
  path: '/me',
  access: 'read',
  answer: Me,
})
