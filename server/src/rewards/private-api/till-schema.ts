import { type Static, Type } from 'typebox'
import { Amount, LENGTH, Needed, Nullable, Sent, Text } from '../../contract/schema.ts'
import type { CustomerResult } from '../../customers/private-api/schema.ts'
import { REWARD_TYPES_TEXT } from '../reward-type.ts'
import { MetadatasBody } from './schema.ts'

const PRODUCTS_MAX = 500

const CustomerId = Text("The customer's id in the merchant store.")
const PurchaseValue = Needed(Amount('What the basket costs, without shipping.'))
const DiscountValue = Sent(Amount('What other discounts take off the basket. Default: 0.'))
const Products = Sent(
  Type.Array(
    Type.Object({
      OriginalId: Sent(Text('Id of the product in the merchant store.')),
      ProductPrice: Sent(Amount('What it costs.')),
    }),
    { maxItems: PRODUCTS_MAX, description: 'Read and not looked at: no reward depends on single products.' },
  ),
)
const Reference = (description: string) =>
  Sent(
    Type.Object(
      { OriginalId: Sent(Text('Id in the merchant store.')), Name: Sent(Text('Name.')) },
      { description: `${description} Read and not kept: send it with the order.` },
    ),
  )
const Branch = Reference('Where it is sold.')
const SalesPerson = Reference('Who sells it.')

export const AvailableRewardsBody = Type.Object(
  { CustomerId: Needed(CustomerId), PurchaseValue, DiscountValue, Products },
  { examples: [{ CustomerId: 'ana', PurchaseValue: 80 }] },
)
export type AvailableRewardsBody = Static<typeof AvailableRewardsBody>

const ORIGIN_MAX = 5

export const TillRedeemBody = Type.Object(
  {
    CustomerId: Needed(CustomerId),
    Value: Sent(Amount('Cashback rewards: how much, in whole cents. Default: the most that is allowed.')),
    Points: Sent(
      Amount('Cashback rewards, in place of Value: so many points, at what a point is worth today.'),
    ),
    OriginalKey: Sent(
      Text('Your key of this redemption: sent again, it is answered the same and costs nothing.'),
    ),
    Metadatas: Sent(MetadatasBody),
    RedeemOrigin: Sent(
      Type.Integer({ minimum: 0, maximum: ORIGIN_MAX, description: 'Read and not kept: 0 to 5.' }),
    ),
    Branch,
    SalesPerson,
    ForceGenerateCoupon: Sent(Type.Boolean({ description: 'Ignored: there is always a coupon.' })),
    PurchaseValue: Sent(
      Amount('What the basket costs: where it is sent, the minimum and the most cashback depend on it.'),
    ),
  },
  { examples: [{ CustomerId: 'ana', OriginalKey: 'till-3-000912', PurchaseValue: 80 }] },
)
export type TillRedeemBody = Static<typeof TillRedeemBody>

const CANNOT_USE_TEXT =
  '0 can be used, 1 too few points, 2 purchase below the minimum, 3 no cashback available, 4 no customer, ' +
  '5 worth more than the purchase, 7 not enrolled, 8 not with other discounts, 20 limit reached, 21 tier, ' +
  '22 in debt, 23 no codes left, 24 outside its dates, 25 used, 26 returned or inactive.'

const money = (description: string) => Type.Number({ description })

const AvailableReward = Type.Object({
  Id: Type.Number({ description: 'Id of the reward configuration.' }),
  Title: Type.String({ description: 'Its title.' }),
  RewardType: Type.Integer({ description: `${REWARD_TYPES_TEXT}.` }),
  Value: Type.Number({ description: 'What it is worth: money or percent, as its type says.' }),
  Points: Type.Number({ description: 'What it costs.' }),
  CanSelectValue: Type.Boolean({ description: 'Whether a Value can be asked for: of cashback rewards.' }),
  IsCashback: Type.Boolean({ description: 'Whether it is paid with cashback.' }),
  Requirements: Nullable(Type.String({ description: "Its terms, in the merchant's language." })),
  AvailableCashback: money('The most that the customer may redeem with it at once.'),
  MaxCashbackForCurrentPurchase: money('The most of it that may pay for this purchase.'),
  CanUse: Type.Boolean({ description: 'Whether this customer can use it for this purchase.' }),
  CannotUseReason: Type.Integer({ description: CANNOT_USE_TEXT }),
  RewardCanBeCumulative: Type.Boolean({ description: 'Whether it goes together with other discounts.' }),
})
export type AvailableReward = Static<typeof AvailableReward>

