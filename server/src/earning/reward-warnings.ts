import type { FieldProblem } from '../contract/field-problem.ts'
import type { LocalizedText } from '../contract/locale.ts'
import { ZERO } from '../platform/decimal.ts'
import { shortText } from './explanation.ts'
import { isPrize } from './kinds.ts'
import { REWARD_MEMBERS, type RewardMember } from './prize-members.ts'
import { isOf, type PrizeRule, type Rule, rewardsGivenBy } from './program.ts'
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
  return rewardsIn(json).length > 0
}

function rewardsIn(json: unknown): { readonly pointer: string; readonly id: string }[] {
  const rules: unknown = (json as { rules?: unknown } | null)?.rules
  if (!Array.isArray(rules)) return []
  return rules.flatMap((rule: Partial<Record<RewardMember, unknown>> | null, position) =>
    REWARD_MEMBERS.flatMap((member) => {
      const id = rule?.[member]
      return typeof id === 'string' ? [{ pointer: `/rules/${position}/${member}`, id }] : []
    }),
  )
}

/** Rewards that rules name and that can't be given, in what may not even be a program. */
export function unknownRewards(json: unknown, rewards: readonly KnownReward[]): FieldProblem[] {
  const known = new Map(rewards.map((reward) => [reward.id, reward]))
  return rewardsIn(json).flatMap(({ pointer, id }) => {
    const message = hindranceOf(known.get(id))
    return message === null ? [] : [{ pointer, code: 'ApiExternalRewardConfiguration_Get_Error', message }]
  })
}

/** Why a reward can't be given; null: it can. */
function hindranceOf(reward: KnownReward | undefined): LocalizedText | null {
  if (reward === undefined) return NO_SUCH_REWARD
  if (reward.isArchived) return REWARD_IS_ARCHIVED
  return reward.isCashback ? REWARD_IS_CASHBACK : null
}

/** Of rewards that a rule gives: that points come on top which seem to pay for one, and that one runs out. */
export function warningsOfRewards(rule: Rule, { rewards }: ProgramContext, warn: Warn): Warning[] {
  return rewardsGivenBy(rule).flatMap(({ member, rewardId }) => {
    const reward = rewards.find(({ id }) => id === String(rewardId))
    if (reward === undefined) return []
    const { title, codesLeft } = reward
    const costs = shortText(reward.points)
    return [
      ...(isOf(isPrize, rule) && paysFor(rule, reward)
        ? [warn(`/${member}`, 'rewardCosts', rewardCosts(title, costs, shortText(rule.points)))]
        : []),
      ...(codesLeft === null ? [] : [warn(`/${member}`, 'fewCodes', fewCodes(title, codesLeft))]),
    ]
  })
}

/**
 * Giving for free what others redeem with points is what a prize is for. (A reward that costs nothing would be free for
 * every customer.) But where a rule's own points would buy it, they may have been meant to pay for it, and they don't.
 */
function paysFor({ points }: PrizeRule, reward: KnownReward): boolean {
  return reward.points > ZERO && points >= reward.points
}
