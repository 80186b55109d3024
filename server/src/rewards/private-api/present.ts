import { type Coupon, endShown } from '../../coupons/coupon.ts'
import { textOrNull } from '../../customers/private-api/present.ts'
import { instantToText } from '../../platform/clock.ts'
import {
  balanceToNumber,
  type Decimal,
  decimalToNumber,
  moneyToNumber,
  ZERO,
} from '../../platform/decimal.ts'
import type { Tenant } from '../../tenancy/tenant.ts'
import { listUsageNow, type RedemptionWithCoupon, type RewardUsage } from '../redemption.ts'
import { REWARD_TYPE, type RewardConfiguration, type RewardSummary } from '../reward.ts'
import {
  cashbackMost,
  type Ineligibility,
  type RewardNow,
  whyIneligible,
  whyIneligibleForAll,
} from '../rules/eligibility.ts'
import type { Redeemed } from '../rules/redeem.ts'
import { moneyText, textsIn } from '../texts.ts'
import type { FullReward, RedeemedReward, RewardItem } from './schema.ts'

export function toItem(reward: RewardSummary): RewardItem {
  return {
    Id: reward.id,
    Title: reward.title,
    Description: reward.description,
    IsActive: reward.isActive,
    Value: moneyToNumber(reward.value),
    Points: decimalToNumber(reward.points),
    RewardType: reward.rewardType,
  }
}

/** The whole configuration, as it stands for nobody in particular at this moment. */
export function toFull(rewardNow: RewardNow, tenant: Tenant): FullReward {
  const { reward, program } = rewardNow
  const { row } = reward
  const { cashback } = program
  const hasCollections = row.product_collections.length > 0
  return {
    Id: row.id,
    Points: decimalToNumber(row.points),
    RewardType: row.reward_type,
    IsActive: row.is_active,
    Value: moneyToNumber(row.value),
    PreTitle: row.pre_title,
    Title: row.title,
    Description: row.description,
    LongDescription: row.long_description,
    HasValidDate: row.valid_from !== null || row.valid_until !== null,
    ValidDateStart: dateText(row.valid_from),
    ValidDateEnd: dateText(row.valid_until),
    HasSameCustomerUsageLimit: row.customer_usage_limit !== null,
    SameCustomerUsageLimit: row.customer_usage_limit,
    HasGlobalUsageLimit: row.global_usage_limit !== null,
    GlobalUsageLimit: row.global_usage_limit,
    CustomTitle: row.custom_title,
    UsageInstructions: row.usage_instructions,
    CustomIconUrl: row.custom_icon_url,
    SendClientRedeemNotification: row.notifies_team,
    ClientEmailsNotification: row.team_emails,
    SendCustomerRedeemNotification: row.notifies_customer,
    CustomerEmailConfigurationId: row.customer_email_configuration_id,
    CustomerEmailConfiguration: toEmailConfiguration(reward.email),
    CodePrefix: row.code_prefix,
    CumulativeDiscount: row.is_cumulative,
    MinimalValue: moneyOrNull(row.minimum_purchase),
    ValidDays: row.coupon_valid_days,
    CashbackMaxPurchaseValue: moneyOrNull(row.cashback_maximum),
    MinimumPercentPurchase:
      row.cashback_purchase_percent === null ? null : decimalToNumber(row.cashback_purchase_percent),
    ManualCouponGeneration: row.generates_coupon_by_hand,
    PreGeneratedCouponLists: reward.couponLists.map((list) => toCouponList(list, rewardNow.usage)),
    Tiers: reward.tiers.map((tier) => ({
      Id: tier.id,
      Name: tier.name,
      Color: tier.color,
      IconUrl: tier.icon_url,
      IsActive: tier.is_active,
      IsBase: tier.is_base,
      Order: tier.position,
      CustomerCount: tier.customerCount,
      Identifier: tier.identifier,
      Caption: tier.caption,
    })),
    AvailableCashback: null,
    TiersCountInformation:
      reward.tiers.length > 0 ? textsIn(tenant.locale).tierCount(reward.tiers.length) : null,
    IsCashbackInformativeOnly: row.is_cashback_informative_only,
    CashbackInformativeText: row.cashback_informative_text,
    CashbackRules: row.cashback_rules,
    CashbackBalance: null,
    PointBalance: null,
    CashbackPointValue: cashback.isOn ? decimalToNumber(cashback.pointValue) : null,
    CashbackAmount: null,
    MaxCashbackForCurrentPurchase: null,
    ...toEnabled(whyIneligibleForAll(rewardNow), tenant),
    NoPointCost: row.points === ZERO && row.reward_type !== REWARD_TYPE.cashback,
    RequiredToAddMoreText: null,
    ShouldUseCustomInstruction: row.uses_custom_instruction,
    ShouldExpireCouponsWhenNotAvailableInPlatform: row.expires_coupons_missing_in_platform,
    RewardChannel: row.reward_channel,
    ProductCollections: row.product_collections,
    ValidOnlyProductCollections: row.product_collection_selection === 1 ? row.product_collections : [],
    WidgetIconActive: row.is_widget_icon_active,
    LandingPageIconActive: row.is_landing_page_icon_active,
    WidgetIcon: row.widget_icon,
    LandingPageIcon: row.landing_page_icon,
    AllowProductCollection: row.allows_product_collection,
    HasProductCollection: hasCollections,
    ProductCollectionSelection: row.product_collection_selection,
    Rules: toRules(reward, tenant),
  }
}

