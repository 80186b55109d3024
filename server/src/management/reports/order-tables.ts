/** The tables of reports of orders, as they are exported. */
import type { CustomersAnswer } from '../../figures/admin-api/orders-schema.ts'
import { type Figures, type ReportTable, tableOf } from './tables.ts'

/** Columns, then members, others and all of the period. */
export function customersTable({ columns, period, ...figures }: Figures<CustomersAnswer>): ReportTable {
  const groups = (['members', 'others', 'all'] as const).map((buyers) => ({
    buyers,
    ...period,
    newMembers: buyers === 'others' ? 0 : figures.newMembers.value,
    ...figures[buyers],
  }))
  return tableOf(
    [...columns.map((column) => ({ buyers: 'all', ...column })), ...groups],
    [
      ...(['buyers', 'from', 'to', 'newMembers', 'firstOrders', 'returningOrders'] as const),
      ...(['orders', 'sales', 'averageOrder'] as const),
    ],
  )
}
