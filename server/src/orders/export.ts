import { shortText } from '../earning/explanation.ts'
import { type ExportCell, type ExportKind, endOf, placeBefore } from '../jobs/export.ts'
import { decodeDetails } from './details-encoding.ts'
import { ORDER_STATE } from './order.ts'
import { findOrdersToExport } from './store.ts'

const STATES = Object.keys(ORDER_STATE)

/** Without what a shop has sent along of persons: customers are known by their public id, and sellers are left out. */
export const ordersExport: ExportKind = {
  name: 'orders',
  holdsPersons: false,
  hasDates: true,
  columns: [
    'orderId',
    'publicId',
    'state',
    'status',
    'placedAt',
    'completedAt',
    'cancelledAt',
    'total',
    'returned',
    'shipping',
    'paymentMethod',
    'branch',
    'lineCount',
    'isFirstPurchase',
  ],
  sums: ['total', 'returned'],
  async page(tx, page) {
    const orders = await findOrdersToExport(tx, page.tenant.id, {
      ...{ after: placeBefore(page), until: endOf(page.filter), limit: page.limit },
    })
    const rows = orders.map(({ details, ...order }): ExportCell[] => {
      const { status, shipping, paymentMethod, branch, products } = decodeDetails(details)
      return [
        ...[order.orderId, order.publicId, STATES[order.state] ?? null, status],
        ...[order.placedAt, order.completedAt, order.cancelledAt, order.total, order.returned],
        ...[shipping === null ? null : shortText(shipping), paymentMethod?.originalId ?? null],
        ...[branch?.originalId ?? null, products.length, order.isFirstPurchase],
      ]
    })
    const last = orders.at(-1)
    return { rows, after: last ? { at: last.place, id: last.id } : page.after }
  },
}
