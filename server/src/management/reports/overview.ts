import { createHash } from 'node:crypto'
import type { OverviewAnswer } from '../../figures/admin-api/schema.ts'
import { rangesOfPeriod } from '../../figures/rules/day-ranges.ts'
import type { Flows } from '../../figures/rules/flow.ts'
import {
  columnsOfFlow,
  flowsIn,
  hasWorth,
  type OverviewPeriods,
  openSum,
  periodsOf,
  rateOf,
  topRewards,
} from '../../figures/rules/overview.ts'
import { type Period, periodToText, type Step, stepOf } from '../../figures/rules/period.ts'
import { ACTIVE_DAYS, daysToCount, PERIOD_KIND } from '../../figures/rules/period-figures.ts'
import type { ZoneSpan } from '../../figures/rules/zones.ts'
import {
  type CurrentFigures,
  findCurrentFigures,
  isCounting,
  type OverviewSums,
  readOverview,
} from '../../figures/store/read-figures.ts'
import { type Instant, instantToText } from '../../platform/clock.ts'
import { shortText } from '../../platform/decimal.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { type LocalDate, localDateToText } from '../../platform/zone.ts'
import { findRewardNames } from '../../rewards/store/configuration.ts'
import type { Tenant } from '../../tenancy/tenant.ts'
import { summarizeTiers } from '../../tiers/store/summary.ts'
import { presentFigures, todayOf } from './period.ts'
import { presentColumn, presentFlows, presentReward, presentSum, rateToText } from './present.ts'

interface Asked {
  readonly tenant: Tenant
  readonly now: Instant
  readonly spans: readonly ZoneSpan[]
  readonly chosen: Period
  readonly isChosen: boolean
  readonly step: Step | undefined
}

/** At most four statements. */
export async function overviewOf(tx: Tx, asked: Asked): Promise<OverviewAnswer> {
  const { tenant } = asked
  const found = await findCurrentFigures(tx, tenant.id)
  if (isCounting(found)) return presentFigures(found, null, asked)
  const today = todayOf(asked)
  const periods = periodsOf(asked, found.firstDay, today)
  const sums = await readOverview(tx, found, periods)
  const { period } = periods
  const rewards = topRewards(sums.rewards)
  const tiers = await summarizeTiers(tx, tenant.id, rangesOfPeriod(period, asked.spans))
  const ids = rewards.top.flatMap(({ id }) => id ?? [])
  const names = await findRewardNames(tx, tenant.id, ids)
  return presentFigures(
    found,
    {
      ...figuresOf({ found, sums, periods, today, step: asked.step }),
      rewards: presentRewards(rewards, names),
      tiers,
    },
    asked,
  )
}

function presentRewards(
  { top, other, total }: ReturnType<typeof topRewards>,
  names: ReadonlyMap<number, { readonly key: string; readonly title: string }>,
) {
  const worth = hasWorth([total.redeemed.amount])
  return {
    top: top.map((reward) => {
      const named = names.get(reward.id ?? 0)
      return {
        id: reward.id ?? 0,
        key: named?.key ?? null,
        name: named?.title ?? null,
        ...presentReward(reward, worth),
      }
    }),
    other: other && presentReward(other, worth),
    total: presentReward(total, worth),
  }
}

interface Read {
  readonly found: CurrentFigures
  readonly sums: OverviewSums
  readonly periods: OverviewPeriods
  readonly today: LocalDate
  readonly step: Step | undefined
}

function figuresOf({ found, sums, periods, today, step: wanted }: Read) {
  const { period, before, isStart } = periods
  const flows = flowsIn(sums.flow, period)
  const earlier = before && flowsIn(sums.flow, before)
  const open = openSum(sums, flows, period)
  const step = stepOf(period, wanted)
  const worth = hasWorth([flows.issued.amount, ...(open ? [open.start, open.end] : [])])
  return {
    since: found.firstDay === null ? null : localDateToText(found.firstDay),
    period: periodToText(period),
    before: before && periodToText(before),
    isStart,
    step,
    keyFigures: {
      issued: {
        now: presentSum(flows.issued.amount, worth),
        before: earlier && presentSum(earlier.issued.amount, worth),
      },
      redemptionRate: { now: redemptionRate(flows), before: earlier && redemptionRate(earlier) },
      activeCustomers: activeCustomers(sums, { ...periods, today }),
      repeatPurchase: repeatPurchase(sums, { ...periods, today }),
    },
    columns: columnsOfFlow(sums.flow, period, step).map(presentColumn),
    soFarToday: presentFlows(flowsIn(sums.flow, { from: today, to: today }), worth),
    sum: open && {
      start: presentSum(open.start, worth),
      ...presentFlows(open.flows, worth),
      end: presentSum(open.end, worth),
      pending: presentSum(open.stock.pending, worth),
      owed: presentSum(open.stock.owed, worth),
      expiring: { by: localDateToText(open.expiringBy), ...presentSum(open.expiring, worth) },
    },
  }
}

/** Counted in the night after a day, for so many days that end with it. */
export function activeCustomers(
  { customers }: Pick<OverviewSums, 'customers'>,
  { period, before, today }: Pick<OverviewPeriods, 'period' | 'before'> & Today,
) {
  const days = period.to - period.from + 1
  const find = (day: LocalDate | undefined) =>
    customers.find((figure) => figure.day === day && figure.kind === days)
  const now = find(period.to)
  // Months differ in length, and it is counted for so many days alone.
  const isAsLong = before && before.to - before.from + 1 === days
  const isKept = (ACTIVE_DAYS as readonly number[]).includes(days)
  return {
    state: isKept ? stateOf(now, period.to, today) : 'notCounted',
    value: now?.value ?? null,
    before: isAsLong ? (find(before.to)?.value ?? null) : null,
    asOf: now ? instantToText(now.countedAt) : null,
  }
}

function repeatPurchase(
  { customers }: OverviewSums,
  { period, before, today }: Pick<OverviewPeriods, 'period' | 'before'> & Today,
) {
  const find = (day: LocalDate | undefined) =>
    customers.find((figure) => figure.day === day && figure.kind === PERIOD_KIND.repeat)
  const [now, earlier] = [find(period.to), find(before?.to)]
  const rate = (figure: typeof now) =>
    figure ? rateToText(rateOf(BigInt(figure.value), BigInt(figure.base))) : null
  return {
    state: stateOf(now, period.to, today),
    rate: rate(now),
    repeated: now?.value ?? null,
    members: now?.base ?? null,
    before: rate(earlier),
    asOf: now ? instantToText(now.countedAt) : null,
  }
}

interface Today {
  readonly today: LocalDate
}

/** A day on which nothing counted it, such as one from before an upgrade, is not made up for. */
function stateOf(now: unknown, day: LocalDate, today: LocalDate): 'counting' | 'current' | 'notCounted' {
  if (now) return 'current'
  return daysToCount(today - 1).includes(day) ? 'counting' : 'notCounted'
}

function redemptionRate({ redeemed, issued }: Flows) {
  const [part, whole] = [redeemed.amount.points, issued.amount.points]
  return { rate: rateToText(rateOf(part, whole)), redeemed: shortText(part), issued: shortText(whole) }
}

/**
 * A number for `ETag` that changes with everything that is shown: a reward may get another name without any change of a
 * balance. Up to when the figures are is left out, for it is always another moment.
 */
export function versionOfAnswer({ asOf: _, ...answer }: OverviewAnswer): number {
  return createHash('sha256').update(JSON.stringify(answer)).digest().readUIntBE(0, 6)
}
