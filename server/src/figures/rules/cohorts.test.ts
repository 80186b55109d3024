import { describe, expect, it } from 'vitest'
import { type CohortSum, cohortTable } from './cohorts.ts'
import { ALL_OF_COHORT } from './customer-months.ts'

const MONTHS = [202_511, 202_512, 202_601, 202_602]
const sum = (firstMonth: number, month: number, customers: number, sales = 0n): CohortSum => ({
  ...{ firstMonth, month, customers, sales },
})

describe('cohorts', () => {
  it('are shares of all who first bought in a month, whatever became of that order', () => {
    const { rows, nextMonth } = cohortTable(
      [
        sum(202_511, ALL_OF_COHORT, 4),
        sum(202_511, 202_511, 3, 300_0000n),
        sum(202_511, 202_601, 1, 100_0000n),
        sum(202_512, ALL_OF_COHORT, 2),
        sum(202_512, 202_512, 2, 10_0000n),
        sum(202_512, 202_601, 1, 5_0000n),
        sum(202_601, ALL_OF_COHORT, 3),
        sum(202_601, 202_602, 3, 1_0000n),
      ],
      MONTHS,
    )
    expect(rows?.map(({ month, customers, sales }) => [month, customers, sales])).toEqual([
      [202_511, 4, 400_0000n],
      [202_512, 2, 15_0000n],
      [202_601, 3, 1_0000n],
    ])
    const [oldest, , newest] = rows ?? []
    expect(oldest).toMatchObject({ salesPerCustomer: 100_0000n })
    expect(oldest?.cells.map(({ month, customers, share }) => [month, customers, share])).toEqual([
      [202_511, 3, 7500n],
      [202_512, 0, 0n],
      [202_601, 1, 2500n],
      [202_602, 0, 0n],
    ])
    expect(oldest?.cells[2]).toMatchObject({ sales: 100_0000n, salesPerCustomer: 25_0000n })
    expect(newest?.cells.map(({ share }) => share)).toEqual([0n, 1_0000n])
    // January’s next month is not over.
    expect(nextMonth).toEqual({ customers: 6, active: 1, share: 1667n })
  })

  it('are not shown where more came back than there are, or nobody was counted', () => {
    expect(cohortTable([sum(202_511, ALL_OF_COHORT, 1), sum(202_511, 202_512, 2)], MONTHS).rows).toBeNull()
    expect(cohortTable([sum(202_511, 202_512, 1)], MONTHS).rows).toBeNull()
    expect(cohortTable([], MONTHS)).toEqual({
      rows: [],
      nextMonth: { customers: 0, active: 0, share: null },
    })
  })
})
