import type { TenantId } from '../../contract/ids.ts'
import type { EventName } from '../../events/event.ts'

/** The columns from which the name of an event is made. */
export interface EventNameRow {
  readonly event_id: number
  readonly customer_id: number | null
  readonly sequence: number | null
}

export function toEventName(
  tenantId: TenantId,
  { event_id, customer_id, sequence }: EventNameRow,
): EventName {
  const isByCustomer = customer_id !== null && sequence !== null
  return { tenantId, eventId: event_id, customer: isByCustomer ? { id: customer_id, sequence } : null }
}
