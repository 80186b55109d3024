import type { Posting } from '../../accounts/rules/posting.ts'
import { type Explanation, shortText } from '../../earning/explanation.ts'
import type { Redemption } from '../redemption.ts'
import { unitOf } from '../reward-type.ts'
import type { RewardNow } from './eligibility.ts'

/** Explains the record of a redemption. A redemption that cost nothing has no record. */
export function explainRedemption(
  posting: Posting,
  { recordId, cost, rewardId }: Redemption,
  { reward, program }: Pick<RewardNow, 'reward' | 'program'>,
): void {
  if (recordId === null) return
  const amount = unitOf(reward.type) === 'cashback' ? { amount: shortText(cost.cashback) } : {}
  const line = { kind: 'reward', id: String(rewardId), ...amount, points: shortText(-cost.points) } as const
  const explanation: Explanation = { v: program.version, lines: [line] }
  posting.explain(recordId, explanation)
}
