import { POINT_TYPE, type PointType, TOPIC, type Topic } from '../../accounts/account.ts'
import { type Instant, instantToText, lastSecondBefore } from '../../platform/clock.ts'
import {
  balanceToNumber,
  type Decimal,
  decimalToNumber,
  moneyToNumber,
  ZERO,
} from '../../platform/decimal.ts'
import { localDate, localDateToText } from '../../platform/zone.ts'
import type { EventKey } from './window.ts'

/** An event of the log, with what it speaks of as it is now. */
export interface LoggedEvent extends EventKey {
  readonly tenantId: number
  readonly sequence: number
  /** Written when receivers knew events by their number in the log: it keeps the name that they may have seen. */
  readonly isNamedByNumber: boolean
  readonly topic: Topic
  readonly recordId: number
  readonly points: Decimal
  readonly cashback: Decimal
  readonly pointsBalance: Decimal
  readonly cashbackBalance: Decimal
  readonly occurredAt: Instant
  readonly record: {
    readonly type: PointType
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
  readonly origins: readonly { lotId: number; points: Decimal; cashback: Decimal }[]
}

/** What a merchant has decided that an event does not know. */
export interface PayloadSettings {
  readonly timeZone: string
  readonly isCashbackOn: boolean
}

const ACTION: Record<Topic, number> = { [TOPIC.add]: 0, [TOPIC.update]: 1, [TOPIC.removed]: 2 }

/** What names an event for its receivers. */
export interface EventName {
  readonly tenantId: number
  /** Null: it is named by its number in the log. */
  readonly customer: { readonly id: number; readonly sequence: number } | null
  readonly eventId: number
}

/**
 * The same for each attempt, so that a receiver knows an event that it has had; unique in the whole platform, and
 * wherever the tenant lives: numbers of the log are a cell's own, those of a customer's events go with the customer.
 */
export function webhookId({ tenantId, customer, eventId }: EventName): string {
  return customer ? `evt_${tenantId}_${customer.id}_${customer.sequence}` : `evt_${tenantId}_${eventId}`
}

export function nameOfEvent(event: LoggedEvent): EventName {
  const { tenantId, id, customerId, sequence, isNamedByNumber } = event
  return { tenantId, eventId: id, customer: isNamedByNumber ? null : { id: customerId, sequence } }
}

/** The body of a webhook: the payload that the specification gives, and nothing else. */
export function payloadOf(event: LoggedEvent, { timeZone, isCashbackOn }: PayloadSettings) {
  const { record, customer } = event
  // An update changes no balance: what it speaks of is the record.
  const { points, cashback } = event.topic === TOPIC.update ? record : event
  const validDate = points > ZERO && record.expiresAt !== null ? lastSecondBefore(record.expiresAt) : null
  return {
    Points: decimalToNumber(points),
    PointType: record.type,
    PointAction: ACTION[event.topic],
    Customer: {
      Id: event.customerId,
      OriginalId: customer.originalId,
      PublicId: customer.publicId,
      Name: customer.name,
      Email: customer.email,
      Phone: customer.phone,
      BirthdayDate: customer.birthday === null ? null : instantToText(customer.birthday),
    },
    PointsBalance: {
      PointsBalance: decimalToNumber(event.pointsBalance),
      CashbackBalance: isCashbackOn ? balanceToNumber(event.cashbackBalance) : 0,
    },
    Cashback: moneyToNumber(cashback),
    ValidDate: validDate === null ? null : instantToText(validDate),
    ValidDateFormatted: validDate === null ? '' : dayMonthYear(validDate, timeZone),
    PointId: event.recordId,
    EventDate: instantToText(event.occurredAt),
    Origins: event.origins.map((origin) => ({
      PointId: origin.lotId,
      UsedPoints: decimalToNumber(origin.points),
      UsedCashback: moneyToNumber(origin.cashback),
    })),
  }
}

export type Payload = ReturnType<typeof payloadOf>

function dayMonthYear(at: Instant, timeZone: string): string {
  const [year, month, day] = localDateToText(localDate(at, timeZone)).split('-')
  return `${day}/${month}/${year}`
}

/** What `punchcard webhook test` sends: a purchase of nobody. */
export function testPayload(now: Instant): Payload {
  return {
    Points: 100,
    PointType: POINT_TYPE.purchase,
    PointAction: ACTION[TOPIC.add],
    Customer: {
      Id: 0,
      OriginalId: 'test-customer',
      PublicId: '00000000-0000-0000-0000-000000000000',
      Name: 'Test Customer',
      Email: 'test@customers.example',
      Phone: null,
      BirthdayDate: null,
    },
    PointsBalance: { PointsBalance: 100, CashbackBalance: 5 },
    Cashback: 5,
    ValidDate: null,
    ValidDateFormatted: '',
    PointId: 0,
    EventDate: instantToText(now),
    Origins: [],
  }
}
