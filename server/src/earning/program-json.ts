import { type Static, type TObject, type TSchema, Type } from 'typebox'
import { KINDS, type PropertiesOfKind, RULE_KINDS, type RuleKind } from './kinds.ts'
import { decimalText } from './member.ts'
import { PATTERN } from './patterns.ts'

/*
 * The program as JSON: what the panel and files send and the database keeps. The panel takes its types from here, so
 * nothing is imported that needs a server.
 */

/** More rules than this are refused, and fewer than any merchant needs are not. */
export const RULES_MAX = 200

const common = <const Kind extends RuleKind>(kind: Kind) => ({
  id: Type.Integer({
    minimum: 1,
    maximum: 1_000_000,
    description: 'Unique in the program; a rule keeps it from version to version.',
  }),
  name: Type.Optional(Type.String({ maxLength: 250, description: 'For people.' })),
  isActive: Type.Optional(Type.Boolean({ description: 'false: it is there but does nothing.' })),
  kind: Type.Literal(kind, { description: 'What it pays for.' }),
})

type SchemaOfKind<Kind extends RuleKind> = TObject<ReturnType<typeof common<Kind>> & PropertiesOfKind<Kind>>

function ruleSchema<const Kind extends RuleKind>(kind: Kind): SchemaOfKind<Kind> {
  const { about, members } = KINDS[kind]
  const own = Object.values(members).map(({ properties }) => properties)
  const properties: object = Object.assign({}, common(kind), ...own)
  return Type.Object(properties as never, {
    additionalProperties: false,
    description: about,
  }) as unknown as SchemaOfKind<Kind>
}

export const schemaOfKind = Object.fromEntries(RULE_KINDS.map((kind) => [kind, ruleSchema(kind)])) as {
  [Kind in RuleKind]: SchemaOfKind<Kind>
}

/** What the members of any rule mean where they are left out. */
export const RULE_DEFAULTS: Readonly<Record<string, unknown>> = Object.assign(
  { name: '', isActive: true },
  ...RULE_KINDS.flatMap((kind) => Object.values(KINDS[kind].members).map(({ defaults }) => defaults)),
)

/** A card has no amount by itself, and a file leaves out what it may not even say, such as days after no end. */
export const CARD_DEFAULTS: Readonly<Record<string, unknown>> = Object.assign(
  { perAmount: null },
  ...Object.values(KINDS.card.members).map(({ defaults }) => defaults),
)

export type RuleJson = { [Kind in RuleKind]: Static<SchemaOfKind<Kind>> }[RuleKind]

export const RuleSchema = Type.Unsafe<RuleJson>(Type.Union(Object.values(schemaOfKind)))

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
