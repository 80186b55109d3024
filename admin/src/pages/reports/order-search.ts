/** What the address of a list of orders says, whatever was written into it. */
export const ORDERS_SHOWN = ['all', 'first', 'returning', 'earned'] as const
export type OrdersShown = (typeof ORDERS_SHOWN)[number]

export const BUYERS = ['all', 'members', 'others'] as const
export type Buyers = (typeof BUYERS)[number]

export function readOrders<Show extends OrdersShown>(
  value: unknown,
  possible: readonly Show[],
): Show | 'all' {
  return possible.find((one) => one === value) ?? 'all'
}

export function readBuyers(value: unknown): Buyers {
  return BUYERS.find((one) => one === value) ?? 'all'
}
