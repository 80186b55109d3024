import type { BacktestResultShown } from '../management/backtest-client.ts'
import { decimalFromText, ONE } from '../platform/decimal.ts'

/** `5%` as a decimal; undefined: it is none. */
export function percentFromText(text: string): bigint | undefined {
  const match = /^(\d{1,6}(?:\.\d{1,4})?)%?$/.exec(text)
  return match?.[1] === undefined ? undefined : decimalFromText(match[1])
}

/** Whether the points are more than so many percent above those that were given. */
export function isAbove({ points }: BacktestResultShown, percent: bigint): boolean {
  const [live, candidate] = [decimalFromText(points.live), decimalFromText(points.candidate)]
  return (candidate - live) * 100n * ONE > live * percent
}
