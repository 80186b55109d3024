import { type Static, Type } from 'typebox'
import { Amount, Nullable, Sent, Text } from '../../contract/schema.ts'

export const CashbackBody = Type.Object(
  {
    Value: Sent(Amount('Amount in currency units; removing takes it with either sign.')),
    OperationType: Sent(Type.Number({ description: '0 adds, 1 removes.' })),
    Reason: Sent(Text('Why; for your own information only.')),
    ChangeKey: Sent(Text('Unique key of this change; a used key is refused.')),
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
    Points: Sent(Amount('How many: above 0 to add, below 0 to remove.')),
    OperationType: Sent(Type.Number({ description: '0 adds, 1 removes.' })),
    Reason: Sent(Text('Why; for your own information only.')),
    ChangeKey: Sent(
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

const text = () => Nullable(Type.String())
const dateTime = () => Nullable(Type.String({ format: 'date-time' }))

export const CustomerPoints = Type.Object(
  {
    CustomerExists: Type.Boolean(),
    InternalId: text(),
    PointsBalance: Type.Number(),
    PointsToExpire: Type.Array(
      Type.Object({ Points: Type.Number(), When: Type.String({ format: 'date-time' }) }),
      {
        description: 'What expires, soonest first; at most 100.',
      },
    ),
    CashbackBalance: Type.Number(),
    RedeemKey: text(),
    PointHistory: Type.Array(
      Type.Object({
        Id: Type.Number(),
        DateReceived: Type.String({ format: 'date-time' }),
        ExpirationDate: dateTime(),
        Amount: Type.Number(),
        CashbackAmount: Type.Number(),
        BranchId: text(),
        BranchName: text(),
      }),
      { description: 'Newest first; at most 100.' },
    ),
    Name: text(),
    Error: text(),
  },
  { $id: 'CustomerPoints' },
)
export type CustomerPoints = Static<typeof CustomerPoints>
