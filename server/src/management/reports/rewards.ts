import { isProblem, type Problem } from '../../contract/problem.ts'
import type { RewardsAnswer } from '../../figures/admin-api/rewards-schema.ts'
import { SERIES } from '../../figures/rules/delta.ts'
import { hasWorth, netOf, type RewardSum, rateOf, together } from '../../figures/rules/overview.ts'
import { columnsOf, type Period, periodToText, type Step, stepOf } from '../../figures/rules/period.ts'
import { rewardColumns, rewardRows, rewardsAddUp } from '../../figures/rules/rewards.ts'
import { readColumns } from '../../figures/store/read-columns.ts'
import { type CurrentFigures, findCurrentFigures, isCounting } from '../../figures/store/read-figures.ts'
import { shortText } from '../../platform/decimal.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { localDateToText } from '../../platform/zone.ts'
import { findCodesLeft, findRewardNames } from '../../rewards/store/configuration.ts'
import type { Asking, DaysQuery } from './asking.ts'
import { periodOf, presentFigures, todayOf } from './period.ts'
import { presentReward, rateToText } from './present.ts'
import { type Figures, type ReportTable, tableOf } from './tables.ts'

type Rows = NonNullable<Figures<RewardsAnswer>['rows']>

/** Five statements: which sums, two series of them, and the names and codes of the rewards. */
export async function readRewards(
  tx: Tx,
  query: DaysQuery & { readonly step?: Step },
  asking: Asking,
): Promise<RewardsAnswer | Problem> {
  const period = periodOf(query, todayOf(asking))
  if (isProblem(period)) return period
  const found = await findCurrentFigures(tx, asking.tenant.id)
  if (isCounting(found)) return presentFigures(found, null, asking)
  const figures = await figuresOf(tx, found, { period, step: stepOf(period, query.step) })
  return presentFigures(found, figures, asking)
}

async function figuresOf(
  tx: Tx,
  found: CurrentFigures,
  { period, step }: { readonly period: Period; readonly step: Step },
): Promise<Figures<RewardsAnswer>> {
  const columns = columnsOf(period, step)
  const sums = await readColumns(tx, found, SERIES.reward, columns)
  const flow = await readColumns(tx, found, SERIES.flow, [period])
  const rewards = rewardRows(sums)
  const total = together(rewards)
  const worth = hasWorth([total.redeemed.amount])
  const isSound = rewardsAddUp(
    rewards,
    flow.map(({ a: type, b: cause, amount, count }) => ({ type, cause, amount, count })),
  )
  const inColumns = rewardColumns(sums, columns.length)
  return {
    since: found.firstDay === null ? null : localDateToText(found.firstDay),
    period: periodToText(period),
    step,
    columns: columns.map((column, index) => ({
      ...periodToText(column),
      redeemed: shortText(inColumns[index]?.redeemed.points ?? 0n),
      refunded: shortText(inColumns[index]?.refunded.points ?? 0n),
    })),
    total: presentReward(total, worth),
    rows: isSound ? await nameRows(tx, found, rewards, { total, worth }) : null,
  }
}

async function nameRows(
  tx: Tx,
  { tenantId }: CurrentFigures,
  rewards: readonly RewardSum[],
  { total, worth }: { readonly total: RewardSum; readonly worth: boolean },
): Promise<Rows> {
  const ids = rewards.flatMap(({ id }) => id ?? [])
  const names = await findRewardNames(tx, tenantId, ids)
  const codes = await findCodesLeft(tx, tenantId, ids)
  const all = netOf(total).points
  return rewards.map((reward) => {
    const id = reward.id ?? 0
    return {
      id,
      key: names.get(id)?.key ?? null,
      name: names.get(id)?.title ?? null,
      ...presentReward(reward, worth),
      share: rateToText(rateOf(netOf(reward).points, all)),
      codesLeft: codes.get(id) ?? null,
    }
  })
}

export function rewardsTable({ rows }: Figures<RewardsAnswer>): ReportTable | null {
  return (
    rows &&
    tableOf(rows, ['id', 'key', 'name', 'redeemed', 'refunded', 'points', 'worth', 'share', 'codesLeft'])
  )
}
