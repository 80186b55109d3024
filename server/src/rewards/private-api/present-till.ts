import { endShown, isOpen } from '../../coupons/coupon.ts'
import { toCustomerResult } from '../../customers/private-api/present.ts'
import { instantToTextOrNull } from '../../platform/clock.ts'
import { balanceToNumber, decimalToNumber, moneyToNumber, ZERO } from '../../platform/decimal.ts'
import type { Tenant } from '../../tenancy/tenant.ts'
import { currentTier } from '../../tiers/tier.ts'
import type { RewardForCustomer, RewardsForCustomer } from '../load-for-customer.ts'
import { unitOf } from '../reward-type.ts'
import type { CouponCheck as Checked, CouponObstacle, CouponOfReward } from '../rules/check-coupon.ts'
import { type Buyer, type Ineligibility, mostCashback, whyIneligible } from '../rules/eligibility.ts'
import { isWorthMore, mostCashbackFor, type Purchase, whyNotForPurchase } from '../rules/purchase.ts'
import { couponTextsIn, requirementsOf } from '../texts.ts'
import type { AvailableReward, AvailableRewards, CouponCheck, CouponRules } from './till-schema.ts'

const REASON = {
  canBeUsed: 0,
  tooFewPoints: 1,
  belowMinimum: 2,
  noCashback: 3,
  noCustomer: 4,
  worthMore: 5,
  notEnrolled: 7,
  notCumulative: 8,
  limitReached: 20,
  tier: 21,
  inDebt: 22,
  noCodesLeft: 23,
  outsideDates: 24,
  used: 25,
  inactive: 26,
} as const
type Reason = (typeof REASON)[keyof typeof REASON]

const REASON_OF_INELIGIBILITY: Readonly<Record<Ineligibility, Reason>> = {
  inactive: REASON.inactive,
  notYetValid: REASON.outsideDates,
  noLongerValid: REASON.outsideDates,
  usedUp: REASON.limitReached,
  noCouponsLeft: REASON.noCodesLeft,
  cashbackOff: REASON.noCashback,
  // Not listed at the till; asked for by its number, it is as good as switched off.
  prizeOnly: REASON.inactive,
  notEnrolled: REASON.notEnrolled,
  notForTier: REASON.tier,
  owesPoints: REASON.inDebt,
  owesCashback: REASON.inDebt,
  customerLimit: REASON.limitReached,
  tooFewPoints: REASON.tooFewPoints,
  noCashback: REASON.noCashback,
}

export interface AtTill extends RewardsForCustomer {
  readonly tenant: Tenant
  readonly customer: Pick<Buyer, 'customer' | 'account'> | null
}

export function toAvailableRewards(at: AtTill, purchase: Purchase): AvailableRewards {
  const { tenant, program, tiers, customer: buyer, rewards } = at
  const shown = rewards.map((one) => toAvailableReward(one, purchase, tenant))
  const { isOn } = program.cashback
  return {
    Customer: buyer && toCustomerResult(buyer.customer, currentTier(tiers, buyer.customer)),
    Rewards: shown,
    HasRewards: shown.length > 0,
    CanUseReward: shown.some(({ CanUse }) => CanUse),
    ShouldValidateCustomer: false,
    ShouldValidateCustomerSignup: false,
    AvailablePoints: buyer ? decimalToNumber(buyer.account.balance.points) : 0,
    CashbackEnabled: isOn,
    AvailableCashback: buyer && isOn ? balanceToNumber(buyer.account.balance.cashback) : 0,
    MaxCashbackForCurrentPurchase: Math.max(
      0,
      ...shown.map(({ CanUse, MaxCashbackForCurrentPurchase: most }) => (CanUse ? most : 0)),
    ),
    HasRestrictedItems: false,
    RestrictedValue: 0,
    EligibleValue: moneyToNumber(purchase.value),
  }
}

function toAvailableReward(one: RewardForCustomer, purchase: Purchase, tenant: Tenant): AvailableReward {
  const { rewardNow, buyer } = one
  const { reward } = rewardNow
  const isCashback = unitOf(reward.type) === 'cashback'
  const payer = isCashback && rewardNow.program.cashback.isOn ? (buyer?.account ?? null) : null
  const reason = whyNotAtTill(one, purchase)
  return {
    Id: reward.id,
    Title: reward.title,
    RewardType: reward.type,
    Value: moneyToNumber(reward.value),
    Points: decimalToNumber(reward.points),
    CanSelectValue: isCashback,
    IsCashback: isCashback,
    Requirements: requirementsOf(reward, tenant),
    AvailableCashback: payer ? moneyToNumber(mostCashback(reward, payer)) : 0,
    MaxCashbackForCurrentPurchase: payer ? moneyToNumber(mostCashbackFor(reward, payer, purchase)) : 0,
    CanUse: reason === REASON.canBeUsed,
    CannotUseReason: reason,
    RewardCanBeCumulative: reward.isCumulative,
  }
}

/** What operation 3 looks at, and then the purchase. */
function whyNotAtTill({ rewardNow, buyer }: RewardForCustomer, purchase: Purchase): Reason {
  if (!buyer) return REASON.noCustomer
  const ineligibility = whyIneligible(rewardNow, buyer)
  if (ineligibility !== null) return REASON_OF_INELIGIBILITY[ineligibility]
  const { reward } = rewardNow
  const obstacle = whyNotForPurchase(reward, purchase)
  if (obstacle !== null) return REASON[obstacle]
  if (unitOf(reward.type) === 'cashback') {
    return mostCashbackFor(reward, buyer.account, purchase) > ZERO ? REASON.canBeUsed : REASON.noCashback
  }
  return isWorthMore(reward, purchase) ? REASON.worthMore : REASON.canBeUsed
}

export function toCouponCheck(
  { coupon, customer, obstacle, discount }: Checked,
  tenant: Tenant,
): CouponCheck {
  return {
    CouponCode: coupon.code,
    ExternalCode: coupon.issued?.externalCode ?? null,
    CouponType: coupon.type,
    CouponValue: moneyToNumber(coupon.value),
    DiscountValue: discount === null ? null : moneyToNumber(discount),
    CanUse: obstacle === null,
    CannotUseReason: obstacle === null ? REASON.canBeUsed : REASON[obstacle],
    Reason: obstacle === null ? null : couponTextsIn(tenant.locale)[obstacle],
    CustomerId: customer.originalId,
    IsUsed: !isOpen(coupon),
    OrderId: coupon.usedFor,
    ValidDateStart: instantToTextOrNull(coupon.validFrom),
    ValidDateEnd: instantToTextOrNull(endShown(coupon)),
  }
}

export function toCouponRules(
  { coupon, reward }: CouponOfReward,
  obstacle: CouponObstacle | null,
  tenant: Tenant,
): CouponRules {
  const minimum = reward?.minimumPurchase ?? null
  return {
    IsCumulative: reward?.isCumulative ?? true,
    Value: moneyToNumber(coupon.value),
    Type: coupon.type,
    Requirements: reward && requirementsOf(reward, tenant),
    BeginDate: instantToTextOrNull(coupon.validFrom),
    EndDate: instantToTextOrNull(endShown(coupon)),
    Title: reward?.title ?? null,
    IsActive: obstacle === null,
    MinValue: minimum === null ? null : moneyToNumber(minimum),
  }
}
