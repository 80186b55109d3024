import type { NamedReward } from '../rewards/named-rewards.ts'
import { Refused, shown } from './read-line.ts'
import { findNamed, findNearest } from './rules/find-named.ts'

export function rewardNamed(rewards: readonly NamedReward[], name: string): NamedReward {
  const found = findNamed(rewards, name)
  if (found) return found
  const nearest = findNearest(rewards, name)
  throw new Refused('unknown-reward', 'rewardId', {
    value: shown(name),
    ...(nearest && { nearest: nearest.name }),
  })
}
