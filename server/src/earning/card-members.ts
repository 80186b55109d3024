import { type TInteger, type TOptional, type TString, type TUnsafe, Type } from 'typebox'
import { type Decimal, decimalFromText } from '../platform/decimal.ts'
import { decimalText, type Member, optional, required, same } from './member.ts'
import { PATTERN } from './patterns.ts'

/* What cards count, how many stamps fill one, and how long stamps last. */

/** What gives stamps: each item, each order, or each `perAmount` that is spent. */
export const CARD_COUNTS = ['items', 'orders', 'spend'] as const
export type CardCounts = (typeof CARD_COUNTS)[number]

/** What the ids of a card are. */
export const CARD_PICKS = ['product', 'brand', 'category'] as const
export type CardPick = (typeof CARD_PICKS)[number]

/** Which lines count. */
export interface PickedLines {
  readonly of: CardPick
  readonly ids: readonly string[]
}

export const STAMP_PERIODS = ['order', 'day', 'week', 'month'] as const
export type StampPeriod = (typeof STAMP_PERIODS)[number]

/** How many stamps a customer gets at most in the same time. */
export interface StampLimit {
  readonly stamps: number
  readonly per: StampPeriod
}

export const counts = required(
  'counts',
  'counts',
  Type.Enum([...CARD_COUNTS], {
    description:
      'What gives a stamp: each of the `items`, each of the `orders`, or each `perAmount` of `spend`. It never changes for an id.',
  }),
  same<CardCounts>,
)

const pickedProperties = {
  of: Type.Optional(
    Type.Enum([...CARD_PICKS], { description: 'What `ids` are; required for `items`, with `ids`.' }),
  ),
  ids: Type.Optional(
    Type.Array(Type.String({ minLength: 1, maxLength: 250 }), {
      minItems: 1,
      maxItems: 2_000,
      description: "Only these count, by their ids in the merchant's store; with `of`.",
    }),
  ),
}

/** Both or neither, which reading the program sees to. null: everything counts. */
export const picked: Member<typeof pickedProperties, PickedLines | null> = {
  properties: pickedProperties,
  defaults: {},
  slot: 'picked',
  read: ({ of, ids }) => (of === undefined || ids === undefined ? null : { of, ids }),
}

/** Of cards that count what is spent, and only of them, which reading the program sees to. */
export const cardPerAmount: Member<{ perAmount: TOptional<TString> }, Decimal | null> = {
  properties: {
    perAmount: Type.Optional(
      decimalText(PATTERN.positiveAmount, 'What is spent for one stamp, above 0; only for `spend`.'),
    ),
  },
  defaults: {},
  slot: 'cardPerAmount',
  read: ({ perAmount }) => (perAmount === undefined ? null : decimalFromText(perAmount)),
}

const STAMPS_MAX = 50

export const stamps = required(
  'stamps',
  'stamps',
  Type.Integer({
    minimum: 1,
    maximum: STAMPS_MAX,
    description: 'How many stamps fill the card: at least 2; for `spend`, at least 1.',
  }),
  same<number>,
)

export interface StampLimitJson {
  stamps: number
  per: StampPeriod
}

export const stampLimit: Member<{ stampLimit: TOptional<TUnsafe<StampLimitJson>> }, StampLimit | null> = {
  properties: {
    stampLimit: Type.Optional(
      Type.Unsafe<StampLimitJson>(
        Type.Object(
          {
            stamps: Type.Integer({ minimum: 1, maximum: STAMPS_MAX, description: 'So many stamps.' }),
            per: Type.Enum([...STAMP_PERIODS], {
              description:
                "For each order, or for all of a customer's orders of the same day, week or month.",
            }),
          },
          { additionalProperties: false, description: 'How many stamps a customer gets at most.' },
        ),
      ),
    ),
  },
  defaults: {},
  slot: 'stampLimit',
  read: ({ stampLimit: json }) => json ?? null,
}

const GRACE_DAYS = 3

export const graceDays: Member<{ graceDays: TOptional<TInteger> }, number> = optional(
  'graceDays',
  'graceDays',
  Type.Integer({
    minimum: 0,
    maximum: 30,
    description: `For how many days stamps are good after \`when.until\`; only with that. Default: ${GRACE_DAYS}.`,
  }),
  GRACE_DAYS,
  same<number>,
)

export const stampsGoodDays = optional(
  'stampsGoodDays',
  'stampsGoodDays',
  Type.Union([Type.Integer({ minimum: 1, maximum: 3_650 }), Type.Null()], {
    description: 'For how many days after its own a stamp is good; null: for ever.',
  }),
  null,
  same<number | null>,
)

export const once = optional(
  'once',
  'once',
  Type.Boolean({ description: 'true: a customer fills it once. Default: false.' }),
  false,
  same<boolean>,
)
