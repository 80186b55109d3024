import { type Decimal, decimalToNumber, moneyToNumber } from '../../platform/decimal.ts'
import { type Progress, percentToGoal } from '../rules/progress.ts'
import { type Benefit, GOAL_MEASURE, type Goal, type Tier, type Tiers, tiersAbove } from '../tier.ts'
import type { AvailableTiers, TierItem } from './schema.ts'

export interface TierView {
  readonly progress: Progress
  /** The rewards that the customer has redeemed. */
  readonly redeemed: ReadonlySet<number>
}

export function toAvailableTiers(tiers: Tiers, current: Tier | null, view: TierView): AvailableTiers {
  return {
    CurrentTier: current && toTierItem(current, view),
    NextTiers: tiersAbove(tiers, current).map((tier) => toTierItem(tier, view)),
    AllTiers: tiers.map((tier) => toTierItem(tier, view)),
  }
}

function toTierItem(tier: Tier, { progress, redeemed }: TierView): TierItem {
  return {
    Id: tier.id,
    Image: tier.iconUrl,
    Color: tier.color,
    Name: tier.name,
    Order: tier.order,
    Benefits: tier.benefits.map((benefit) => toBenefit(benefit, redeemed)),
    Goals: tier.goals.map((goal) => toGoal(goal, progress(goal))),
  }
}

function toBenefit(benefit: Benefit, redeemed: ReadonlySet<number>): TierItem['Benefits'][number] {
  const { rewardConfigurationId, multiplier } = benefit
  return {
    IsUsed: rewardConfigurationId !== null && redeemed.has(rewardConfigurationId),
    Description: benefit.description,
    Type: benefit.type,
    SubType: null,
    Objective:
      rewardConfigurationId !== null
        ? { RewardConfigurationId: rewardConfigurationId }
        : multiplier !== null
          ? { Multiplier: decimalToNumber(multiplier) }
          : null,
  }
}

function toGoal(goal: Goal, value: Decimal): TierItem['Goals'][number] {
  const toNumber = goal.measure === GOAL_MEASURE.spend ? moneyToNumber : decimalToNumber
  return {
    Name: goal.name,
    GoalValue: toNumber(goal.value),
    CurrentValue: toNumber(value),
    PercentToGoal: percentToGoal(value, goal.value),
  }
}
