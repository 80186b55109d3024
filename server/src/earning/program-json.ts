import { type Static, type TProperties, type TSchema, Type } from 'typebox'

/*
 * The program as JSON: what the panel and files send and the database keeps. Decimals are text, as a JSON number
 * would be a float; their patterns are their bounds. Nothing but TypeBox is imported here, so that the panel can take
 * its types.
 */

export const PATTERN = {
  multiplier: '^[1-9]\\d?(\\.\\d{1,4})?$',
  points: '^\\d{1,7}(\\.\\d{1,4})?$',
  ratePoints: '^(?=.*[1-9])\\d{1,4}(\\.\\d{1,4})?$',
  positiveAmount: '^(?=.*[1-9])\\d{1,8}(\\.\\d{1,4})?$',
  amount: '^\\d{1,11}(\\.\\d{1,4})?$',
  pointValue: '^\\d{1,6}(\\.\\d{1,4})?$',
  instant: '(Z|[+-]\\d\\d:\\d\\d)$',
} as const

/** More rules than this are refused, and fewer than any merchant needs are not. */
export const RULES_MAX = 200

const decimalText = (pattern: string, description: string) =>
  Type.String({ pattern, maxLength: 20, description })
const instantText = (description: string) =>
  Type.String({ pattern: PATTERN.instant, maxLength: 40, description })
const ids = (description: string) =>
  Type.Array(Type.String({ minLength: 1, maxLength: 250 }), { minItems: 1, maxItems: 2_000, description })

function ruleSchema<const Kind extends string, Properties extends TProperties>(
  kind: Kind,
  description: string,
  properties: Properties,
) {
  return Type.Object(
    {
      id: Type.Integer({
        minimum: 1,
        maximum: 1_000_000,
        description: 'Unique in the program; a rule keeps it from version to version.',
      }),
      name: Type.Optional(Type.String({ maxLength: 250, description: 'For people.' })),
      isActive: Type.Optional(Type.Boolean({ description: 'false: it is there but does nothing.' })),
      kind: Type.Literal(kind, { description: 'What it pays for.' }),
      ...properties,
    },
    { additionalProperties: false, description },
  )
}

const validity = {
  waitingDays: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 3_650,
      description: 'Days until the points can be used. Default: 0.',
    }),
  ),
  validityDays: Type.Optional(
    Type.Union([Type.Integer({ minimum: 0, maximum: 36_500 }), Type.Null()], {
      description: 'Days for which the points are good, counted from when they can be used; null: for ever.',
    }),
  ),
}

/** Exactly one of the two, which reading the program sees to. */
const bonus = {
  multiplier: Type.Optional(
    decimalText(
      PATTERN.multiplier,
      'What the points are multiplied by, 1 to 99.9999; either this or `points`.',
    ),
  ),
  points: Type.Optional(
    decimalText(PATTERN.points, 'Points on top, at least 1; either this or `multiplier`.'),
  ),
}

const limit = (description: string) =>
  Type.Optional(Type.Union([Type.Integer({ minimum: 1, maximum: 1_000_000 }), Type.Null()], { description }))

const simpleAction = { points: decimalText(PATTERN.points, 'What it is worth, at least 1.'), ...validity }

