import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  ALL_OF_COHORT,
  type CohortDelta,
  type CompletedOrder,
  type CustomerOrders,
  changeOf,
  countOrdersOf,
  NO_ORDERS,
  sumCohorts,
} from './customer-months.ts'
import { PERIOD_KIND, periodFiguresOf } from './period-figures.ts'

const SPANS = [{ since: 0, timeZone: 'America/Sao_Paulo' }]
const order = (id: number, placedAt: string, sales: number | null): CompletedOrder => ({
  ...{ id, placedAt: Date.parse(placedAt) },
  sales: sales === null ? null : BigInt(sales),
})

const orders = fc.uniqueArray(
  fc.record({
    id: fc.integer({ min: 1, max: 9 }),
    placedAt: fc.integer({ min: Date.UTC(2026, 0, 1), max: Date.UTC(2026, 5, 1) }),
    sales: fc.option(fc.bigInt({ min: 0n, max: 9n })),
  }),
  { selector: ({ id }) => id, maxLength: 8 },
)

describe('the orders of a customer', () => {
  it('count in the month of their placement, by the day of the merchant; what was returned in full does not', () => {
    const counted = countOrdersOf(
      [
        order(1, '2026-05-01T02:00:00Z', 10),
        order(2, '2026-05-20T15:00:00Z', 7),
        order(3, '2026-05-21T15:00:00Z', null),
        order(4, '2026-06-02T15:00:00Z', 5),
      ],
      SPANS,
    )
    expect(counted.first).toMatchObject({ orderId: 1, month: 202_604 })
    expect(counted.months).toEqual([
      { month: 202_604, orders: 1, sales: 10n },
      { month: 202_605, orders: 1, sales: 7n },
      { month: 202_606, orders: 1, sales: 5n },
    ])
    expect(countOrdersOf([], SPANS)).toEqual(NO_ORDERS)
  })

  it('change cohorts by the difference alone, in any order of changes', () => {
    fc.assert(
      fc.property(fc.array(orders, { minLength: 1, maxLength: 6 }), (versions) => {
        let kept: CustomerOrders = NO_ORDERS
        const sums: CohortDelta[] = []
        for (const version of versions) {
          const is = countOrdersOf(version, SPANS)
          const change = changeOf(1, kept, is)
          sums.push(...change.cohorts)
          const gone = new Set(change.monthsGone)
          const changed = new Map(change.months.map((month) => [month.month, month]))
          const months = [
            ...kept.months.filter(({ month }) => !gone.has(month) && !changed.has(month)),
            ...changed.values(),
          ].toSorted((a, b) => a.month - b.month)
          kept = { first: change.first ? change.first.is : kept.first, months }
          expect(kept.first).toEqual(is.first)
          expect(kept.months).toEqual(is.months.toSorted((a, b) => a.month - b.month))
        }
        const inAll = kept.first
          ? [{ month: ALL_OF_COHORT, sales: 0n }, ...kept.months].map(({ month, sales }) => ({
              firstMonth: kept.first?.month,
              month,
              customers: 1,
              sales,
            }))
          : []
        const byMonth = (a: CohortDelta, b: CohortDelta) => a.firstMonth - b.firstMonth || a.month - b.month
        expect(sumCohorts(sums).toSorted(byMonth)).toEqual(inAll)
      }),
    )
  })

  it('mark the days of both first orders where another one is the first', () => {
    const one = countOrdersOf([order(2, '2026-05-20T15:00:00Z', 7)], SPANS)
    const two = countOrdersOf(
      [order(2, '2026-05-20T15:00:00Z', 7), order(3, '2026-05-10T15:00:00Z', 1)],
      SPANS,
    )
    expect(changeOf(1, NO_ORDERS, one).days).toEqual([one.first?.day])
    expect(changeOf(1, one, two).days).toEqual([one.first?.day, two.first?.day])
    expect(changeOf(1, two, two)).toMatchObject({
      first: null,
      months: [],
      monthsGone: [],
      cohorts: [],
      days: [],
    })
  })
})

it('customers are active in each period in which they bought, and repeat it with a second order', () => {
  const buyer = (isMember: boolean, orderCount: number, lastDay: number) => ({
    ...{ customerId: 1, isMember, orders: orderCount, lastDay },
  })
  const figures = periodFiguresOf(1_000, [
    buyer(true, 1, 1_000),
    buyer(true, 2, 994),
    buyer(false, 5, 993),
    buyer(true, 3, 700),
  ])
  expect(Object.fromEntries(figures.map(({ kind, value, base }) => [kind, [value, base]]))).toEqual({
    7: [2, 0],
    30: [3, 0],
    90: [3, 0],
    365: [4, 0],
    [PERIOD_KIND.repeat]: [2, 3],
  })
})
