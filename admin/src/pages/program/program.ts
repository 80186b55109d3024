import type { Answer } from '../../api/client.ts'
import { RULE_KINDS } from '../../api/rule-kinds.gen.ts'
import type { SlotValue } from '../../components/sentence/types.ts'
import { WEEK } from '../../format/week.ts'
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
  [One in Kind]: (typeof RULE_KINDS)[One] extends { readonly asks: 'ids' }
    ? Exclude<One, 'tierReached'>
    : never
}[Kind]

export function picksOf(kind: Kind): Picks | null {
  // A card starts with a category.
  if (RULE_KINDS[kind].asks === 'picked') return 'category'
  // A tier that is reached is picked as any other.
  if (kind === 'tierReached') return 'tier'
  return RULE_KINDS[kind].asks === 'ids' ? (kind as Picks) : null
}

/** What a rule leaves out. */
export type Excludable = Extract<Rule, { kind: 'exclude' }>['of']
export const EXCLUDABLE: readonly Excludable[] = ['product', 'brand', 'category', 'marked', 'shipping', 'all']
type ExcludedById = Extract<Excludable, Picks>

/** What is picked for it; null: it needs no ids. */
export function picksOfExcluded(of: Excludable): ExcludedById | null {
  return of === 'product' || of === 'brand' || of === 'category' ? of : null
}

export function asksFirst(kind: Kind): boolean {
  return RULE_KINDS[kind].asks !== null
}

export interface NewRule {
  readonly kind: Kind
  readonly ids: readonly string[]
  /** Of `custom`. */
  readonly key: string
  /** Of `exclude`. */
  readonly of?: Excludable
  /** Instead of what its kind starts with. */
  readonly start?: Readonly<Record<string, unknown>>
  /** Of `card`: what its form says. */
  readonly card?: Partial<Extract<Rule, { kind: 'card' }>>
  readonly name: string
}

/** An order that earns more on certain weekdays, without a minimum. */
export const ON_CERTAIN_DAYS = {
  kind: 'order',
  start: { multiplier: '2', when: { days: ['tue'] } },
} as const satisfies Pick<NewRule, 'kind' | 'start'>

/** All choices of weekdays, each in the order of the week. */
const CHOICES_OF_DAYS = Array.from({ length: 2 ** WEEK.length - 1 }, (_, index) =>
  WEEK.filter((_day, at) => ((index + 1) >> at) % 2 === 1),
)

/** A rule that is called after weekdays is called after its new ones; others keep their name. */
export function renameByDays(rule: Rule, before: Rule, nameOf: (days: readonly Day[]) => string): Rule {
  const { days = [] } = whenOf(rule)
  if (days.length === 0 || days === whenOf(before).days) return rule
  const isNamedByDays = CHOICES_OF_DAYS.some((chosen) => nameOf(chosen) === before.name)
  return isNamedByDays ? { ...rule, name: nameOf(days) } : rule
}

export type Day = NonNullable<When['days']>[number]

/** A brand or category that a rule names. */
export interface Grouped {
  readonly of: 'brand' | 'category'
  readonly id: string
}

export function groupsIn(rule: Rule): readonly Grouped[] {
  const { kind, of, ids = [] } = rule as { kind: Kind; of?: string; ids?: readonly string[] }
  const picked = kind === 'card' || kind === 'exclude' ? of : kind
  return picked === 'brand' || picked === 'category' ? ids.map((id) => ({ of: picked, id })) : []
}

/** A rule that can be published as it is; everything in it is then changed in its sentence. */
export function makeRule(
  { kind, ids, key, of = 'category', start: otherStart, card, name }: NewRule,
  program: Program,
  timeZone: string,
  now: Date,
  taken: readonly number[] = [],
): Rule {
  const { asks, lasts, start } = RULE_KINDS[kind]
  return {
    id: nextId(program, taken),
    name,
    isActive: true,
    kind,
    ...(card ? startOfCard(start, card) : (otherStart ?? start)),
    ...(asks === 'ids' ? { ids: [...ids] } : asks === 'key' ? { key } : {}),
    ...(asks === 'excluded' ? leavingOut(of, ids, nextWeek(timeZone, now)) : {}),
    ...(lasts ? nextWeek(timeZone, now) : {}),
    ...card,
  } as unknown as Rule
}

/** Its form says what gives stamps, which need not be certain products. */
function startOfCard(
  { of: _of, counts: _counts, ...start }: Record<string, unknown>,
  { points }: NonNullable<NewRule['card']>,
): object {
  return points === undefined ? withoutPoints(start) : start
}

/** When they expire goes with them. */
function withoutPoints({
  points: _points,
  validityDays: _days,
  goodUntil: _until,
  ...rest
}: Record<string, unknown>): object {
  return rest
}

/** What a rule gives and could give besides. */
export type Prize = 'reward' | 'points'

export function missingPrizes(rule: Rule): readonly Prize[] {
  if (!RULE_KINDS[rule.kind].prize) return []
  return (['reward', 'points'] as const).filter((one) => prizeOf(rule)[one] === undefined)
}

