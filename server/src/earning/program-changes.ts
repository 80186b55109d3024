import type { PickedLines } from './card-members.ts'
import { shortText } from './explanation.ts'
import { isPrize } from './kinds.ts'
import type { ChangedMember, ChangeWords } from './language.ts'
import { WHEN_MEMBERS } from './members.ts'
import { prizeFormOf } from './prize-slots.ts'
import { isOf, type Program, type Rule, stacks } from './program.ts'
import {
  conditionOf,
  limitClauseOf,
  partsOfRule,
  pickClauseOf,
  prizeClauseOf,
  type RuleSentenceContext,
  sentenceOfRule,
  slotsLeftOutOf,
} from './rule-sentence.ts'
import type { Slot } from './slot.ts'
import { languageOf, wordsFor } from './words.ts'

/** One difference between two programs. */
export interface ProgramChange {
  readonly kind: 'added' | 'removed' | 'changed'
  /** null: the cashback, or the order of the rules. */
  readonly ruleId: number | null
  /** Of what is changed; null: the whole. */
  readonly member: string | null
  /** null: it was not there. */
  readonly before: unknown
  readonly after: unknown
  readonly sentence: string
}

/** What is different in `after`, for people; nothing where both mean the same, however they are written. */
export function changesOfProgram(
  before: Program,
  after: Program,
  context: RuleSentenceContext,
): ProgramChange[] {
  const ruleOf = new Map(before.rules.map((rule) => [rule.id, rule]))
  const stays = new Map(after.rules.map((rule) => [rule.id, rule]))
  const isSame = (rule: Rule): boolean => stays.get(rule.id)?.kind === rule.kind
  const words = languageOf(context.locale).changes
  return [
    ...changesOfCashback(before, after, context, words),
    ...before.rules.filter((rule) => !isSame(rule)).map((rule) => wholeChange('removed', rule, context)),
    ...after.rules.flatMap((rule) => {
      const known = ruleOf.get(rule.id)
      return known?.kind === rule.kind
        ? changesOfRule(known, rule, context, words)
        : [wholeChange('added', rule, context)]
    }),
    ...changesOfOrder(before, after, words),
  ]
}

function changesOfCashback(
  { cashback: before }: Program,
  { cashback: after }: Program,
  context: RuleSentenceContext,
  words: ChangeWords,
): ProgramChange[] {
  const { money } = wordsFor(context)
  const changed = (member: string, values: [unknown, unknown], sentence: string): ProgramChange => ({
    kind: 'changed',
    ruleId: null,
    member: `cashback/${member}`,
    before: values[0],
    after: values[1],
    sentence,
  })
  const found: ProgramChange[] = []
  if (before.isOn !== after.isOn) {
    const sentence = after.isOn ? words.cashbackOn(money(after.pointValue)) : words.cashbackOff
    found.push(changed('isOn', [before.isOn, after.isOn], sentence))
  }
  if (before.pointValue !== after.pointValue) {
    const values: [string, string] = [shortText(before.pointValue), shortText(after.pointValue)]
    const sentence = words.pointValue(money(after.pointValue), money(before.pointValue))
    found.push(changed('pointValue', values, sentence))
  }
  return found
}

/** Whether points are worth cashback in a program, and how much. */
export function sentenceOfCashback({ cashback }: Program, context: RuleSentenceContext): string {
  const words = languageOf(context.locale).changes
  const { money } = wordsFor(context)
  return cashback.isOn ? words.cashbackOn(money(cashback.pointValue)) : words.cashbackNone
}

function wholeChange(kind: 'added' | 'removed', rule: Rule, context: RuleSentenceContext): ProgramChange {
  const sentence = sentenceOfRule(rule, context)
  const text = languageOf(context.locale).changes[kind](sentence)
  const shown = membersOf(rule, context)
  const written = {
    id: rule.id,
    kind: rule.kind,
    ...Object.fromEntries([...shown].map(([name, { value }]) => [name, value])),
  }
  return {
    kind,
    ruleId: rule.id,
    member: null,
    before: kind === 'removed' ? written : null,
    after: kind === 'added' ? written : null,
    sentence: text,
  }
}

