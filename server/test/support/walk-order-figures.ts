import { expect } from 'vitest'
import type { BranchesAnswer } from '../../src/figures/admin-api/branches-schema.ts'
import type { CohortRecords, CohortsAnswer } from '../../src/figures/admin-api/cohorts-schema.ts'
import type { CustomersAnswer, OrdersListed } from '../../src/figures/admin-api/orders-schema.ts'
import { type Decimal, decimalFromText, ONE, proportion } from '../../src/platform/decimal.ts'
import { type Get, readToEnd } from './walk-figures.ts'

type Figure = Omit<NonNullable<OrdersListed['figure']>, 'points'> & { readonly points?: string | null }

/** A list of orders that is read to its end: it is the figure, and the orders add up to it. */
async function checkOrders(get: Get, path: string, wanted: Figure): Promise<OrdersListed['items']> {
  const list = await readToEnd<OrdersListed>(get, path)
  expect([path, list.figure]).toMatchObject([path, wanted])
  expect([path, list.items.length]).toEqual([path, wanted.orders])
  expect([path, new Set(list.items.map(({ orderId }) => orderId)).size]).toEqual([path, wanted.orders])
  if (wanted.sales !== null) {
    const sum = list.items.reduce((all, { sales }) => all + decimalFromText(sales), 0n)
    expect([path, sum]).toEqual([path, decimalFromText(wanted.sales)])
  }
  const points = list.figure?.points ?? null
  if (points !== null) {
    const sum = list.items.reduce((all, item) => all + decimalFromText(item.points), 0n)
    expect([path, sum]).toEqual([path, decimalFromText(points)])
  }
  return list.items
}

/** Exactly the sums that are shown; nothing where there is nothing to divide by. */
function expectRate(what: string, rate: string | null, part: Decimal, whole: Decimal): void {
  const wanted = whole === 0n ? null : proportion(part, ONE, whole)
  expect([what, rate === null ? null : decimalFromText(rate)]).toEqual([what, wanted])
}

/** Every figure of the report of customers, with the orders behind it. Returns how many there were. */
export async function walkCustomers(get: Get, period: string): Promise<number> {
  const { figures } = await get<CustomersAnswer>(`/reports/customers?${period}&step=week`)
  if (!figures) throw new Error('not counted')
  const records = '/reports/customers/records'
  let walked = 0
  for (const buyers of ['all', 'members', 'others'] as const) {
    const { orders, sales, firstOrders, returningOrders, averageOrder } = figures[buyers]
    expectRate(buyers, averageOrder, decimalFromText(sales), BigInt(orders) * ONE)
    const path = `${records}?${period}&buyers=${buyers}`
    await checkOrders(get, `${path}&show=all`, { orders, sales })
    const first = await checkOrders(get, `${path}&show=first`, { orders: firstOrders, sales: null })
    expect(new Set(first.map(({ customer }) => customer.id)).size).toBe(firstOrders)
    await checkOrders(get, `${path}&show=returning`, { orders: returningOrders, sales: null })
    walked += 3
  }
  expect(figures.newMembers.value).toBe(figures.members.firstOrders)
  for (const { from, to, orders, sales } of figures.columns) {
    await checkOrders(get, `${records}?from=${from}&to=${to}`, { orders, sales })
    walked += 1
  }
  return walked
}

/** The same of the report of branches. */
export async function walkBranches(get: Get, period: string): Promise<number> {
  const { figures } = await get<BranchesAnswer>(`/reports/branches?${period}`)
  if (!figures) throw new Error('not counted')
  const { rows, total } = figures
  for (const key of ['orders', 'earnedOrders', 'firstOrders', 'memberFirstOrders'] as const) {
    expect([key, rows.reduce((sum, row) => sum + row[key], 0)]).toEqual([key, total[key]])
  }
  for (const key of ['sales', 'points'] as const) {
    const sum = rows.reduce((all, row) => all + decimalFromText(row[key] ?? ''), 0n)
    expect([key, sum]).toEqual([key, decimalFromText(total[key] ?? '')])
  }
  const all = { kind: 'all', id: null, ...total } as const
  for (const { kind, id, orders, sales, points, averageOrder, ...row } of [...rows, all]) {
    expectRate(`average of ${id}`, averageOrder, decimalFromText(sales), BigInt(orders) * ONE)
    const { firstOrders, memberFirstOrders } = row
    expectRate(
      `rate of ${id}`,
      row.enrollmentRate,
      BigInt(memberFirstOrders) * ONE,
      BigInt(firstOrders) * ONE,
    )
    const of = kind === 'all' ? '' : id === null ? `&group=${kind}` : `&branch=${encodeURIComponent(id)}`
    const path = `/reports/branches/records?${period}${of}`
    await checkOrders(get, path, { orders, sales, points })
    await checkOrders(get, `${path}&show=earned`, { orders: row.earnedOrders, sales: null })
    await checkOrders(get, `${path}&show=first`, { orders: firstOrders, sales: null })
    await checkOrders(get, `${path}&show=first&buyers=members`, { orders: memberFirstOrders, sales: null })
  }
  return 4 * (rows.length + 1)
}

/** Every cohort and every cell of it, with the customers behind it. Returns how many figures there were. */
export async function walkCohorts(get: Get, months: number): Promise<number> {
  const { figures } = await get<CohortsAnswer>(`/reports/cohorts?months=${months}`)
  if (!figures?.rows) throw new Error('not counted')
  let walked = 0
  const check = async (query: string, wanted: { customers: number; sales: string }): Promise<string[]> => {
    const list = await readToEnd<CohortRecords>(get, `/reports/cohorts/records?${query}`)
    expect([query, list.figure]).toEqual([query, { customers: wanted.customers, sales: wanted.sales }])
    const ids = list.items.map(({ customer }) => String(customer.id))
    expect([query, new Set(ids).size, ids.length]).toEqual([query, wanted.customers, wanted.customers])
    const sum = list.items.reduce((all, { sales }) => all + decimalFromText(sales), 0n)
    expect([query, sum]).toEqual([query, decimalFromText(wanted.sales)])
    walked += 1
    return ids
  }
  for (const { month: firstMonth, cells, ...row } of figures.rows) {
    const all = new Set(await check(`firstMonth=${firstMonth}`, row))
    const size = BigInt(row.customers) * ONE
    expectRate(firstMonth, row.salesPerCustomer, decimalFromText(row.sales), size)
    for (const { month, share, ...cell } of cells) {
      const ids = await check(`firstMonth=${firstMonth}&month=${month}`, cell)
      expect([firstMonth, month, ids.every((id) => all.has(id))]).toEqual([firstMonth, month, true])
      expectRate(month, share, BigInt(cell.customers) * ONE, size)
      expectRate(month, cell.salesPerCustomer, decimalFromText(cell.sales), size)
    }
  }
  return walked
}
