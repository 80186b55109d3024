import { POINT_TYPE } from '../../accounts/account.ts'
import { type ExpiringFacts, type LoggedEvent, TOPIC, topicNumber } from '../../events/event.ts'
import { type Instant, instantToText, lastSecondBefore } from '../../platform/clock.ts'
import {
  balanceToNumber,
  type Decimal,
  decimalToNumber,
  moneyToNumber,
  ZERO,
} from '../../platform/decimal.ts'
import { localDate, localDateFromText, localDateToText, startOfDay } from '../../platform/zone.ts'

/** What a merchant has decided that an event does not know. */
export interface PayloadSettings {
  readonly timeZone: string
  readonly isCashbackOn: boolean
}

/** The body of a webhook: the payload that the specification gives, and nothing else. */
export function payloadOf(event: LoggedEvent, settings: PayloadSettings): Payload {
  return event.facts ? expiringPayload(event, event.facts, settings) : pointPayload(event, settings)
}

function pointPayload(event: LoggedEvent, { timeZone, isCashbackOn }: PayloadSettings) {
  const { record } = event
  if (!record) throw new Error(`event ${event.id} has no record`)
  // An update changes no balance: what it speaks of is the record.
  const { points, cashback } = event.topic === TOPIC.update ? record : event
  const validDate = points > ZERO && record.expiresAt !== null ? lastSecondBefore(record.expiresAt) : null
  return {
    Points: decimalToNumber(points),
    PointType: record.type,
    PointAction: topicNumber(event.topic),
    Customer: customerOf(event),
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

function customerOf({ customerId, customer }: LoggedEvent) {
  return {
    Id: customerId,
    OriginalId: customer.originalId,
    PublicId: customer.publicId,
    Name: customer.name,
    Email: customer.email,
    Phone: customer.phone,
    BirthdayDate: customer.birthday === null ? null : instantToText(customer.birthday),
  }
}

/** All that is open ends then, if nothing happens. */
function expiringPayload(
  event: LoggedEvent,
  facts: ExpiringFacts,
  { isCashbackOn, timeZone }: PayloadSettings,
) {
  const endsAt = Date.parse(facts.endsAt)
  const activeOn = localDateFromText(facts.activeOn)
  return {
    Points: decimalToNumber(maximum(event.pointsBalance, ZERO)),
    Cashback: isCashbackOn ? balanceToNumber(maximum(event.cashbackBalance, ZERO)) : 0,
    ExpirationDate: instantToText(lastSecondBefore(endsAt)),
    LastActivityDate: activeOn === null ? null : instantToText(startOfDay(activeOn, timeZone)),
    Customer: customerOf(event),
    EventDate: instantToText(event.occurredAt),
  }
}

function maximum(a: Decimal, b: Decimal): Decimal {
  return a > b ? a : b
}

export type PointPayload = ReturnType<typeof pointPayload>
export type Payload = PointPayload | ReturnType<typeof expiringPayload>

function dayMonthYear(at: Instant, timeZone: string): string {
  const date = localDateToText(localDate(at, timeZone))
  return `${date.slice(8)}/${date.slice(5, 7)}/${date.slice(0, 4)}`
}

/** What `punchcard webhook test` sends: a purchase by a customer who does not exist. */
export function testPayload(now: Instant): PointPayload {
  return {
    Points: 100,
    PointType: POINT_TYPE.purchase,
    PointAction: topicNumber(TOPIC.add),
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
