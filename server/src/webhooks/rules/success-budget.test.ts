import { describe, expect, it } from 'vitest'
import { SuccessBudget } from './success-budget.ts'

const keep = (budget: SuccessBudget, count: number, now: number): number =>
  Array.from({ length: count }, () => budget.take(now)).filter(Boolean).length

describe('the successes that are kept', () => {
  it('are all of them at the pace of a shop, day after day', () => {
    const budget = new SuccessBudget(0)
    let kept = 0
    for (let second = 0; second < 86_400; second += 1) kept += keep(budget, 10, second * 1_000)
    expect(kept).toBe(864_000)
  })

  it('are one in a hundred beyond that, until the pace is one of a shop again', () => {
    const budget = new SuccessBudget(0)
    expect(keep(budget, 5_000, 0)).toBe(5_000)
    expect(keep(budget, 10_000, 0)).toBe(100)
    expect(keep(budget, 10, 1_000)).toBe(10)
    expect(keep(budget, 99, 1_000)).toBeLessThan(2)
  })

  it('need no clock that only goes on', () => {
    const budget = new SuccessBudget(60_000)
    expect(keep(budget, 10, 0)).toBe(10)
  })
})
