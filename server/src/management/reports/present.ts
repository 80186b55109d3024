import type { Amount } from '../../accounts/account.ts'
import type { Sum } from '../../figures/admin-api/shapes.ts'
import { FLOWS, type Flow, type Flows } from '../../figures/rules/flow.ts'
import { type FlowColumn, netOf, type RewardSum } from '../../figures/rules/overview.ts'
import { periodToText } from '../../figures/rules/period.ts'
import { type Decimal, shortText } from '../../platform/decimal.ts'

/** Whether worth is shown: points of a program without cashback have no value in money. */
export type ShowsWorth = boolean

export function presentSum({ points, cashback }: Amount, worth: ShowsWorth): Sum {
  return { points: shortText(points), worth: worth ? shortText(cashback) : null }
}

export function presentFlows(flows: Flows, worth: ShowsWorth): Record<Flow, Sum> {
  const shown = FLOWS.map((flow) => [flow, presentSum(flows[flow].amount, worth)] as const)
  return Object.fromEntries(shown) as Record<Flow, Sum>
}

export function presentColumn({ from, to, flows }: FlowColumn) {
  const points = (flow: Flow): string => shortText(flows[flow].amount.points)
  return {
    ...periodToText({ from, to }),
    issued: points('issued'),
    imported: points('imported'),
    redeemed: points('redeemed'),
    expired: points('expired'),
    takenBack: points('takenBack'),
  }
}

export function presentReward(reward: RewardSum, worth: ShowsWorth) {
  const { redeemed, refunded } = reward
  return { redeemed: redeemed.count, refunded: refunded.count, ...presentSum(netOf(reward), worth) }
}

export function rateToText(rate: Decimal | null): string | null {
  return rate === null ? null : shortText(rate)
}
