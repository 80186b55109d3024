const DAY = '2026-01-15'

/** The body of a complete order; `more` adds to it or replaces parts of it. */
export function orderToSend(id: string, customer: string, total: number, more: object = {}) {
  return {
    OriginalId: id,
    OrderPlacementDate: `${DAY}T12:00:00Z`,
    OrderCompletedDate: `${DAY}T12:05:00Z`,
    IsCompleted: true,
    OrderTotal: total,
    Customer: { OriginalId: customer },
    Products: [],
    UpdatedDate: `${DAY}T12:05:00Z`,
    ...more,
  }
}

/** More open lots than the till loads at first (64): most races are run with such a customer too. */
export const MANY_LOTS = 100

/** A list of complete orders that come to this total in points, each with a lot of its own. */
export function ordersToSend(id: string, customer: string, total = MANY_LOTS): object[] {
  const each = total / MANY_LOTS
  return Array.from({ length: MANY_LOTS }, (_, index) => orderToSend(`${id}-lot-${index}`, customer, each))
}
