import { type Amount, add, isNothing, negate, subtract } from '../../accounts/account.ts'
import { type Decimal, ONE, proportion, ZERO } from '../../platform/decimal.ts'
import type { LocalDate } from '../../platform/zone.ts'
import { REWARD } from './delta.ts'
import { type Counted, changeOf, type FlowSum, type Flows, flowsOf, NONE_COUNTED } from './flow.ts'
import { columnsOf, type Period, periodBefore, type Step, soon } from './period.ts'
import { endingBy, type Stock, type StockSum, stockOf } from './stock.ts'

/** Below this a comparison says nothing. */
const COMPARED_FROM_DAYS = 7
const REWARDS_SHOWN = 5

export interface OverviewPeriods {
  readonly period: Period
  /** null: there is nothing to compare with. */
  readonly before: Period | null
  /** The merchant's first days: all since the start is shown, with today. */
  readonly isStart: boolean
  /** All days whose flow is needed. */
  readonly flow: Period
}

/** Without days that a reader chose, the first days of a merchant are shown as they are. */
export function periodsOf(
  { chosen, isChosen }: { readonly chosen: Period; readonly isChosen: boolean },
  firstDay: LocalDate | null,
  today: LocalDate,
): OverviewPeriods {
  if (!isChosen && firstDay !== null && today - firstDay < COMPARED_FROM_DAYS) {
    const period = { from: Math.min(firstDay, today), to: today }
    return { period, before: null, isStart: true, flow: period }
  }
  const earlier = periodBefore(chosen)
  const before = firstDay !== null && firstDay <= earlier.to ? earlier : null
  return { period: chosen, before, isStart: false, flow: { from: earlier.from, to: today } }
}

/** A share of a whole, to be told in percent; null: of nothing there is none. */
export function rateOf(part: Decimal, whole: Decimal): Decimal | null {
  return whole > ZERO ? proportion(part, ONE, whole) : null
}

export interface FlowColumn extends Period {
  readonly flows: Flows
}

interface DaySum extends FlowSum {
  readonly day: LocalDate
}

export function flowsIn(sums: readonly DaySum[], { from, to }: Period): Flows {
  return flowsOf(sums.filter(({ day }) => day >= from && day <= to))
}

export function columnsOfFlow(sums: readonly DaySum[], period: Period, step: Step): FlowColumn[] {
  const columns = columnsOf(period, step)
  const ofColumn: DaySum[][] = columns.map(() => [])
  const first = period.from
  const columnOfDay = new Map<LocalDate, number>()
  for (const [index, { from, to }] of columns.entries()) {
    for (let day = from; day <= to; day += 1) columnOfDay.set(day, index)
  }
  for (const sum of sums) {
    const index = sum.day >= first ? columnOfDay.get(sum.day) : undefined
    if (index !== undefined) ofColumn[index]?.push(sum)
  }
  return columns.map((column, index) => ({ ...column, flows: flowsOf(ofColumn[index] ?? []) }))
}

/** From what was open to what is. */
export interface OpenSum {
  readonly start: Amount
  readonly flows: Flows
  readonly end: Amount
  readonly stock: Stock
  readonly expiringBy: LocalDate
  readonly expiring: Amount
}

/** null: what changed is not the difference between what was there and what is. Then none of it is shown. */
export function openSum(
  { atStart, atEnd }: { readonly atStart: readonly StockSum[]; readonly atEnd: readonly StockSum[] },
  flows: Flows,
  { to }: Period,
): OpenSum | null {
  const [before, stock] = [stockOf(atStart), stockOf(atEnd)]
  if (!isNothing(subtract(add(before.open, changeOf(flows)), stock.open))) return null
  const expiringBy = soon(to)
  return {
    start: before.open,
    flows,
    end: stock.open,
    stock,
    expiringBy,
    expiring: endingBy(stock, expiringBy),
  }
}

export interface RewardSum {
  /** null: all others together. 0: not known. */
  readonly id: number | null
  readonly redeemed: Counted
  readonly refunded: Counted
}

/** The rewards that most points went to, the others in one, and all of them together. */
export function topRewards(
  sums: readonly {
    readonly a: number
    readonly b: number
    readonly amount: Amount
    readonly count: number
  }[],
): { readonly top: readonly RewardSum[]; readonly other: RewardSum | null; readonly total: RewardSum } {
  const all = rewardsOf(sums).sort((one, other) => compare(netOf(other).points, netOf(one).points))
  const rest = all.slice(REWARDS_SHOWN)
  return {
    top: all.slice(0, REWARDS_SHOWN),
    other: rest.length === 0 ? null : together(rest),
    total: together(all),
  }
}

export function rewardsOf(
  sums: readonly {
    readonly a: number
    readonly b: number
    readonly amount: Amount
    readonly count: number
  }[],
): RewardSum[] {
  const byId = new Map<number, RewardSum>()
  for (const { a: id, b, amount, count } of sums) {
    const known = byId.get(id) ?? { id, redeemed: NONE_COUNTED, refunded: NONE_COUNTED }
    const part = b === REWARD.refunded ? 'refunded' : 'redeemed'
    byId.set(id, { ...known, [part]: { amount, count } })
  }
  return [...byId.values()]
}

/** What was redeemed less what was refunded. */
export function netOf({ redeemed, refunded }: Pick<RewardSum, 'redeemed' | 'refunded'>): Amount {
  return add(redeemed.amount, negate(refunded.amount))
}

export function together(rewards: readonly RewardSum[]): RewardSum {
  const sum = (part: 'redeemed' | 'refunded'): Counted =>
    rewards.reduce(
      (total, reward) => ({
        amount: add(total.amount, reward[part].amount),
        count: total.count + reward[part].count,
      }),
      NONE_COUNTED,
    )
  return { id: null, redeemed: sum('redeemed'), refunded: sum('refunded') }
}

function compare(a: Decimal, b: Decimal): number {
  return a < b ? -1 : a > b ? 1 : 0
}

/** Whether these points were worth money when they were recorded. Where cashback was never on they were not. */
export function hasWorth(amounts: readonly Amount[]): boolean {
  return amounts.some(({ cashback }) => cashback !== ZERO) || amounts.every(isNothing)
}
