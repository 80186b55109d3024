import { expect, it } from 'vitest'
import { ONE } from '../../platform/decimal.ts'
import {
  averageOrder,
  columnsOfOrders,
  figureOfOrders,
  NO_ORDER_SUMS,
  type OrderSums,
  ordersIn,
  ordersOf,
  rateOfCounts,
} from './order-sums.ts'

const SUMS: OrderSums = {
  orders: 10,
  sales: 1_000n * ONE,
  earnedOrders: 6,
  firstOrders: 4,
  memberOrders: 7,
  memberSales: 800n * ONE,
  memberFirstOrders: 3,
  points: 900n * ONE,
}

it('tells members and others apart, and the two add up to all', () => {
  expect(ordersOf(SUMS, 'members')).toEqual({ orders: 7, sales: 800n * ONE, firstOrders: 3 })
  expect(ordersOf(SUMS, 'others')).toEqual({ orders: 3, sales: 200n * ONE, firstOrders: 1 })
  for (const which of ['all', 'first', 'returning'] as const) {
    const of = (buyers: 'all' | 'members' | 'others') => figureOfOrders(SUMS, which, buyers)?.orders ?? 0
    expect([which, of('members') + of('others')]).toEqual([which, of('all')])
  }
  expect(figureOfOrders(SUMS, 'returning', 'members')).toEqual({ orders: 4, sales: null, points: null })
  expect(figureOfOrders(SUMS, 'earned', 'all')).toEqual({ orders: 6, sales: null, points: null })
  expect(figureOfOrders(SUMS, 'all', 'all')).toMatchObject({ points: 900n * ONE })
  expect(figureOfOrders(SUMS, 'all', 'members')).toMatchObject({ points: null })
  expect(figureOfOrders(SUMS, 'earned', 'members')).toBeNull()
})

it('computes rates from the sums, and none of nothing', () => {
  expect(averageOrder(SUMS)).toBe(100n * ONE)
  expect(averageOrder(NO_ORDER_SUMS)).toBeNull()
  expect(rateOfCounts(1, 3)).toBe(3_333n)
  expect(rateOfCounts(0, 3)).toBe(0n)
  expect(rateOfCounts(0, 0)).toBeNull()
})

it('puts days into columns, none lost at the edges', () => {
  const days = [3, 4, 9, 10, 11].map((day) => ({ ...SUMS, day }))
  const period = { from: 4, to: 10 }
  const columns = columnsOfOrders(days, period, 'day')
  expect(columns.map(({ from, sums }) => [from, sums.orders])).toEqual([
    [4, 10],
    [5, 0],
    [6, 0],
    [7, 0],
    [8, 0],
    [9, 10],
    [10, 10],
  ])
  expect(ordersIn(days, period)).toMatchObject({ orders: 30, points: 2_700n * ONE })
  const uncounted = [...days, { ...SUMS, day: 7, points: null }]
  expect(ordersIn(uncounted, period).points).toBeNull()
  expect(ordersIn(uncounted, { from: 8, to: 10 }).points).toBe(1_800n * ONE)
  expect(columnsOfOrders([], period, 'month').map(({ sums }) => sums)).toEqual([NO_ORDER_SUMS])
})
