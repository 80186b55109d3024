import { instantToTextOrNull } from '../../platform/clock.ts'
import { writeReward } from '../reward-input.ts'
import type { ConfiguredReward } from '../store/configuration.ts'
import type { RewardAnswer } from './schema.ts'

export function presentReward(reward: ConfiguredReward): RewardAnswer {
  const { id, key, version, archivedAt, settings, tiers, redeemed, couponLists, hasLists } = reward
  return {
    id,
    ...writeReward(key, settings, tiers),
    archivedAt: instantToTextOrNull(archivedAt),
    redeemed,
    codesLeft: hasLists ? couponLists.reduce((sum, { left }) => sum + left, 0) : null,
    couponLists: couponLists.map(({ left: _, ...list }) => list),
    version,
  }
}

/** For the audit: what a person can change about it. */
export function membersOf(reward: ConfiguredReward) {
  const { key, settings, tiers, archivedAt } = reward
  return { ...writeReward(key, settings, tiers), archivedAt: instantToTextOrNull(archivedAt) }
}