function changesOfRule(
  before: Rule,
  after: Rule,
  context: RuleSentenceContext,
  words: ChangeWords,
): ProgramChange[] {
  const title = after.name === '' ? words.rule(after.id) : after.name
  const changed = (member: string, values: [unknown, unknown], text: string): ProgramChange => ({
    kind: 'changed',
    ruleId: after.id,
    member,
    before: values[0],
    after: values[1],
    sentence: words.ofRule(title, text),
  })
  const [was, is] = [membersOf(before, context), membersOf(after, context)]
  const found: ProgramChange[] = []
  if (before.isActive !== after.isActive) {
    const text = after.isActive ? words.switchedOn : words.switchedOff
    found.push(changed('isActive', [before.isActive, after.isActive], text))
  }
  const picks = changesOfPick(before, after, context, changed)
  const prizes = changesOfPrize(before, after, context, changed)
  for (const [member, say] of Object.entries(words.members)) {
    // Other things of another kind are one change.
    if (picks.length > 0 && (member === 'of' || member === 'ids')) continue
    if (prizes.length > 0 && member === 'points') continue
    const [old, now] = [was, is].map((shown) => shown.get(member) ?? absent(member, after, words))
    if (old === undefined || now === undefined || isEqual(old.value, now.value)) continue
    const sayIt = member === 'waitingDays' && is.has('reward') ? words.prizeAvailable : say
    found.push(changed(member, [old.value, now.value], sayIt(textOf(now, old), textOf(old, now))))
  }
  found.push(...changesOfExpiry([was, is], changed, words))
  const conditions = WHEN_MEMBERS.flatMap((member) => {
    const [old, now] = [was.get(`when/${member}`), is.get(`when/${member}`)]
    if (isEqual(old?.value, now?.value)) return []
    const [then, since] = [before, after].map((rule) => conditionOf(rule, member, context))
    const text = conditionChange(then ?? null, since ?? null, words)
    return [changed(`when/${member}`, [old?.value ?? null, now?.value ?? null], text)]
  })
  const limits = (['limit', 'stampLimit'] as const).flatMap((member) => {
    const [old, now] = [before, after].map((rule) => limitClauseOf(rule, member, context))
    return changesOfLimit(member, old ?? null, now ?? null, changed, words)
  })
  const others = changesOfStacking(before, after, changed, words)
  return [...found, ...prizes, ...picks, ...conditions, ...limits, ...others]
}

/** What only one of two rules of a kind shows and both could. */
function absent(member: string, { kind }: Rule, words: ChangeWords): Shown | undefined {
  const isFriends = member === 'friendReward' && kind === 'referral'
  return isFriends ? { value: null, display: words.none } : undefined
}

type Changed = (member: string, values: [unknown, unknown], text: string) => ProgramChange

/** A card that is about other things than it was: not where only their ids changed. */
function changesOfPick(
  before: Rule,
  after: Rule,
  context: RuleSentenceContext,
  changed: Changed,
): ProgramChange[] {
  const [was, is] = [pickedBy(before), pickedBy(after)]
  if (was?.of === is?.of) return []
  const [then, since] = [before, after].map((rule) => pickClauseOf(rule, context))
  const words = languageOf(context.locale).changes
  return [changed('of', [was, is], conditionChange(then ?? null, since ?? null, words))]
}

function pickedBy(rule: Rule): PickedLines | null {
  return rule.kind === 'card' ? rule.picked : null
}

/** A reward that comes or goes, with or without points: a change of one that stays is told by its member. */
function changesOfPrize(
  before: Rule,
  after: Rule,
  context: RuleSentenceContext,
  changed: Changed,
): ProgramChange[] {
  if (!isOf(isPrize, before) || !isOf(isPrize, after)) return []
  if (prizeFormOf(before) === prizeFormOf(after)) return []
  const [then, since] = [before, after].map((rule) => prizeClauseOf(rule, context) ?? '')
  const [was, is] = [before, after].map(({ rewardId }) => (rewardId === null ? null : String(rewardId)))
  const words = languageOf(context.locale).changes
  return [changed('reward', [was, is], words.prize(since ?? '', then ?? ''))]
}

