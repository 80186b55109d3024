import { isDeepStrictEqual } from 'node:util'
import { DECIMAL_TEXT, MOMENT } from '../contract/schema.ts'
import { shortText } from '../earning/explanation.ts'
import { PATTERN } from '../earning/patterns.ts'
import { decimalFromText } from '../platform/decimal.ts'

export type Json = null | boolean | number | string | readonly Json[] | JsonObject
export interface JsonObject {
  readonly [member: string]: Json | undefined
}

/** What a part of a file may look like: its JSON Schema, and what its members are where they are left out. */
export interface Shape {
  readonly schema: object
  readonly defaults: JsonObject
  /** Of a union of kinds: what the members of one kind are, where that is not what others have. */
  readonly ofKind?: Readonly<Record<string, JsonObject>>
}

interface SchemaNode {
  readonly properties?: Readonly<Record<string, SchemaNode>>
  readonly items?: SchemaNode
  readonly anyOf?: readonly SchemaNode[]
  readonly const?: unknown
  readonly format?: string
  readonly pattern?: string
}

const {
  instant: INSTANT,
  number: _number,
  hour: _hour,
  endingHour: _endingHour,
  yearDay: _yearDay,
  ...DECIMALS
} = PATTERN
const DECIMAL_PATTERNS: ReadonlySet<string> = new Set(Object.values(DECIMALS))

/**
 * The same thing is always written in the same way: every member is there, "10.00" is "10", a moment is in UTC. So two
 * things are equal if they mean the same, however each was written.
 */
export function canonical({ schema, ...shape }: Shape, value: JsonObject): JsonObject {
  return canonicalObject(schema as SchemaNode, defaultsFor(shape, value), value)
}

function defaultsFor({ defaults, ofKind }: Omit<Shape, 'schema'>, { kind }: JsonObject): JsonObject {
  return { ...defaults, ...(typeof kind === 'string' ? ofKind?.[kind] : {}) }
}

function canonicalObject(schema: SchemaNode, defaults: JsonObject, value: JsonObject): JsonObject {
  const { properties } = branchFor(schema, value)
  // What is called as its owner likes has no defaults.
  if (!properties) return value
  return Object.fromEntries(
    Object.entries(properties).map(([member, node]) => {
      const fallback = defaults[member] ?? null
      return [member, canonicalValue(node, fallback, value[member] ?? fallback)]
    }),
  )
}

function canonicalValue(schema: SchemaNode, fallback: Json, value: Json): Json {
  const { format, pattern, items } = schema
  if (value === null) return null
  if (typeof value === 'string') {
    if (format === DECIMAL_TEXT || (pattern !== undefined && DECIMAL_PATTERNS.has(pattern))) {
      return shortText(decimalFromText(value))
    }
    const isMoment = format === MOMENT || pattern === INSTANT
    return isMoment ? new Date(value).toISOString() : value
  }
  if (isList(value)) return items ? value.map((item) => canonicalValue(items, null, item)) : value
  if (typeof value === 'object') return canonicalObject(schema, isObject(fallback) ? fallback : {}, value)
  return value
}

/** Of a union of kinds, the one that the value is of; of “this or null”, this. */
function branchFor(schema: SchemaNode, value: JsonObject): SchemaNode {
  if (!schema.anyOf) return schema
  const ofKind = schema.anyOf.find(({ properties }) => properties?.kind?.const === value.kind)
  return ofKind ?? schema.anyOf.find(({ properties }) => properties !== undefined) ?? schema
}

/** A canonical thing without what goes without saying: as a person would write it. */
export function brief(shape: Shape, value: JsonObject): JsonObject {
  const own = typeof value.kind === 'string' ? shape.ofKind?.[value.kind] : undefined
  return briefObject({ ...canonical(shape, shape.defaults), ...own }, value)
}

function briefObject(defaults: JsonObject, value: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(value).flatMap(([member, one]): [string, Json][] => {
      const fallback = defaults[member] ?? null
      if (one === undefined || isDeepStrictEqual(one, fallback)) return []
      return [
        [member, isObject(one) ? briefObject(isObject(fallback) ? fallback : {}, one) : withoutNulls(one)],
      ]
    }),
  )
}

/** In lists nothing has a default but null. */
function withoutNulls(value: Json): Json {
  if (isList(value)) return value.map(withoutNulls)
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([member, one]) =>
      one === null || one === undefined ? [] : [[member, withoutNulls(one)]],
    ),
  )
}

export interface MemberChange {
  /** Like `coupon.validDays`. */
  readonly member: string
  readonly before: Json
  readonly after: Json
}

/** The members in which two canonical things differ. */
export function memberChanges(before: JsonObject, after: JsonObject, path = ''): MemberChange[] {
  const members = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  return members.flatMap((name) => {
    const [old = null, now = null] = [before[name], after[name]]
    if (isDeepStrictEqual(old, now)) return []
    const member = `${path}${name}`
    return isObject(old) && isObject(now)
      ? memberChanges(old, now, `${member}.`)
      : [{ member, before: old, after: now }]
  })
}

export function isList(value: Json | undefined): value is readonly Json[] {
  return Array.isArray(value)
}

export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
