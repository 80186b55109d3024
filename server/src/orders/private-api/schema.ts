import { type Static, Type } from 'typebox'
import { Amount, DateTime, LENGTH, Nullable, Sent, Text } from '../../contract/schema.ts'
import { CustomerBody } from '../../customers/private-api/schema.ts'
import { METADATAS_MAX, PAYMENT_METHODS_MAX, PRODUCTS_MAX } from '../order.ts'

const Reference = (description: string) =>
  Type.Object(
    { OriginalId: Sent(Text('Id in the merchant store.')), Name: Sent(Text('Name.')) },
    { description },
  )

const OrderProductBody = Type.Object({
  OriginalId: Sent(Text('Id of the product in the merchant store.')),
  Title: Sent(Text('Product name.')),
  Url: Sent(Text('URL of the product.', LENGTH.url)),
  ImageUrl: Sent(Text('URL of its image.', LENGTH.url)),
  IsActive: Sent(Type.Boolean()),
  ProductPrice: Sent(Amount('What the customer paid for the product.')),
  ProductBrand: Sent(Reference('Brand of the product.')),
})

export const EXAMPLE_ORDER = {
  OriginalId: 'order-1001',
  OrderPlacementDate: '2026-01-31T12:00:00-03:00',
  OrderCompletedDate: '2026-01-31T12:05:00-03:00',
  OrderStatus: 'delivered',
  IsCancelledOrReturned: false,
  IsCompleted: true,
  OrderTotal: 120,
  Customer: { OriginalId: 'ana', Name: 'Ana Souza', Email: 'ana@example.com' },
  Products: [{ OriginalId: 'espresso', Title: 'Espresso', IsActive: true, ProductPrice: 8.5 }],
  UpdatedDate: '2026-01-31T12:05:00-03:00',
}

export const OrderBody = Type.Object(
  {
    OriginalId: Sent(Text('Id of the order in the merchant store.')),
    OrderPlacementDate: Sent(DateTime('Date of the purchase.')),
    OrderCompletedDate: Sent(DateTime('Date on which the order was completed (invoiced or delivered).')),
    OrderCancelledDate: Sent(DateTime('Date of cancellation.')),
    OrderStatus: Sent(Text("Status in the merchant's order system.")),
    IsCancelledOrReturned: Sent(Type.Boolean()),
    IsCompleted: Sent(Type.Boolean({ description: 'Whether the order is final and points can be awarded.' })),
    OrderTotal: Sent(Amount('Total without shipping costs.')),
    Customer: Sent(CustomerBody),
    Products: Sent(Type.Array(OrderProductBody, { maxItems: PRODUCTS_MAX })),
    UpdatedDate: Sent(
      DateTime(
        'Date of the last update. Of messages that overtook each other the newest counts: one that is older than ' +
          'what is stored changes nothing. More than 24 hours ahead it counts as the time of receipt.',
      ),
    ),
    Coupon: Sent(Text('Coupon code used on the order.')),
    Metadatas: Sent(
      Type.Array(
        Type.Object({ Name: Sent(Text('Name.')), Value: Sent(Text('Value.', LENGTH.metadataValue)) }),
        { maxItems: METADATAS_MAX },
      ),
    ),
    PaymentMethod: Sent(Reference('The payment method, as specific as possible.')),
    PaymentMethods: Sent(
      Type.Array(
        Type.Object({
          OriginalId: Sent(Text('Id in the merchant store.')),
          Name: Sent(Text('Name.')),
          PaidAmount: Sent(Amount('What was paid with it.')),
        }),
        {
          maxItems: PAYMENT_METHODS_MAX,
          description:
            'Without PaymentMethod, the one with the largest PaidAmount, the first of equals, is the payment ' +
            'method of the order. An empty list says that it has none.',
        },
      ),
    ),
    Branch: Sent(Reference('The outlet where the purchase was made.')),
    SalesPerson: Sent(Reference('Who made the sale.')),
    ExternalCoupon: Sent(Text('Coupon code of another system.')),
  },
  {
    examples: [EXAMPLE_ORDER],
  },
)
export type OrderBody = Static<typeof OrderBody>

