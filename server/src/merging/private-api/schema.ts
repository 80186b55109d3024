import { type Static, Type } from 'typebox'
import { DateTime, Needed, Text } from '../../contract/schema.ts'

export const MergeBody = Type.Object(
  {
    Into: Needed(Text('The id of the customer who stays, in the merchant store, of now or before.')),
    MergeKey: Needed(
      Text(
        'Unique key of this merge. The same merge sent again is answered the same and done once; with other ' +
          'content the key is refused.',
      ),
    ),
  },
  { examples: [{ Into: 'ana-7', MergeKey: 'merge-ana-2026-03-02' }] },
)
export type MergeBody = Static<typeof MergeBody>

const count = (description: string) => Type.Integer({ description })
const number = (description: string) => Type.Number({ description })

export const MergeResult = Type.Object(
  {
    Customer: Type.Object(
      {
        Id: number('Number of the customer here.'),
        OriginalId: Type.String({ description: 'Id in the merchant store.' }),
        PublicId: Type.String({ description: 'The public id.' }),
      },
      { description: 'Who stays, and has all of it from now on.' },
    ),
    MergedAt: DateTime('When.'),
    Points: number('Points that came to the balance; below zero where more was owed than there was.'),
    Cashback: number('The same in money; 0 with cashback off.'),
    PendingPoints: number('Points that came and can’t be spent yet.'),
    PendingCashback: number('The same in money.'),
    Orders: count('Orders that came.'),
    Redemptions: count('Redemptions that came.'),
    Coupons: count('Coupons that came.'),
    PointsBalance: number('What the customer who stays has now.'),
    CashbackBalance: number('The same in money.'),
  },
  {
    description: 'What went from the one customer to the other.',
    examples: [
      {
        Customer: { Id: 4711, OriginalId: 'ana-7', PublicId: '0197a2c4-7a5e-7e4c-9d3f-6a1b2c3d4e5f' },
        MergedAt: '2026-03-02T14:00:00.000Z',
        Points: 120,
        Cashback: 6,
        PendingPoints: 0,
        PendingCashback: 0,
        Orders: 3,
        Redemptions: 1,
        Coupons: 1,
        PointsBalance: 200,
        CashbackBalance: 10,
      },
    ],
  },
)
export type MergeResult = Static<typeof MergeResult>
