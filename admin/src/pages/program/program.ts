import type { Answer } from '../../api/client.ts'
import { RULE_KINDS } from '../../api/rule-kinds.gen.ts'
import { fromLocal, toLocal } from '../../format/zone.ts'

export type Draft = Answer<'program.draft.get'>
export type Program = Draft['program']
export type Rule = Program['rules'][number]
export type Kind = Rule['kind']
export type RuleView = Draft['rules'][number]

export const KINDS = Object.keys(RULE_KINDS) as Kind[]

type Group = (typeof RULE_KINDS)[Kind]['group']

/** The groups of the page, and which rules stand in each. */
export const GROUPS: readonly { readonly name: Group; readonly kinds: readonly Kind[] }[] = [
  ...new Set(KINDS.map((kind) => RULE_KINDS[kind].group)),
].map((name) => ({ name, kinds: KINDS.filter((kind) => RULE_KINDS[kind].group === name) }))

/** Kinds of rules that are about certain things: these are chosen before the rule is made. */
export type Picks = {
  [One in Kind]: (typeof RULE_KINDS)[One] extends { readonly asks: 'ids' } ? One : never
}[Kind]

export function picksOf(kind: Kind): Picks | null {
  return RULE_KINDS[kind].asks === 'ids' ? (kind as Picks) : null
}

export function asksFirst(kind: Kind): boolean {
  return RULE_KINDS[kind].asks !== null
}

export interface NewRule {
  readonly kind: Kind
  readonly ids: readonly string[]
  /** Of `custom`. */
  readonly key: string
  readonly name: string
}

/** A rule that can be published as it is; everything in it is then changed in its sentence. */
export function makeRule(
  { kind, ids, key, name }: NewRule,
  program: Program,
  timeZone: string,
  now: Date,
): Rule {
  const { asks, lasts, start } = RULE_KINDS[kind]
  return {
    id: nextId(program),
    name,
    isActive: true,
    kind,
    ...(asks === 'ids' ? { ids: [...ids] } : asks === 'key' ? { key } : {}),
    ...(lasts ? nextWeek(timeZone, now) : {}),
    ...start,
  } as unknown as Rule
}

function nextId({ rules }: Program): number {
  return Math.max(0, ...rules.map(({ id }) => id)) + 1
}

const DAY_MS = 86_400_000

/** Seven whole days of the merchant, from tomorrow on. */
function nextWeek(timeZone: string, now: Date): { startsAt: string; endsAt: string } {
  const today = Date.parse(`${toLocal(now.toISOString(), timeZone).slice(0, 10)}T00:00Z`)
  const midnight = (days: number): string => {
    const day = new Date(today + days * DAY_MS).toISOString().slice(0, 10)
    return fromLocal(`${day}T00:00`, timeZone)
  }
  return { startsAt: midnight(1), endsAt: midnight(8) }
}

type Value = string | number | null | readonly string[]

/** A rule with one slot changed. Two slots are no members: which kind of rule, and which kind of bonus. */
export function changeSlot(rule: Rule, slot: string, value: Value): Rule {
  if (slot === '/bonus') return switchBonus(rule, String(value))
  const [member = '', inner] = slot.slice(1).split('/')
  const changed: Record<string, unknown> = { ...rule }
  if (inner === undefined) changed[member] = value
  else changed[member] = { ...(changed[member] as object | undefined), [inner]: value }
  return changed as unknown as Rule
}

function switchBonus(rule: Rule, to: string): Rule {
  const { multiplier, points, ...rest } = rule as Rule & { multiplier?: string; points?: string }
  const amount = multiplier ?? points ?? '2'
  return { ...rest, [to]: amount } as unknown as Rule
}

/** Slots that may be empty: points that never expire, limits that there are not. */
export function isNullable(slot: string): boolean {
  return slot === '/validityDays' || slot.startsWith('/limits/')
}

export function replaceRule(program: Program, rule: Rule): Program {
  return { ...program, rules: program.rules.map((one) => (one.id === rule.id ? rule : one)) }
}

/** Whatever lies at or below a rule in the program: its problems, its warnings. */
export function concerning<Found extends { readonly pointer: string }>(
  found: readonly Found[],
  pointer: string,
): readonly Found[] {
  return found.filter((one) => one.pointer === pointer || one.pointer.startsWith(`${pointer}/`))
}
