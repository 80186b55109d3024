import { type Static, Type } from 'typebox'
import { PAGE_PARAMETERS } from '../../contract/private-api/paging.ts'
import { Nullable, Sent } from '../../contract/schema.ts'
import { OrderResult } from '../../orders/private-api/schema.ts'
import { type RewardResult, RewardResultRef } from '../../rewards/private-api/redeemed-schema.ts'
import { ExplanationRef } from './schema.ts'

const Reference = (description: string) =>
  Nullable(
    Type.Object(
      {
        OriginalId: Nullable(Type.String({ description: 'Id in the merchant store.' })),
        Name: Nullable(Type.String({ description: 'Name.' })),
      },
      { description },
    ),
  )

const MORE = {
  Branch: Reference('The outlet where the purchase was made.'),
  TenantSalesman: Reference('Who made the sale.'),
  ExternalCoupon: Nullable(Type.String({ description: 'Coupon code of another system.' })),
  Reward: Nullable(Type.Unsafe<RewardResult>(RewardResultRef)),
  EstimatedBonus: Type.Object(
    {
      GenerateBonus: Type.Boolean({ description: 'Whether it earns, or would earn, anything.' }),
      EstimatedPoints: Type.Number({ description: 'Points that it would earn, or that stand recorded.' }),
      EstimatedCashback: Type.Number({ description: 'The same in money; 0 with cashback off.' }),
      EstimatedCashbackFormatted: Type.String({
        description: "EstimatedCashback as it is written in the merchant's language.",
      }),
    },
    { description: 'Of a pending order: what it would earn with the current program.' },
  ),
  PaymentMethod: Reference('How it was paid.'),
  PointsGranted: Type.Number({ description: 'What is recorded for it now.' }),
  CashbackGranted: Type.Number({ description: 'The same in money.' }),
  AvailableDate: Nullable(
    Type.String({
      format: 'date-time',
      description: 'From when its points can be spent; null: it has none.',
    }),
  ),
  Returns: Type.Array(
    Type.Object({
      CancelKey: Type.String({ description: 'Key of the return.' }),
      ValueToRefund: Type.Number({ description: 'Net value that was given back.' }),
      Date: Type.String({ format: 'date-time', description: 'When it was returned.' }),
      Points: Type.Number({ description: 'Points that were taken back.' }),
      Cashback: Type.Number({ description: 'The same in money.' }),
    }),
    { description: 'Returns of a part.' },
  ),
  ReturnedTotal: Type.Number({ description: 'What was returned of OrderTotal.' }),
  Explanation: ExplanationRef,
}

export const ReadOrder = Type.Object(
  { ...OrderResult.properties, ...MORE },
  { $id: 'ReadOrder', description: 'An order, and what it earned.' },
)
export type ReadOrder = Static<typeof ReadOrder>

const { Customer: _, ...withoutCustomer } = OrderResult.properties
export const ListedOrder = Type.Object(
  { ...withoutCustomer, ...MORE },
  { $id: 'ListedOrder', description: 'An order in a list.' },
)
export type ListedOrder = Static<typeof ListedOrder>

export const OrdersQuery = Type.Object({
  ...PAGE_PARAMETERS,
  State: Sent(
    Type.Integer({
      description: 'Only orders in this state: 0 initial, 1 pending, 2 complete, 3 cancelled, 4 ignored.',
    }),
  ),
})
