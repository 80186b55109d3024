import { POINT_TOPICS, TOPIC, type Topic } from '../../events/event.ts'
import type { Json } from './readable.ts'

const ONLY_NAMED =
  'Only for endpoints that name this topic. Its numbers are counted apart from those of the point topics.'

const WHEN: Readonly<Record<Topic, string>> = {
  [TOPIC.add]:
    'Points were added: a purchase, a signup, a quiz, a redemption that was undone. Points that wait come when they ' +
    'open.',
  [TOPIC.update]:
    'Something else about a record has changed, such as the metadata of a redemption. The balance is the same.',
  [TOPIC.removed]:
    'Points were taken: a redemption, an expiry, an order that was cancelled. `Points` and `Cashback` are negative.',
  [TOPIC.stampAdd]: `Stamps came to a card: an order, stamps given by hand, a full card that was undone. ${ONLY_NAMED}`,
  [TOPIC.stampRemoved]: `Stamps left a card: it was full, an order was returned, or they ended. ${ONLY_NAMED}`,
  [TOPIC.cardCompleted]: `A card is full. A reward that it earns comes with \`Reward_Given\`. ${ONLY_NAMED}`,
  [TOPIC.rewardGiven]: `A rule gave a reward by itself: the prize of a card, a tier, a birthday or a signup. ${ONLY_NAMED}`,
  [TOPIC.rewardTakenBack]: `A reward that a rule gave was taken back before it was used, because what it was given for was returned. ${ONLY_NAMED}`,
  [TOPIC.expiring]:
    'The notice of inactivity: all points of a customer will expire unless something is bought, earned or redeemed. ' +
    ONLY_NAMED,
}

const SUMMARY: Readonly<Record<Topic, string>> = {
  [TOPIC.add]: 'Points were added',
  [TOPIC.update]: 'A point record has changed',
  [TOPIC.removed]: 'Points were taken',
  [TOPIC.stampAdd]: 'Stamps were added',
  [TOPIC.stampRemoved]: 'Stamps were taken',
  [TOPIC.cardCompleted]: 'A card is full',
  [TOPIC.rewardGiven]: 'A reward was given',
  [TOPIC.rewardTakenBack]: 'A reward was taken back',
  [TOPIC.expiring]: 'Points will expire',
}

const header = (name: string, description: string, schema: Json, example: unknown): Json => ({
  name,
  in: 'header',
  required: true,
  description,
  schema,
  example,
})

const isOfPoints = (topic: Topic): boolean => POINT_TOPICS.some((one) => one === topic)

function headersOf(topic: Topic): Json[] {
  return [
    header(
      'webhook-id',
      'Names the event: the same at every attempt. Keep the ids of some days and ignore what you have had.',
      { type: 'string' },
      isOfPoints(topic) ? 'evt_7_4711_3' : 'evt_7_4711_o1',
    ),
    header(
      'webhook-timestamp',
      'Seconds since 1970, when it was sent.',
      { type: 'string', pattern: '^\\d+$' },
      '1768564800',
    ),
    header(
      'webhook-signature',
      '`v1,` and the signature, as Standard Webhooks have it; during a rotation several, with spaces between them.',
      { type: 'string' },
      'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
    ),
    header('punchcard-topic', 'The topic.', { type: 'string', const: topic }, topic),
    header(
      'punchcard-customer-sequence',
      '1, 2, 3 … for each customer, so that a gap or an old event is seen.',
      { type: 'string', pattern: '^\\d+$' },
      isOfPoints(topic) ? '3' : '1',
    ),
    ...(isOfPoints(topic)
      ? []
      : [
          header(
            'punchcard-series',
            'That the number counts events which are of no points. Requests of the point topics do not have it.',
            { type: 'string', const: 'other' },
            'other',
          ),
        ]),
  ]
}

const CUSTOMER = {
  Id: 4711,
  OriginalId: 'ana',
  PublicId: '0b9d3c0e-7f0c-4c58-9a52-0f4a5b6a1c11',
  Name: 'Ana Lima',
  Email: 'ana@example.com',
  Phone: '+55 11 95555-0100',
  BirthdayDate: '1990-01-16T02:00:00.000Z',
}

const REWARD = {
  AwardId: 9021,
  Source: { Kind: 'card', RuleId: 12, Name: 'Coffee card', ReferenceId: '9020' },
  RewardConfigurationId: 7,
  Title: 'House coffee',
  ExternalCode: 'K7QH4MWD2XRT8PBN',
  OriginalKey: 'K7QH4MWD2XRT8PBN',
  Coupon: {
    CouponCode: 'CAFE8RT2KX4M',
    CouponType: 4,
    CouponValue: 0,
    ValidDateStart: '2026-01-20T11:00:01.000Z',
    ValidDateEnd: '2026-02-20T02:59:59.000Z',
  },
  Customer: CUSTOMER,
}

