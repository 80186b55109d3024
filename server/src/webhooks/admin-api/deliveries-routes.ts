import { findCustomer } from '../../accounts/store/accounts.ts'
import { keyText } from '../../accounts/till/collection.ts'
import { pageBelowId, pageOf } from '../../contract/admin-api/page.ts'
import type { TenantId } from '../../contract/ids.ts'
import { isProblem } from '../../contract/problem.ts'
import { readWebhookId, webhookId } from '../../events/event.ts'
import { orders } from '../../orders/collections/orders.ts'
import type { AdminApi, Call } from '../../people/admin-api/api.ts'
import { instantToTextOrNull } from '../../platform/clock.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import {
  type DeliveredTo,
  type Delivery,
  type DeliveryFilter,
  listDeliveries as findDeliveries,
  listDeliveredTo,
  listUndelivered,
} from '../store/deliveries.ts'
import { presentAttempt } from './console-routes.ts'
import { type DeliveryItem, listDeliveries } from './deliveries-schema.ts'
import { presentEvent, readKnown } from './show-events.ts'

type Found = 'event' | 'order' | 'customer'
interface Named {
  readonly found: Found
  readonly filter: DeliveryFilter
}

/** “Did my ERP get it?”, asked of an event, an order or a customer. */
export function deliveriesRoute(api: AdminApi): void {
  api.read(listDeliveries, 'cell', async (tx, { tenant, query, caller }) => {
    const page = pageBelowId(query)
    if (isProblem(page)) return page
    const [named, endpoints] = await Promise.all([
      readNamed(tx, tenant.id, query),
      listDeliveredTo(tx, tenant.id),
    ])
    const keptSince = instantToTextOrNull(lastOf(endpoints))
    if (!named) return { answer: { items: [], nextCursor: null, found: null, undelivered: [], keptSince } }
    const { filter, found } = named
    const [deliveries, undelivered] = await Promise.all([
      findDeliveries(tx, tenant.id, filter, page),
      listUndelivered(tx, tenant.id, filter),
    ])
    const known = await readKnown(tx, tenant.id, deliveries)
    const endpointOf = (id: number): DeliveryItem['endpoint'] => ({
      id,
      name: endpoints.find((endpoint) => endpoint.id === id)?.name ?? '',
    })
    const toItem = (delivery: Delivery): DeliveryItem => ({
      endpoint: endpointOf(delivery.endpointId),
      ...presentAttempt(delivery, delivery.endpointId, presentEvent(delivery, known, caller), caller),
    })
    return {
      answer: {
        ...pageOf(query, deliveries, ({ attemptId }) => [attemptId], toItem),
        found,
        undelivered: undelivered.map(({ endpointId, sequence, attempts, nextAttemptAt, parkedAt }) => ({
          endpoint: endpointOf(endpointId),
          event:
            sequence === null
              ? null
              : webhookId({ tenantId: tenant.id, customer: { id: filter.customerId, sequence }, eventId: 0 }),
          attempts,
          nextAttemptAt: instantToTextOrNull(nextAttemptAt),
          parkedAt: instantToTextOrNull(parkedAt),
        })),
        keptSince,
      },
    }
  })
}

/** null: nothing here is called so. */
async function readNamed(
  tx: Tx,
  tenantId: TenantId,
  { search, customerId, orderId }: Call<typeof listDeliveries>['query'],
): Promise<Named | null> {
  const all = { sequence: null, orderId: null }
  if (customerId !== undefined) {
    return {
      found: orderId === undefined ? 'customer' : 'order',
      filter: { ...all, customerId, orderId: orderId ?? null },
    }
  }
  const text = search?.trim() ?? ''
  const event = readWebhookId(text)
  if (event?.customer && event.tenantId === tenantId) {
    const { id, sequence } = event.customer
    return { found: 'event', filter: { ...all, customerId: id, sequence } }
  }
  if (text === '') return null
  const key = { tenantId, key: text }
  const [order, customer] = await Promise.all([
    orders.load(tx, [key]).then((loaded) => loaded.get(keyText(key))),
    findCustomer(tx, tenantId, text),
  ])
  if (order) return { found: 'order', filter: { ...all, customerId: order.customerId, orderId: order.id } }
  return customer ? { found: 'customer', filter: { ...all, customerId: customer.customer.id } } : null
}

function lastOf(endpoints: readonly DeliveredTo[]): number | null {
  const moments = endpoints.flatMap(({ leftOutAt }) => leftOutAt ?? [])
  return moments.length === 0 ? null : Math.max(...moments)
}
