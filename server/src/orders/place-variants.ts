import { type Amount, addRecords, NO_RECORDS, recordsOfOrder } from '../accounts/account.ts'
import type { Command } from '../accounts/till/command.ts'
import { isRefusal, type Refusal } from '../contract/refusal.ts'
import { recognisedByContact } from '../customers/recognise.ts'
import { orders } from './collections/orders.ts'
import { placeOrder, recordsBefore } from './commands.ts'
import type { Order } from './order.ts'
import { ofAnotherCustomer, type PlaceOrderInput } from './rules/place.ts'
import type { OrderReason } from './rules/reasons.ts'
import { findCustomersOfOrders } from './store.ts'

/** A placed order, and what stands recorded for it. */
export interface RecordedOrder {
  readonly order: Order
  readonly recorded: Amount
}

/** As `placeOrder`, for a sender of many, who is told less of each order, and what is recorded for it. */
export const placeOrderOfMany: Command<PlaceOrderInput, RecordedOrder | Refusal<OrderReason>> = {
  ...placeOrder,
  name: 'place order of many',
  decide(facts, input, posting) {
    const stored = facts.get(orders, input.sent.originalId)
    const { result: placed, ...decision } = placeOrder.decide(facts, input, posting)
    if (isRefusal(placed)) return { ...decision, result: placed }
    const { order } = placed
    const before = stored ? recordsBefore(facts, stored) : NO_RECORDS
    const { sum: recorded } = addRecords(before, recordsOfOrder(posting.entries, order.id))
    return { ...decision, result: { order, recorded } }
  },
}

/**
 * Places an order again whose customer came without an id and is not recognised any more, since another one has the same
 * contact by now: it stays with the customer who has placed it.
 */
export function ofItsOwner<Placed>(
  command: Command<PlaceOrderInput, Placed | Refusal<OrderReason>>,
): Command<PlaceOrderInput, Placed | Refusal<OrderReason>> {
  return {
    ...command,
    name: `${command.name} of its owner`,
    customerOf: () => null,
    resolve: (tx, inputs) =>
      findCustomersOfOrders(
        tx,
        inputs.map(({ tenant, sent }) => ({ tenantId: tenant.id, originalId: sent.originalId })),
      ),
    decide(facts, input, posting) {
      const { tenant, sent } = input
      const isKnown = facts.customer && recognisedByContact(tenant, sent.customer, facts.customer) !== null
      return isKnown ? command.decide(facts, input, posting) : { result: ofAnotherCustomer(sent) }
    },
  }
}
