import type { Answer } from '../../api/client.ts'

export type Draft = Answer<'program.draft.get'>
export type Program = Draft['program']
export type Rule = Program['rules'][number]
export type Kind = Rule['kind']
export type RuleView = Draft['rules'][number]

/** The groups of the page, and which rules stand in each. */
export const GROUPS = [
  { name: 'buying', kinds: ['purchase'] },
  {
    name: 'extras',
    kinds: ['product', 'brand', 'category', 'paymentMethod', 'branch', 'tier', 'firstPurchase'],
  },
  { name: 'campaigns', kinds: ['campaign'] },
  { name: 'actions', kinds: ['signup', 'birthday', 'referral', 'quiz', 'custom'] },
] as const satisfies readonly { readonly name: string; readonly kinds: readonly Kind[] }[]

export const KINDS: readonly Kind[] = GROUPS.flatMap(({ kinds }) => kinds)

/** Rules that are about certain things: these are chosen before the rule is made, as it says nothing without them. */
export const PICKS = ['product', 'brand', 'category', 'paymentMethod', 'branch', 'tier'] as const
export type Picks = (typeof PICKS)[number]

export function picksOf(kind: Kind): Picks | null {
  return PICKS.find((one) => one === kind) ?? null
}

export interface NewRule {
  readonly kind: Kind
  readonly ids: readonly string[]
  /** Of `custom`. */
  readonly key: string
  readonly name: string
}

/** A rule that can be published as it is; everything in it is then changed in its sentence. */
export function makeRule({ kind, ids, key, name }: NewRule, program: Program, now: Date): Rule {
  const common = { id: nextId(program), name, isActive: true }
  const good = { waitingDays: 0, validityDays: 365 }
  const chosen = [...ids]
  switch (kind) {
    case 'purchase':
      return { ...common, kind, points: '1', perAmount: '1', minimumOrder: '0', rounding: 'floor', ...good }
    case 'product':
    case 'brand':
    case 'category':
    case 'tier':
      return { ...common, kind, ids: chosen, multiplier: '2' }
    case 'paymentMethod':
    case 'branch':
      return { ...common, kind, ids: chosen, points: '10' }
    case 'firstPurchase':
      return { ...common, kind, points: '100' }
    case 'campaign':
      return { ...common, kind, multiplier: '2', ...nextWeek(now) }
    case 'signup':
    case 'birthday':
    case 'referral':
      return { ...common, kind, points: '20', ...good }
    case 'quiz':
      return { ...common, kind, ...good }
    case 'custom':
      return { ...common, kind, key, points: '10', limits: { perDay: 1, ever: null }, ...good }
  }
}

function nextId({ rules }: Program): number {
  return Math.max(0, ...rules.map(({ id }) => id)) + 1
}

const DAY_MS = 86_400_000

/** Seven days, from the next whole hour on. */
function nextWeek(now: Date): { startsAt: string; endsAt: string } {
  const start = Math.ceil(now.getTime() / 3_600_000) * 3_600_000
  return { startsAt: new Date(start).toISOString(), endsAt: new Date(start + 7 * DAY_MS).toISOString() }
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