const text = () => Nullable(Type.String())
const number = () => Nullable(Type.Number())
const dateTime = () => Nullable(Type.String({ format: 'date-time' }))

const OrderCustomer = Type.Object({
  OriginalId: Type.String(),
  Name: text(),
  Email: text(),
  Phone: text(),
  BirthdayDate: dateTime(),
  SignupDate: dateTime(),
  Document: text(),
  IsEnrolled: Type.Boolean(),
  Id: Type.Number(),
  PointsBalance: Type.Number(),
  BalanceOfPoints: Type.Number(),
  Cashback: Type.Number(),
  BirthdayUpdateDate: dateTime(),
  FirstName: text(),
  PublicId: Type.String(),
  SecondaryId: text(),
  OrderCount: Type.Number(),
  ReasonEnrolled: text(),
  AdminId: number(),
  EmailAdmin: text(),
  EnrolledDate: dateTime(),
  TierName: text(),
  Origin: Nullable(Type.Integer()),
  RfmGroup: Nullable(Type.Integer()),
  RfmGroupName: text(),
  Affiliate: Nullable(
    Type.Object({
      Id: Type.Number(),
      CustomerId: Type.Number(),
      IsActive: Type.Boolean(),
      AffiliateCoupon: text(),
      LastUpdated: dateTime(),
      CouponHistories: Type.Array(
        Type.Object({
          Id: Type.Number(),
          AffiliateId: Type.Number(),
          Coupon: text(),
          AssociatedDate: dateTime(),
        }),
      ),
    }),
  ),
})

export const OrderResult = Type.Object(
  {
    Id: Type.Number(),
    OriginalId: Type.String(),
    OrderPlacementDate: Type.String({ format: 'date-time' }),
    OrderCompletedDate: dateTime(),
    OrderCancelledDate: dateTime(),
    OrderStatus: text(),
    IsCancelledOrReturned: Type.Boolean(),
    IsCompleted: Type.Boolean(),
    OrderTotal: Type.Number(),
    Customer: OrderCustomer,
    Products: Type.Array(
      Type.Object({
        OriginalId: Type.String(),
        Title: text(),
        Url: text(),
        ImageUrl: text(),
        IsActive: Type.Boolean(),
        ProductPrice: number(),
      }),
    ),
    UpdatedDate: Type.String({ format: 'date-time' }),
    Coupon: text(),
    State: Type.Integer({ description: '0 initial, 1 pending, 2 complete, 3 cancelled, 4 ignored.' }),
    Origin: Type.Integer({ description: '0 platform, 1 external API, 2 file.' }),
    Metadatas: Type.Array(
      Type.Object({ Id: Type.Number(), OrderId: Type.Number(), Name: Type.String(), Value: text() }),
    ),
  },
  { $id: 'Order' },
)
export type OrderResult = Static<typeof OrderResult>

export const BulkOrderResult = Type.Object({
  Id: Type.Number(),
  State: Type.Integer({ description: '0 initial, 1 pending, 2 complete, 3 cancelled, 4 ignored.' }),
  PointsGranted: Type.Number(),
  CashbackGranted: Type.Number(),
})
export type BulkOrderResult = Static<typeof BulkOrderResult>

export const CancelBody = Type.Object(
  {
    OrderCancelledDate: Sent(DateTime('Date of cancellation.')),
    OrderStatus: Sent(Text("Status in the merchant's order system.")),
  },
  { examples: [{ OrderCancelledDate: '2026-02-02T09:00:00-03:00', OrderStatus: 'returned' }] },
)
export type CancelBody = Static<typeof CancelBody>

export const CancelResult = Type.Object(
  {
    isCanceled: Type.Boolean(),
    UpdatedAt: Type.String({ format: 'date-time' }),
    Status: Type.Integer({ description: 'The State of the order after the call.' }),
  },
  { $id: 'OrderCancel' },
)
export type CancelResult = Static<typeof CancelResult>
