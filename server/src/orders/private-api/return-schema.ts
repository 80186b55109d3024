import { type Static, Type } from 'typebox'
import { Amount, Needed, Sent, Text } from '../../contract/schema.ts'
import { PRODUCTS_MAX } from '../order.ts'
import { CancelResult } from './schema.ts'

export const ReturnBody = Type.Object(
  {
    ValueToRefund: Needed(Amount('Net value that is given back, without shipping costs.')),
    CancelKey: Needed(
      Text('Key of this return, unique for its order: sent again, it is answered as the first time.'),
    ),
    Products: Sent(
      Type.Array(
        Type.Object({
          OriginalId: Sent(Text('Id of a product of the order.')),
          ValueToRefund: Sent(Amount('What of the value is for its lines.')),
        }),
        {
          maxItems: PRODUCTS_MAX,
          description:
            'What is given back of which lines; adds up to ValueToRefund exactly. Without it the value is taken ' +
            'from all lines in proportion to what is left of them.',
        },
      ),
    ),
    ShouldRefundRedeem: Sent(
      Type.Boolean({
        description:
          'Whether cashback that was redeemed for the order goes back in its share. Left out, the setting ' +
          'refundsRedeemOnReturn decides, which is false unless it was changed.',
      }),
    ),
  },
  {
    examples: [
      {
        ValueToRefund: 8.5,
        CancelKey: 'return-77',
        Products: [{ OriginalId: 'espresso', ValueToRefund: 8.5 }],
        ShouldRefundRedeem: false,
      },
    ],
  },
)
export type ReturnBody = Static<typeof ReturnBody>

export const ReturnResult = Type.Object(
  {
    ...CancelResult.properties,
    isCanceled: Type.Boolean({ description: 'true: the part was returned.' }),
    PointsTakenBack: Type.Number({ description: 'Of what the order had earned.' }),
    CashbackTakenBack: Type.Number({ description: 'The same in money.' }),
    WrittenOff: Type.Object(
      {
        Points: Type.Number({ description: 'Points.' }),
        Cashback: Type.Number({ description: 'The same in money.' }),
      },
      { description: 'What should have been taken back, was spent already and is written off.' },
    ),
    PointsReturned: Type.Number({ description: 'Of what was redeemed for the order.' }),
    CashbackReturned: Type.Number({ description: 'The same in money.' }),
    RemainingTotal: Type.Number({ description: 'What is left of OrderTotal; 0: the order is cancelled.' }),
  },
  { $id: 'OrderReturn', description: 'What came of a return.' },
)
export type ReturnResult = Static<typeof ReturnResult>
