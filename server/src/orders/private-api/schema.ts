import { type Static, Type } from 'typebox'
import { Amount, DateTime, LENGTH, Needed, Nullable, Sent, Text } from '../../contract/schema.ts'
import { CustomerBody } from '../../customers/private-api/schema.ts'
import { METADATAS_MAX, PAYMENT_METHODS_MAX, PRODUCTS_MAX, QUANTITY_MAX } from '../order.ts'

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
  IsActive: Sent(Type.Boolean({ description: 'Whether the product is on sale.' })),
  ProductPrice: Sent(Amount('What the customer paid for this line: for all its pieces together.')),
  ProductBrand: Sent(Reference('Brand of the product.')),
  Quantity: Sent(
    Type.Number({
      description: `How many items the line is, a whole number from 1 to ${QUANTITY_MAX}; without it, one.`,
    }),
  ),
  EarnsPoints: Sent(
    Type.Boolean({
      description:
        'false: the shop marks the line, for example as a sale item. It matters only where a rule of the program ' +
        'leaves marked lines out.',
    }),
  ),
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
    OriginalId: Needed(Text('Id of the order in the merchant store.')),
    OrderPlacementDate: Sent(DateTime('Date of the purchase.')),
    OrderCompletedDate: Sent(DateTime('Date on which the order was completed (invoiced or delivered).')),
    OrderCancelledDate: Sent(DateTime('Date of cancellation.')),
    OrderStatus: Sent(Text("Status in the merchant's order system.")),
    IsCancelledOrReturned: Sent(
      Type.Boolean({ description: 'Whether the order was cancelled or returned as a whole.' }),
    ),
    IsCompleted: Sent(Type.Boolean({ description: 'Whether the order is final and points can be awarded.' })),
    OrderTotal: Sent(Amount('Total without shipping costs.')),
    Customer: Needed(Type.Object(CustomerBody.properties, { description: 'Who bought.' })),
    Products: Sent(
      Type.Array(OrderProductBody, { maxItems: PRODUCTS_MAX, description: 'What was bought, line by line.' }),
    ),
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
        { maxItems: METADATAS_MAX, description: 'Further facts of yours about the order.' },
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
    ShippingValue: Sent(
      Amount(
        'What of OrderTotal is shipping, for shops that include it. It matters only where a rule of the program ' +
          'leaves shipping out.',
      ),
    ),
    ExternalCoupon: Sent(Text('Coupon code of another system.')),
  },
  {
    examples: [EXAMPLE_ORDER],
  },
)
export type OrderBody = Static<typeof OrderBody>

const text = (description: string) => Nullable(Type.String({ description }))
const number = (description: string) => Nullable(Type.Number({ description }))
const dateTime = (description: string) => Nullable(Type.String({ format: 'date-time', description }))

const OrderCustomer = Type.Object(
  {
    OriginalId: Type.String({ description: "The customer's id in the merchant store." }),
    Name: text('Full name.'),
    Email: text('E-mail address.'),
    Phone: text('Phone number.'),
    BirthdayDate: dateTime('Date of birth.'),
    SignupDate: dateTime('When the customer registered in the store.'),
    Document: text('Document number.'),
    IsEnrolled: Type.Boolean({ description: 'Whether the customer is enrolled in the program.' }),
    Id: Type.Number({ description: "The customer's number here." }),
    PointsBalance: Type.Number({
      description: 'Points that can be spent now; below zero where something is owed.',
    }),
    BalanceOfPoints: Type.Number({ description: 'The same as PointsBalance.' }),
    Cashback: Type.Number({ description: 'The cashback balance in money; 0 with cashback off.' }),
    BirthdayUpdateDate: dateTime('When the date of birth was last sent.'),
    FirstName: text('The first word of Name.'),
    PublicId: Type.String({ description: "The customer's id that may be shown to others." }),
    SecondaryId: text('Always null.'),
    OrderCount: Type.Number({
      description: 'How many complete orders the customer has, with those of an earlier system.',
    }),
    ReasonEnrolled: text('Always null.'),
    AdminId: number('Always null.'),
    EmailAdmin: text('Always null.'),
    EnrolledDate: dateTime('Since when the customer is enrolled.'),
    TierName: text('Name of the tier; null: in none.'),
    Origin: Nullable(Type.Integer({ description: 'Always null.' })),
    RfmGroup: Nullable(Type.Integer({ description: 'Always null.' })),
    RfmGroupName: text('Always null.'),
    Affiliate: Nullable(
      Type.Object(
        {
          Id: Type.Number({ description: 'Its number.' }),
          CustomerId: Type.Number({ description: "The customer's number here." }),
          IsActive: Type.Boolean({ description: 'Whether it is active.' }),
          AffiliateCoupon: text('Its code.'),
          LastUpdated: dateTime('When it was last changed.'),
          CouponHistories: Type.Array(
            Type.Object({
              Id: Type.Number({ description: 'Its number.' }),
              AffiliateId: Type.Number({ description: 'Number of the affiliate.' }),
              Coupon: text('The code.'),
              AssociatedDate: dateTime('Since when it is theirs.'),
            }),
            { description: 'Codes of theirs.' },
          ),
        },
        { description: 'Always null.' },
      ),
    ),
  },
  { description: 'The customer, as the order left it.' },
)

