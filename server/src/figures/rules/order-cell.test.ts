import { expect, it } from 'vitest'
import { filterOfBranch, runsOf } from './order-cell.ts'

it('divides a period at the days on which not every branch has a name, and loses none', () => {
  const run = (from: number, to: number, isRest = false) => ({ from, to, isRest })
  expect(runsOf({ from: 1, to: 9 }, [])).toEqual([run(1, 9)])
  expect(runsOf({ from: 1, to: 9 }, [4])).toEqual([run(5, 9), run(4, 4, true), run(1, 3)])
  expect(runsOf({ from: 1, to: 9 }, [1, 2, 9])).toEqual([
    run(9, 9, true),
    run(3, 8),
    run(2, 2, true),
    run(1, 1, true),
  ])
})

it('finds an order in exactly one of the rows, whatever was counted by name on its day', () => {
  const shown = new Set(['', 'b1', 'b2'])
  const holds = (filter: ReturnType<typeof filterOfBranch>, branch: string): boolean =>
    filter !== null &&
    (filter.is === null || filter.is === branch) &&
    (filter.isNone === null || !filter.isNone.includes(branch))
  for (const named of [null, new Set(['b1', 'b3']), new Set([''])]) {
    for (const branch of ['', 'b1', 'b2', 'b3', 'b4']) {
      const rows = [
        { kind: 'none' },
        { kind: 'branch', id: 'b1' },
        { kind: 'branch', id: 'b2' },
        { kind: 'other' },
      ] as const
      const found = rows.filter((part) => holds(filterOfBranch(part, shown, named), branch))
      expect([named, branch, found.length]).toEqual([named, branch, 1])
    }
  }
})
