import { type Static, type TObject, type TOptional, type TProperties, type TSchema, Type } from 'typebox'

/* What a member of a rule is: `members.ts` has all of them. */

/** How a sentence shows a member: `rule-sentence.ts` has a function for each. */
export type SlotType =
  | 'points'
  | 'number'
  | 'money'
  | 'rounding'
  | 'waitingDays'
  | 'validityDays'
  | 'goodUntil'
  | 'ids'
  | 'bonus'
  | 'date'
  | 'key'
  | 'limits'
  | 'when'
  | 'stacks'
  | 'excluded'
  | 'outOf'
  | 'limit'
  | 'per'
  | 'counts'
  | 'picked'
  | 'cardPerAmount'
  | 'stamps'
  | 'stampLimit'
  | 'graceDays'
  | 'stampsGoodDays'
  | 'once'
  | 'prizePoints'
  | 'reward'
  | 'withinDays'

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

export function required<const Name extends string, Schema extends TSchema, Value>(
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

export function optional<const Name extends string, Schema extends TSchema, Value>(
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

export const same = <Value>(value: Value): Value => value

export const decimalText = (pattern: string, description: string) =>
  Type.String({ pattern, maxLength: 20, description })