function toEnabled(
  obstacle: Ineligibility | null,
  { locale }: Tenant,
): Pick<FullReward, 'Enabled' | 'DisabledReason'> {
  return {
    Enabled: obstacle === null,
    DisabledReason: obstacle === null ? null : textsIn(locale).obstacles[obstacle],
  }
}

type CouponList = FullReward['PreGeneratedCouponLists'][number]

function toCouponList(list: RewardConfiguration['couponLists'][number], usage: RewardUsage): CouponList {
  const counts = listUsageNow(usage, list.id)
  return {
    Id: list.id,
    ListName: list.name,
    PreGeneratedCoupons: [],
    IsInternalList: list.is_internal,
    CouponsType: list.coupon_type,
    CouponsValue: moneyToNumber(list.coupon_value),
    CouponCount: counts?.couponCount ?? list.coupon_count,
    UsedCoupons: counts?.usedCount ?? list.used_count,
    ReferralObjectiveId: null,
  }
}

/** The configuration as it now stands for the customer who has redeemed it, with nothing but the coupon issued. */
export function toRedeemed(redeemed: Redeemed, tenant: Tenant): FullReward {
  const { reward, program, account, coupon, redemption, usage } = redeemed
  const { isOn } = program.cashback
  const isCashback = reward.row.reward_type === REWARD_TYPE.cashback
  const list = reward.couponLists.find(({ id }) => id === coupon.listed?.listId)
  return {
    ...toFull(redeemed, tenant),
    PreGeneratedCouponLists: [
      {
        ...(list ? toCouponList(list, usage) : listOfOne(reward, coupon)),
        PreGeneratedCoupons: [toPreGeneratedCoupon(coupon)],
      },
    ],
    AvailableCashback: isOn ? moneyToNumber(cashbackMost(reward, account)) : 0,
    CashbackBalance: isOn ? balanceToNumber(account.balance.cashback) : 0,
    PointBalance: decimalToNumber(account.balance.points),
    CashbackAmount: isCashback ? moneyToNumber(redemption.cost.cashback) : null,
    ...toEnabled(whyIneligible(redeemed, redeemed), tenant),
  }
}

/** For a code that was made for this redemption: it stands in no list, but the answer's form has one. */
function listOfOne({ row }: RewardConfiguration, coupon: Coupon): CouponList {
  return {
    Id: 0,
    ListName: row.code_prefix ?? '',
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
    ValidDateStart: textOrNull(coupon.validFrom),
    ValidDateEnd: textOrNull(endShown(coupon)),
    CouponId: coupon.id,
    PreGeneratedCouponListId: coupon.listed?.listId ?? 0,
  }
}

/** A reward that was redeemed, for whoever keeps something with it. */
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
      ValidDateStart: textOrNull(coupon.validFrom),
      ValidDateEnd: textOrNull(endShown(coupon)),
    },
  }
}

function toRules({ row }: RewardConfiguration, tenant: Tenant): FullReward['Rules'] {
  const texts = textsIn(tenant.locale)
  const money = (amount: Decimal): string => moneyText(amount, tenant.locale, tenant.currency)
  return {
    RewardDescription: row.description,
    NonCumulativePromotion: row.is_cumulative ? null : texts.nonCumulative,
    MaximumPurchaseCashback:
      row.cashback_maximum === null ? null : texts.maximumCashback(money(row.cashback_maximum)),
    MinimalPurchaseRequirement:
      row.minimum_purchase === null ? null : texts.minimumPurchase(money(row.minimum_purchase)),
    CouponValidityDays: row.coupon_valid_days === null ? null : texts.couponValidity(row.coupon_valid_days),
    CouponEmailConfirmation: row.notifies_customer ? texts.emailConfirmation : null,
  }
}

function toEmailConfiguration(email: RewardConfiguration['email']): FullReward['CustomerEmailConfiguration'] {
  if (!email) return null
  return {
    Id: email.id,
    EmailBody: email.email_body,
    Subject: email.subject,
    IsActive: email.is_active,
    Type: email.type,
    Variables: email.variables as { Name: string; Value: string; Description: string }[],
    Title: email.title,
    Description: email.description,
    Group: email.email_group,
    SubType: email.sub_type,
    HideLogoIsActive: email.is_logo_hidden,
    ChangeBackgroundColorIsActive: email.is_background_color_changed,
    ProductsRecommendationIsActive: email.recommends_products,
    EmailBackgroundColor: email.background_color,
    ObjectiveLinkedType: email.objective_linked_type,
    PreHeader: email.pre_header,
  }
}

function moneyOrNull(amount: Decimal | null): number | null {
  return amount === null ? null : moneyToNumber(amount)
}

function dateText(date: Date | null): string | null {
  return date === null ? null : date.toISOString()
}
