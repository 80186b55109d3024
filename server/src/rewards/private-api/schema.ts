import { type Static, type TSchema, Type } from 'typebox'
import { Amount, LENGTH, Needed, Nullable, Sent, Text } from '../../contract/schema.ts'
import { METADATAS_MAX } from '../redemption.ts'
import { REWARD_TYPES_TEXT } from '../reward-type.ts'

const text = (description: string) => Nullable(Type.String({ description }))
const number = (description: string) => Nullable(Type.Number({ description }))
const dateTime = (description: string) => Nullable(Type.String({ format: 'date-time', description }))
const shape = <T extends Record<string, TSchema>>(members: T, $id: string, description: string) =>
  Type.Object(members, { $id, description })

export const RewardItem = shape(
  {
    Id: Type.Integer({ description: 'Number of the reward configuration.' }),
    Title: Type.String({ description: 'Its title.' }),
    Description: text('What it gives, in short.'),
    IsActive: Type.Boolean({ description: 'Whether it is switched on.' }),
    Value: Type.Number({ description: 'What it is worth: money or percent, as its type says.' }),
    Points: Type.Number({ description: 'What it costs.' }),
    RewardType: Type.Integer({ description: `${REWARD_TYPES_TEXT}.` }),
  },
  'RewardConfigurationItem',
  'A reward in a list.',
)
export type RewardItem = Static<typeof RewardItem>

const CustomerEmailConfiguration = Type.Object(
  {
    Id: Type.Number({ description: 'Its number.' }),
    EmailBody: Type.String({ description: 'Its body.' }),
    Subject: Type.String({ description: 'Its subject.' }),
    IsActive: Type.Boolean({ description: 'As it was stored: Punchcard sends no e-mail.' }),
    Type: Type.Integer({ description: 'Its type.' }),
    Variables: Type.Array(
      Type.Object({
        Name: text('Name of the variable.'),
        Value: text('Its value.'),
        Description: text('What it stands for.'),
      }),
      { description: 'What is filled in.' },
    ),
    Title: text('Its title.'),
    Description: text('What it is for.'),
    Group: Type.Integer({ description: 'Its group.' }),
    SubType: number('Its subtype.'),
    HideLogoIsActive: Type.Boolean({ description: 'Whether the logo is left out.' }),
    ChangeBackgroundColorIsActive: Type.Boolean({
      description: 'Whether it has its own background color.',
    }),
    ProductsRecommendationIsActive: Type.Boolean({ description: 'Whether it recommends products.' }),
    EmailBackgroundColor: text('Its background color.'),
    ObjectiveLinkedType: Nullable(Type.Integer({ description: 'The kind of action that it belongs to.' })),
    PreHeader: text('Its preview line.'),
  },
  { description: 'The e-mail to the customer; null: none.' },
)

const PreGeneratedCoupon = Type.Object({
  Id: Type.Number({ description: 'Its number.' }),
  OriginalId: text('Its id in the merchant store.'),
  CouponCode: Type.String({ description: 'The code.' }),
  CreatedDate: dateTime('When it was made.'),
  IsAssigned: Type.Boolean({ description: 'Whether it belongs to a customer.' }),
  CouponType: Type.Integer({
    description: '0 fixed value, 1 percent, 2 free shipping, 3 discount on shipping, 4 others.',
  }),
  CouponValue: Type.Number({ description: 'Value of the discount.' }),
  ValidDateStart: dateTime('From when it is valid.'),
  ValidDateEnd: dateTime('When it expires.'),
  CouponId: number('Number of the coupon.'),
  PreGeneratedCouponListId: Type.Number({
    description: 'Number of its list; 0: it was made for this redemption.',
  }),
})

const CouponList = Type.Object({
  Id: Type.Number({ description: 'Its number; 0: the code is in no list.' }),
  ListName: Type.String({ description: 'Its name.' }),
  PreGeneratedCoupons: Type.Array(PreGeneratedCoupon, {
    description:
      'The coupon just issued, in the answer of a redemption; else empty. Free codes are never shown.',
  }),
  IsInternalList: Type.Boolean({ description: 'Whether the codes were made here.' }),
  CouponsType: Type.Integer({
    description: '0 fixed value, 1 percent, 2 free shipping, 3 discount on shipping, 4 others.',
  }),
  CouponsValue: Type.Number({ description: 'Value of each coupon.' }),
  CouponCount: Type.Number({ description: 'How many codes it has.' }),
  UsedCoupons: Type.Number({ description: 'How many of them are given out.' }),
  ReferralObjectiveId: number('Always null.'),
})

