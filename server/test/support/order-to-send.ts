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
