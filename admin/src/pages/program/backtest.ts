import type { Answer } from '../../api/client.ts'
import { absolute, add, isZero, subtract } from '../../format/decimal.ts'

export type Backtest = Answer<'backtests.get'>
export type Result = NonNullable<Backtest['result']>
export type Both = Result['points']
export type RuleOfBacktest = Result['rules'][number]
export type ChangeOfCustomer = Result['customers']['gains'][number]

export function differenceOf({ live, candidate }: Both): string {
  return subtract(candidate, live)
}

/** `4.1` of the server as tenths, which the format of percentages takes. */
export function tenthsOf(percent: string): number {
  return Math.round(Number(percent) * 10)
}

/** Gains and losses together, the largest change first. */
export function largestOf({ gains, losses }: Result['customers']): readonly ChangeOfCustomer[] {
  const sizeOf = ({ points }: ChangeOfCustomer): number => Number(absolute(differenceOf(points)))
  return [...gains, ...losses].toSorted((one, other) => sizeOf(other) - sizeOf(one))
}

interface RulesOf {
  /** Rules that give these orders something else, or that are new or gone. */
  readonly changing: readonly RuleOfBacktest[]
  /** All others together; null: they give nothing. */
  readonly others: Pick<RuleOfBacktest, 'points' | 'worth'> | null
}

export function rulesOf({ rules, points, worth }: Pick<Result, 'rules' | 'points' | 'worth'>): RulesOf {
  const changing = rules.filter(({ points, change }) => change !== 'same' || !isZero(differenceOf(points)))
  const left = less(
    points,
    changing.map((rule) => rule.points),
  )
  const worths = changing.map((rule) => rule.worth)
  const known = worths.filter((worth) => worth !== null)
  return {
    changing,
    others:
      isZero(left.live) && isZero(left.candidate)
        ? null
        : { points: left, worth: worth && known.length === worths.length ? less(worth, known) : null },
  }
}

function less(all: Both, parts: readonly Both[]): Both {
  return {
    live: subtract(all.live, add(...parts.map(({ live }) => live))),
    candidate: subtract(all.candidate, add(...parts.map(({ candidate }) => candidate))),
  }
}
