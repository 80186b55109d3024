import { instantToTextOrNull } from '../../platform/clock.ts'
import type { GivingRule } from '../manage/given-by-rules.ts'
import { writeReward } from '../reward-input.ts'
import type { ConfiguredReward } from '../store/configuration.ts'
import type { RewardAnswer } from './schema.ts'

/** `giving`: the rules that give rewards, by reward. */
export function presentReward(
  reward: ConfiguredReward,
  giving: ReadonlyMap<number, readonly GivingRule[]>,
): RewardAnswer {
  const { id, key, version, archivedAt, settings, tiers, redeemed, couponLists, hasLists } = reward
  return {
    id,
    ...writeReward(key, settings, tiers),
    archivedAt: instantToTextOrNull(archivedAt),
    redeemed,
    codesLeft: hasLists ? couponLists.reduce((sum, { left }) => sum + left, 0) : null,
    couponLists: couponLists.map(({ left: _, ...list }) => list),
    givenBy: [...(giving.get(id) ?? [])],
    version,
  }
}

/** For the audit: what a person can change about it. */
export function membersOf(reward: ConfiguredReward) {
  const { key, settings, tiers, archivedAt } = reward
  return { ...writeReward(key, settings, tiers), archivedAt: instantToTextOrNull(archivedAt) }
}