export const AvailableRewards = Type.Object(
  {
    Customer: Nullable(Type.Unsafe<CustomerResult>(Type.Ref('Customer#'))),
    Rewards: Type.Array(AvailableReward, { description: 'All active rewards of the till.' }),
    HasRewards: Type.Boolean({ description: 'Whether there are any.' }),
    CanUseReward: Type.Boolean({ description: 'Whether any of them can be used.' }),
    ShouldValidateCustomer: Type.Boolean({ description: 'Always false.' }),
    ShouldValidateCustomerSignup: Type.Boolean({ description: 'Always false.' }),
    AvailablePoints: Type.Number({ description: 'Below zero while points are owed.' }),
    CashbackEnabled: Type.Boolean({ description: 'Whether points are worth money.' }),
    AvailableCashback: money('The cashback balance.'),
    MaxCashbackForCurrentPurchase: money('The most cashback that may pay for this purchase.'),
    HasRestrictedItems: Type.Boolean({ description: 'false: no reward depends on single products.' }),
    RestrictedValue: Type.Number({ description: 'Always 0.' }),
    EligibleValue: money('What of the purchase counts: all of it.'),
  },
  { $id: 'AvailableRewards', description: 'What a customer can use for a purchase.' },
)
export type AvailableRewards = Static<typeof AvailableRewards>

export const ValidateBody = Type.Object(
  { CustomerId: Sent(CustomerId), PurchaseValue, DiscountValue, Products },
  { examples: [{ CustomerId: 'ana', PurchaseValue: 80 }] },
)
export type ValidateBody = Static<typeof ValidateBody>

const OrderId = Needed(Text('The sale: the OriginalId that its order will have.', LENGTH.text))

export const UseBody = Type.Object(
  { CustomerId: Needed(CustomerId), PurchaseValue, DiscountValue, Products, OrderId, Branch, SalesPerson },
  { examples: [{ CustomerId: 'ana', PurchaseValue: 80, OrderId: 'T3-000912' }] },
)
export type UseBody = Static<typeof UseBody>

export const UndoBody = Type.Object(
  { CustomerId: Needed(CustomerId), OrderId },
  { examples: [{ CustomerId: 'ana', OrderId: 'T3-000912' }] },
)
export type UndoBody = Static<typeof UndoBody>

const dateTime = (description: string) => Nullable(Type.String({ format: 'date-time', description }))

export const CouponCheck = Type.Object(
  {
    CouponCode: Type.String({ description: 'The code.' }),
    ExternalCode: Nullable(
      Type.String({ description: 'Of the redemption that issued it; null: the merchant made it.' }),
    ),
    CouponType: Type.Integer({
      description: '0 fixed value, 1 percent, 2 free shipping, 3 discount on shipping, 4 others.',
    }),
    CouponValue: Type.Number({ description: 'Value of the discount: money or percent, as CouponType says.' }),
    DiscountValue: Nullable(
      Type.Number({ description: 'What it takes off this purchase; null where none was sent.' }),
    ),
    CanUse: Type.Boolean({ description: 'Whether it can be used for this purchase.' }),
    CannotUseReason: Type.Integer({ description: CANNOT_USE_TEXT }),
    Reason: Nullable(Type.String({ description: "Why it can't be used, in the merchant's language." })),
    CustomerId: Type.String({ description: "The customer's id in the merchant store." }),
    IsUsed: Type.Boolean({ description: 'Whether it was used or inactivated.' }),
    OrderId: Nullable(Type.String({ description: 'The sale that has used it, by its OriginalId.' })),
    ValidDateStart: dateTime('From when it is valid.'),
    ValidDateEnd: dateTime('Until when it is valid.'),
  },
  { $id: 'CouponCheck', description: 'A coupon, and whether it can be used.' },
)
export type CouponCheck = Static<typeof CouponCheck>

export const CouponRules = Type.Object(
  {
    IsCumulative: Type.Boolean({ description: 'Whether it goes together with other discounts.' }),
    Value: Type.Number({ description: 'Value of the discount: money or percent, as Type says.' }),
    Type: Type.Integer({
      description: '0 fixed value, 1 percent, 2 free shipping, 3 discount on shipping, 4 others.',
    }),
    Requirements: Nullable(Type.String({ description: "Its terms, in the merchant's language." })),
    BeginDate: dateTime('From when it is valid.'),
    EndDate: dateTime('Until when it is valid.'),
    Title: Nullable(Type.String({ description: 'Of the reward; null: the merchant made the coupon.' })),
    IsActive: Type.Boolean({ description: 'Whether it can be used today.' }),
    MinValue: Nullable(Type.Number({ description: 'The least that a purchase must come to.' })),
  },
  { $id: 'CouponRules', description: 'The terms of a coupon.' },
)
export type CouponRules = Static<typeof CouponRules>
