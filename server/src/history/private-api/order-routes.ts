import { Type } from 'typebox'
import type { SettledReads } from '../../accounts/settled-reads.ts'
import { CUSTOMER_SEQUENCE_HEADER } from '../../contract/private-api/customer-sequence.ts'
import {
  type Failure,
  PageEnvelope,
  pageEnvelope,
  pageFailure,
  resultFailure,
} from '../../contract/private-api/envelopes.ts'
import { type ApiRefusal, wrongField } from '../../contract/private-api/errors.ts'
import { ASKING_FOR_PAGE } from '../../contract/private-api/operation.ts'
import { offsetOf, readPage } from '../../contract/private-api/paging.ts'
import { integerFromQuery } from '../../contract/private-api/query.ts'
import { isRefusal, refusal } from '../../contract/refusal.ts'
import { isStorable } from '../../contract/schema.ts'
import { ORDER_STATE, type OrderState } from '../../orders/order.ts'
import type { Cells } from '../../tenancy/cells.ts'
import type { PrivateApi } from '../../tenancy/private-api/protection.ts'
import { findTiers } from '../../tiers/collections/tiers.ts'
import { loadReadOrders } from '../load-orders.ts'
import { findCustomerOfOrder, listOrders } from '../store/orders.ts'
import { ListedOrder, OrdersQuery, ReadOrder } from './order-schema.ts'
import { toListedOrder, toReadOrder } from './present-order.ts'

export interface OrderReadRoutesOptions {
  readonly cells: Cells
  readonly reads: SettledReads
}

export function orderReadRoutes(api: PrivateApi, options: OrderReadRoutesOptions): void {
  readRoutes(api, options)
  listRoutes(api, options)
}

function readRoutes(api: PrivateApi, { cells, reads }: OrderReadRoutesOptions): void {
  api.addSchema(ReadOrder)
  api.get<{ Params: { orderId: string } }>(
    '/v1/pvt/Order/:orderId',
    {
      schema: {
        operationId: 'getOrder',
        tags: ['POS'],
        summary: 'Read an order, and why it earned what it did',
        description:
          'Without envelope. The lines of its Explanation add up to PointsGranted; an order that earned nothing ' +
          'says why in NoneReason. A refusal has the members for errors.',
        params: Type.Object({ orderId: Type.String({ description: 'Order id in the merchant store.' }) }),
        response: {
          200: Type.Unsafe<ReadOrder | Failure>({ anyOf: [{ $ref: 'ReadOrder#' }, { $ref: 'Failure#' }] }),
        },
      },
    },
    async ({ tenant, params: { orderId } }, reply) => {
      const customerKey = isStorable(orderId)
        ? await cells.of(tenant).read([tenant.id], (tx) => findCustomerOfOrder(tx, tenant.id, orderId))
        : null
      const found =
        customerKey === null
          ? null
          : await reads.of(tenant, customerKey, async (tx, { customer, account }, now) => {
              const [read, tiers] = await Promise.all([
                loadReadOrders(tx, { tenant, customer, now, originalIds: [orderId] }),
                findTiers(tx, tenant),
              ])
              const { orders, isCashbackOn } = read
              return { order: orders[0], of: { tenant, customer, account, tiers, isCashbackOn } }
            })
      if (!found?.order) {
        const message = `There is no order with the id ${orderId}.`
        return resultFailure(refusal('ApiExternalOrder_Order_Not_Found', message, 'orderId'))
      }
      void reply.header(CUSTOMER_SEQUENCE_HEADER, found.of.account.sequence)
      return toReadOrder(found.order, found.of)
    },
  )
}

function listRoutes(api: PrivateApi, { reads }: OrderReadRoutesOptions): void {
  api.addSchema(ListedOrder)
  api.get<{ Params: { id: string }; Querystring: Record<string, unknown> }>(
    '/v1/pvt/Customer/:id/orders',
    {
      config: { operation: ASKING_FOR_PAGE },
      schema: {
        operationId: 'listCustomerOrders',
        tags: ['Customers'],
        summary: "List a customer's orders, and why each earned what it did",
        description: 'Newest first. Each as when it is read alone, without Customer.',
        params: Type.Object({ id: Type.String({ description: "The customer's id in the merchant store." }) }),
        querystring: OrdersQuery,
        response: { 200: PageEnvelope(Type.Unsafe<ListedOrder>(Type.Ref('ListedOrder#'))) },
      },
    },
    async ({ tenant, params: { id }, query }, reply) => {
      const page = readPage(query)
      if (isRefusal(page)) return pageFailure(page)
      const state = readState(query.State)
      if (isRefusal(state)) return pageFailure(state)
      const found = isStorable(id)
        ? await reads.of(tenant, id, async (tx, { customer, account }, now) => {
            const owner = { tenantId: tenant.id, customerId: customer.id }
            const [{ originalIds, total }, tiers] = await Promise.all([
              listOrders(tx, owner, state, { offset: offsetOf(page), limit: page.size }),
              findTiers(tx, tenant),
            ])
            const { orders, isCashbackOn } = await loadReadOrders(tx, { tenant, customer, now, originalIds })
            return { orders, total, of: { tenant, customer, account, tiers, isCashbackOn } }
          })
        : null
      if (!found) {
        return pageFailure(refusal('Customer_NotFound', `There is no customer with the id ${id}.`, 'id'))
      }
      const { orders, total, of } = found
      void reply.header(CUSTOMER_SEQUENCE_HEADER, of.account.sequence)
      return pageEnvelope(
        orders.map((order) => toListedOrder(order, of)),
        total,
        page,
      )
    },
  )
}

const STATES: readonly number[] = Object.values(ORDER_STATE)

function readState(value: unknown): OrderState | null | ApiRefusal {
  if (value === undefined || value === '' || value === 'null') return null
  const state = integerFromQuery(value, 0)
  if (state === null) {
    return wrongField('General_FieldCannotBeNullOrBlank', 'State', 'must be a whole number.')
  }
  if (!STATES.includes(state)) {
    return wrongField('Genaral_LengthLimitExceeded', 'State', `must be from 0 to ${Math.max(...STATES)}.`)
  }
  return state as OrderState
}