const EXAMPLE: Readonly<Record<Topic, Json>> = {
  [TOPIC.add]: {
    Points: 80,
    PointType: 0,
    PointAction: 0,
    Customer: CUSTOMER,
    PointsBalance: { PointsBalance: 130, CashbackBalance: 13 },
    Cashback: 8,
    ValidDate: '2027-01-16T02:59:59.000Z',
    ValidDateFormatted: '15/01/2027',
    PointId: 9002,
    EventDate: '2026-01-16T11:00:00.000Z',
    Origins: [],
  },
  [TOPIC.update]: {
    Points: -50,
    PointType: 6,
    PointAction: 1,
    Customer: CUSTOMER,
    PointsBalance: { PointsBalance: 80, CashbackBalance: 8 },
    Cashback: -5,
    ValidDate: null,
    ValidDateFormatted: '',
    PointId: 9003,
    EventDate: '2026-01-16T12:30:00.000Z',
    Origins: [{ PointId: 9002, UsedPoints: 50, UsedCashback: 5 }],
  },
  [TOPIC.removed]: {
    Points: -50,
    PointType: 6,
    PointAction: 2,
    Customer: CUSTOMER,
    PointsBalance: { PointsBalance: 80, CashbackBalance: 8 },
    Cashback: -5,
    ValidDate: null,
    ValidDateFormatted: '',
    PointId: 9003,
    EventDate: '2026-01-16T12:00:00.000Z',
    Origins: [{ PointId: 9002, UsedPoints: 50, UsedCashback: 5 }],
  },
  [TOPIC.stampAdd]: {
    CardId: 12,
    CardName: 'Coffee card',
    Stamps: 2,
    StampType: 0,
    StampsOnCard: 7,
    StampsOwed: 0,
    CardSize: 10,
    CardNumber: 3,
    Amount: null,
    GoalAmount: null,
    OrderId: '1041',
    ValidDate: '2027-01-17T02:59:59.000Z',
    StampId: 9010,
    Origins: [],
    Customer: CUSTOMER,
    EventDate: '2026-01-16T11:00:00.000Z',
  },
  [TOPIC.stampRemoved]: {
    CardId: 12,
    CardName: 'Coffee card',
    Stamps: -2,
    StampType: 2,
    StampsOnCard: 5,
    StampsOwed: 0,
    CardSize: 10,
    CardNumber: 3,
    Amount: null,
    GoalAmount: null,
    OrderId: '1041',
    ValidDate: null,
    StampId: 9011,
    Origins: [{ StampId: 9010, UsedStamps: 2 }],
    Customer: CUSTOMER,
    EventDate: '2026-01-18T11:00:00.000Z',
  },
  [TOPIC.cardCompleted]: {
    CardId: 12,
    CardName: 'Coffee card',
    CardNumber: 3,
    StampId: 9020,
    Prize: {
      RewardConfigurationId: 7,
      Title: 'House coffee',
      Points: 100,
      AvailableDate: '2026-01-20T11:00:00.000Z',
    },
    Origins: [{ StampId: 9010, UsedStamps: 10 }],
    Customer: CUSTOMER,
    EventDate: '2026-01-20T11:00:00.000Z',
  },
  [TOPIC.rewardGiven]: { ...REWARD, EventDate: '2026-01-20T11:00:01.000Z' },
  [TOPIC.rewardTakenBack]: { ...REWARD, EventDate: '2026-01-23T11:00:00.000Z' },
  [TOPIC.expiring]: {
    Points: 80,
    Cashback: 8,
    ExpirationDate: '2027-01-17T02:59:59.000Z',
    LastActivityDate: '2026-01-16T03:00:00.000Z',
    Customer: CUSTOMER,
    EventDate: '2026-12-02T09:00:00.000Z',
  },
}

/** Of topics that tell of no points. */
const SCHEMA: Partial<Readonly<Record<Topic, string>>> = {
  [TOPIC.stampAdd]: 'StampPayload',
  [TOPIC.stampRemoved]: 'StampPayload',
  [TOPIC.cardCompleted]: 'CardPayload',
  [TOPIC.rewardGiven]: 'RewardPayload',
  [TOPIC.rewardTakenBack]: 'RewardPayload',
  [TOPIC.expiring]: 'ExpiringPayload',
}

function webhook(topic: Topic): Json {
  return {
    post: {
      operationId: `on${topic.replace('_', '')}`,
      tags: ['Webhooks'],
      summary: SUMMARY[topic],
      description:
        `${WHEN[topic]} Sent at least once, the events of a customer in their order. Check the signature over the ` +
        'body as it arrived.',
      // Not by log-in: the signature says who sends it.
      security: [],
      parameters: headersOf(topic),
      requestBody: {
        required: true,
        content: {
          'application/json': {
            schema: {
              $ref: `#/components/schemas/${SCHEMA[topic] ?? 'EventPayload'}`,
            },
            example: EXAMPLE[topic],
          },
        },
      },
      responses: {
        '2XX': { description: 'Received. Answer within 15 seconds, best before you do the work.' },
        '410': { description: 'The endpoint is disabled, and gets nothing any more.' },
        default: {
          description:
            'Not received: it is sent again, after `Retry-After` where you send it, for up to three days.',
        },
      },
    },
  }
}

/** What is sent to a merchant's server. */
export const WEBHOOKS: Json = Object.fromEntries(Object.values(TOPIC).map((topic) => [topic, webhook(topic)]))
