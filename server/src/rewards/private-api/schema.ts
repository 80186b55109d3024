import { type Static, type TSchema, Type } from 'typebox'
import { Amount, LENGTH, Nullable, Sent, Text } from '../../contract/schema.ts'
import { METADATAS_MAX } from '../redemption.ts'
import { REWARD_TYPES_TEXT } from '../reward-type.ts'

const text = () => Nullable(Type.String())
const number = () => Nullable(Type.Number())
const dateTime = () => Nullable(Type.String({ format: 'date-time' }))
const shape = <T extends Record<string, TSchema>>(members: T, $id: string) => Type.Object(members, { $id })

export const RewardItem = shape(
  {
    Id: Type.Integer(),
    Title: Type.String(),
    Description: text(),
    IsActive: Type.Boolean(),
    Value: Type.Number(),
    Points: Type.Number(),
    RewardType: Type.Integer({ description: `${REWARD_TYPES_TEXT}.` }),
  },
  'RewardConfigurationItem',
)
export type RewardItem = Static<typeof RewardItem>

const CustomerEmailConfiguration = Type.Object({
  Id: Type.Number(),
  EmailBody: Type.String(),
  Subject: Type.String(),
  IsActive: Type.Boolean(),
  Type: Type.Integer(),
  Variables: Type.Array(Type.Object({ Name: text(), Value: text(), Description: text() })),
  Title: text(),
  Description: text(),
  Group: Type.Integer(),
  SubType: number(),
  HideLogoIsActive: Type.Boolean(),
  ChangeBackgroundColorIsActive: Type.Boolean(),
  ProductsRecommendationIsActive: Type.Boolean(),
  EmailBackgroundColor: text(),
  ObjectiveLinkedType: Nullable(Type.Integer()),
  PreHeader: text(),
})

const PreGeneratedCoupon = Type.Object({
  Id: Type.Number(),
  OriginalId: text(),
  CouponCode: Type.String(),
  CreatedDate: dateTime(),
  IsAssigned: Type.Boolean(),
  CouponType: Type.Integer(),
  CouponValue: Type.Number(),
  ValidDateStart: dateTime(),
  ValidDateEnd: dateTime(),
  CouponId: number(),
  PreGeneratedCouponListId: Type.Number(),
})

const CouponList = Type.Object({
  Id: Type.Number(),
  ListName: Type.String(),
  PreGeneratedCoupons: Type.Array(PreGeneratedCoupon, {
    description:
      'The coupon just issued, in the answer of a redemption; else empty. Free codes are never shown.',
  }),
  IsInternalList: Type.Boolean(),
  CouponsType: Type.Integer(),
  CouponsValue: Type.Number(),
  CouponCount: Type.Number(),
  UsedCoupons: Type.Number(),
  ReferralObjectiveId: number(),
})

const TierSummary = Type.Object({
  Id: Type.Number(),
  Name: Type.String(),
  Color: text(),
  IconUrl: text(),
  IsActive: Type.Boolean(),
  IsBase: Type.Boolean(),
  Order: Type.Number(),
  CustomerCount: Type.Number(),
  Identifier: text(),
  Caption: text(),
})