function prizeOf(rule: Rule): { readonly reward?: string; readonly points?: string } {
  return rule as { readonly reward?: string; readonly points?: string }
}

/** Points as a new rule of its kind has them, or the first reward there is. */
export function addPrize(rule: Rule, prize: Prize, first: string): Rule {
  if (prize === 'reward') return { ...rule, reward: first } as Rule
  const { points, validityDays } = RULE_KINDS[rule.kind].start as { points?: string; validityDays?: number }
  return { ...rule, points, validityDays } as Rule
}

/** Whole orders are left out for a while only: without a condition nothing would ever count. */
function leavingOut(of: Excludable, ids: readonly string[], week: ReturnType<typeof nextWeek>): object {
  if (picksOfExcluded(of) !== null) return { of, ids: [...ids] }
  return of === 'all' ? { of, when: { from: week.startsAt, until: week.endsAt } } : { of }
}

/** `taken`: numbers that versions to come have given. */
export function nextId({ rules }: Program, taken: readonly number[] = []): number {
  return Math.max(0, ...taken, ...rules.map(({ id }) => id)) + 1
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

/** A rule with one slot changed. Two slots are no members: which kind of rule, and which kind of bonus. */
export function changeSlot(rule: Rule, slot: string, value: SlotValue): Rule {
  if (slot === '/bonus') return switchBonus(rule, String(value))
  if (slot === '/of' || slot === '/kind') return changePicked(rule, slot === '/of' ? 'of' : 'kind', value)
  if (slot === '/stacks') return { ...rule, stacks: value === 'true' } as Rule
  if (slot === '/once') return { ...rule, once: value === 'true' } as Rule
  if (slot === '/reward' && value === null) return withoutReward(rule)
  if (slot === '/friendReward' && value === null) return withoutFriendReward(rule)
  if (slot === '/points' && value === null) {
    return withoutPoints(rule as unknown as Record<string, unknown>) as Rule
  }
  if (slot === '/validityDays' || slot === '/goodUntil') return changeExpiry(rule, value)
  const [member = '', inner] = slot.slice(1).split('/')
  if (member === 'when') return changeWhen(rule, inner as Condition, value)
  if (value === null && (slot === '/limit/times' || slot === '/stampLimit/stamps')) return withoutLimit(rule)
  const changed: Record<string, unknown> = { ...rule }
  if (inner === undefined) changed[member] = value
  else changed[member] = { ...(changed[member] as object | undefined), [inner]: value }
  return changed as unknown as Rule
}

/** Ids of categories say nothing of products: others are picked. */
function changePicked(rule: Rule, member: 'of' | 'kind', value: SlotValue): Rule {
  const isOther = (rule as { of?: string; kind: string })[member] !== value
  return { ...rule, [member]: value, ...('ids' in rule && isOther ? { ids: [] } : {}) } as Rule
}

/** Whether a rule can give only so often or so many stamps, and has no limit yet. */
export function mayBeLimited(rule: Rule): boolean {
  if (rule.kind === 'card') return !rule.stampLimit && !isOneSum(rule)
  return RULE_KINDS[rule.kind].limit && !('limit' in rule && rule.limit)
}

/** Of a card that one sum of money fills, a stamp is the whole card. */
function isOneSum({ counts, stamps }: Extract<Rule, { kind: 'card' }>): boolean {
  return counts === 'spend' && stamps === 1
}

/** Once a month, or one stamp a day, which the sentence then offers to change. */
export function addLimit(rule: Rule): Rule {
  if (rule.kind === 'card') return { ...rule, stampLimit: { stamps: 1, per: 'day' } }
  return { ...rule, limit: { times: 1, per: 'month' } } as Rule
}

/** The slot that a new limit opens with. */
export function limitSlotOf({ kind }: Rule): string {
  return kind === 'card' ? '/stampLimit/stamps' : '/limit/times'
}

function withoutReward(rule: Rule): Rule {
  const { reward: _reward, ...rest } = rule as Rule & { reward?: string }
  return rest as Rule
}

function withoutFriendReward(rule: Rule): Rule {
  const { friendReward: _reward, ...rest } = rule as Rule & { friendReward?: string }
  return rest as Rule
}

function withoutLimit(rule: Rule): Rule {
  const {
    limit: _limit,
    stampLimit: _stamps,
    ...rest
  } = rule as Rule & {
    limit?: unknown
    stampLimit?: unknown
  }
  return rest as Rule
}

/** So many days or never; or the end of a month or a day of the year, instead of days. */
function changeExpiry(rule: Rule, value: SlotValue): Rule {
  const { validityDays: _days, goodUntil: _until, ...rest } = rule as Record<string, unknown>
  const isCalendar = typeof value === 'object' && value !== null
  return { ...rest, ...(isCalendar ? { goodUntil: value } : { validityDays: value }) } as unknown as Rule
}

/** What a rule can ask for of an order. */
export type Condition = keyof When
export type When = NonNullable<Extract<Rule, { kind: 'order' }>['when']>

/** What it asks for; nothing where it asks for nothing. */
export function whenOf(rule: Rule): When {
  return ('when' in rule ? rule.when : undefined) ?? {}
}

/** null: it is no longer asked for, as where every order has at least so much. */
function changeWhen(rule: Rule, member: Condition, value: SlotValue): Rule {
  const { [member]: _before, ...others } = whenOf(rule)
  const isNothing = value === null || (member === 'minimumOrder' && Number(value) === 0)
  const when = isNothing ? others : { ...whenOf(rule), [member]: value }
  const { when: _all, ...rest } = rule as Rule & { when?: When }
  return (Object.keys(when).length === 0 ? rest : { ...rest, when }) as Rule
}

/** What can be added: a beginning and an end are one choice. */
export type Addable = 'dates' | Exclude<Condition, 'from' | 'until'>

/** What a rule can ask for and does not. */
export function addableOf(rule: Rule): readonly Addable[] {
  const when = whenOf(rule)
  const open = (RULE_KINDS[rule.kind].conditions as readonly Condition[]).filter(
    (member) => when[member] === undefined,
  )
  const isOpenEnded = open.includes('from') && open.includes('until')
  return [
    ...(isOpenEnded ? (['dates'] as const) : []),
    ...open.flatMap((member) => (member === 'from' || member === 'until' ? [] : [member])),
  ]
}

/** A rule that asks for one thing more, with a value that makes sense now. `first`: of what is picked, the first there is. */
export function addCondition(
  rule: Rule,
  what: Addable,
  { timeZone, now, first }: { readonly timeZone: string; readonly now: Date; readonly first: string },
): Rule {
  const { startsAt, endsAt } = nextWeek(timeZone, now)
  const added: { readonly [One in Addable]: When } = {
    dates: { from: startsAt, until: endsAt },
    // None is as likely as another: the slot opens, and the first click chooses.
    days: { days: [] },
    hours: { hours: [{ from: '16:00', until: '18:00' }] },
    tiers: { tiers: [first] },
    branches: { branches: [first] },
    paymentMethods: { paymentMethods: [first] },
    minimumOrder: { minimumOrder: '100' },
    firstOrders: { firstOrders: 3 },
  }
  return { ...rule, when: { ...whenOf(rule), ...added[what] } } as Rule
}

/** Where the sentence says a condition that was added. */
export function slotOf(what: Addable): string {
  return what === 'dates' ? '/when/from' : `/when/${what}`
}

/** What a condition is picked from; null: it is typed or chosen. */
export function pickedFor(what: Addable): 'tier' | 'branch' | 'paymentMethod' | null {
  if (what === 'tiers') return 'tier'
  if (what === 'branches') return 'branch'
  return what === 'paymentMethods' ? 'paymentMethod' : null
}

/** Whether a rule may come on top or compete, and which of the two it does. null: its kind has no such choice. */
export function stackingOf(rule: Rule): boolean | null {
  const kind = RULE_KINDS[rule.kind]
  if (!kind.stacks) return null
  const { stacks } = rule as { stacks?: boolean }
  return stacks ?? !(kind.multipliersCompete && 'multiplier' in rule)
}

function switchBonus(rule: Rule, to: string): Rule {
  const { multiplier, points, ...rest } = rule as Rule & { multiplier?: string; points?: string }
  const amount = multiplier ?? points ?? '2'
  return { ...rest, [to]: amount } as unknown as Rule
}

/** Slots that may be empty: points that never expire, limits and conditions that there are not. */
export function isNullable(rule: Rule, slot: string): boolean {
  // Also the last one of a rule that needs one: another is then added.
  if (slot.startsWith('/when/')) return true
  if (slot === '/reward') return prizeOf(rule).points !== undefined
  if (slot === '/points') return prizeOf(rule).reward !== undefined
  if (slot === '/limit/times' || slot === '/stampLimit/stamps' || slot === '/friendReward') return true
  return slot === '/validityDays' || slot === '/stampsGoodDays' || slot.startsWith('/limits/')
}

/** Changes a rule as it is in this program, which may be newer than what is on the screen. */
export function changeRule(program: Program, id: number, change: (rule: Rule) => Rule): Program {
  return { ...program, rules: program.rules.map((rule) => (rule.id === id ? change(rule) : rule)) }
}

/** The card that a warning is about beside its own, while it is on. */
export function otherCardIn(
  { otherRule }: { readonly otherRule?: number },
  { rules }: Program,
): { readonly id: number; readonly name: string } | null {
  const other = rules.find(({ id }) => id === otherRule)
  if (other?.kind !== 'card' || !other.name || !(other.isActive ?? true)) return null
  return { id: other.id, name: other.name }
}

/** Whatever lies at or below a rule in the program: its problems, its warnings. */
export function concerning<Found extends { readonly pointer: string }>(
  found: readonly Found[],
  pointer: string,
): readonly Found[] {
  return found.filter((one) => one.pointer === pointer || one.pointer.startsWith(`${pointer}/`))
}
