import { type Static, type TProperties, Type } from 'typebox'
import { PAGE_PARAMETERS } from '../../contract/private-api/paging.ts'
import { DateTime, Nullable, Sent } from '../../contract/schema.ts'

const text = (description: string) => Nullable(Type.String({ description }))
const number = (description: string) => Nullable(Type.Number({ description }))
const dateTime = (description: string) => Nullable(Type.String({ format: 'date-time', description }))

export const Explanation = Type.Object(
  {
    ProgramVersion: Nullable(
      Type.Integer({ description: 'Version of the program that decided; null where no program did.' }),
    ),
    Lines: Type.Array(
      Type.Object({
        Kind: Type.String({
          description: 'What it is for: purchase, tierBenefit, reward, expired and so on.',
        }),
        RuleId: Nullable(
          Type.Integer({ description: 'Id of the rule of the program; null where no rule made it.' }),
        ),
        Name: text('Name of that rule.'),
        Amount: number('The money that it was computed on, or that was redeemed or changed.'),
        Count: Nullable(Type.Integer({ description: 'How many lines of the order it applied to.' })),
        ReferenceId: text(
          'The tier, quiz, reward, payment method or branch that it names, or the key of a change.',
        ),
        Points: Type.Number({ description: 'What this line adds; below zero where it takes.' }),
        Text: Type.String({ description: "A sentence for a person, in the merchant's language." }),
      }),
      { description: 'Their points add up to those of the record exactly.' },
    ),
    NoneReason: text(
      'Why there are no points: noRule, belowMinimum, excluded, capped, notEnrolled, imported, pending or cancelled; null where there are.',
    ),
  },
  {
    $id: 'Explanation',
    description: 'Which rules granted what, and why; null where nothing was earned by rules.',
  },
)
export type Explanation = Static<typeof Explanation>

/** Where one is: as a reference, so that the document has it once. */
export const ExplanationRef = Type.Unsafe<Explanation>(Type.Ref('Explanation#'))

export const HistoryItem = Type.Object(
  {
    Id: Type.Number({ description: 'Id of the record; webhooks call it PointId.' }),
    Date: Type.String({ format: 'date-time', description: 'When it was recorded.' }),
    Title: Type.String({ description: "What it is about, in a few words of the merchant's language." }),
    Points: Type.Number({ description: 'Below zero where points were taken; 0 for a move between tiers.' }),
    PointType: Nullable(
      Type.Integer({
        description:
          '0 purchase, 1 signup, 2 birthday, 3 referral, 4 quiz, 5 manual, 6 redeem, 7 redeem returned, ' +
          '8 expiry, 9 order cancelled, 10 import, 11 order adjusted, 12 customers merged, 13 prize of a full card; null for a move between tiers.',
      }),
    ),
    IsCanceled: Type.Boolean({ description: 'Whether its order was cancelled, or its redemption returned.' }),
    CouponCode: text('Code of the coupon that the redemption issued.'),
    CouponRefunded: Type.Boolean({ description: 'Whether that redemption was returned.' }),
    CouponIsUsed: Type.Boolean({ description: 'Whether that coupon was used.' }),
    CouponIsAvailable: Type.Boolean({ description: 'Whether that coupon can still be used today.' }),
    CashbackDescription: text(
      'CashbackValue as it is written in the merchant’s language; null with cashback off.',
    ),
    CashbackValue: Type.Number({ description: 'What the points were worth when they were recorded.' }),
    IsTierHistory: Type.Boolean({ description: 'Whether it is a move between tiers.' }),
    TierUpdate: Type.Integer({ description: '0 none, 1 up, 2 down.' }),
    TierName: text('The tier that the customer moved to.'),
    Metadatas: Type.Array(
      Type.Object({
        Name: Type.String({ description: 'Name.' }),
        Value: text('Value.'),
      }),
      { description: 'Those of the redemption.' },
    ),
    OrderId: text('Id of the order in the merchant store.'),
    AvailableDate: dateTime('Of points that were added: from when they can be spent.'),
    ExpirationDate: dateTime('Of points that were added: the last second in which they are good.'),
    RemainingPoints: number('Of points that were added: what is left of them.'),
    RemainingCashback: number('The same in money.'),
    Origins: Type.Array(
      Type.Object({
        PointId: Type.Number({ description: 'Id of the record whose points were used.' }),
        UsedPoints: Type.Number({
          description: 'What was used of them; below zero where it was given back.',
        }),
        UsedCashback: Type.Number({ description: 'The same in money.' }),
      }),
      { description: 'Where points that were taken came from; the first 100.' },
    ),
    Explanation: Nullable(ExplanationRef),
  },
  { $id: 'HistoryItem', description: 'One record of a history.' },
)
export type HistoryItem = Static<typeof HistoryItem>

const HISTORY_PARAMETERS = {
  From: Sent(DateTime('Only what was recorded at this moment or later.')),
  Until: Sent(DateTime('Only what was recorded at this moment or earlier.')),
  PointType: Sent(Type.Integer({ description: 'Only records of this type; moves between tiers have none.' })),
}

export const HistoryQuery = Type.Object({ ...PAGE_PARAMETERS, ...HISTORY_PARAMETERS })

/** The same as a body: numbers are judged by the operation. */
export const HistoryBody = bodyOf({
  From: HISTORY_PARAMETERS.From,
  Until: HISTORY_PARAMETERS.Until,
  PointType: Sent(Type.Number({ description: 'Only records of this type.' })),
})
export type HistoryBody = Static<typeof HistoryBody>

function bodyOf<Members extends TProperties>(members: Members) {
  return Type.Object(
    {
      PageNumber: Sent(Type.Number({ description: 'Which page, from 1.' })),
      PageSize: Sent(Type.Number({ description: 'How many items a page has: 1 to 50.' })),
      ...members,
    },
    { examples: [{ PageNumber: 1, PageSize: 10 }] },
  )
}

export const PendingPoints = Type.Object(
  {
    TotalPendingPoints: Type.Number({ description: 'All points that wait, and the estimates.' }),
    TotalPendingCashback: number('The same in money; null with cashback off.'),
    PendingOrders: Type.Array(
      Type.Object({
        OrderDate: Type.String({
          format: 'date-time',
          description: 'When the order was placed; without an order, when the points were recorded.',
        }),
        OrderValue: number('Total of the order.'),
        PendingPoints: Type.Number({ description: 'Points that wait, or that it would earn.' }),
        PendingCashback: number('The same in money; null with cashback off.'),
        OrderId: text('Id of the order in the merchant store; null where no order earned them.'),
        AvailableDate: dateTime('From when they can be spent; null: not known yet.'),
        IsEstimate: Type.Boolean({
          description: 'Whether the order is not complete yet, and would earn this with the current program.',
        }),
      }),
      {
        description:
          'Points that wait, the soonest first (at most 100), then the 50 newest orders that are pending.',
      },
    ),
  },
  { $id: 'PendingPoints', description: 'Points that a customer will have.' },
)
export type PendingPoints = Static<typeof PendingPoints>
