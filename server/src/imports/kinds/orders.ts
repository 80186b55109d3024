/** Files of orders. */
import { randomUUID } from 'node:crypto'
import { ZERO } from '../../platform/decimal.ts'
import { announceUnclaimed } from '../announce-unclaimed.ts'
import { foreseeOrders, withCustomers } from '../foresee-orders.ts'
import { importOrder } from '../order-commands.ts'
import { loadOrderContext, type OrderContext } from '../order-context.ts'
import type { OrderLine, OrderValues } from '../order-line.ts'
import { contentOfOrder, joinOrder, keyOfOrder, readOrder } from '../read-order.ts'
import { findAppliedOf, hasImportedProgress } from '../store/imports.ts'
import { previewUndoOfOrders, undoOrders } from '../undo/orders.ts'
import type { FileKind } from './kind.ts'
import { throughTill } from './through-till.ts'

export const ORDERS: FileKind<OrderValues, OrderLine, OrderContext> = {
  shows: {
    amounts: ['total', 'earnedPoints', 'earnedCashback'],
    moments: ['placedAt', 'completedAt', 'cancelledAt'],
    weighed: 'total',
  },
  groups: { by: 'orderId', join: joinOrder },
  keyOf: keyOfOrder,
  contentOf: contentOfOrder,
  loadContext: loadOrderContext,
  read: readOrder,
  customerOf: ({ publicId, sent }) => (publicId === null ? sent.customer : null),
  foresee: foreseeOrders,
  countsTwiceWith: async (tx, tenantId) =>
    (await hasImportedProgress(tx, tenantId))
      ? findAppliedOf(tx, tenantId, ['customers', 'openingBalances'])
      : [],
  outcomeOfLater: () => 'create',
  added: () => ({ lots: [], debt: null, weight: ZERO }),
  async apply(lines, { tenant, till, database, directory, importId, options }) {
    if (lines.some(({ sent }) => sent.customer.isNamedByContact)) {
      await announceUnclaimed({ directory }, tenant)
    }
    const known = await database.read([tenant.id], (tx) => withCustomers(tx, tenant.id, lines))
    return throughTill(known, async (line) =>
      'sent' in line
        ? till.run(importOrder, { tenant, line, importId, options, publicId: randomUUID() })
        : line,
    )
  },
  previewUndo: previewUndoOfOrders,
  undoPage: undoOrders,
}