const TierSummary = Type.Object({
  Id: Type.Number({ description: 'Number of the tier.' }),
  Name: Type.String({ description: 'Its name.' }),
  Color: text('Its color, such as #c0a060.'),
  IconUrl: text('Its icon.'),
  IsActive: Type.Boolean({ description: 'Whether it is in use.' }),
  IsBase: Type.Boolean({ description: 'Whether it is the base tier, where every customer starts.' }),
  Order: Type.Number({ description: 'Its place, from the lowest.' }),
  CustomerCount: Type.Number({ description: 'How many customers are in it.' }),
  Identifier: text('Its key.'),
  Caption: text('A line about it.'),
})

export const FullReward = shape(
  {
    Id: Type.Integer({ description: 'Number of the reward configuration.' }),
    Points: Type.Number({ description: 'What it costs.' }),
    RewardType: Type.Integer({ description: `${REWARD_TYPES_TEXT}.` }),
    IsActive: Type.Boolean({ description: 'Whether it is switched on.' }),
    Value: Type.Number({ description: 'What it is worth: money or percent, as its type says.' }),
    PreTitle: text('A line above the title.'),
    Title: Type.String({ description: 'Its title.' }),
    Description: text('What it gives, in short.'),
    LongDescription: text('What it gives, at length.'),
    HasValidDate: Type.Boolean({ description: 'Whether it has a first or a last day.' }),
    ValidDateStart: dateTime('From when it can be redeemed.'),
    ValidDateEnd: dateTime('Until when it can be redeemed.'),
    HasSameCustomerUsageLimit: Type.Boolean({
      description: 'Whether a customer can redeem it so many times only.',
    }),
    SameCustomerUsageLimit: number('How many times.'),
    HasGlobalUsageLimit: Type.Boolean({
      description: 'Whether all customers together can redeem it so many times only.',
    }),
    GlobalUsageLimit: number('How many times.'),
    CustomTitle: text('A title for your own pages.'),
    UsageInstructions: text('How to use it, for the customer.'),
    CustomIconUrl: text('An icon for your own pages.'),
    SendClientRedeemNotification: Type.Boolean({
      description: 'As it was stored, for your own systems: Punchcard sends no e-mail.',
    }),
    ClientEmailsNotification: Type.Array(Type.String(), {
      description: 'Addresses of the team, as they were stored. Nothing is sent to them.',
    }),
    SendCustomerRedeemNotification: Type.Boolean({
      description: 'As it was stored, for your own systems: Punchcard sends no e-mail.',
    }),
    CustomerEmailConfigurationId: number('Number of the stored e-mail text.'),
    CustomerEmailConfiguration: Nullable(CustomerEmailConfiguration),
    CodePrefix: text('How its codes begin.'),
    CumulativeDiscount: Type.Boolean({ description: 'Whether it goes together with other discounts.' }),
    MinimalValue: number('The least that a purchase must come to.'),
    ValidDays: number('For how many days its coupon is valid.'),
    CashbackMaxPurchaseValue: number('Of cashback: the most that can be redeemed at once.'),
    MinimumPercentPurchase: number('Of cashback: the most of a purchase that it may pay, in percent.'),
    ManualCouponGeneration: Type.Boolean({ description: 'Whether its coupon is created manually.' }),
    PreGeneratedCouponLists: Type.Array(CouponList, { description: 'Lists of codes that it gives out.' }),
    Tiers: Type.Array(TierSummary, { description: 'The tiers that it is for; empty: for all.' }),
    AvailableCashback: number(
      'The most that the customer may redeem with it at once; null where none is named.',
    ),
    TiersCountInformation: text("For how many tiers it is, in the merchant's language."),
    IsCashbackInformativeOnly: Type.Boolean({ description: 'Whether it is only to be shown.' }),
    CashbackInformativeText: text('What is shown then.'),
    CashbackRules: text('Its rules, for the customer.'),
    CashbackBalance: number('The cashback balance of the customer; null where none is named.'),
    PointBalance: number('The points of the customer; null where none is named.'),
    CashbackPointValue: number('What one point is worth in money; null with cashback off.'),
    CashbackAmount: number('The cashback that was redeemed; else null.'),
    MaxCashbackForCurrentPurchase: number('Always null: a purchase is not known here.'),
    Enabled: Type.Boolean({ description: 'Whether it can be redeemed now.' }),
    DisabledReason: text("Why not, in the merchant's language."),
    NoPointCost: Type.Boolean({ description: 'Whether it costs nothing.' }),
    RequiredToAddMoreText: text('Always null.'),
    ShouldUseCustomInstruction: Type.Boolean({
      description: 'Whether UsageInstructions take the place of the usual text.',
    }),
    ShouldExpireCouponsWhenNotAvailableInPlatform: Type.Boolean({
      description: 'Kept for the merchant: nothing here depends on it.',
    }),
    RewardChannel: Type.Integer({ description: '0 all, 1 online, 2 point of sale.' }),
    ProductCollections: Type.Array(Type.String(), {
      description: 'Collections of products, by their ids in the merchant store.',
    }),
    ValidOnlyProductCollections: Type.Array(Type.String(), {
      description: 'The same where it is for these alone; else empty.',
    }),
    WidgetIconActive: Type.Boolean({ description: 'Whether WidgetIcon is shown.' }),
    LandingPageIconActive: Type.Boolean({ description: 'Whether LandingPageIcon is shown.' }),
    WidgetIcon: text('An icon for a widget.'),
    LandingPageIcon: text('An icon for a landing page.'),
    AllowProductCollection: Type.Boolean({
      description: 'Whether it may be bound to collections of products.',
    }),
    HasProductCollection: Type.Boolean({ description: 'Whether it is bound to any.' }),
    ProductCollectionSelection: Type.Integer({
      description: '0 all products, 1 only the collections, 2 all but them.',
    }),
    Rules: Type.Object(
      {
        RewardDescription: text('What it gives.'),
        NonCumulativePromotion: text('That it does not go with other discounts.'),
        MaximumPurchaseCashback: text('The most cashback for a purchase.'),
        MinimalPurchaseRequirement: text('The least that a purchase must come to.'),
        CouponValidityDays: text('For how long its coupon is valid.'),
        CouponEmailConfirmation: text('Always null: Punchcard sends no e-mail.'),
      },
      {
        description:
          "Its terms as sentences, in the merchant's language; null where there is nothing to say.",
      },
    ),
  },
  'RewardConfiguration',
  'A reward with all that is configured.',
)
export type FullReward = Static<typeof FullReward>