export const FullReward = shape(
  {
    Id: Type.Integer(),
    Points: Type.Number(),
    RewardType: Type.Integer({ description: `${REWARD_TYPES_TEXT}.` }),
    IsActive: Type.Boolean(),
    Value: Type.Number(),
    PreTitle: text(),
    Title: Type.String(),
    Description: text(),
    LongDescription: text(),
    HasValidDate: Type.Boolean(),
    ValidDateStart: dateTime(),
    ValidDateEnd: dateTime(),
    HasSameCustomerUsageLimit: Type.Boolean(),
    SameCustomerUsageLimit: number(),
    HasGlobalUsageLimit: Type.Boolean(),
    GlobalUsageLimit: number(),
    CustomTitle: text(),
    UsageInstructions: text(),
    CustomIconUrl: text(),
    SendClientRedeemNotification: Type.Boolean(),
    ClientEmailsNotification: Type.Array(Type.String()),
    SendCustomerRedeemNotification: Type.Boolean(),
    CustomerEmailConfigurationId: number(),
    CustomerEmailConfiguration: Nullable(CustomerEmailConfiguration),
    CodePrefix: text(),
    CumulativeDiscount: Type.Boolean(),
    MinimalValue: number(),
    ValidDays: number(),
    CashbackMaxPurchaseValue: number(),
    MinimumPercentPurchase: number(),
    ManualCouponGeneration: Type.Boolean(),
    PreGeneratedCouponLists: Type.Array(CouponList),
    Tiers: Type.Array(TierSummary),
    AvailableCashback: number(),
    TiersCountInformation: text(),
    IsCashbackInformativeOnly: Type.Boolean(),
    CashbackInformativeText: text(),
    CashbackRules: text(),
    CashbackBalance: number(),
    PointBalance: number(),
    CashbackPointValue: number(),
    CashbackAmount: number(),
    MaxCashbackForCurrentPurchase: number(),
    Enabled: Type.Boolean(),
    DisabledReason: text(),
    NoPointCost: Type.Boolean(),
    RequiredToAddMoreText: text(),
    ShouldUseCustomInstruction: Type.Boolean(),
    ShouldExpireCouponsWhenNotAvailableInPlatform: Type.Boolean(),
    RewardChannel: Type.Integer({ description: '0 all, 1 online, 2 point of sale.' }),
    ProductCollections: Type.Array(Type.String()),
    ValidOnlyProductCollections: Type.Array(Type.String()),
    WidgetIconActive: Type.Boolean(),
    LandingPageIconActive: Type.Boolean(),
    WidgetIcon: text(),
    LandingPageIcon: text(),
    AllowProductCollection: Type.Boolean(),
    HasProductCollection: Type.Boolean(),
    ProductCollectionSelection: Type.Integer({
      description: '0 all products, 1 only the collections, 2 all but them.',
    }),
    Rules: Type.Object({
      RewardDescription: text(),
      NonCumulativePromotion: text(),
      MaximumPurchaseCashback: text(),
      MinimalPurchaseRequirement: text(),
      CouponValidityDays: text(),
      CouponEmailConfirmation: text(),
    }),
  },
  'RewardConfiguration',
)
export type FullReward = Static<typeof FullReward>

export const MetadatasBody = Type.Array(
  Type.Object({ Name: Sent(Text('Name.')), Value: Sent(Text('Value.', LENGTH.metadataValue)) }),
  { maxItems: METADATAS_MAX },
)
export type MetadatasBody = Static<typeof MetadatasBody>

export const RedeemBody = Type.Object(
  {
    CustomerId: Sent(Text("The customer's id in the merchant store.")),
    OriginalKey: Sent(
      Text('Your key of this redemption: sent again, it is answered the same and costs nothing.'),
    ),
    Value: Sent(Amount('Cashback rewards: how much, in whole cents. Default: the most that is allowed.')),
    Metadatas: Sent(MetadatasBody),
  },
  { examples: [{ CustomerId: 'ana', OriginalKey: 'cart-4711' }] },
)
export type RedeemBody = Static<typeof RedeemBody>

/** The list without the members for errors, which only a refusal has. */
export const RedeemAnswer = Type.Object({
  Items: Type.Array(Type.Unsafe<FullReward>(Type.Ref('RewardConfiguration#'))),
  TotalItemCount: Type.Integer(),
  PageSize: Type.Integer(),
  PageNumber: Type.Integer(),
  HasNextPage: Type.Boolean(),
  HasError: Type.Optional(Type.Literal(true)),
  ErrorCode: Type.Optional(Type.Integer({ description: 'Number of the error enumeration.' })),
  ErrorMessage: Type.Optional(Type.String({ description: 'What went wrong, for a person.' })),
  ErrorMessages: Type.Optional(Type.Array(Type.String(), { description: 'Each reads `NUMBER NAME: text`.' })),
})
export type RedeemAnswer = Static<typeof RedeemAnswer>

export const MetadataBody = Type.Object(
  {
    OriginalKey: Sent(Text('The key with which the reward was redeemed.')),
    Metadatas: Sent(MetadatasBody),
  },
  { examples: [{ OriginalKey: 'cart-4711', Metadatas: [{ Name: 'channel', Value: 'app' }] }] },
)
export type MetadataBody = Static<typeof MetadataBody>

export const RedeemedReward = shape(
  {
    RewardId: Type.Number({ description: 'Id of the redeemed reward.' }),
    Point: Type.Object({
      PointId: number(),
      Quantity: Type.Number({ description: 'What it cost, so below zero.' }),
      Metadatas: Type.Array(Type.Object({ Name: Type.String(), Value: text() })),
    }),
    ExternalCode: Type.String({ description: 'What to send as Coupon of the order that uses this reward.' }),
    OriginalKey: Type.String(),
    Coupon: Nullable(
      Type.Object({
        CouponCode: Type.String(),
        CouponType: Type.Integer(),
        CouponValue: Type.Number(),
        ValidDateStart: dateTime(),
        ValidDateEnd: dateTime(),
      }),
    ),
  },
  'RedeemedReward',
)
export type RedeemedReward = Static<typeof RedeemedReward>