function changesOfLimit(
  member: 'limit' | 'stampLimit',
  before: string | null,
  after: string | null,
  changed: Changed,
  words: ChangeWords,
): ProgramChange[] {
  if (before === after) return []
  if (after === null) return [changed(member, [before, after], words.limitRemoved(before ?? ''))]
  const text = before === null ? words.limitAdded(after) : words.limitChanged(after, before)
  return [changed(member, [before, after], text)]
}

function conditionChange(before: string | null, after: string | null, words: ChangeWords): string {
  if (after === null) return words.conditionRemoved(before ?? '')
  return before === null ? words.conditionAdded(after) : words.conditionChanged(after, before)
}

/** Days, the end of a month or a day of the year: one of them instead of another. Two numbers of days are told already. */
function changesOfExpiry(
  rules: readonly [Members, Members],
  changed: Changed,
  words: ChangeWords,
): ProgramChange[] {
  const [was, is] = rules.map((shown) => shown.get('goodUntil') ?? shown.get('validityDays'))
  const isOfDays = rules.every((shown) => !shown.has('goodUntil'))
  if (!was || !is || isOfDays || isEqual(was.value, is.value)) return []
  const member = rules[1].has('goodUntil') ? 'goodUntil' : 'validityDays'
  return [changed(member, [was.value, is.value], words.members.validityDays(is.display, was.display))]
}

function changesOfStacking(before: Rule, after: Rule, changed: Changed, words: ChangeWords): ProgramChange[] {
  if (!('stacks' in before && 'stacks' in after)) return []
  const [was, is] = [stacks(before), stacks(after)]
  // A bonus of another type is told already, with what that does by itself.
  if (was === is || (before.stacks === null && after.stacks === null)) return []
  return [changed('stacks', [was, is], is ? words.comesOnTop : words.competes)]
}

/** Of many ids that are shown shortened and so look alike, all are named. */
function textOf({ display, value }: Shown, other: Shown): string {
  return display === other.display && Array.isArray(value) ? value.join(', ') : display
}

function isEqual(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

interface Shown {
  readonly value: unknown
  readonly display: string
}

type Members = ReadonlyMap<string, Shown>

/** The members of a rule that a sentence shows, by their names; a bonus of another type is one change. */
function membersOf(rule: Rule, context: RuleSentenceContext): Map<string, Shown> {
  const slots = [...partsOfRule(rule, context), ...slotsLeftOutOf(rule, context)].filter(
    (part): part is Slot => 'slot' in part,
  )
  const shown = new Map<string, Shown>([['name', { value: rule.name, display: rule.name }]])
  for (const { slot, value, display } of slots) {
    const member = slot.slice(1)
    if (member !== 'kind' && member !== 'bonus' && member !== 'stacks') shown.set(member, { value, display })
  }
  if ('bonus' in rule) {
    const amount = slots.find(({ slot }) => slot === `/${rule.bonus.type}`)
    const type = slots.find(({ slot }) => slot === '/bonus')
    const display = `${amount?.display ?? ''} ${type?.display ?? ''}`
    // Compared by its type alone: another number is told by the member itself.
    shown.set('bonus' satisfies ChangedMember, { value: rule.bonus.type, display })
  }
  return shown
}

/** Of equal multipliers the first counts, so an order is a difference; what came or went is told already. */
function changesOfOrder(before: Program, after: Program, words: ChangeWords): ProgramChange[] {
  const idsOf = ({ rules }: Program, others: Program): number[] => {
    const known = new Set(others.rules.map(({ id }) => id))
    return rules.map(({ id }) => id).filter((id) => known.has(id))
  }
  const [was, is] = [idsOf(before, after), idsOf(after, before)]
  if (isEqual(was, is)) return []
  return [{ kind: 'changed', ruleId: null, member: 'rules', before: was, after: is, sentence: words.order }]
}
