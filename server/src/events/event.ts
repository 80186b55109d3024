import type { CustomerId, RecordId, TenantId } from '../contract/ids.ts'
import type { Instant } from '../platform/clock.ts'
import type { Decimal } from '../platform/decimal.ts'

/** What happened to a balance: it became more, something about it changed, or it became less. */
export const TOPIC = { add: 'Point_Add', update: 'Point_Update', removed: 'Point_Removed' } as const
export type Topic = (typeof TOPIC)[keyof typeof TOPIC]

/** By their numbers in the log, which are those of the payload's PointAction too. */
export const TOPICS: readonly Topic[] = [TOPIC.add, TOPIC.update, TOPIC.removed]

export function topicNumber(topic: Topic): number {
  return TOPICS.indexOf(topic)
}

/** Where an event stands in the log: readers follow (transaction, id). Transactions are too large for numbers. */
export interface LogPosition {
  readonly transaction: string
  readonly id: number
}

export interface EventKey extends LogPosition {
  readonly customerId: CustomerId
  /** How often a person has had it sent again; none unless told. */
  readonly replays?: number
}

/** An event of the log, with what it speaks of as it is now. */
export interface LoggedEvent extends EventKey {
  readonly tenantId: TenantId
  readonly sequence: number
  readonly topic: Topic
  readonly recordId: RecordId
  readonly points: Decimal
  readonly cashback: Decimal
  readonly pointsBalance: Decimal
  readonly cashbackBalance: Decimal
  readonly occurredAt: Instant
  readonly record: {
    readonly type: number
    readonly points: Decimal
    readonly cashback: Decimal
    readonly expiresAt: Instant | null
  }
  readonly customer: {
    readonly originalId: string
    readonly publicId: string
    readonly name: string | null
    readonly email: string | null
    readonly phone: string | null
    readonly birthday: Instant | null
  }
  readonly origins: readonly { lotId: RecordId; points: Decimal; cashback: Decimal }[]
}

/** What names an event for its receivers. */
export interface EventName {
  readonly tenantId: TenantId
  /** Null: a test, or an event that the log no longer has. Its number stands in for the name then. */
  readonly customer: EventOfCustomer | null
  readonly eventId: number
}

interface EventOfCustomer {
  readonly id: CustomerId
  readonly sequence: number
}

export type NamedEvent = EventName & { readonly customer: EventOfCustomer }

/**
 * The same for each attempt, so that a receiver knows an event that it has had; unique in the whole platform, and
 * wherever the tenant lives: numbers of the log are a cell's own, those of a customer's events go with the customer.
 */
export function webhookId({ tenantId, customer, eventId }: EventName): string {
  return customer ? `evt_${tenantId}_${customer.id}_${customer.sequence}` : `evt_${tenantId}_${eventId}`
}

const NAME_FORM = /^evt_(\d{1,15})_(\d{1,15})_(\d{1,9})$/

/** `evt_7_4711_3`, as receivers see it: tenant, customer, sequence. */
export function readWebhookId(text: string): NamedEvent | null {
  const [, tenantId, id, sequence] = NAME_FORM.exec(text) ?? []
  if (tenantId === undefined) return null
  return { tenantId: Number(tenantId), customer: { id: Number(id), sequence: Number(sequence) }, eventId: 0 }
}

export function nameOfEvent(event: LoggedEvent): NamedEvent {
  const { tenantId, id, customerId, sequence } = event
  return { tenantId, eventId: id, customer: { id: customerId, sequence } }
}
