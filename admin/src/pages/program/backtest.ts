import type { Answer } from '../../api/client.ts'
import { absolute, isZero, subtract } from '../../format/decimal.ts'

export type Backtest = Answer<'backtests.get'>
export type Result = NonNullable<Backtest['result']>
export type Both = Result['points']
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

/** Rules that give these orders something else, or that are new or gone. */
export function rulesThatChange({ rules }: Result): Result['rules'] {
  return rules.filter(({ points, change }) => change !== 'same' || !isZero(differenceOf(points)))
}
