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
