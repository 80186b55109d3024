import type { TenantId } from '../contract/ids.ts'
import type { Program } from '../earning/program.ts'
import { type EarnedWith, ORDER_STATE, type Order } from '../orders/order.ts'
import type { Tx } from '../platform/postgres/database.ts'
import { type CheckSum, NAMED_MAX } from './result.ts'
import { checkOrder } from './rules/check-order.ts'
import { findRecorded } from './store/records.ts'

export type EarnedOrder = Order & { readonly earned: EarnedWith }

/** Complete, and its customer was enrolled: others have earned nothing, whatever the rules. */
export function isEarned(order: Order): order is EarnedOrder {
  return order.state === ORDER_STATE.complete && order.earned !== null
}

interface ToCheck {
  readonly earned: readonly EarnedOrder[]
  readonly programOf: (version: number) => Program
}

/** Whether orders earned what their own program gives them, line by line. */
export async function checkOrders(
  tx: Tx,
  tenantId: TenantId,
  { earned, programOf }: ToCheck,
  before: CheckSum,
): Promise<CheckSum> {
  if (earned.length === 0) return before
  const recorded = await findRecorded(tx, tenantId, earned)
  let { orders, differences, incomparable } = before
  const first = [...before.first]
  for (const order of earned) {
    const { record = null, returnedAt = null } = recorded.get(order.id) ?? {}
    const live = programOf(order.earned.programVersion)
    const checked = checkOrder({ order, earned: order.earned, live, record, returnedAt })
    orders += 1
    if (checked === 'incomparable') incomparable += 1
    if (checked === 'different') {
      differences += 1
      if (first.length < NAMED_MAX) first.push(order.originalId)
    }
  }
  return { orders, differences, incomparable, first }
}
