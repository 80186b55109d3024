import type { Program } from '../earning/program.ts'
import type { Instant } from '../platform/clock.ts'
import { type Decimal, decimalToNumber, moneyToNumber, ZERO } from '../platform/decimal.ts'
import type { Tenant } from '../tenancy/tenant.ts'
import { REWARD_TYPE, type RewardConfiguration, type RewardSummary } from './reward.ts'
import type { FullReward, RewardItem } from './schema.ts'
import { moneyText, textsIn } from './texts.ts'

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
export function toFull(
  reward: RewardConfiguration,
  tenant: Tenant,
  { cashback }: Program,
  now: Instant,
): FullReward {
  const { row } = reward
  const disabledReason = whyDisabled(reward, tenant, now)
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
    PreGeneratedCouponLists: reward.couponLists.map((list) => ({
      Id: list.id,
      ListName: list.name,
      PreGeneratedCoupons: [],
      IsInternalList: list.is_internal,
      CouponsType: list.coupon_type,
      CouponsValue: moneyToNumber(list.coupon_value),
      CouponCount: list.coupon_count,
      UsedCoupons: list.used_count,
      ReferralObjectiveId: null,
    })),
    Tiers: reward.tiers.map((tier) => ({
      Id: tier.id,
      Name: tier.name,
      Color: tier.color,
      IconUrl: tier.icon_url,
      IsActive: tier.is_active,
      IsBase: tier.is_base,
      Order: tier.position,
      CustomerCount: 0,
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
    Enabled: disabledReason === null,
    DisabledReason: disabledReason,
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

function whyDisabled({ row, couponLists }: RewardConfiguration, tenant: Tenant, now: Instant): string | null {
  const texts = textsIn(tenant.locale)
  if (!row.is_active) return texts.inactive
  if (row.valid_from !== null && row.valid_from.getTime() > now) return texts.notYetValid
  if (row.valid_until !== null && row.valid_until.getTime() <= now) return texts.noLongerValid
  const isUsedUp = couponLists.length > 0 && couponLists.every((list) => list.used_count >= list.coupon_count)
  return isUsedUp ? texts.noCouponsLeft : null
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
