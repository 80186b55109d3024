import { InvalidArgumentError } from 'commander'
import { type EventName, webhookId } from '../events/event.ts'
import { wholeNumber } from './options.ts'

/** What is told of an event, with the name that receivers see in place of what it is made from. */
export function withName<One extends EventName>({ tenantId, customer, eventId, ...one }: One) {
  return { event: webhookId({ tenantId, customer, eventId }), ...one }
}

/** `evt_7_4711_3`, as receivers see it: tenant, customer, sequence. Older ones are like `evt_7_1234`. */
export function eventNamed(text: string): EventName {
  const numbers = /^evt_\d+(_\d+){1,2}$/.test(text) ? text.split('_').slice(1).map(wholeNumber) : []
  const [tenantId, first, sequence] = numbers
  if (tenantId === undefined || first === undefined) {
    throw new InvalidArgumentError('An event is named as in its webhook-id, like evt_7_4711_3.')
  }
  return sequence === undefined
    ? { tenantId, customer: null, eventId: first }
    : { tenantId, customer: { id: first, sequence }, eventId: 0 }
}