export const schemaOfKind = {
  purchase: ruleSchema('purchase', 'Points for what is spent. Without one, orders earn nothing.', {
    points: decimalText(PATTERN.ratePoints, 'Points for every `perAmount`, above 0 and below 10000.'),
    perAmount: Type.Optional(
      decimalText(PATTERN.positiveAmount, "In the merchant's currency, above 0. Default: 1."),
    ),
    minimumOrder: Type.Optional(
      decimalText(PATTERN.amount, 'An order below this total earns nothing. Default: 0.'),
    ),
    rounding: Type.Optional(
      Type.Enum(['floor', 'nearest', 'ceiling'], { description: 'To whole points. Default: floor.' }),
    ),
    ...validity,
  }),
  product: ruleSchema('product', 'More for lines with one of these products.', {
    ids: ids("Products, by their ids in the merchant's store."),
    ...bonus,
  }),
  brand: ruleSchema('brand', 'More for lines with a product of one of these brands.', {
    ids: ids("Brands, by their ids in the merchant's store."),
    ...bonus,
  }),
  category: ruleSchema(
    'category',
    'More for lines with a product of one of these categories, or below one.',
    {
      ids: ids("Categories, by their ids in the merchant's store."),
      ...bonus,
    },
  ),
  paymentMethod: ruleSchema('paymentMethod', 'More for orders that were paid so.', {
    ids: ids('Payment methods, as orders name them.'),
    ...bonus,
  }),
  branch: ruleSchema('branch', 'More for orders that were placed there.', {
    ids: ids('Branches, as orders name them.'),
    ...bonus,
  }),
  tier: ruleSchema('tier', 'More for customers in one of these tiers.', {
    ids: ids('Tiers, by their numbers; in a file, by their keys.'),
    multiplier: decimalText(PATTERN.multiplier, 'What the points are multiplied by, 1 to 99.9999.'),
  }),
  firstPurchase: ruleSchema('firstPurchase', "More for a customer's first order.", bonus),
  campaign: ruleSchema('campaign', 'More for all that is bought in a period.', {
    multiplier: decimalText(PATTERN.multiplier, 'What the points are multiplied by, 1 to 99.9999.'),
    startsAt: instantText('The first moment, ISO 8601 with an offset or Z.'),
    endsAt: instantText('The first moment after it.'),
  }),
  signup: ruleSchema('signup', 'Points for joining.', simpleAction),
  birthday: ruleSchema('birthday', 'Points on the birthday, once per year.', simpleAction),
  referral: ruleSchema('referral', 'Points for a friend who buys.', simpleAction),
  quiz: ruleSchema('quiz', 'Answered quizzes earn what each of them is worth.', validity),
  custom: ruleSchema('custom', "Points for something of the merchant's own, such as a review.", {
    key: Type.String({
      minLength: 1,
      maxLength: 100,
      description: "By which the merchant's backend reports it.",
    }),
    limits: Type.Optional(
      Type.Object(
        {
          perDay: limit('How often one customer earns with it in a day; null: as often as they like.'),
          ever: limit('How often one customer earns with it at all; null: as often as they like.'),
        },
        { additionalProperties: false, description: 'For each customer.' },
      ),
    ),
    ...simpleAction,
  }),
}

export const RuleSchema = Type.Union([
  schemaOfKind.purchase,
  schemaOfKind.product,
  schemaOfKind.brand,
  schemaOfKind.category,
  schemaOfKind.paymentMethod,
  schemaOfKind.branch,
  schemaOfKind.tier,
  schemaOfKind.firstPurchase,
  schemaOfKind.campaign,
  schemaOfKind.signup,
  schemaOfKind.birthday,
  schemaOfKind.referral,
  schemaOfKind.quiz,
  schemaOfKind.custom,
])

const CashbackSchema = Type.Object(
  {
    isOn: Type.Boolean({ description: 'Whether points are worth cashback.' }),
    pointValue: decimalText(PATTERN.pointValue, "What one point is worth in the merchant's currency."),
  },
  { additionalProperties: false, description: 'What points are worth as money.' },
)

export const contentSchema = <Rules extends TSchema>(rules: Rules) =>
  Type.Object(
    {
      cashback: CashbackSchema,
      rules: Type.Array(rules, { maxItems: RULES_MAX, description: 'How customers earn.' }),
    },
    { additionalProperties: false },
  )

/** A program without its number: what people write. */
export const ContentSchema = contentSchema(RuleSchema)

export type ProgramContent = Static<typeof ContentSchema>
export type RuleJson = Static<typeof RuleSchema>
