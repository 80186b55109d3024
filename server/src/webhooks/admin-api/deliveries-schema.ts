import { type Static, Type } from 'typebox'
import { operation } from '../../contract/admin-api/operation.ts'
import { Id, Moment, Page, PageQuery } from '../../contract/admin-api/schema.ts'
import { Nullable, Text } from '../../contract/schema.ts'
import { attemptMembers } from './console-schema.ts'

const EndpointNamed = Type.Object(
  {
    id: Id('Number of the endpoint.'),
    name: Text('What it is for; where that is not said, its address.', 2_048),
  },
  { description: 'Where it was sent.' },
)

const DeliveryItem = Type.Object({ endpoint: EndpointNamed, ...attemptMembers })
export type DeliveryItem = Static<typeof DeliveryItem>

const UndeliveredItem = Type.Object({
  endpoint: EndpointNamed,
  event: Nullable(Text('As in `webhook-id`; null: the log no longer has it.')),
  attempts: Type.Integer({ description: 'How often it was tried.' }),
  nextAttemptAt: Nullable(
    Moment('When it is tried again; null: when its turn has come, or it was given up.'),
  ),
  parkedAt: Nullable(Moment('When it was given up; null: it is tried again.')),
})
export type UndeliveredItem = Static<typeof UndeliveredItem>

export const listDeliveries = operation({
  id: 'webhooks.deliveries',
  summary: 'Whether events have arrived: of a customer, of an order, or one by its webhook-id',
  method: 'GET',
  path: '/tenants/:tenant/webhook-deliveries',
  permission: 'webhooks.read',
  weight: 'light',
  query: Type.Object({
    ...PageQuery,
    search: Type.Optional(
      Text('A `webhook-id`, or the id of an order or of a customer in the merchant’s store.'),
    ),
    customerId: Type.Optional(Id('Of this customer, by number. Either this or search.')),
    orderId: Type.Optional(Id('Of this order of the customer, by number.')),
  }),
  answer: Type.Object({
    ...Page(DeliveryItem).properties,
    found: Nullable(
      Type.Enum(['event', 'order', 'customer'], {
        description: 'What the search named; null: nothing that is known.',
      }),
    ),
    undelivered: Type.Array(UndeliveredItem, {
      description: 'What has not arrived yet or was given up, the oldest first; at most 100.',
    }),
    keptSince: Nullable(
      Moment('Since when every attempt is kept, for 7 days; null: for all endpoints since they were added.'),
    ),
  }),
})
