import { type Static, Type } from 'typebox'
import { PAGE_PARAMETERS } from '../../contract/private-api/paging.ts'
import { DateTime, Needed, Nullable, Sent, Text } from '../../contract/schema.ts'

const text = (description: string) => Nullable(Type.String({ description }))
const number = (description: string) => Nullable(Type.Number({ description }))
const dateTime = (description: string) => Nullable(Type.String({ format: 'date-time', description }))

const CARD = {
  CardId: Type.Integer({ description: "Id of the card's rule; operations name it by this." }),
  Name: Type.String({ description: 'What the card is called.' }),
  Text: Type.String({ description: "What gives stamps and what they earn, in the merchant's language." }),
  Counts: Type.Integer({ description: 'What gives stamps: 0 items, 1 orders, 2 money that is spent.' }),
  State: Type.Integer({
    description: '0 open, 1 done, 2 not started, 3 over, 4 ended by the merchant.',
  }),
  Size: Type.Number({
    description:
      'How many stamps fill it; of a card that counts money, how much. A card that was begun keeps it.',
  }),
  GoalAmount: number('Of a card that counts money, the same as Size; else null.'),
  StampAmount: number('Of a card that counts money, what is spent for one stamp; else null.'),
  StartDate: dateTime('From when it takes stamps; null: from when it was published.'),
  EndDate: dateTime('The last second in which it takes stamps; null: it has no end.'),
  Prize: Type.Object(
    {
      RewardConfigurationId: Nullable(
        Type.Integer({ description: 'The reward that a full card earns; null: none.' }),
      ),
      Title: text('What that reward is called.'),
      Points: number('Points for a full card; null: none.'),
    },
    { description: 'What a full card earns. A card that was begun keeps it.' },
  ),
}

export const Card = Type.Object(CARD, { $id: 'Card', description: 'A punch card of the program.' })
export type Card = Static<typeof Card>

export const CustomerCard = Type.Object(
  {
    ...CARD,
    Stamps: Type.Number({
      description: 'Stamps on it; of a card that counts money, how much. Never below 0.',
    }),
    StampsOwed: Type.Number({
      description: 'Stamps that were returned after they were used: the next ones pay them.',
    }),
    Amount: number('Of a card that counts money, the same as Stamps; else null.'),
    CardNumber: Type.Integer({ description: 'Which of the customer’s cards of this kind it is, from 1.' }),
    CompletedCount: Type.Integer({
      description: 'How many the customer has filled, without those that were undone.',
    }),
    LastStampDate: dateTime('When the customer last got stamps on it; null: never.'),
    StampsToExpire: Type.Array(
      Type.Object({
        Stamps: Type.Number({ description: 'How many stamps expire.' }),
        When: Type.String({ format: 'date-time', description: 'The last second in which they are good.' }),
      }),
      { description: 'What expires, soonest first.' },
    ),
    Rewards: Type.Array(
      Type.Object({
        RewardId: Nullable(
          Type.Number({ description: 'Number of the redemption; null while it is on its way or held.' }),
        ),
        ExternalCode: text('What an order may send as its `Coupon`.'),
        CouponCode: text('Code of the coupon.'),
        ValidDateEnd: dateTime('The last second in which the coupon is good.'),
        State: Type.Integer({ description: '0 usable, 1 on its way, 2 held.' }),
      }),
      { description: 'Rewards of full cards that can be used or are still to be given, newest first.' },
    ),
  },
  { $id: 'CustomerCard', description: "A customer's punch card." },
)
export type CustomerCard = Static<typeof CustomerCard>

