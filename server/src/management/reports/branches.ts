import type { BranchesAnswer } from '../../figures/admin-api/branches-schema.ts'
import {
  addOrders,
  averageOrder,
  NO_ORDER_SUMS,
  type OrderSums,
  rateOfCounts,
} from '../../figures/rules/order-sums.ts'
import { type Period, periodToText } from '../../figures/rules/period.ts'
import { findFirstOrderDay, readOrdersByBranch } from '../../figures/store/order-sums.ts'
import { shortText } from '../../platform/decimal.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { localDateToText } from '../../platform/zone.ts'
import type { Asking } from './asking.ts'
import { findOrdersCounted, presentOrderFigures } from './order-figures.ts'
import { rateToText } from './present.ts'
import { type Figures, type ReportTable, tableOf } from './tables.ts'

export async function branchesOf(
  tx: Tx,
  asked: Pick<Asking, 'tenant' | 'now'> & { readonly period: Period },
): Promise<BranchesAnswer> {
  const { tenant, period } = asked
  const counted = await findOrdersCounted(tx, tenant.id, tenant.clockAheadMs)
  if (counted.percent !== null) return presentOrderFigures(counted, null, asked)
  const since = await findFirstOrderDay(tx, tenant.id)
  const rows = await readOrdersByBranch(tx, tenant.id, period)
  return presentOrderFigures(
    counted,
    {
      since: since === null ? null : localDateToText(since),
      period: periodToText(period),
      rows: rows.map(({ kind, branch, name, ...sums }) => ({
        kind,
        id: kind === 'branch' ? branch : null,
        name,
        ...presentSums(sums),
      })),
      total: presentSums(rows.reduce<OrderSums>(addOrders, NO_ORDER_SUMS)),
    },
    asked,
  )
}

function presentSums(sums: OrderSums) {
  const { orders, sales, earnedOrders, points, firstOrders, memberFirstOrders } = sums
  return {
    orders,
    sales: shortText(sales),
    averageOrder: rateToText(averageOrder(sums)),
    earnedOrders,
    points: points === null ? null : shortText(points),
    firstOrders,
    memberFirstOrders,
    enrollmentRate: rateToText(rateOfCounts(memberFirstOrders, firstOrders)),
  }
}

/** Branches, then all of them. */
export function branchesTable({ rows, total }: Figures<BranchesAnswer>): ReportTable {
  return tableOf(
    [...rows, { kind: 'all', id: null, name: null, ...total }],
    [
      ...(['kind', 'id', 'name', 'orders', 'sales', 'averageOrder', 'earnedOrders', 'points'] as const),
      ...(['firstOrders', 'memberFirstOrders', 'enrollmentRate'] as const),
    ],
  )
}
