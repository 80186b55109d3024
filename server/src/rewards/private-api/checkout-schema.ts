import { type Static, Type } from 'typebox'
import { Amount, LENGTH, Needed, Nullable, Sent, Text } from '../../contract/schema.ts'
import { RedeemedReward } from './schema.ts'

const ITEMS_MAX = 500
const CHECKOUT_ID_MAX = 200
const MINUTES = { least: 5, most: 4_320 } as const
const ORIGIN_MAX = 5

const CustomerId = Needed(Text("The customer's id in the merchant store."))
const CheckoutId = Needed(Text('Your id of the basket.', CHECKOUT_ID_MAX))
const Total = Sent(Amount('What the basket costs, without shipping.'))
const Items = Sent(
  Type.Array(
    Type.Object({
      ExternalProductId: Sent(Text('Id of the product in the merchant store.')),
      Value: Sent(Amount('What it costs.')),
      Quantity: Sent(Amount('How many.')),
    }),
    { maxItems: ITEMS_MAX, description: 'Read and not looked at: no reward depends on single products.' },
  ),
)

export const ReserveBody = Type.Object(
  {
    CustomerId,
    CheckoutId,
    CashbackValue: Sent(
      Amount('Cashback rewards: how much, in whole cents. Default: the most that is allowed.'),
    ),
    Total,
    Token: Sent(Text('Read and not looked at.', LENGTH.description)),
    OriginalKey: Sent(Text('Your key of this redemption. Default: the CheckoutId and the RewardId.')),
    RedeemOrigin: Sent(
      Type.Integer({ minimum: 0, maximum: ORIGIN_MAX, description: 'Read and not kept: 0 to 5.' }),
    ),
    Items,
    RewardConfigurationId: Sent(
      Type.Integer({ description: 'Default: the active cashback reward of the web shop.' }),
    ),
    ExpiresInMinutes: Sent(
      Type.Integer({
        minimum: MINUTES.least,
        maximum: MINUTES.most,
        description: "How long it is held. Default: the merchant's setting, 60.",
      }),
    ),
  },
  { examples: [{ CustomerId: 'ana', CheckoutId: 'cart-9', Total: 90 }] },
)
export type ReserveBody = Static<typeof ReserveBody>

export const CheckoutBody = Type.Object(
  { CustomerId, CheckoutId, Total, Items },
  { examples: [{ CustomerId: 'ana', CheckoutId: 'cart-9', Total: 80 }] },
)
export type CheckoutBody = Static<typeof CheckoutBody>

const expiresAt = Nullable(Type.String({ format: 'date-time', description: 'Until when it is held.' }))

export const ReservedReward = Type.Object(
  { ...RedeemedReward.properties, ExpiresAt: expiresAt },
  { $id: 'ReservedReward', description: 'A reward that is reserved for a basket.' },
)
export type ReservedReward = Static<typeof ReservedReward>

const message = Nullable(Type.String({ description: "For the customer, in the merchant's language." }))

export const RefreshResult = Type.Object(
  {
    CashbackRemoved: Type.Boolean({ description: 'Whether it was released: reserve again, with less.' }),
    CustomerMessage: message,
    CashbackValue: Nullable(Type.Number({ description: 'What is reserved; null: nothing is.' })),
    MaxCashbackForCurrentPurchase: Nullable(
      Type.Number({ description: 'The most cashback for this basket; null where no Total was sent.' }),
    ),
    ExpiresAt: expiresAt,
  },
  { description: 'What is reserved now.' },
)
export type RefreshResult = Static<typeof RefreshResult>

export const RemoveResult = Type.Object(
  {
    Success: Type.Boolean({ description: 'Whether nothing is reserved for the basket now.' }),
    CustomerMessage: message,
  },
  { description: 'What came of it.' },
)
export type RemoveResult = Static<typeof RemoveResult>
