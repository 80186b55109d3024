import type { Rule } from './program.ts'
import type { ProgramContent, RuleJson } from './program-json.ts'
import { parseProgram } from './program-schema.ts'

/** What a draft and another version change of the same rule, each in its own way. */
export interface CarryConflict {
  /** null: the cashback. */
  readonly ruleId: number | null
  /** What both have changed; null: the whole of it, because one has removed it or they changed different members. */
  readonly member: string | null
}

/**
 * Makes the change from `base` to `draft` in another program: rule by rule, by id, with the cashback as one thing. What
 * the draft does not change stays as it is there; what is not changed there becomes the draft's. Where both have changed
 * a rule and not alike, it is for a person to decide.
 */
export function carry(
  base: ProgramContent,
  draft: ProgramContent,
  onto: ProgramContent,
): ProgramContent | readonly CarryConflict[] {
  const [was, wanted, there] = [partsOf(base), partsOf(draft), partsOf(onto)]
  const conflicts: CarryConflict[] = []
  const rules = new Map<number, RuleJson>()
  for (const id of new Set([...was.rules.keys(), ...wanted.rules.keys(), ...there.rules.keys()])) {
    const [old, mine, theirs] = [was.rules.get(id), wanted.rules.get(id), there.rules.get(id)]
    const kept = choose(old?.meaning, mine?.meaning, theirs?.meaning)
    if (kept === 'conflict') conflicts.push(...conflictsOf(id, old, mine, theirs))
    const json = kept === 'mine' ? mine?.json : theirs?.json
    if (json) rules.set(id, json)
  }
  const cashback = choose(was.cashback, wanted.cashback, there.cashback)
  if (cashback === 'conflict') conflicts.push({ ruleId: null, member: null })
  if (conflicts.length > 0) return conflicts.toSorted((a, b) => (a.ruleId ?? 0) - (b.ruleId ?? 0))
  return {
    cashback: cashback === 'mine' ? draft.cashback : onto.cashback,
    rules: orderOf(base, draft, onto, rules).flatMap((id) => rules.get(id) ?? []),
  }
}

export function isCarried(carried: ProgramContent | readonly CarryConflict[]): carried is ProgramContent {
  return !Array.isArray(carried)
}

/** Whether two programs mean the same, however they are written. */
export function isSameContent(one: ProgramContent, other: ProgramContent): boolean {
  const [a, b] = [one, other].map((content) => {
    const { cashback, rules } = parseProgram({ ...content, version: 1 })
    return { cashback, rules }
  })
  return isEqual(a, b)
}

/** Of two programs that mean the same, however they are written, all parts are equal. */
interface Part {
  readonly json: RuleJson
  readonly meaning: Rule
}

function partsOf(content: ProgramContent): {
  readonly cashback: unknown
  readonly rules: ReadonlyMap<number, Part>
} {
  const { cashback, rules } = parseProgram({ ...content, version: 1 })
  const parts = content.rules.map((json, index): [number, Part] => [
    json.id,
    { json, meaning: rules[index] as Rule },
  ])
  return { cashback, rules: new Map(parts) }
}

function choose(old: unknown, mine: unknown, theirs: unknown): 'mine' | 'theirs' | 'conflict' {
  if (isEqual(old, mine) || isEqual(mine, theirs)) return 'theirs'
  return isEqual(old, theirs) ? 'mine' : 'conflict'
}

/** Of what was read: its members are in one order always, and its sets in none. */
function isEqual(one: unknown, other: unknown): boolean {
  return one === other || textOf(one) === textOf(other)
}

function textOf(value: unknown): string | undefined {
  return JSON.stringify(value, (_, part: unknown) => {
    if (typeof part === 'bigint') return `${part}n`
    return part instanceof Set ? [...part].toSorted() : part
  })
}

/** The members that both have changed, and not alike. */
function conflictsOf(
  ruleId: number,
  old: Part | undefined,
  mine: Part | undefined,
  theirs: Part | undefined,
): CarryConflict[] {
  if (!(old && mine && theirs)) return [{ ruleId, member: null }]
  const names = new Set([old, mine, theirs].flatMap(({ json }) => Object.keys(json)))
  const members = [...names].filter(
    (name) => choose(meaningOf(old, name), meaningOf(mine, name), meaningOf(theirs, name)) === 'conflict',
  )
  return members.length === 0
    ? [{ ruleId, member: null }]
    : members.toSorted().map((member) => ({ ruleId, member }))
}

/** What a member means, also where it is left out; of one that is read together with others, as it is written. */
function meaningOf({ json, meaning }: Part, name: string): unknown {
  return name in meaning ? meaning[name as keyof Rule] : json[name as keyof RuleJson]
}

/**
 * The ids in their order, which counts for multipliers that are equal. It is the draft's, unless the other program has
 * rearranged its rules; what only one of them has stays behind the rule that it follows there.
 */
function orderOf(
  base: ProgramContent,
  draft: ProgramContent,
  onto: ProgramContent,
  kept: ReadonlyMap<number, unknown>,
): number[] {
  const [was, wanted, there] = [base, draft, onto].map(({ rules }) => rules.map(({ id }) => id)) as [
    number[],
    number[],
    number[],
  ]
  const isKnown = new Set(was)
  const common = (ids: readonly number[], others: readonly number[]) =>
    ids.filter((id) => isKnown.has(id) && others.includes(id))
  const isRearranged = !isEqual(common(was, there), common(there, was))
  const [first, second] = isRearranged ? [there, wanted] : [wanted, there]
  const order = first.filter((id) => kept.has(id))
  let before = -1
  for (const id of second.filter((one) => kept.has(one))) {
    const place = order.indexOf(id)
    if (place >= 0) before = place
    else {
      before += 1
      order.splice(before, 0, id)
    }
  }
  return order
}
