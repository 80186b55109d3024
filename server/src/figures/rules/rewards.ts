import { type Amount, add, isNothing, NOTHING, subtract } from '../../accounts/account.ts'
import { REWARD } from './delta.ts'
import { type Counted, type FlowSum, flowsOf } from './flow.ts'
import { netOf, type RewardSum, rewardsOf } from './overview.ts'

/** A sum of the series of rewards in one column of the report. */
interface RewardInColumn extends Counted {
  readonly column: number
  readonly a: number
  readonly b: number
}

/** What each reward of a report came to, the most points first. */
export function rewardRows(sums: readonly RewardInColumn[]): RewardSum[] {
  const byKey = new Map<string, RewardInColumn>()
  for (const sum of sums) {
    const key = `${sum.a} ${sum.b}`
    const known = byKey.get(key)
    byKey.set(
      key,
      known ? { ...known, amount: add(known.amount, sum.amount), count: known.count + sum.count } : sum,
    )
  }
  return rewardsOf([...byKey.values()])
    .filter(({ redeemed, refunded }) => redeemed.count !== 0 || refunded.count !== 0)
    .sort((one, other) => {
      const [a, b] = [netOf(one).points, netOf(other).points]
      return a > b ? -1 : a < b ? 1 : (one.id ?? 0) - (other.id ?? 0)
    })
}

/** Points redeemed and refunded in each column. */
export function rewardColumns(
  sums: readonly RewardInColumn[],
  count: number,
): { readonly redeemed: Amount; readonly refunded: Amount }[] {
  const columns = Array.from({ length: count }, () => ({ redeemed: NOTHING, refunded: NOTHING }))
  for (const { column, b, amount } of sums) {
    const known = columns[column]
    if (!known) continue
    if (b === REWARD.refunded) known.refunded = add(known.refunded, amount)
    else known.redeemed = add(known.redeemed, amount)
  }
  return columns
}

/** Whether the rewards are what was redeemed in all: another series says it too. */
export function rewardsAddUp(rewards: readonly RewardSum[], flow: Iterable<FlowSum>): boolean {
  const sum = rewards.reduce((total, reward) => add(total, netOf(reward)), NOTHING)
  return isNothing(subtract(sum, flowsOf(flow).redeemed.amount))
}
