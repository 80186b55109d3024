import { type TBoolean, type TOptional, type TUnsafe, Type } from 'typebox'
import type { Instant } from '../platform/clock.ts'
import { type Decimal, decimalFromText, ZERO } from '../platform/decimal.ts'
import { parseInstant } from '../platform/zone.ts'
import { decimalText, type Member, optional, required, same } from './member.ts'
import { PATTERN } from './patterns.ts'

/* What rules are made of. `kinds.ts` says which kind has which members. */

export type Rounding = 'floor' | 'nearest' | 'ceiling'

export type Bonus = { type: 'multiplier'; multiplier: Decimal } | { type: 'points'; points: Decimal }

/** How often one customer can earn with an action. null: as often as they like. */
export interface ActionLimits {
  perDay: number | null
  ever: number | null
}

export const WEEKDAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const
export type Weekday = (typeof WEEKDAYS)[number]

/** Minutes since midnight; `until` is the first that is no longer in it. It goes over midnight where `from` is later. */
export interface HourWindow {
  readonly from: number
  readonly until: number
}

/** What must be true of an order for its rule to hold. null: the rule does not ask. */
export interface When {
  readonly from: Instant | null
  /** The first moment after it. */
  readonly until: Instant | null
  readonly days: ReadonlySet<Weekday> | null
  readonly hours: readonly HourWindow[] | null
  readonly tiers: ReadonlySet<string> | null
  readonly branches: ReadonlySet<string> | null
  readonly paymentMethods: ReadonlySet<string> | null
  readonly minimumOrder: Decimal | null
  /** So many of each customer's orders. */
  readonly firstOrders: number | null
}

export type WhenMember = keyof When

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

export const ids = (description: string, maxItems = 2_000) =>
  required(
    'ids',
    'ids',
    Type.Array(Type.String({ minLength: 1, maxLength: 250 }), {
      minItems: 1,
      maxItems,
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

const instantText = (description: string) =>
  Type.String({ pattern: PATTERN.instant, maxLength: 40, description })

/** Texts are checked to end in an offset, so the zone is never used. NaN for what is no date. */
const instantOf = (text: string): Instant => parseInstant(text, 'UTC') ?? Number.NaN

const instant = <const Name extends string>(name: Name, description: string) =>
  required(name, 'date', instantText(description), instantOf)

export const period = {
  startsAt: instant('startsAt', 'The first moment, ISO 8601 with an offset or Z.'),
  endsAt: instant('endsAt', 'The first moment after it.'),
}

const timesOrNull = (description: string) =>
  Type.Optional(Type.Union([Type.Integer({ minimum: 1, maximum: 1_000_000 }), Type.Null()], { description }))

export const limits = optional(
  'limits',
  'limits',
  Type.Object(
    {
      perDay: timesOrNull('How often one customer earns with it in a day; null: as often as they like.'),
      ever: timesOrNull('How often one customer earns with it at all; null: as often as they like.'),
    },
    { additionalProperties: false, description: 'For each customer.' },
  ),
  {},
  ({ perDay = null, ever = null }): ActionLimits => ({ perDay, ever }),
)

// ── when a rule holds, and beside what ──────────────────────────────────────────────────────────────────────

const idList = (description: string, maxItems: number) =>
  Type.Array(Type.String({ minLength: 1, maxLength: 250 }), { minItems: 1, maxItems, description })

const whenProperties = {
  from: instantText('The first moment, ISO 8601 with an offset or Z.'),
  until: instantText('The first moment after it.'),
  days: Type.Array(Type.Enum([...WEEKDAYS]), {
    minItems: 1,
    maxItems: 7,
    description: 'On which weekdays, each once.',
  }),
  hours: Type.Array(
    Type.Object(
      {
        from: Type.String({ pattern: PATTERN.hour, maxLength: 5, description: 'Like `16:00`.' }),
        until: Type.String({
          pattern: PATTERN.endingHour,
          maxLength: 5,
          description: 'The first minute after it, like `18:00` or `24:00`; before `from`: over midnight.',
        }),
      },
      { additionalProperties: false },
    ),
    { minItems: 1, maxItems: 5, description: "At which hours of the merchant's clock." },
  ),
  tiers: idList('For customers in these tiers, by their numbers; in a file, by their keys.', 50),
  branches: idList('Placed at these branches, as orders name them.', 500),
  paymentMethods: idList('Paid with these, as orders name them.', 500),
  minimumOrder: decimalText(PATTERN.positiveAmount, 'On orders of which at least this counts, above 0.'),
  firstOrders: Type.Integer({
    minimum: 1,
    maximum: 100,
    description: "On so many of each customer's first orders.",
  }),
}

/** In the order in which sentences tell them. */
export const WHEN_MEMBERS = Object.keys(whenProperties) as WhenMember[]

export interface WhenJson {
  from?: string
  until?: string
  days?: Weekday[]
  hours?: { from: string; until: string }[]
  tiers?: string[]
  branches?: string[]
  paymentMethods?: string[]
  minimumOrder?: string
  firstOrders?: number
}

/** Conditions; all of them must hold. `without`: what the kind says already. */
export function when(
  ...without: readonly WhenMember[]
): Member<{ when: TOptional<TUnsafe<WhenJson>> }, When | null> {
  return {
    properties: { when: Type.Optional(whenSchema(without)) },
    defaults: {},
    slot: 'when',
    read: readWhen,
  }
}

/** The same for a kind that means nothing without. */
export function requiredWhen(
  ...without: readonly WhenMember[]
): Member<{ when: TUnsafe<WhenJson> }, When | null> {
  return { properties: { when: whenSchema(without) }, defaults: {}, slot: 'when', read: readWhen }
}

function whenSchema(without: readonly WhenMember[]): TUnsafe<WhenJson> {
  const members = WHEN_MEMBERS.filter((name) => !without.includes(name))
  const properties = Object.fromEntries(members.map((name) => [name, Type.Optional(whenProperties[name])]))
  return Type.Unsafe<WhenJson>(
    Type.Object(properties, {
      additionalProperties: false,
      minProperties: 1,
      description: 'Only when all of this is true of the order.',
    }),
  )
}

function readWhen({ when: json }: { when?: WhenJson }): When | null {
  if (json === undefined) return null
  return {
    from: json.from === undefined ? null : instantOf(json.from),
    until: json.until === undefined ? null : instantOf(json.until),
    days: setOf(json.days),
    hours: json.hours?.map(({ from, until }) => ({ from: minutesOf(from), until: minutesOf(until) })) ?? null,
    tiers: setOf(json.tiers),
    branches: setOf(json.branches),
    paymentMethods: setOf(json.paymentMethods),
    minimumOrder: json.minimumOrder === undefined ? null : decimalFromText(json.minimumOrder),
    firstOrders: json.firstOrders ?? null,
  }
}

function setOf<Item>(items: readonly Item[] | undefined): ReadonlySet<Item> | null {
  return items === undefined ? null : new Set(items)
}

function minutesOf(clock: string): number {
  return Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3))
}

/** null: as its kind and its bonus do by themselves. */
export const stacks: Member<{ stacks: TOptional<TBoolean> }, boolean | null> = {
  properties: {
    stacks: Type.Optional(
      Type.Boolean({
        description:
          'true: it comes on top. false: of all that compete, only the best counts. Default: multipliers of products, brands, categories and campaigns compete, everything else comes on top.',
      }),
    ),
  },
  defaults: {},
  slot: 'stacks',
  read: ({ stacks: json }) => json ?? null,
}
