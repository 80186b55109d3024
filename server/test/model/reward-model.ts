/** Rewards, coupons and quizzes of a merchant, as simply as they can be said. */
import type { Amount, Use } from './ledger-model.ts'

export interface ModelReward {
  /** Its title, by which it is found in the database. */
  readonly name: string
  /** What it costs; null: cashback, as much as is asked for. */
  readonly points: bigint | null
  readonly cashbackMaximum: bigint | null
  readonly customerLimit: number | null
  readonly couponDays: number | null
  readonly isActive: boolean
}

export interface ModelCoupon {
  /** Made up by the server where a redemption issued it, and known from its answer. */
  code: string
  readonly customer: string
  readonly value: bigint
  readonly validUntil: number | null
  isUsed: boolean
  isInactive: boolean
  order: string | null
  readonly redemption: ModelRedemption | null
}

export interface ModelRedemption {
  readonly key: string
  readonly reward: ModelReward
  readonly customer: string
  readonly uses: readonly Use[]
  readonly cost: Amount
  externalCode: string
  isReturned: boolean
}

export interface ModelQuiz {
  readonly name: string
  readonly points: bigint
  readonly answeredBy: Set<string>
}

/** What a merchant has beside customers and orders. */
export class ModelCounter {
  readonly rewards: readonly ModelReward[]
  readonly quizzes: readonly ModelQuiz[]
  readonly redemptions = new Map<
    string,
    { readonly redemption: ModelRedemption; readonly coupon: ModelCoupon }
  >()
  /** In the order in which they were made. */
  readonly coupons: ModelCoupon[] = []

  constructor(rewards: readonly ModelReward[], quizzes: readonly { name: string; points: bigint }[]) {
    this.rewards = rewards
    this.quizzes = quizzes.map((quiz) => ({ ...quiz, answeredBy: new Set() }))
  }

  /** How many redemptions of a reward stand, by one customer or by all. */
  standing(reward: ModelReward, customer: string | null = null): number {
    return [...this.redemptions.values()].filter(
      ({ redemption }) =>
        redemption.reward === reward &&
        !redemption.isReturned &&
        (customer === null || redemption.customer === customer),
    ).length
  }

  /**
   * The coupons that an order has used from now on. Those that it no longer uses are free; where that is too late,
   * they are handed to `giveBack`.
   */
  use(
    order: { readonly id: string; readonly customer: string; readonly placedAt: number },
    named: readonly ModelCoupon[],
    before: readonly ModelCoupon[],
    now: number,
    giveBack: (redemption: ModelRedemption) => void,
  ): ModelCoupon[] {
    const used = new Set(
      named.filter(
        (coupon) =>
          coupon.customer === order.customer &&
          (coupon.order === order.id ||
            (!coupon.isUsed && !coupon.isInactive && !isOver(coupon, order.placedAt))),
      ),
    )
    for (const coupon of used) {
      coupon.isUsed = true
      coupon.order = order.id
    }
    for (const coupon of before) {
      if (used.has(coupon) || coupon.order !== order.id) continue
      coupon.isUsed = false
      coupon.order = null
      const { redemption } = coupon
      if (!redemption || redemption.isReturned || !isOver(coupon, now)) continue
      redemption.isReturned = true
      coupon.isInactive = true
      giveBack(redemption)
    }
    return [...used]
  }
}

function isOver({ validUntil }: ModelCoupon, at: number): boolean {
  return validUntil !== null && validUntil <= at
}
