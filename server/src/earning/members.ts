import { type Static, type TObject, type TOptional, type TProperties, type TSchema, Type } from 'typebox'
import { type Decimal, decimalFromText, ZERO } from '../platform/decimal.ts'
import { parseInstant } from '../platform/zone.ts'
import { PATTERN } from './patterns.ts'

/* What rules are made of. `kinds.ts` says which kind has which members. */

export type Rounding = 'floor' | 'nearest' | 'ceiling'

export type Bonus = { type: 'multiplier'; multiplier: Decimal } | { type: 'points'; points: Decimal }

/** How often one customer can earn with an action. null: as often as they like. */
export interface ActionLimits {
  perDay: number | null
  ever: number | null
}

/** How a sentence shows a member: `rule-sentence.ts` has a function for each. */
export type SlotType =
  | 'points'
  | 'number'
  | 'money'
  | 'rounding'
  | 'waitingDays'
  | 'validityDays'
  | 'ids'
  | 'bonus'
  | 'date'
  | 'key'
  | 'limits'

/** One property of a rule: how JSON writes it, how it is read, and how a sentence shows it. */
export interface Member<Properties extends TProperties = TProperties, Value = unknown> {
  readonly properties: Properties
  /** What a member of the JSON means where it is left out. */
  readonly defaults: Readonly<Record<string, unknown>>
  readonly slot: SlotType
  read(json: Static<TObject<Properties>>): Value
}

export type Members = Readonly<Record<string, Member>>

/** The properties of a rule with these members. */
export type ValuesOf<Own extends Members> = { [Name in keyof Own]: ReturnType<Own[Name]['read']> }

/** The properties of its JSON. */
export type PropertiesOf<Own extends Members> = Intersected<Own[keyof Own]['properties']>

type Intersected<Union> = (Union extends unknown ? (one: Union) => void : never) extends (
  all: infer All,
) => void
  ? All
  : never

function required<const Name extends string, Schema extends TSchema, Value>(
  name: Name,
  slot: SlotType,
  schema: Schema,
  read: (value: Static<Schema>) => Value,
): Member<Record<Name, Schema>, Value> {
  const properties = { [name]: schema } as Record<Name, Schema>
  return {
    properties,
    defaults: {},
    slot,
    read: (json) => read((json as Record<Name, Static<Schema>>)[name]),
  }
}

function optional<const Name extends string, Schema extends TSchema, Value>(
  name: Name,
  slot: SlotType,
  schema: Schema,
  fallback: Static<Schema>,
  read: (value: Static<Schema>) => Value,
): Member<Record<Name, TOptional<Schema>>, Value> {
  const properties = { [name]: Type.Optional(schema) } as Record<Name, TOptional<Schema>>
  return {
    properties,
    defaults: { [name]: fallback },
    slot,
    read: (json) => read((json as Partial<Record<Name, Static<Schema>>>)[name] ?? fallback),
  }
}

const same = <Value>(value: Value): Value => value

export const decimalText = (pattern: string, description: string) =>
  Type.String({ pattern, maxLength: 20, description })

// ── points and money ────────────────────────────────────────────────────────────────────────────────────────

export const points = (description: string) =>
  required('points', 'points', decimalText(PATTERN.points, description), decimalFromText)

export const ratePoints = (description: string) =>
  required('points', 'points', decimalText(PATTERN.ratePoints, description), decimalFromText)

export const perAmount = optional(
  'perAmount',
  'money',
  decimalText(PATTERN.positiveAmount, "In the merchant's currency, above 0. Default: 1."),
  '1',
  decimalFromText,
)

export const minimumOrder = optional(
  'minimumOrder',
  'money',
  decimalText(PATTERN.amount, 'An order below this total earns nothing. Default: 0.'),
  '0',
  decimalFromText,
)

export const rounding = optional(
  'rounding',
  'rounding',
  Type.Enum(['floor', 'nearest', 'ceiling'], { description: 'To whole points. Default: floor.' }),
  'floor',
  same<Rounding>,
)

export const multiplier = required(
  'multiplier',
  'number',
  decimalText(PATTERN.multiplier, 'What the points are multiplied by, 1 to 99.9999.'),
  decimalFromText,
)

/** Exactly one of the two, which reading the program sees to. */
const bonusProperties = {
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

export const bonus: Member<typeof bonusProperties, Bonus> = {
  properties: bonusProperties,
  defaults: {},
  slot: 'bonus',
  read: (json) =>
    json.multiplier !== undefined
      ? { type: 'multiplier', multiplier: decimalFromText(json.multiplier) }
      : { type: 'points', points: json.points === undefined ? ZERO : decimalFromText(json.points) },
}

// ── what a rule is about ────────────────────────────────────────────────────────────────────────────────────

export const ids = (description: string) =>
  required(
    'ids',
    'ids',
    Type.Array(Type.String({ minLength: 1, maxLength: 250 }), {
      minItems: 1,
      maxItems: 2_000,
      description,
    }),
    same<string[]>,
  )

export const key = required(
  'key',
  'key',
  Type.String({ minLength: 1, maxLength: 100, description: "By which the merchant's backend reports it." }),
  same<string>,
)

/** Texts are checked to end in an offset, so the zone is never used. NaN for what is no date. */
const instant = <const Name extends string>(name: Name, description: string) =>
  required(
    name,
    'date',
    Type.String({ pattern: PATTERN.instant, maxLength: 40, description }),
    (text) => parseInstant(text, 'UTC') ?? Number.NaN,
  )

export const period = {
  startsAt: instant('startsAt', 'The first moment, ISO 8601 with an offset or Z.'),
  endsAt: instant('endsAt', 'The first moment after it.'),
}

const limit = (description: string) =>
  Type.Optional(Type.Union([Type.Integer({ minimum: 1, maximum: 1_000_000 }), Type.Null()], { description }))

export const limits = optional(
  'limits',
  'limits',
  Type.Object(
    {
      perDay: limit('How often one customer earns with it in a day; null: as often as they like.'),
      ever: limit('How often one customer earns with it at all; null: as often as they like.'),
    },
    { additionalProperties: false, description: 'For each customer.' },
  ),
  {},
  ({ perDay = null, ever = null }): ActionLimits => ({ perDay, ever }),
)

// ── when points can be used ─────────────────────────────────────────────────────────────────────────────────

export const validity = {
  waitingDays: optional(
    'waitingDays',
    'waitingDays',
    Type.Integer({
      minimum: 0,
      maximum: 3_650,
      description: 'Days until the points can be used. Default: 0.',
    }),
    0,
    same<number>,
  ),
  validityDays: optional(
    'validityDays',
    'validityDays',
    Type.Union([Type.Integer({ minimum: 0, maximum: 36_500 }), Type.Null()], {
      description: 'Days for which the points are good, counted from when they can be used; null: for ever.',
    }),
    null,
    same<number | null>,
  ),
}
