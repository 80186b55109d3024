import { type Static, Type } from 'typebox'
import { Nullable } from '../../contract/schema.ts'
import { TOPIC, TOPICS } from '../../events/event.ts'

export const EVENTS_MAX = 500
export const EVENTS_DEFAULT = 100
export const NOW = 'now'

/** For the document: what arrives is text, and read by the operation. */
export const EventsQuery = Type.Object({
  Cursor: Type.Optional(
    Type.String({
      description:
        'NextCursor of the page before. Missing: the oldest event that is kept; `now`: what happens from now on.',
    }),
  ),
  PageSize: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: EVENTS_MAX,
      default: EVENTS_DEFAULT,
      description: 'How many events at most.',
    }),
  ),
  Topic: Type.Optional(
    Type.Array(Type.String({ enum: [...TOPICS] }), {
      description:
        'Only events of these topics; repeat it for several. Missing: the three of points, `Point_Add`, `Point_Update` and `Point_Removed`.',
    }),
  ),
})

const text = (description: string) => Nullable(Type.String({ description }))
const dateTime = (description: string) => Nullable(Type.String({ format: 'date-time', description }))

const customer = Type.Object(
  {
    Id: Type.Number({ description: "The customer's number here." }),
    OriginalId: Type.String({ description: "The customer's id in the merchant store." }),
    PublicId: Type.String({ description: "The customer's id that may be shown to others." }),
    Name: text('Full name.'),
    Email: text('E-mail address.'),
    Phone: text('Phone number.'),
    BirthdayDate: dateTime('Date of birth.'),
  },
  { description: 'Whose points they are, as the customer is now.' },
)

export const EventPayload = Type.Object(
  {
    Points: Type.Number({ description: 'By how much the points changed; below zero where they were taken.' }),
    PointType: Type.Integer({
      description:
        '0 purchase, 1 signup, 2 birthday, 3 referral, 4 quiz, 5 manual or cashback change, 6 redeem, 7 redeem returned, 8 expiry, 9 order cancelled, 10 import, 11 order adjusted, 12 customers merged, 13 prize of a full card.',
    }),
    PointAction: Type.Integer({ description: '0 add, 1 update, 2 remove.' }),
    Customer: customer,
    PointsBalance: Type.Object(
      {
        PointsBalance: Type.Number({ description: 'Points after this event.' }),
        CashbackBalance: Type.Number({ description: 'The same in money.' }),
      },
      { description: 'The balance after this event.' },
    ),
    Cashback: Type.Number({ description: 'By how much the cashback changed.' }),
    ValidDate: dateTime('The last second in which added points are good.'),
    ValidDateFormatted: Type.String({
      description: "Its day in the merchant's time zone; empty where there is none.",
    }),
    PointId: Type.Number({ description: 'Number of the point record.' }),
    EventDate: Type.String({ format: 'date-time', description: 'When it happened.' }),
    Origins: Type.Array(
      Type.Object({
        PointId: Type.Number({ description: 'Number of the record whose points were used.' }),
        UsedPoints: Type.Number({
          description: 'What was used of them; below zero where it was given back.',
        }),
        UsedCashback: Type.Number({ description: 'The same in money.' }),
      }),
      { description: 'Whose points were used.' },
    ),
  },
  {
    $id: 'EventPayload',
    description: 'What happened to the points of a customer: the body of every webhook.',
  },
)
export type EventPayload = Static<typeof EventPayload>

export const ExpiringPayload = Type.Object(
  {
    Points: Type.Number({ description: 'How many points will expire: all that the customer has.' }),
    Cashback: Type.Number({ description: 'The same in money.' }),
    ExpirationDate: Type.String({
      format: 'date-time',
      description: 'The last second in which they are good, if nothing is bought, earned or redeemed.',
    }),
    LastActivityDate: dateTime(
      'The beginning of the last day on which something was; where none is known, of the day on which counting started.',
    ),
    Customer: customer,
    EventDate: Type.String({ format: 'date-time', description: 'When the notice was given.' }),
  },
  {
    $id: 'ExpiringPayload',
    description:
      'The points of a customer will expire because nothing happens: the body of `Points_Expiring`.',
  },
)
export type ExpiringPayload = Static<typeof ExpiringPayload>

const cardMembers = {
  CardId: Type.Integer({ description: "The number of the card's rule." }),
  CardName: Type.String({ description: 'What the card is called.' }),
  CardNumber: Type.Integer({ description: "Which of the customer's cards of this rule it is: 1, 2, 3 …" }),
  StampId: Type.Integer({ description: 'Number of the stamp record.' }),
  Origins: Type.Array(
    Type.Object({
      StampId: Type.Integer({ description: 'Number of the record whose stamps were used.' }),
      UsedStamps: Type.Number({
        description: 'What was used of them; below zero where they went back.',
      }),
    }),
    { description: 'Whose stamps were used.' },
  ),
  Customer: customer,
  EventDate: Type.String({ format: 'date-time', description: 'When it happened.' }),
}