export const Stamps = Type.Object(
  {
    Id: Type.Number({ description: 'Id of the record; webhooks call it StampId.' }),
    Date: Type.String({ format: 'date-time', description: 'When it was recorded.' }),
    Day: Type.String({
      description:
        "The day of the merchant's calendar that it counts for, as 2026-11-14: that on which the order was placed.",
    }),
    Stamps: Type.Number({ description: 'Stamps, or money; below zero where they were taken.' }),
    StampType: Type.Integer({
      description:
        '0 order, 1 order changed, 2 order canceled, 3 by hand, 4 by hand canceled, 5 card full, 6 full card undone, ' +
        '7 expired, 8 customer erased, 9 joined with others.',
    }),
    StampsAfter: Type.Number({ description: 'Stamps after it; below zero where some were owed.' }),
    OrderId: text('Id of the order in the merchant store; null where it is of no order.'),
    Key: text('Key by which stamps were given by hand, or canceled.'),
    ExpirationDate: dateTime('Of stamps that were added: the last second in which they are good.'),
    Origins: Type.Array(
      Type.Object({
        StampId: Type.Number({ description: 'Id of the record whose stamps were used.' }),
        UsedStamps: Type.Number({ description: 'What was used of them; below zero where they went back.' }),
      }),
      { description: 'Which stamps were taken, or went back.' },
    ),
    Text: Type.String({ description: "Why, in a sentence of the merchant's language." }),
  },
  { $id: 'Stamps', description: 'One record of a card.' },
)
export type Stamps = Static<typeof Stamps>

export const CardsQuery = Type.Object({
  All: Type.Optional(
    Type.Boolean({
      default: false,
      description:
        'Whether cards that the merchant has ended are listed too where no stamps are left on them.',
    }),
  ),
})

export const StampsQuery = Type.Object({ ...PAGE_PARAMETERS })

export const CustomerParams = Type.Object({
  id: Type.String({ description: "The customer's id in the merchant store." }),
})

const CARD_ID = Type.String({ description: "Id of the card's rule." })

export const CardParams = Type.Object({ ...CustomerParams.properties, cardId: CARD_ID })
export const StampsParams = Type.Object({
  ...CardParams.properties,
  key: Type.String({ description: 'Key by which the stamps were given.' }),
})

export const StampsBody = Type.Object(
  {
    Key: Needed(Text('What they are for, such as the number of a receipt: the same one gives stamps once.')),
    Stamps: Sent(
      Type.Number({
        description:
          'How many, 1 to 20; missing: 1. Of a card that counts money, each is worth its StampAmount.',
      }),
    ),
    Date: Sent(DateTime('The moment that they are for, up to 31 days back; missing: now.')),
  },
  { examples: [{ Key: 'receipt-4711', Stamps: 2, Date: null }] },
)
export type StampsBody = Static<typeof StampsBody>

const CardRef = Type.Unsafe<CustomerCard>(Type.Ref('CustomerCard#'))

export const GivenStamps = Type.Object(
  {
    IsNew: Type.Boolean({ description: 'false: the key was used before, and nothing has changed.' }),
    StampsGiven: Type.Number({
      description:
        'Stamps that were given for this key now, counted as they are sent, also of a card that counts money. 0 if it ' +
        'is not new.',
    }),
    AmountGiven: number('Of a card that counts money, what those stamps stand for; else null.'),
    Card: CardRef,
  },
  { $id: 'GivenStamps', description: 'What was given, and the card as it is now.' },
)
export type GivenStamps = Static<typeof GivenStamps>

export const CancelledStamps = Type.Object(
  {
    IsCanceled: Type.Boolean({ description: 'Always true.' }),
    StampsTakenBack: Type.Number({
      description:
        'Stamps that were taken back, with what is owed, counted as they were sent. Less than was given where stamps ' +
        'had expired, or where what was missing was written off; of a card that counts money not always a whole number.',
    }),
    AmountTakenBack: number('Of a card that counts money, what those stamps stand for; else null.'),
    Card: CardRef,
  },
  { $id: 'CancelledStamps', description: 'What was taken back, and the card as it is now.' },
)
export type CancelledStamps = Static<typeof CancelledStamps>
