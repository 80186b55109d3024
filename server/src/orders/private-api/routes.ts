import type { FastifyReply } from 'fastify'
import { Type } from 'typebox'
import type { Till } from '../../accounts/till/till.ts'
import { CUSTOMER_SEQUENCE_HEADER } from '../../contract/private-api/customer-sequence.ts'
import { readDate } from '../../contract/private-api/dates.ts'
import { ResultEnvelope, resultEnvelope, resultFailure } from '../../contract/private-api/envelopes.ts'
import { inApiTerms } from '../../contract/private-api/errors.ts'
import { CLAIM, MATCHED_BY_HEADER } from '../../contract/private-api/matched-by.ts'
import type { Operation } from '../../contract/private-api/operation.ts'
import { isRefusal, refusal } from '../../contract/refusal.ts'
import { isStorable } from '../../contract/schema.ts'
import { recognisedByContact } from '../../customers/recognise.ts'
import { unlessDataRefused } from '../../platform/postgres/failures.ts'
import type { PrivateApi } from '../../tenancy/private-api/protection.ts'
import type { Tenant } from '../../tenancy/tenant.ts'
import { cancelOrder, placeOrder } from '../commands.ts'
import { ORDER_ERRORS } from './errors.ts'
import { PLACING_WRONG_TYPE, type Placing, placeSentOrder } from './place.ts'
import { type OrderAnswer, toCancelResult, toOrderResult } from './present.ts'
import { CancelBody, CancelResult, OrderBody, OrderResult } from './schema.ts'

const placing: Operation = { wrongType: PLACING_WRONG_TYPE, refuse: resultFailure }

/** One order alone, whose answer says by what its customer was recognised, and which events are in it. */
function alone(tenant: Tenant, reply: FastifyReply): Placing<OrderAnswer, unknown> {
  return {
    command: placeOrder,
    refuse: resultFailure,
    present(placed, { customer }) {
      const by = placed.isClaimed ? CLAIM : recognisedByContact(tenant, customer, placed.customer)
      if (by !== null) void reply.header(MATCHED_BY_HEADER, by)
      void reply.header(CUSTOMER_SEQUENCE_HEADER, placed.account.sequence)
      return resultEnvelope(toOrderResult(placed))
    },
  }
}

const cancelling: Operation = { wrongType: 'General_FieldCannotBeNullOrBlank', refuse: resultFailure }

export interface OrderRoutesOptions {
  readonly tillOf: (tenant: Tenant) => Till
}

export function orderRoutes(api: PrivateApi, options: OrderRoutesOptions): void {
  placeRoutes(api, options)
  cancelRoutes(api, options)
}

function placeRoutes(api: PrivateApi, { tillOf }: OrderRoutesOptions): void {
  api.addSchema(OrderResult)
  for (const [url, operationId, summary] of [
    ['/v1/pvt/POS/orders', 'placePosOrder', 'Insert or update an order'],
    ['/v1/pvt/Order', 'placeOrder', 'Insert or update an order (the general operation)'],
  ] as const) {
    api.post<{ Body: OrderBody }>(
      url,
      {
        config: { operation: placing },
        schema: {
          operationId,
          tags: ['POS'],
          summary,
          description:
            'By OriginalId. The first message needs OrderTotal and OrderPlacementDate; a later one is merged: ' +
            'what is left out or null stays as it is, a list that is sent replaces the whole list. Sending the ' +
            'same order again has no further effect, and an update that is older than what is stored changes ' +
            'nothing. Points are granted once, when the order is first complete; a later change of its total, ' +
            'products, payment method, branch or placement date posts the difference.',
          body: OrderBody,
          response: { 200: ResultEnvelope(Type.Unsafe<OrderResult>(Type.Ref('Order#'))) },
        },
      },
      ({ tenant, body }, reply) => placeSentOrder(alone(tenant, reply), tillOf(tenant), tenant, body),
    )
  }
}

function cancelRoutes(api: PrivateApi, { tillOf }: OrderRoutesOptions): void {
  api.addSchema(CancelResult)
  for (const [url, operationId, summary] of [
    ['/v1/pvt/POS/orders/:orderId/cancel', 'cancelPosOrder', 'Cancel an order'],
    ['/v1/pvt/Order/:orderId/cancel', 'cancelOrder', 'Cancel an order (the general operation)'],
  ] as const) {
    api.post<{ Params: { orderId: string }; Body: CancelBody }>(
      url,
      {
        config: { operation: cancelling },
        schema: {
          operationId,
          tags: ['POS'],
          summary,
          description:
            'In whatever state it is, once; cancelling again answers the same. The points that were recorded ' +
            'for the order are taken back.',
          params: Type.Object({ orderId: Type.String({ description: 'Order id in the merchant store.' }) }),
          body: CancelBody,
          response: { 200: ResultEnvelope(Type.Unsafe<CancelResult>(Type.Ref('OrderCancel#'))) },
        },
      },
      async (request, reply) => {
        const { tenant } = request
        const { orderId: originalId } = request.params
        if (!isStorable(originalId)) {
          return resultFailure(
            refusal('ApiExternalOrder_Order_Not_Found', 'There is no order with this id.', 'orderId'),
          )
        }
        const date = readDate(request.body.OrderCancelledDate, tenant.timeZone)
        const cancelled = await tillOf(tenant)
          .run(cancelOrder, {
            tenant,
            originalId,
            cancelledAt: typeof date === 'number' ? date : null,
            status: request.body.OrderStatus ?? null,
          })
          .catch(unlessDataRefused(refusal('cancellation-not-saved', 'The order could not be cancelled.')))
        const answer = inApiTerms(cancelled, ORDER_ERRORS)
        if (isRefusal(answer)) return resultFailure(answer)
        void reply.header(CUSTOMER_SEQUENCE_HEADER, answer.account.sequence)
        return resultEnvelope(toCancelResult(answer.order))
      },
    )
  }
}
