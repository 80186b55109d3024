import type { CustomersAnswer } from '../../figures/admin-api/orders-schema.ts'
import {
  averageOrder,
  type Buyers,
  columnsOfOrders,
  type OrderSums,
  ordersIn,
  ordersOf,
} from '../../figures/rules/order-sums.ts'
import { type Period, periodBefore, periodToText, type Step, stepOf } from '../../figures/rules/period.ts'
import { findFirstOrderDay, readOrdersByDay } from '../../figures/store/order-sums.ts'
import { readPeriodFigures } from '../../figures/store/period-figures.ts'
import type { Instant } from '../../platform/clock.ts'
import { shortText } from '../../platform/decimal.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { localDateToText } from '../../platform/zone.ts'
import type { Tenant } from '../../tenancy/tenant.ts'
import { findOrdersCounted, presentOrderFigures } from './order-figures.ts'
import { activeCustomers } from './overview.ts'
import { todayOf } from './period.ts'
import { rateToText } from './present.ts'

export interface AskedOrders {
  readonly tenant: Tenant
  readonly now: Instant
  readonly period: Period
  readonly step: Step | undefined
}

export async function customersOf(tx: Tx, asked: AskedOrders): Promise<CustomersAnswer> {
  const { tenant, period } = asked
  const counted = await findOrdersCounted(tx, tenant.id, tenant.clockAheadMs)
  if (counted.percent !== null) return presentOrderFigures(counted, null, asked)
  const before = periodBefore(period)
  const days = await readOrdersByDay(tx, tenant.id, { from: before.from, to: period.to })
  const customers = await readPeriodFigures(tx, tenant.id, [period.to, before.to])
  const since = await findFirstOrderDay(tx, tenant.id)
  const [now, earlier] = [ordersIn(days, period), ordersIn(days, before)]
  const step = stepOf(period, asked.step)
  const both = (buyers: Buyers) => ({
    ...presentBuyers(now, buyers),
    before: presentBuyers(earlier, buyers),
  })
  return presentOrderFigures(
    counted,
    {
      since: since === null ? null : localDateToText(since),
      period: periodToText(period),
      before: periodToText(before),
      step,
      newMembers: { value: now.memberFirstOrders, before: earlier.memberFirstOrders },
      activeCustomers: activeCustomers({ customers }, { period, before, today: todayOf(asked) }),
      all: both('all'),
      members: both('members'),
      others: both('others'),
      columns: columnsOfOrders(days, period, step).map(({ sums, ...column }) => ({
        ...periodToText(column),
        ...presentBuyers(sums, 'all'),
        newMembers: sums.memberFirstOrders,
      })),
    },
    asked,
  )
}

function presentBuyers(sums: OrderSums, buyers: Buyers) {
  const { orders, sales, firstOrders } = ordersOf(sums, buyers)
  return {
    orders,
    firstOrders,
    returningOrders: orders - firstOrders,
    sales: shortText(sales),
    averageOrder: rateToText(averageOrder({ orders, sales })),
  }
}
