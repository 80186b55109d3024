import { POINT_TYPE } from '../accounts/account.ts'
import type { Customer } from '../accounts/customer.ts'
import { type Decimal, ONE } from '../platform/decimal.ts'

/** What a goal counts: money spent, orders made, points earned. */
export const GOAL_MEASURE = { spend: 0, orders: 1, points: 2 } as const
export type GoalMeasure = (typeof GOAL_MEASURE)[keyof typeof GOAL_MEASURE]

export const BENEFIT_TYPE = { reward: 0, multiplier: 1, text: 2 } as const
export type BenefitType = (typeof BENEFIT_TYPE)[keyof typeof BENEFIT_TYPE]

/** Records that count with their order: on the day of its completion, for as long as it is complete. */
export const ORDER_TYPES: readonly number[] = [POINT_TYPE.purchase, POINT_TYPE.orderAdjusted]

/**
 * Records that count on the day they were made, where they add something: custom actions and cashback that was given
 * are both manual. To spend is no loss, and neither is cashback that is removed: shops take payments that way. What
 * was imported has been earned elsewhere.
 */
export const ACTION_TYPES: readonly number[] = [
  POINT_TYPE.signup,
  POINT_TYPE.birthday,
  POINT_TYPE.referral,
  POINT_TYPE.quiz,
  POINT_TYPE.manual,
]

export interface Goal {
  /** In the merchant's words. */
  readonly name: string
  readonly measure: GoalMeasure
  readonly value: Decimal
  /** How far back it looks. */
  readonly months: number
}

export interface Benefit {
  readonly description: string
  readonly type: BenefitType
  readonly rewardConfigurationId: number | null
  /** Above 1. */
  readonly multiplier: Decimal | null
}

export interface Tier {
  readonly id: number
  readonly name: string
  readonly color: string | null
  readonly iconUrl: string | null
  /** Higher is better. */
  readonly order: number
  readonly isBase: boolean
  /** All have to be met. No customer reaches a tier without goals by itself. */
  readonly goals: readonly Goal[]
  readonly benefits: readonly Benefit[]
}

/** The active tiers of a tenant, lowest first. */
export type Tiers = readonly Tier[]

export const NO_TIERS: Tiers = []

/** The tier a customer is in; null: in none, as who was erased. One that the merchant has switched off counts no longer. */
export function currentTier(tiers: Tiers, customer: Pick<Customer, 'tier' | 'erasedAt'> | null): Tier | null {
  if (customer && customer.erasedAt !== null) return null
  const held = customer?.tier
  const found = held ? tiers.find(({ id }) => id === held.id) : undefined
  return found ?? tiers.find(({ isBase }) => isBase) ?? null
}

export function tiersAbove(tiers: Tiers, tier: Tier | null): Tiers {
  return tier === null ? tiers : tiers.filter(({ order }) => order > tier.order)
}

/** What the benefits of a tier multiply an order's base points by, added up; null: by nothing. */
export function multiplierOf({
  benefits,
}: {
  readonly benefits: readonly Pick<Benefit, 'multiplier'>[]
}): Decimal | null {
  const extra = benefits.reduce((sum, { multiplier }) => sum + ((multiplier ?? ONE) - ONE), 0n)
  return extra === 0n ? null : ONE + extra
}

/** Why a customer's tier changed. */
export type MoveReason =
  | 'goals reached'
  | 'goals missed'
  | 'tier removed'
  | 'order taken back'
  | 'customers merged'
  | 'imported'
  | 'import undone'

export interface Move {
  /** The tiers as they showed: the base tier where it was that, null where it was none. */
  readonly fromTierId: number | null
  readonly toTierId: number | null
  readonly reason: MoveReason
  /** The goals that decided, and what the customer had of each. */
  readonly goals: readonly { readonly goal: Goal; readonly value: Decimal }[]
}