export const StampPayload = Type.Object(
  {
    ...cardMembers,
    Stamps: Type.Number({ description: 'How many stamps came; below zero where they went.' }),
    StampType: Type.Integer({
      description:
        '0 order, 1 order changed, 2 order cancelled, 3 by hand, 4 by hand undone, 5 card full, 6 full card undone, 7 ended, 8 erased, 9 joined with others.',
    }),
    StampsOnCard: Type.Number({ description: 'How many stamps are on the card after it.' }),
    StampsOwed: Type.Number({ description: 'How many stamps are owed after it: the next ones pay them.' }),
    CardSize: Type.Number({ description: 'How many stamps fill the card.' }),
    Amount: Type.Union([Type.Number(), Type.Null()], {
      description: 'Of a card that counts money: how much is on it. Else null.',
    }),
    GoalAmount: Type.Union([Type.Number(), Type.Null()], {
      description: 'Of a card that counts money: how much fills it. Else null.',
    }),
    OrderId: Type.Union([Type.String(), Type.Null()], {
      description: "The order's id in the merchant's store, where the event is about one.",
    }),
    ValidDate: dateTime('The last second in which the stamps are good.'),
  },
  {
    $id: 'StampPayload',
    description: 'Stamps came to a card or left it: the body of `Stamp_Add` and `Stamp_Removed`.',
  },
)
export type StampPayload = Static<typeof StampPayload>

export const CardPayload = Type.Object(
  {
    ...cardMembers,
    Prize: Type.Object(
      {
        RewardConfigurationId: Type.Union([Type.Integer(), Type.Null()], {
          description:
            'The reward configuration that it gives; null: none. Its coupon comes with `Reward_Given`.',
        }),
        Title: Type.Union([Type.String(), Type.Null()], { description: 'What that reward is called.' }),
        Points: Type.Union([Type.Number(), Type.Null()], {
          description: 'The points that it gives; null: none.',
        }),
        AvailableDate: Type.String({
          format: 'date-time',
          description: 'From when the points can be used, or when the reward is given.',
        }),
      },
      { description: 'What the full card was worth.' },
    ),
  },
  { $id: 'CardPayload', description: 'A card is full: the body of `Card_Completed`.' },
)
export type CardPayload = Static<typeof CardPayload>

export const RewardPayload = Type.Object(
  {
    AwardId: Type.Integer({ description: 'The number of what was given.' }),
    Source: Type.Object(
      {
        Kind: Type.String({
          enum: ['card', 'tier', 'birthday', 'signup', 'referral'],
          description: 'What it is for.',
        }),
        RuleId: Type.Integer({ description: 'The number of the rule that gives it.' }),
        Name: Type.String({ description: 'What the rule is called.' }),
        ReferenceId: Type.String({
          description: 'Which one: the stamp record that filled the card, the tier, the year, or `once`.',
        }),
      },
      { description: 'Why it was given.' },
    ),
    RewardConfigurationId: Type.Integer({ description: 'Id of the reward configuration.' }),
    Title: Type.Union([Type.String(), Type.Null()], { description: 'What it is called.' }),
    ExternalCode: Type.String({
      description: 'What an order may send as its `Coupon`, so that it is known to have used it.',
    }),
    OriginalKey: Type.String({ description: 'The key of its redemption.' }),
    Coupon: Type.Object(
      {
        CouponCode: Type.String({ description: 'The code that the customer uses.' }),
        CouponType: Type.Integer({
          description: '0 fixed value, 1 percent, 2 free shipping, 3 shipping discount, 4 others.',
        }),
        CouponValue: Type.Number({ description: 'What it is worth.' }),
        ValidDateStart: dateTime('From when it is good.'),
        ValidDateEnd: dateTime('The last second in which it is good.'),
      },
      { description: 'Its coupon; of one that was taken back, it can be used no more.' },
    ),
    Customer: customer,
    EventDate: Type.String({ format: 'date-time', description: 'When it happened.' }),
  },
  {
    $id: 'RewardPayload',
    description:
      'A rule gave a reward, or it was taken back: the body of `Reward_Given` and `Reward_TakenBack`.',
  },
)
export type RewardPayload = Static<typeof RewardPayload>

interface Event {
  EventId: string
  Topic: string
  CustomerSequence: number
  Silent?: true
  Payload: EventPayload | StampPayload | CardPayload | RewardPayload | ExpiringPayload
}

/** One shape for each body, so that in typed languages a topic tells what its payload has. */
function eventWith(body: string, topics: readonly string[]) {
  return Type.Object({
    EventId: Type.String({ description: 'The same as `webhook-id` where it is delivered.' }),
    Topic: Type.String({ enum: [...topics], description: 'What kind of event it is.' }),
    CustomerSequence: Type.Integer({
      description:
        "1, 2, 3 … for each customer's events of points; those of the other topics are counted apart.",
    }),
    Silent: Type.Optional(
      Type.Literal(true, {
        description:
          'It came with an import that sends no webhooks. All other events do not have the member.',
      }),
    ),
    Payload: Type.Ref(body, { description: 'The body of its webhook.' }),
  })
}

export const Events = Type.Object(
  {
    Items: Type.Array(
      Type.Unsafe<Event>(
        Type.Union([
          eventWith('EventPayload#', [TOPIC.add, TOPIC.update, TOPIC.removed]),
          eventWith('StampPayload#', [TOPIC.stampAdd, TOPIC.stampRemoved]),
          eventWith('CardPayload#', [TOPIC.cardCompleted]),
          eventWith('RewardPayload#', [TOPIC.rewardGiven, TOPIC.rewardTakenBack]),
          eventWith('ExpiringPayload#', [TOPIC.expiring]),
        ]),
      ),
      { description: 'Oldest first. With Topic there may be fewer than PageSize although HasMore is true.' },
    ),
    NextCursor: Type.String({ description: 'Where to go on; keep it once you have saved the items.' }),
    HasMore: Type.Boolean({ description: 'Whether there is more to be read at once.' }),
  },
  { $id: 'Events', description: 'A page of the log of events.' },
)
export type Events = Static<typeof Events>
