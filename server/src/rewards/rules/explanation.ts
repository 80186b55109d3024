import type { Posting } from '../../accounts/rules/posting.ts'
import { type Explanation, shortText } from '../../earning/explanation.ts'
import type { Redemption } from '../redemption.ts'
import { REWARD_TYPE } from '../reward.ts'
import type { RewardNow } from './eligibility.ts'

/** Says why the record of a redemption has its points; it has none where it cost nothing. */
export function explainRedemption(
  posting: Posting,
  { recordId, cost, rewardId }: Redemption,
  { reward, program }: Pick<RewardNow, 'reward' | 'program'>,
): void {
  if (recordId === null) return
  const isCashback = reward.row.reward_type === REWARD_TYPE.cashback
  const amount = isCashback ? { amount: shortText(cost.cashback) } : {}
  const line = { kind: 'reward', id: String(rewardId), ...amount, points: shortText(-cost.points) } as const
  const explanation: Explanation = { v: program.version, lines: [line] }
  posting.explain(recordId, explanation)
}
