import { POINT_TYPE } from '../../accounts/account.ts'
import {
  type CompletedFacts,
  type ExpiringFacts,
  type LoggedEvent,
  type RewardFacts,
  type StampFacts,
  TOPIC,
  topicNumber,
} from '../../events/event.ts'
import { type Instant, instantToText, lastSecondBefore } from '../../platform/clock.ts'
import {
  balanceToNumber,
  type Decimal,
  decimalFromText,
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
  const { facts } = event
  if (!facts) return pointPayload(event, settings)
  if ('endsAt' in facts) return expiringPayload(event, facts, settings)
  if ('g' in facts) return rewardPayload(event, facts)
  return 'p' in facts ? completedPayload(event, facts) : stampPayload(event, facts)
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

/** What came to a card, or went. Of a card that counts money, the amounts are in `Amount` and `GoalAmount` too. */
function stampPayload(event: LoggedEvent, { c, n, k, r, o, s, t, b, z, m, i, e }: StampFacts) {
  const balance = decimalFromText(b)
  const size = decimalToNumber(decimalFromText(z))
  const onCard = decimalToNumber(maximum(balance, ZERO))
  return {
    CardId: c,
    CardName: n,
    Stamps: decimalToNumber(decimalFromText(s)),
    StampType: t,
    StampsOnCard: onCard,
    StampsOwed: decimalToNumber(maximum(-balance, ZERO)),
    CardSize: size,
    CardNumber: k,
    Amount: m ? onCard : null,
    GoalAmount: m ? size : null,
    OrderId: i ?? null,
    ValidDate: e === undefined ? null : instantToText(lastSecondBefore(Date.parse(e))),
    StampId: r,
    Origins: usedStamps(o),
    Customer: customerOf(event),
    EventDate: instantToText(event.occurredAt),
  }
}

function completedPayload(event: LoggedEvent, { c, n, k, r, o, p, w, a }: CompletedFacts) {
  return {
    CardId: c,
    CardName: n,
    CardNumber: k,
    StampId: r,
    Prize: {
      RewardConfigurationId: w ?? null,
      Title: event.rewardTitle,
      Points: decimalFromText(p) === ZERO ? null : decimalToNumber(decimalFromText(p)),
      AvailableDate: a,
    },
    Origins: usedStamps(o),
    Customer: customerOf(event),
    EventDate: instantToText(event.occurredAt),
  }
}

function rewardPayload(event: LoggedEvent, { g, s, c, n, f, w, x, k, u }: RewardFacts) {
  const [code, type, value, validFrom, validUntil] = u
  return {
    AwardId: g,
    Source: { Kind: s, RuleId: c, Name: n, ReferenceId: f },
    RewardConfigurationId: w,
    Title: event.rewardTitle,
    ExternalCode: x,
    OriginalKey: k,
    Coupon: {
      CouponCode: code,
      CouponType: type,
      CouponValue: moneyToNumber(decimalFromText(value)),
      ValidDateStart: validFrom,
      ValidDateEnd: validUntil,
    },
    Customer: customerOf(event),
    EventDate: instantToText(event.occurredAt),
  }
}

function usedStamps(origins: StampFacts['o'] = []) {
  return origins.map(([lotId, used]) => ({
    StampId: lotId,
    UsedStamps: decimalToNumber(decimalFromText(used)),
  }))
}

function maximum(a: Decimal, b: Decimal): Decimal {
  return a > b ? a : b
}

export type PointPayload = ReturnType<typeof pointPayload>
export type Payload =
  | PointPayload
  | ReturnType<typeof expiringPayload>
  | ReturnType<typeof stampPayload>
  | ReturnType<typeof completedPayload>
  | ReturnType<typeof rewardPayload>

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
