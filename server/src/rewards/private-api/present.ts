import { type Coupon, endShown } from '../../coupons/coupon.ts'
import { instantToText, instantToTextOrNull } from '../../platform/clock.ts'
import {
  balanceToNumber,
  type Decimal,
  decimalToNumber,
  moneyToNumber,
  ZERO,
} from '../../platform/decimal.ts'
import type { Tenant } from '../../tenancy/tenant.ts'
import { listUsageNow, type RedemptionWithCoupon, type RewardUsage } from '../redemption.ts'
import { COLLECTION_SELECTION, type Reward, type RewardSummary } from '../reward.ts'
import { unitOf } from '../reward-type.ts'
import {
  type Ineligibility,
  mostCashback,
  type RewardNow,
  whyIneligible,
  whyIneligibleForAll,
} from '../rules/eligibility.ts'
import type { Redeemed } from '../rules/redeem.ts'
import { termsOf, textsIn } from '../texts.ts'
import type { FullReward, RedeemedReward, RewardItem } from './schema.ts'

export function toItem(reward: RewardSummary): RewardItem {
  return {
    Id: reward.id,
    Title: reward.title,
    Description: reward.description,
    IsActive: reward.isActive,
    Value: moneyToNumber(reward.value),
    Points: decimalToNumber(reward.points),
    RewardType: reward.type,
  }
}

/** The whole configuration, as it is at this moment without a customer. */
export function toFull(rewardNow: RewardNow, tenant: Tenant): FullReward {
  const { reward, program } = rewardNow
  const { cashback } = program
  return {
    Id: reward.id,
    Points: decimalToNumber(reward.points),
    RewardType: reward.type,
    IsActive: reward.isActive,
    Value: moneyToNumber(reward.value),
    PreTitle: reward.preTitle,
    Title: reward.title,
    Description: reward.description,
    LongDescription: reward.longDescription,
    HasValidDate: reward.validFrom !== null || reward.validUntil !== null,
    ValidDateStart: instantToTextOrNull(reward.validFrom),
    ValidDateEnd: instantToTextOrNull(reward.validUntil),
    HasSameCustomerUsageLimit: reward.customerUsageLimit !== null,
    SameCustomerUsageLimit: reward.customerUsageLimit,
    HasGlobalUsageLimit: reward.globalUsageLimit !== null,
    GlobalUsageLimit: reward.globalUsageLimit,
    CustomTitle: reward.customTitle,
    UsageInstructions: reward.usageInstructions,
    CustomIconUrl: reward.customIconUrl,
    SendClientRedeemNotification: reward.notifiesTeam,
    ClientEmailsNotification: [...reward.teamEmails],
    SendCustomerRedeemNotification: reward.notifiesCustomer,
    CustomerEmailConfigurationId: reward.emailId,
    CustomerEmailConfiguration: toEmailConfiguration(reward.email),
    CodePrefix: reward.codePrefix,
    CumulativeDiscount: reward.isCumulative,
    MinimalValue: moneyOrNull(reward.minimumPurchase),
    ValidDays: reward.couponValidDays,
    CashbackMaxPurchaseValue: moneyOrNull(reward.cashbackMaximum),
    MinimumPercentPurchase:
      reward.cashbackPurchasePercent === null ? null : decimalToNumber(reward.cashbackPurchasePercent),
    ManualCouponGeneration: reward.generatesCouponByHand,
    PreGeneratedCouponLists: reward.couponLists.map((list) => toCouponList(list, rewardNow.usage)),
    Tiers: reward.tiers.map((tier) => ({
      Id: tier.id,
      Name: tier.name,
      Color: tier.color,
      IconUrl: tier.iconUrl,
      IsActive: tier.isActive,
      IsBase: tier.isBase,
      Order: tier.order,
      CustomerCount: tier.customerCount,
      Identifier: tier.identifier,
      Caption: tier.caption,
    })),
    AvailableCashback: null,
    TiersCountInformation:
      reward.tiers.length > 0 ? textsIn(tenant.locale).tierCount(reward.tiers.length) : null,
    IsCashbackInformativeOnly: reward.isCashbackInformativeOnly,
    CashbackInformativeText: reward.cashbackInformativeText,
    CashbackRules: reward.cashbackRules,
    CashbackBalance: null,
    PointBalance: null,
    CashbackPointValue: cashback.isOn ? decimalToNumber(cashback.pointValue) : null,
    CashbackAmount: null,
    MaxCashbackForCurrentPurchase: null,
    ...toEnabled(whyIneligibleForAll(rewardNow), tenant),
    NoPointCost: reward.points === ZERO && unitOf(reward.type) !== 'cashback',
    RequiredToAddMoreText: null,
    ShouldUseCustomInstruction: reward.usesCustomInstruction,
    ShouldExpireCouponsWhenNotAvailableInPlatform: reward.expiresCouponsMissingInPlatform,
    RewardChannel: reward.channel,
    ProductCollections: [...reward.productCollections],
    ValidOnlyProductCollections:
      reward.collectionSelection === COLLECTION_SELECTION.only ? [...reward.productCollections] : [],
    WidgetIconActive: reward.isWidgetIconActive,
    LandingPageIconActive: reward.isLandingPageIconActive,
    WidgetIcon: reward.widgetIcon,
    LandingPageIcon: reward.landingPageIcon,
    AllowProductCollection: reward.allowsProductCollection,
    HasProductCollection: reward.productCollections.length > 0,
    ProductCollectionSelection: reward.collectionSelection,
    Rules: toRules(reward, tenant),
  }
}

