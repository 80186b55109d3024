import { createHash } from 'node:crypto'
import { encodeDetails } from '../orders/details-encoding.ts'
import type { Order } from '../orders/order.ts'

const PRINT_CHARACTERS = 16

/** What an order says, in few characters: another one, once it was changed after it was imported. */
export function printOf({
  state,
  total,
  returned,
  placedAt,
  completedAt,
  cancelledAt,
  details,
}: Order): string {
  const parts = [state, total, returned, placedAt, completedAt, cancelledAt, encodeDetails(details)]
  return createHash('sha256')
    .update(JSON.stringify(parts, (_, value) => (typeof value === 'bigint' ? String(value) : value)))
    .digest('hex')
    .slice(0, PRINT_CHARACTERS)
}