export const MetadatasBody = Type.Array(
  Type.Object({ Name: Sent(Text('Name.')), Value: Sent(Text('Value.', LENGTH.metadataValue)) }),
  { maxItems: METADATAS_MAX, description: 'Further facts of yours about the redemption.' },
)
export type MetadatasBody = Static<typeof MetadatasBody>

export const RedeemBody = Type.Object(
  {
    CustomerId: Needed(Text("The customer's id in the merchant store.")),
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
  Items: Type.Array(Type.Unsafe<FullReward>(Type.Ref('RewardConfiguration#')), {
    description: 'The reward that was redeemed, with its coupon.',
  }),
  TotalItemCount: Type.Integer({ description: '1, or 0 where it failed.' }),
  PageSize: Type.Integer({ description: '1, or 0 where it failed.' }),
  PageNumber: Type.Integer({ description: '1, or 0 where it failed.' }),
  HasNextPage: Type.Boolean({ description: 'Always false.' }),
  HasError: Type.Optional(Type.Literal(true, { description: 'Only where it failed: true.' })),
  ErrorCode: Type.Optional(Type.Integer({ description: 'Number of the error enumeration.' })),
  ErrorMessage: Type.Optional(Type.String({ description: 'What went wrong, for a person.' })),
  ErrorMessages: Type.Optional(Type.Array(Type.String(), { description: 'Each reads `NUMBER NAME: text`.' })),
})
export type RedeemAnswer = Static<typeof RedeemAnswer>

export const MetadataBody = Type.Object(
  {
    OriginalKey: Needed(Text('The key with which the reward was redeemed.')),
    Metadatas: Sent(MetadatasBody),
  },
  { examples: [{ OriginalKey: 'cart-4711', Metadatas: [{ Name: 'channel', Value: 'app' }] }] },
)
export type MetadataBody = Static<typeof MetadataBody>

export const RedeemedReward = shape(
  {
    RewardId: Type.Number({ description: 'Id of the redeemed reward.' }),
    Point: Type.Object(
      {
        PointId: number('Number of the point record; null where it cost nothing.'),
        Quantity: Type.Number({ description: 'What it cost, so below zero.' }),
        Metadatas: Type.Array(
          Type.Object({ Name: Type.String({ description: 'Name.' }), Value: text('Value.') }),
          { description: 'What was kept with it.' },
        ),
      },
      { description: 'The point record of the redemption.' },
    ),
    ExternalCode: Type.String({ description: 'What to send as Coupon of the order that uses this reward.' }),
    OriginalKey: Type.String({ description: 'The key with which it was redeemed.' }),
    Coupon: Nullable(
      Type.Object(
        {
          CouponCode: Type.String({ description: 'The code.' }),
          CouponType: Type.Integer({
            description: '0 fixed value, 1 percent, 2 free shipping, 3 discount on shipping, 4 others.',
          }),
          CouponValue: Type.Number({ description: 'Value of the discount.' }),
          ValidDateStart: dateTime('From when it is valid.'),
          ValidDateEnd: dateTime('When it expires.'),
        },
        { description: 'The coupon that it gave.' },
      ),
    ),
  },
  'RedeemedReward',
  'A reward that was redeemed, in short.',
)
export type RedeemedReward = Static<typeof RedeemedReward>