function toEnabled(
  reason: Ineligibility | null,
  { locale }: Tenant,
): Pick<FullReward, 'Enabled' | 'DisabledReason'> {
  return {
    Enabled: reason === null,
    DisabledReason: reason === null ? null : textsIn(locale).ineligible[reason],
  }
}

type CouponList = FullReward['PreGeneratedCouponLists'][number]

function toCouponList(list: Reward['couponLists'][number], usage: RewardUsage): CouponList {
  const counts = listUsageNow(usage, list.id)
  return {
    Id: list.id,
    ListName: list.name,
    PreGeneratedCoupons: [],
    IsInternalList: list.isInternal,
    CouponsType: list.couponType,
    CouponsValue: moneyToNumber(list.couponValue),
    CouponCount: counts?.couponCount ?? list.couponCount,
    UsedCoupons: counts?.usedCount ?? list.usedCount,
    ReferralObjectiveId: null,
  }
}

/** The configuration as it now stands for the customer who has redeemed it, with nothing but the coupon issued. */
export function toRedeemed(redeemed: Redeemed, tenant: Tenant): FullReward {
  const { reward, program, account, coupon, redemption, usage } = redeemed
  const { isOn } = program.cashback
  const isCashback = unitOf(reward.type) === 'cashback'
  const list = reward.couponLists.find(({ id }) => id === coupon.listed?.listId)
  return {
    ...toFull(redeemed, tenant),
    PreGeneratedCouponLists: [
      {
        ...(list ? toCouponList(list, usage) : listOfOne(reward, coupon)),
        PreGeneratedCoupons: [toPreGeneratedCoupon(coupon)],
      },
    ],
    AvailableCashback: isOn ? moneyToNumber(mostCashback(reward, account)) : 0,
    CashbackBalance: isOn ? balanceToNumber(account.balance.cashback) : 0,
    PointBalance: decimalToNumber(account.balance.points),
    CashbackAmount: isCashback ? moneyToNumber(redemption.cost.cashback) : null,
    ...toEnabled(whyIneligible(redeemed, redeemed), tenant),
  }
}

/** For a code that was made for this redemption: it stands in no list, but the answer's form has one. */
function listOfOne(reward: Reward, coupon: Coupon): CouponList {
  return {
    Id: 0,
    ListName: reward.codePrefix ?? '',
    PreGeneratedCoupons: [],
    IsInternalList: true,
    CouponsType: coupon.type,
    CouponsValue: moneyToNumber(coupon.value),
    CouponCount: 1,
    UsedCoupons: 1,
    ReferralObjectiveId: null,
  }
}

function toPreGeneratedCoupon(coupon: Coupon): CouponList['PreGeneratedCoupons'][number] {
  return {
    Id: coupon.listed?.codeId ?? coupon.id,
    OriginalId: coupon.originalId,
    CouponCode: coupon.code,
    CreatedDate: instantToText(coupon.createdAt),
    IsAssigned: true,
    CouponType: coupon.type,
    CouponValue: moneyToNumber(coupon.value),
    ValidDateStart: instantToTextOrNull(coupon.validFrom),
    ValidDateEnd: instantToTextOrNull(endShown(coupon)),
    CouponId: coupon.id,
    PreGeneratedCouponListId: coupon.listed?.listId ?? 0,
  }
}

/** A reward that was redeemed, to be kept with what it is for. */
export function toRedeemedReward({ redemption, coupon }: RedemptionWithCoupon): RedeemedReward {
  return {
    RewardId: redemption.id,
    Point: {
      PointId: redemption.recordId,
      Quantity: decimalToNumber(-redemption.cost.points),
      Metadatas: redemption.metadata.map(({ name, value }) => ({ Name: name, Value: value })),
    },
    ExternalCode: redemption.externalCode,
    OriginalKey: redemption.originalKey,
    Coupon: {
      CouponCode: coupon.code,
      CouponType: coupon.type,
      CouponValue: moneyToNumber(coupon.value),
      ValidDateStart: instantToTextOrNull(coupon.validFrom),
      ValidDateEnd: instantToTextOrNull(endShown(coupon)),
    },
  }
}

function toRules(reward: Reward, tenant: Tenant): FullReward['Rules'] {
  const terms = termsOf(reward, tenant)
  return {
    RewardDescription: reward.description,
    NonCumulativePromotion: terms.nonCumulative,
    MaximumPurchaseCashback: terms.maximumCashback,
    MinimalPurchaseRequirement: terms.minimumPurchase,
    CouponValidityDays: terms.couponValidity,
    CouponEmailConfirmation: null,
  }
}

function toEmailConfiguration(email: Reward['email']): FullReward['CustomerEmailConfiguration'] {
  if (!email) return null
  return {
    Id: email.id,
    EmailBody: email.body,
    Subject: email.subject,
    IsActive: email.isActive,
    Type: email.type,
    Variables: [...email.variables],
    Title: email.title,
    Description: email.description,
    Group: email.group,
    SubType: email.subType,
    HideLogoIsActive: email.isLogoHidden,
    ChangeBackgroundColorIsActive: email.isBackgroundColorChanged,
    ProductsRecommendationIsActive: email.recommendsProducts,
    EmailBackgroundColor: email.backgroundColor,
    ObjectiveLinkedType: email.objectiveLinkedType,
    PreHeader: email.preHeader,
  }
}

function moneyOrNull(amount: Decimal | null): number | null {
  return amount === null ? null : moneyToNumber(amount)
}
