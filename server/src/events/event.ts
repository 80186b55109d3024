import type { CustomerId, RecordId, TenantId } from '../contract/ids.ts'
import type { Instant } from '../platform/clock.ts'
import type { Decimal } from '../platform/decimal.ts'

/**
 * What happened. The first three are of points: a balance became more, something about it changed, or it became less.
 * The others tell of no change of a balance, and go only to receivers who name them.
 */
export const TOPIC = {
  add: 'Point_Add',
  update: 'Point_Update',
  removed: 'Point_Removed',
  stampAdd: 'Stamp_Add',
  stampRemoved: 'Stamp_Removed',
  cardCompleted: 'Card_Completed',
  rewardGiven: 'Reward_Given',
  rewardTakenBack: 'Reward_TakenBack',
  expiring: 'Points_Expiring',
} as const
export type Topic = (typeof TOPIC)[keyof typeof TOPIC]
export type OtherTopic = Exclude<Topic, typeof TOPIC.add | typeof TOPIC.update | typeof TOPIC.removed>
export type PointTopic = Exclude<Topic, OtherTopic>

/** As the log has them. Those of points are the payload's PointAction too. */
const NUMBERS: Readonly<Record<Topic, number>> = {
  [TOPIC.add]: 0,
  [TOPIC.update]: 1,
  [TOPIC.removed]: 2,
  [TOPIC.stampAdd]: 3,
  [TOPIC.stampRemoved]: 4,
  [TOPIC.cardCompleted]: 5,
  [TOPIC.rewardGiven]: 6,
  [TOPIC.rewardTakenBack]: 7,
  [TOPIC.expiring]: 8,
}

export const TOPICS = Object.keys(NUMBERS) as readonly Topic[]
export const POINT_TOPICS: readonly PointTopic[] = [TOPIC.add, TOPIC.update, TOPIC.removed]

export function topicNumber(topic: Topic): number {
  return NUMBERS[topic]
}

export function topicOfNumber(number: number): Topic | undefined {
  return TOPICS.find((topic) => NUMBERS[topic] === number)
}

/**
 * Why a balance changed, or what about it did; figures are added up by it. 6 is no event: figures count pending credits
 * under it.
 */
export const CAUSE = {
  /** A new lot. */
  credit: 0,
  /** A pending lot became available. */
  opening: 1,
  /** An open lot got another expiry. */
  move: 2,
  debit: 3,
  /** What a redemption had used went back to its lots. */
  refund: 4,
  /** Something that is kept with a record changed. */
  update: 5,
  /** Two customers became one: what left the one, and what came to the other. */
  merge: 7,
} as const
export type Cause = (typeof CAUSE)[keyof typeof CAUSE]

/** Which of the two numberings of a customer's events a number is of. Those that are of no points are below zero. */
export function isOfOtherSeries(sequence: number): boolean {
  return sequence < 0
}

/** What an event that is of no points tells, as it is stored. */
export type OtherFacts = ExpiringFacts | StampFacts | CompletedFacts | RewardFacts

/** Of the card that an event is about. Short names: every stamp has one of these. */
interface CardFacts {
  /** The rule's id, and what the card is called. */
  readonly c: number
  readonly n: string
  /** Which of the customer's cards of this rule it is. */
  readonly k: number
  /** The record. */
  readonly r: RecordId
  /** Which stamps were used, and how many of each. */
  readonly o?: readonly (readonly [RecordId, string])[]
}

export interface StampFacts extends CardFacts {
  /** How many came or went, why, and how many there are now; below zero: so many are owed. */
  readonly s: string
  readonly t: number
  readonly b: string
  /** How many fill the card. Of a card that counts money, `m` is set. */
  readonly z: string
  readonly m?: 1
  /** The order's id in the merchant's store. */
  readonly i?: string
  /** When the stamps end. */
  readonly e?: string
}

export interface CompletedFacts extends CardFacts {
  /** The points of the prize, the reward, and when they can be used. */
  readonly p: string
  readonly w?: number
  readonly a: string
}

/** Of a reward that a rule gave by itself. */
export interface RewardFacts {
  /** The award, what it was for, the rule's id and name, and which one of its kind it was. */
  readonly g: number
  readonly s: string
  readonly c: number
  readonly n: string
  readonly f: string
  /** The reward, and its redemption: the external code and the key. */
  readonly w: number
  readonly x: string
  readonly k: string
  /** The coupon: code, type, value, from when and until when it is good. */
  readonly u: readonly [string, number, string, string | null, string | null]
}

export interface ExpiringFacts {
  /** When the points end. */
  readonly endsAt: string
  /** The last day on which something happened. */
  readonly activeOn: string
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
  /** Of the customer's events; below zero: of the series of those that are of no points. */
  readonly sequence: number
  readonly topic: Topic
  readonly recordId: RecordId
  readonly points: Decimal
  readonly cashback: Decimal
  readonly pointsBalance: Decimal
  readonly cashbackBalance: Decimal
  readonly occurredAt: Instant
  /** null: it is of no points. */
  readonly record: {
    readonly type: number
    readonly points: Decimal
    readonly cashback: Decimal
    readonly expiresAt: Instant | null
  } | null
  /** null: it is of points. */
  readonly facts: OtherFacts | null
  /** It came with an import that sends nothing: receivers find it in the log alone. */
  readonly isSilent: boolean
  /** What the reward is called that it tells of; null: it tells of none, or it was not asked for. */
  readonly rewardTitle: string | null
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
  /** Below zero: of the series of events that are of no points. */
  readonly sequence: number
}

export type NamedEvent = EventName & { readonly customer: EventOfCustomer }

/**
 * The same for each attempt, so that a receiver knows an event that it has had; unique in the whole platform, and
 * wherever the tenant lives: numbers of the log are a cell's own, those of a customer's events go with the customer.
 */
export function webhookId({ tenantId, customer, eventId }: EventName): string {
  if (!customer) return `evt_${tenantId}_${eventId}`
  const { id, sequence } = customer
  return `evt_${tenantId}_${id}_${isOfOtherSeries(sequence) ? `o${-sequence}` : sequence}`
}

const NAME_FORM = /^evt_(\d{1,15})_(\d{1,15})_(o?)(\d{1,9})$/

/** `evt_7_4711_3` or `evt_7_4711_o3`, as receivers see it: tenant, customer, sequence, and of which series that is. */
export function readWebhookId(text: string): NamedEvent | null {
  const [, tenantId, id, series, number] = NAME_FORM.exec(text) ?? []
  if (tenantId === undefined) return null
  const sequence = series === 'o' ? -Number(number) : Number(number)
  return { tenantId: Number(tenantId), customer: { id: Number(id), sequence }, eventId: 0 }
}

export function nameOfEvent(event: LoggedEvent): NamedEvent {
  const { tenantId, id, customerId, sequence } = event
  return { tenantId, eventId: id, customer: { id: customerId, sequence } }
}
