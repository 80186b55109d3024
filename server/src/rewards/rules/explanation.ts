import { type Explanation, shortText } from '../../earning/explanation.ts'
import type { Redemption } from '../redemption.ts'
import { REWARD_TYPE } from '../reward.ts'
import type { RewardNow } from './eligibility.ts'

/** Why the record of a redemption has its points, by record; nothing where it cost nothing. */
export function explainRedemption(
  { recordId, cost, rewardId }: Redemption,
  { reward, program }: Pick<RewardNow, 'reward' | 'program'>,
): ReadonlyMap<number, Explanation> {
  if (recordId === null) return new Map()
  const isCashback = reward.row.reward_type === REWARD_TYPE.cashback
  const amount = isCashback ? { amount: shortText(cost.cashback) } : {}
  const line = { kind: 'reward', id: String(rewardId), ...amount, points: shortText(-cost.points) } as const
  return new Map([[recordId, { v: program.version, lines: [line] }]])
}