export const OrderResult = Type.Object(
  {
    Id: Type.Number({ description: "The order's number here." }),
    OriginalId: Type.String({ description: 'Id of the order in the merchant store.' }),
    OrderPlacementDate: Type.String({ format: 'date-time', description: 'When it was placed.' }),
    OrderCompletedDate: dateTime('When it was completed.'),
    OrderCancelledDate: dateTime('When it was cancelled.'),
    OrderStatus: text("Status in the merchant's order system."),
    IsCancelledOrReturned: Type.Boolean({ description: 'Whether it is cancelled.' }),
    IsCompleted: Type.Boolean({ description: 'Whether it is complete.' }),
    OrderTotal: Type.Number({ description: 'Total without shipping costs.' }),
    Customer: OrderCustomer,
    Products: Type.Array(
      Type.Object({
        OriginalId: Type.String({ description: 'Id of the product in the merchant store.' }),
        Title: text('Product name.'),
        Url: text('URL of the product.'),
        ImageUrl: text('URL of its image.'),
        IsActive: Type.Boolean({ description: 'As it was sent.' }),
        ProductPrice: number('What the customer paid for the product.'),
      }),
      { description: 'What was bought, line by line.' },
    ),
    UpdatedDate: Type.String({ format: 'date-time', description: 'When it was last changed.' }),
    Coupon: text('Coupon code that was used on it.'),
    State: Type.Integer({ description: '0 initial, 1 pending, 2 complete, 3 cancelled, 4 ignored.' }),
    Origin: Type.Integer({ description: '0 platform, 1 external API, 2 file.' }),
    Metadatas: Type.Array(
      Type.Object({
        Id: Type.Number({ description: 'Its place in the list, from 1.' }),
        OrderId: Type.Number({ description: "The order's number here." }),
        Name: Type.String({ description: 'Name.' }),
        Value: text('Value.'),
      }),
      { description: 'Further facts of the merchant about the order.' },
    ),
  },
  { $id: 'Order', description: 'An order as it is stored.' },
)
export type OrderResult = Static<typeof OrderResult>

export const BulkOrderResult = Type.Object(
  {
    Id: Type.Number({ description: "The order's number here." }),
    State: Type.Integer({ description: '0 initial, 1 pending, 2 complete, 3 cancelled, 4 ignored.' }),
    PointsGranted: Type.Number({ description: 'Points that stand recorded for it now.' }),
    CashbackGranted: Type.Number({ description: 'The same in money.' }),
  },
  { description: 'The order as it is now, in short.' },
)
export type BulkOrderResult = Static<typeof BulkOrderResult>

export const CancelBody = Type.Object(
  {
    OrderCancelledDate: Needed(DateTime('Date of cancellation.')),
    OrderStatus: Sent(Text("Status in the merchant's order system.")),
  },
  { examples: [{ OrderCancelledDate: '2026-02-02T09:00:00-03:00', OrderStatus: 'returned' }] },
)
export type CancelBody = Static<typeof CancelBody>

export const CancelResult = Type.Object(
  {
    isCanceled: Type.Boolean({ description: 'Whether the order is cancelled now.' }),
    UpdatedAt: Type.String({ format: 'date-time', description: 'When it was last changed.' }),
    Status: Type.Integer({ description: 'The State of the order after the call.' }),
  },
  { $id: 'OrderCancel', description: 'What came of a cancellation.' },
)
export type CancelResult = Static<typeof CancelResult>
