import { type Static, Type } from 'typebox'
import { Amount, Needed, Nullable, Text } from '../../contract/schema.ts'

export const CashbackBody = Type.Object(
  {
    Value: Needed(Amount('Amount in currency units; removing takes it with either sign.')),
    OperationType: Needed(Type.Number({ description: '0 adds, 1 removes.' })),
    Reason: Needed(Text('Why; for your own information only.')),
    ChangeKey: Needed(Text('Unique key of this change; a used key is refused.')),
  },
  {
    examples: [
      { Value: 5, OperationType: 0, Reason: 'Apology for a late delivery', ChangeKey: 'ticket-4711' },
    ],
  },
)
export type CashbackBody = Static<typeof CashbackBody>

export const PointsBody = Type.Object(
  {
    Points: Needed(Amount('How many: above 0 to add, below 0 to remove.')),
    OperationType: Needed(Type.Number({ description: '0 adds, 1 removes.' })),
    Reason: Needed(Text('Why; for your own information only.')),
    ChangeKey: Needed(
      Text(
        'Unique key of this change. The same change sent again is answered the same and made once; with other ' +
          'content the key is refused.',
      ),
    ),
  },
  {
    examples: [
      { Points: 50, OperationType: 0, Reason: 'Apology for a late delivery', ChangeKey: 'ticket-4712' },
    ],
  },
)
export type PointsBody = Static<typeof PointsBody>

const text = (description: string) => Nullable(Type.String({ description }))
const dateTime = (description: string) => Nullable(Type.String({ format: 'date-time', description }))

export const CustomerPoints = Type.Object(
  {
    CustomerExists: Type.Boolean({ description: 'Whether the customer exists.' }),
    InternalId: text("The customer's number here, as text."),
    PointsBalance: Type.Number({
      description: 'Points that can be spent now; below zero where something is owed.',
    }),
    PointsToExpire: Type.Array(
      Type.Object({
        Points: Type.Number({ description: 'How many points expire.' }),
        When: Type.String({ format: 'date-time', description: 'The last second in which they are good.' }),
      }),
      {
        description: 'What expires, soonest first; at most 100.',
      },
    ),
    CashbackBalance: Type.Number({ description: 'The same in money; 0 with cashback off.' }),
    RedeemKey: text('Always null.'),
    PointHistory: Type.Array(
      Type.Object({
        Id: Type.Number({ description: 'Number of the point record.' }),
        DateReceived: Type.String({ format: 'date-time', description: 'When it was recorded.' }),
        ExpirationDate: dateTime('The last second in which added points are good; null: they do not expire.'),
        Amount: Type.Number({ description: 'Points; below zero where they were taken.' }),
        CashbackAmount: Type.Number({ description: 'The same in money.' }),
        BranchId: text('Id of the outlet, where an order named it.'),
        BranchName: text('Name of the outlet.'),
      }),
      { description: 'Newest first; at most 100.' },
    ),
    Name: text("The customer's name."),
    Error: text('Why there is no customer; null where there is one.'),
  },
  { $id: 'CustomerPoints', description: 'The balance of a customer.' },
)
export type CustomerPoints = Static<typeof CustomerPoints>
