import { type Static, Type } from 'typebox'
import { Id, Moment } from '../../contract/admin-api/schema.ts'
import { Nullable, Text } from '../../contract/schema.ts'
import { AmountShown } from './schema.ts'

/** What was used of one lot of points, or given back to it. */
export const LotUse = Type.Object({
  lotId: Id('Number of the record that had added these points.'),
  used: AmountShown('What is used of them; below zero where it is given back.'),
  expiresAt: Nullable(Moment('The last second in which those points are good; null: they never expire.')),
})
export type LotUse = Static<typeof LotUse>

const RecordEffect = Type.Object({
  recordId: Nullable(Id('Number of the record; null: it is only tried out.')),
  kind: Type.Enum(['added', 'taken', 'returned', 'expired', 'opened', 'merged'], {
    description:
      '`expired`, `opened`: points whose time had come, or that expire in the moment they come back. `merged`: the balance of a customer who was merged into this one.',
  }),
  amount: AmountShown('What is recorded; below zero where it takes.'),
  owed: AmountShown('What of it there was nothing to take from: the next points pay it.'),
  expiresAt: Nullable(
    Moment('Of points that are added: the last second in which they are good; null: they never expire.'),
  ),
  lots: Type.Array(LotUse, { description: 'The points that it uses or gives back; the first 100.' }),
  lotCount: Type.Integer({ description: 'How many there are of them.' }),
})

/** What an action does to a customer's points. Tried out and done, it comes from the same computation. */
export const Effect = Type.Object(
  {
    customer: Type.Object(
      { id: Id('Number of the customer.'), publicId: Text('By which the customer is known outside.') },
      { description: 'Whose points they are.' },
    ),
    before: AmountShown('The balance before; below zero: it is owed.'),
    after: AmountShown('The balance after it.'),
    tierBefore: Nullable(Id('Number of the tier before; null: the base tier, or none.')),
    tierAfter: Nullable(Id('Number of the tier after it.')),
    records: Type.Array(RecordEffect, {
      description: 'What is recorded, in its order; none: nothing changes.',
    }),
  },
  { description: 'What it does to the points, or did.' },
)
export type Effect = Static<typeof Effect>
