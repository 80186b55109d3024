import { InvalidArgumentError } from 'commander'
import { type EventName, type NamedEvent, readWebhookId, webhookId } from '../events/event.ts'

/** What is told of an event, with the name that receivers see in place of what it is made from. */
export function withName<One extends EventName>({ tenantId, customer, eventId, ...one }: One) {
  return { event: webhookId({ tenantId, customer, eventId }), ...one }
}

export function eventNamed(text: string): NamedEvent {
  const name = readWebhookId(text)
  if (!name) throw new InvalidArgumentError('An event is named as in its webhook-id, like evt_7_4711_3.')
  return name
}
