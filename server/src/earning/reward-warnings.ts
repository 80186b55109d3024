import type { FieldProblem } from '../contract/field-problem.ts'
import type { LocalizedText } from '../contract/locale.ts'
import { ZERO } from '../platform/decimal.ts'
import { shortText } from './explanation.ts'
import { isPrize } from './kinds.ts'
import { isOf, type PrizeRule, type Rule } from './program.ts'
import {
  fewCodes,
  NO_SUCH_REWARD,
  REWARD_IS_ARCHIVED,
  REWARD_IS_CASHBACK,
  rewardCosts,
} from './reward-texts.ts'
import type { KnownReward, ProgramContext, Warn, Warning } from './warning.ts'

/** Whether some rule gives a reward, in what may not even be a program. */
export function namesReward(json: unknown): boolean {
  return rewardsIn(json).some((reward) => reward !== null)
}

/** Of each rule. null: it gives none. */
function rewardsIn(json: unknown): (string | null)[] {
  const rules: unknown = (json as { rules?: unknown } | null)?.rules
  if (!Array.isArray(rules)) return []
  return rules.map((rule: { reward?: unknown } | null) =>
    typeof rule?.reward === 'string' ? rule.reward : null,
  )
}

/** Rewards that rules name and that can't be given, in what may not even be a program. */
export function unknownRewards(json: unknown, rewards: readonly KnownReward[]): FieldProblem[] {
  const known = new Map(rewards.map((reward) => [reward.id, reward]))
  return rewardsIn(json).flatMap((id, position) => {
    const message = id === null ? null : hindranceOf(known.get(id))
    if (message === null) return []
    return [
      { pointer: `/rules/${position}/reward`, code: 'ApiExternalRewardConfiguration_Get_Error', message },
    ]
  })
}

/** Why a reward can't be given; null: it can. */
function hindranceOf(reward: KnownReward | undefined): LocalizedText | null {
  if (reward === undefined) return NO_SUCH_REWARD
  if (reward.isArchived) return REWARD_IS_ARCHIVED
  return reward.isCashback ? REWARD_IS_CASHBACK : null
}

/** Of the reward that a rule gives: that points come on top which seem to pay for it, and that it runs out. */
export function warningsOfReward(rule: Rule, { rewards }: ProgramContext, warn: Warn): Warning[] {
  if (!isOf(isPrize, rule) || rule.rewardId === null) return []
  const id = String(rule.rewardId)
  const reward = rewards.find((one) => one.id === id)
  if (reward === undefined) return []
  const { title, codesLeft } = reward
  const costs = shortText(reward.points)
  return [
    ...(paysFor(rule, reward)
      ? [warn('/reward', 'rewardCosts', rewardCosts(title, costs, shortText(rule.points)))]
      : []),
    ...(codesLeft === null ? [] : [warn('/reward', 'fewCodes', fewCodes(title, codesLeft))]),
  ]
}

/**
 * Giving for free what others redeem with points is what a prize is for. (A reward that costs nothing would be free for
 * every customer.) But where a rule's own points would buy it, they may have been meant to pay for it, and they don't.
 */
function paysFor({ points }: PrizeRule, reward: KnownReward): boolean {
  return reward.points > ZERO && points >= reward.points
}
