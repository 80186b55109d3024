import type { Till } from '../../accounts/till/till.ts'
import { resultFailure } from '../../contract/private-api/envelopes.ts'
import type { ApiRefusal } from '../../contract/private-api/errors.ts'
import { decimalToNumber, moneyToNumber } from '../../platform/decimal.ts'
import type { BulkOperation } from '../../tenancy/private-api/bulk-operation.ts'
import type { Tenant } from '../../tenancy/tenant.ts'
import { placeOrderOfMany, type RecordedOrder } from '../place-variants.ts'
import { PLACING_WRONG_TYPE, type Placing, placeSentOrder } from './place.ts'
import { BulkOrderResult, EXAMPLE_ORDER, OrderBody } from './schema.ts'

/** So that the sales of the moment find room in every batch of the till. */
const AT_ONCE = 64

const asOneOfMany: Placing<RecordedOrder, BulkOrderResult | ApiRefusal> = {
  command: placeOrderOfMany,
  refuse: (refused) => refused,
  present: ({ order, recorded }) => ({
    Id: order.id,
    State: order.state,
    PointsGranted: decimalToNumber(recorded.points),
    CashbackGranted: moneyToNumber(recorded.cashback),
  }),
}

export function bulkOrders(tillOf: (tenant: Tenant) => Till): BulkOperation<OrderBody, BulkOrderResult> {
  return {
    url: '/v1/pvt/Order/bulk',
    operationId: 'placeOrders',
    tag: 'POS',
    summary: 'Insert or update many orders',
    description:
      'Each is an order as `POST /v1/pvt/Order` takes it. PointsGranted and CashbackGranted are what stands ' +
      'recorded for the order now.',
    body: OrderBody,
    example: EXAMPLE_ORDER,
    result: BulkOrderResult,
    single: { wrongType: PLACING_WRONG_TYPE, refuse: resultFailure },
    isOfOrders: true,
    atOnce: AT_ONCE,
    // The till keeps the orders of one customer in their order. One order under two customers is up to us.
    turnOf: ({ OriginalId, Customer }) => ({ name: OriginalId ?? '', queue: Customer?.OriginalId || null }),
    run: (tenant, body) => placeSentOrder(asOneOfMany, tillOf(tenant), tenant, body),
  }
}
