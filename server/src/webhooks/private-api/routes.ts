import { Type } from 'typebox'
import type { TenantId } from '../../contract/ids.ts'
import { ResultEnvelope, resultEnvelope, resultFailure } from '../../contract/private-api/envelopes.ts'
import { ASKING_FOR_ONE } from '../../contract/private-api/operation.ts'
import { isRefusal } from '../../contract/refusal.ts'
import { nameOfEvent, webhookId } from '../../events/event.ts'
import type { Cells } from '../../tenancy/cells.ts'
import type { PrivateApi } from '../../tenancy/private-api/protection.ts'
import type { TenantClock } from '../../tenancy/tenant.ts'
import { type LogPage, LogReading } from '../read-log.ts'
import { cursorToText } from '../rules/cursor.ts'
import { payloadOf } from '../rules/payload.ts'
import { readEventsQuery, TOO_OLD } from './read.ts'
import {
  CardPayload,
  EventPayload,
  Events,
  EventsQuery,
  ExpiringPayload,
  RewardPayload,
  StampPayload,
} from './schema.ts'

export function eventRoutes(api: PrivateApi, { cells, clock }: { cells: Cells; clock: TenantClock }): void {
  const log = new LogReading(cells, clock)
  api.addSchema(EventPayload)
  api.addSchema(StampPayload)
  api.addSchema(CardPayload)
  api.addSchema(RewardPayload)
  api.addSchema(ExpiringPayload)
  api.addSchema(Events)
  api.get<{ Querystring: Record<string, unknown> }>(
    '/v1/pvt/Events',
    {
      config: { operation: ASKING_FOR_ONE },
      schema: {
        operationId: 'listEvents',
        tags: ['Events'],
        summary: 'Read the events that webhooks deliver, oldest first',
        description:
          'The same events, in the same order for each customer, without an endpoint and without a gap. Send ' +
          'NextCursor to go on; to read a page twice is harmless. Customers are as they are now. An error 10 for a ' +
          'cursor that is older than what is kept: read the balances of all customers, and go on from `now`.',
        querystring: EventsQuery,
        response: { 200: ResultEnvelope(Type.Unsafe<Events>(Type.Ref('Events#'))) },
      },
    },
    async ({ tenant, query }) => {
      const input = readEventsQuery(tenant.id, query)
      if (isRefusal(input)) return resultFailure(input)
      const page = await log.read(tenant, input)
      return page === 'too old' ? resultFailure(TOO_OLD) : resultEnvelope(toEvents(tenant.id, page))
    },
  )
}

function toEvents(tenantId: TenantId, { events, next, hasMore, settings }: LogPage): Events {
  return {
    Items: events.map((event) => ({
      EventId: webhookId(nameOfEvent(event)),
      Topic: event.topic,
      CustomerSequence: Math.abs(event.sequence),
      ...(event.isSilent && { Silent: true }),
      Payload: payloadOf(event, settings),
    })),
    NextCursor: cursorToText(tenantId, next),
    HasMore: hasMore,
  }
}
