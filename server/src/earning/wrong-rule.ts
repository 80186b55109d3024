import type { TSchema } from 'typebox'
import { Value } from 'typebox/value'
import { isRuleKind, type RuleKind } from './kinds.ts'
import { type RuleJson, schemaOfKind } from './program-json.ts'
import { readRule } from './program-schema.ts'
import { partsOfRule, type RuleSentenceContext } from './rule-sentence.ts'
import type { SentencePart } from './slot.ts'

/** What bounds a value. The length of texts and lists stays bounded, because a draft may be anything. */
const BOUNDS: ReadonlySet<string> = new Set([
  'pattern',
  'minLength',
  'minItems',
  'minProperties',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
])

const loosened = new Map<RuleKind, TSchema>()

/**
 * The sentence of a rule that has the right shape and a wrong value, such as no ids or 0 stamps: it is put right where it
 * is wrong. None for anything else.
 */
export function partsOfWrongRule(sent: unknown, context: RuleSentenceContext): SentencePart[] {
  const kind: unknown = typeof sent === 'object' && sent !== null && 'kind' in sent ? sent.kind : null
  if (!isRuleKind(kind) || !Value.Check(loosenedSchemaOf(kind), sent)) return []
  try {
    return partsOfRule(readRule(sent as RuleJson), context)
  } catch {
    // Some texts, such as an amount of letters, can't be read at all.
    return []
  }
}

function loosenedSchemaOf(kind: RuleKind): TSchema {
  const known = loosened.get(kind)
  if (known) return known
  const schema = withoutBounds(schemaOfKind[kind]) as TSchema & { required?: readonly string[] }
  // A rule that needs a condition and lost its last one is told without.
  const made = { ...schema, required: (schema.required ?? []).filter((name) => name !== 'when') }
  loosened.set(kind, made)
  return made
}

function withoutBounds(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withoutBounds)
  if (typeof schema !== 'object' || schema === null) return schema
  return Object.fromEntries(
    Object.entries(schema).flatMap(([name, value]) =>
      BOUNDS.has(name) ? [] : [[name, withoutBounds(value)]],
    ),
  )
}
