import { findAccountsById, type StoredAccount } from '../../accounts/store/accounts.ts'
import { maskedValue } from '../../contract/admin-api/masking.ts'
import type { TenantId } from '../../contract/ids.ts'
import { presentContact, presentCustomer, seesPersons } from '../../customers/admin-api/present.ts'
import { type EventName, type LoggedEvent, webhookId } from '../../events/event.ts'
import type { Caller } from '../../people/actor.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { type PayloadSettings, payloadOf } from '../rules/payload.ts'
import { findToldEvents } from '../told-events.ts'
import type { AttemptItem } from './console-schema.ts'

export type EventShown = AttemptItem['event']

/** An event as an attempt or a retry remembers it. */
export interface RememberedEvent extends EventName {
  readonly transaction: string | null
}

/** What the log and the customers say about remembered events, read at once for a page of them. */
export interface KnownEvents {
  readonly events: ReadonlyMap<number, LoggedEvent>
  readonly customers: ReadonlyMap<number, StoredAccount>
}

export async function readKnown(
  tx: Tx,
  tenantId: TenantId,
  remembered: readonly RememberedEvent[],
): Promise<KnownEvents> {
  const keys = remembered.flatMap(({ transaction, eventId }) =>
    transaction === null ? [] : [{ tenantId, transaction, id: eventId, customerId: 0 }],
  )
  const events = new Map((await findToldEvents(tx, keys)).map((event) => [event.id, event]))
  const customerIds = remembered.flatMap(
    ({ eventId, customer }) => events.get(eventId)?.customerId ?? customer?.id ?? [],
  )
  return { events, customers: await findAccountsById(tx, tenantId, customerIds) }
}

export function presentEvent(
  remembered: RememberedEvent,
  { events, customers }: KnownEvents,
  caller: Pick<Caller, 'permissions'>,
): EventShown {
  const { transaction, eventId, customer } = remembered
  const event = events.get(eventId)
  const stored = customers.get(event?.customerId ?? customer?.id ?? 0)
  return {
    id: webhookId(remembered),
    position: event && transaction !== null ? `${transaction}-${eventId}` : null,
    topic: event?.topic ?? null,
    customer: stored ? presentCustomer(stored.customer, caller) : null,
  }
}

/** The body as receivers get it, or with the customer masked for callers who may not see persons. */
export function bodyOf(
  event: LoggedEvent,
  stored: StoredAccount | undefined,
  settings: PayloadSettings,
  caller: Pick<Caller, 'permissions'>,
): string {
  const payload = payloadOf(event, settings)
  if (seesPersons(caller)) return JSON.stringify(payload)
  const { Customer } = payload
  const masked = stored
    ? maskedMembers(stored, caller)
    : { OriginalId: null, Name: null, Email: null, Phone: null }
  return JSON.stringify({
    ...payload,
    Customer: { ...Customer, ...masked, BirthdayDate: maskedValue(Customer.BirthdayDate) },
  })
}

function maskedMembers({ customer }: StoredAccount, caller: Pick<Caller, 'permissions'>) {
  const { originalId, name, email } = presentCustomer(customer, caller)
  const { phone } = presentContact(customer, caller)
  return { OriginalId: originalId, Name: name, Email: email, Phone: phone }
}
