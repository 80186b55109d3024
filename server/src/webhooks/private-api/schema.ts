import { type Static, Type } from 'typebox'
import { Nullable } from '../../contract/schema.ts'
import { TOPICS } from '../../events/event.ts'

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
  PageSize: Type.Optional(Type.Integer({ minimum: 1, maximum: EVENTS_MAX, default: EVENTS_DEFAULT })),
  Topic: Type.Optional(
    Type.Array(Type.String({ enum: [...TOPICS] }), {
      description: 'Only events of these topics; repeat it for several. Missing: all.',
    }),
  ),
})

const text = () => Nullable(Type.String())
const dateTime = () => Nullable(Type.String({ format: 'date-time' }))

const EventPayload = Type.Object({
  Points: Type.Number(),
  PointType: Type.Integer(),
  PointAction: Type.Integer({ description: '0 add, 1 update, 2 remove.' }),
  Customer: Type.Object({
    Id: Type.Number(),
    OriginalId: Type.String(),
    PublicId: Type.String(),
    Name: text(),
    Email: text(),
    Phone: text(),
    BirthdayDate: dateTime(),
  }),
  PointsBalance: Type.Object({ PointsBalance: Type.Number(), CashbackBalance: Type.Number() }),
  Cashback: Type.Number(),
  ValidDate: dateTime(),
  ValidDateFormatted: Type.String(),
  PointId: Type.Number(),
  EventDate: Type.String({ format: 'date-time' }),
  Origins: Type.Array(
    Type.Object({ PointId: Type.Number(), UsedPoints: Type.Number(), UsedCashback: Type.Number() }),
  ),
})

export const Events = Type.Object(
  {
    Items: Type.Array(
      Type.Object({
        EventId: Type.String({ description: 'The same as `webhook-id` where it is delivered.' }),
        Topic: Type.String({ enum: [...TOPICS] }),
        CustomerSequence: Type.Integer({ description: "1, 2, 3 … for each customer's events." }),
        Payload: EventPayload,
      }),
      { description: 'Oldest first. With Topic there may be fewer than PageSize although HasMore is true.' },
    ),
    NextCursor: Type.String({ description: 'Where to go on; keep it once you have saved the items.' }),
    HasMore: Type.Boolean({ description: 'Whether there is more to be read at once.' }),
  },
  { $id: 'Events' },
)
export type Events = Static<typeof Events>
