import type { Instant } from '../platform/clock.ts'
import type { Decimal } from '../platform/decimal.ts'
import {
  isLineBonus,
  isOrderBonus,
  type LineBonusKind,
  ORDER_BONUS_KINDS,
  type OrderBonusKind,
  type PrizeKind,
  type RuleKind,
  traitsOf,
  type ValuesOfKind,
} from './kinds.ts'
import {
  type CapPeriod,
  type ExcludedById,
  isExcludedById,
  type Limit,
  PURPOSES,
  type Purpose,
} from './limit-members.ts'
import type { When } from './members.ts'
import type { RewardMember } from './prize-members.ts'
import type { GoodUntil } from './validity.ts'

/**
 * One published version of a merchant's program. Published versions never change, so a lot explains itself
 * with the version, the rules that fired and what they were applied to.
 */
export interface Program {
  version: number
  cashback: Cashback
  rules: Rule[]
  /** The active rules, arranged for looking up. Made by `indexRules`. */
  index: RuleIndex
  /** When each card and each gift of a tier first took effect, by the rule; also those that are gone: they may come back. */
  ruleStarts: ReadonlyMap<number, Instant>
}

export interface Cashback {
  isOn: boolean
  /** What one point is worth in the tenant's currency. */
  pointValue: Decimal
}

interface RuleBase {
  /** Unique in the program, and the same rule's in every version. A number, as every lot stores it. */
  id: number
  name: string
  isActive: boolean
}

/** A rule of one kind; `kinds.ts` says what it has. */
export type RuleOf<Kind extends RuleKind> = Kind extends RuleKind
  ? RuleBase & { kind: Kind } & ValuesOfKind<Kind>
  : never

export type Rule = RuleOf<RuleKind>
export type PurchaseRule = RuleOf<'purchase'>
export type LineBonusRule = RuleOf<LineBonusKind>
export type OrderBonusRule = RuleOf<OrderBonusKind>
export type CampaignRule = RuleOf<'campaign'>
export type ExcludeRule = RuleOf<'exclude'>
export type CapRule = RuleOf<'cap'>
export type CardRule = RuleOf<'card'>
/** What gives points, a reward, or both. */
export type PrizeRule = RuleOf<PrizeKind>
/** What adds to the points for the amount. */
export type BonusRule = LineBonusRule | OrderBonusRule | CampaignRule

/** When what a rule grants becomes available, and for how long. */
export interface Validity {
  waitingDays: number
  /** null: never expires, unless `goodUntil` says so. */
  validityDays: number | null
  /** Instead of so many days. */
  goodUntil: GoodUntil | null
}

export const AT_ONCE_FOR_EVER: Validity = { waitingDays: 0, validityDays: null, goodUntil: null }

/** A multiplier that competes with others: of those that hold, the highest counts. */
export interface Multiplier<Of extends Rule = Rule> {
  rule: Of
  multiplier: Decimal
  /** What it is about; null: it names no ids. */
  ids: ReadonlySet<string> | null
}

export type LineMultiplier = Multiplier<LineBonusRule>
/** Of what multiplies a whole order. */
export type OrderMultiplier = Multiplier<CampaignRule | OrderBonusRule>

export interface LineFixedPoints {
  rule: LineBonusRule
  points: Decimal
  /** Among all of them. */
  place: number
}

/** What is left out of one purpose, in the order of the program. */
export interface Exclusions {
  rules: ExcludeRule[]
  /** By their places among the rules. */
  lines: Record<ExcludedById, Map<string, number[]>>
}

export interface RuleIndex {
  purchase: PurchaseRule | null
  /** null: nothing is left out of it. */
  exclusions: Record<Purpose, Exclusions | null>
  /** In the order in which they are applied. */
  caps: CapRule[]
  /** In the order of the program. */
  cards: CardRule[]
  /** What cards are about, by their ids; missing: all. */
  pickedByCard: Map<number, ReadonlySet<string>>
  /** Bonuses that a customer is given only so often. */
  limited: BonusRule[]
  /** Those of whole orders that compete, highest first; of equals, the one first in the program. */
  orderMultipliers: OrderMultiplier[]
  /** Those of lines that compete, by kind and id; sorted alike, up to the first that asks for nothing. */
  lineMultipliers: Record<LineBonusKind, Map<string, LineMultiplier[]>>
  /** What rules for lines name, by their kind. */
  namedIds: Record<LineBonusKind, Set<string>>
  /** Those of lines that come on top. */
  addingLineMultipliers: LineMultiplier[]
  /** The same by kind and id, as places in that list. */
  addingByLine: Record<LineBonusKind, Map<string, number[]>>
  lineFixedPoints: Record<LineBonusKind, Map<string, LineFixedPoints[]>>
  lineFixedPointsCount: number
  /** Whether some fixed points compete. */
  hasCompetingPoints: boolean
  orderBonuses: Record<OrderBonusKind, OrderBonuses>
  /** Those that come on top. */
  addingCampaigns: CampaignRule[]
  /** Whether a rule goes by the clock of the merchant's zone. */
  asksZone: boolean
  /** Whether a rule asks for the customer's first purchase. */
  asksFirstPurchase: boolean
  /** Whether a rule asks which of the customer's orders it is. */
  asksNumber: boolean
  signup: RuleOf<'signup'> | null
  birthday: RuleOf<'birthday'> | null
  /** In the order of the program. */
  tierReached: RuleOf<'tierReached'>[]
  referral: RuleOf<'referral'> | null
  quiz: RuleOf<'quiz'> | null
  customActions: Map<string, RuleOf<'custom'>>
}

/** The active rules of one kind of bonus on orders, but for multipliers that compete. */
export interface OrderBonuses {
  rules: OrderBonusRule[]
  /** Of kinds whose rules name ids. */
  byId: Map<string, OrderBonusRule[]>
}

/** Arranges the active rules so that evaluating an order looks its ids up instead of trying every rule. */
export function indexRules(rules: Rule[]): RuleIndex {
  const index = emptyIndex()
  for (const rule of rules) if (rule.isActive) addToIndex(index, rule)
  index.orderMultipliers.sort(byMultiplier)
  index.caps.sort((a, b) => CAP_ORDER.indexOf(a.per) - CAP_ORDER.indexOf(b.per))
  for (const byId of Object.values(index.lineMultipliers)) {
    for (const [id, candidates] of byId) byId.set(id, best(candidates))
  }
  return index
}

/** From what is narrow to what is wide: each is applied to what the one before it has left. */
const CAP_ORDER: readonly CapPeriod[] = ['order', 'day', 'week', 'month', 'year', 'ever']

function byMultiplier(a: Multiplier, b: Multiplier): number {
  return a.multiplier < b.multiplier ? 1 : a.multiplier > b.multiplier ? -1 : 0
}

/** What comes behind one that always holds never counts. */
function best(candidates: readonly LineMultiplier[]): LineMultiplier[] {
  const sorted = candidates.toSorted(byMultiplier)
  const always = sorted.findIndex(({ rule }) => rule.when === null && rule.limit === null)
  return always < 0 ? sorted : sorted.slice(0, always + 1)
}

function emptyIndex(): RuleIndex {
  return {
    purchase: null,
    exclusions: { points: null, stamps: null, tiers: null },
    caps: [],
    cards: [],
    pickedByCard: new Map(),
    limited: [],
    orderMultipliers: [],
    namedIds: { product: new Set(), brand: new Set(), category: new Set() },
    addingLineMultipliers: [],
    addingByLine: { product: new Map(), brand: new Map(), category: new Map() },
    addingCampaigns: [],
    hasCompetingPoints: false,
    asksZone: false,
    asksFirstPurchase: false,
    asksNumber: false,
    lineMultipliers: { product: new Map(), brand: new Map(), category: new Map() },
    lineFixedPoints: { product: new Map(), brand: new Map(), category: new Map() },
    lineFixedPointsCount: 0,
    orderBonuses: Object.fromEntries(
      ORDER_BONUS_KINDS.map((kind) => [kind, { rules: [], byId: new Map() }]),
    ) as unknown as Record<OrderBonusKind, OrderBonuses>,
    signup: null,
    birthday: null,
    tierReached: [],
    referral: null,
    quiz: null,
    customActions: new Map(),
  }
}

function addToIndex(index: RuleIndex, rule: Rule): void {
  const when = whenOf(rule)
  if (when !== null) {
    index.asksZone ||= when.days !== null || when.hours !== null
    index.asksNumber ||= when.firstOrders !== null
  }
  if (limitOf(rule) !== null) {
    index.limited.push(rule as BonusRule)
    index.asksZone = true
  }
  if (isOf(isLineBonus, rule)) addLineBonus(index, rule)
  else if (isOf(isOrderBonus, rule)) addOrderBonus(index, rule)
  else addSingle(index, rule)
}

function addSingle(index: RuleIndex, rule: Exclude<Rule, LineBonusRule | OrderBonusRule>): void {
  switch (rule.kind) {
    case 'purchase':
      index.purchase = rule
      break
    case 'exclude':
      addExclusion(index, rule)
      break
    case 'cap':
      index.caps.push(rule)
      index.asksZone ||= rule.per !== 'order'
      break
    case 'card':
      addCard(index, rule)
      break
    case 'campaign':
      if (stacks(rule)) index.addingCampaigns.push(rule)
      else index.orderMultipliers.push({ rule, multiplier: rule.multiplier, ids: null })
      break
    case 'signup':
      index.signup = rule
      break
    case 'birthday':
      index.birthday = rule
      break
    case 'tierReached':
      index.tierReached.push(rule)
      break
    case 'referral':
      index.referral = rule
      break
    case 'quiz':
      index.quiz = rule
      break
    case 'custom':
      index.customActions.set(rule.key, rule)
      break
  }
}

function addExclusion(index: RuleIndex, rule: ExcludeRule): void {
  const { of, ids } = rule.excluded
  for (const purpose of PURPOSES) {
    if (!rule.outOf.includes(purpose)) continue
    index.exclusions[purpose] ??= {
      rules: [],
      lines: { product: new Map(), brand: new Map(), category: new Map() },
    }
    const { rules, lines } = index.exclusions[purpose]
    rules.push(rule)
    if (isExcludedById(of)) addByIds(lines[of], ids, rules.length - 1)
  }
  // So that the places of an order's lines are kept with it.
  if (isExcludedById(of)) for (const id of ids) index.namedIds[of].add(id)
}

function addCard(index: RuleIndex, rule: CardRule): void {
  index.cards.push(rule)
  // The day of a stamp is a day of the merchant.
  index.asksZone = true
  if (rule.picked === null) return
  const { of, ids } = rule.picked
  index.pickedByCard.set(rule.id, new Set(ids))
  for (const id of ids) index.namedIds[of].add(id)
}

/** Whether a rule is of the kinds that `is` tells. */
export function isOf<Kind extends RuleKind>(
  is: (kind: RuleKind) => kind is Kind,
  rule: Rule,
): rule is Extract<Rule, { kind: Kind }> {
  return is(rule.kind)
}

/** What a rule asks for; null: nothing, or its kind can't. */
export function whenOf(rule: Rule): When | null {
  return 'when' in rule ? rule.when : null
}

/** How often a customer is given it; null: as often as it holds. */
export function limitOf(rule: Rule): Limit | null {
  return 'limit' in rule ? rule.limit : null
}

/** Whether it comes on top of everything else; else it competes, and only the best counts. */
export function stacks(rule: BonusRule): boolean {
  return rule.stacks ?? stacksByItself(rule)
}

/** What it does where it does not say so. */
export function stacksByItself(rule: BonusRule): boolean {
  const isMultiplier = rule.kind === 'campaign' || rule.bonus.type === 'multiplier'
  return !(isMultiplier && traitsOf(rule.kind).multipliersCompete)
}

function addOrderBonus(index: RuleIndex, rule: OrderBonusRule): void {
  const { bonus } = rule
  index.asksFirstPurchase ||= rule.kind === 'firstPurchase'
  if (!stacks(rule)) {
    if (bonus.type === 'multiplier') {
      const ids = 'ids' in rule ? new Set(rule.ids) : null
      index.orderMultipliers.push({ rule, multiplier: bonus.multiplier, ids })
      return
    }
    index.hasCompetingPoints = true
  }
  const { rules, byId } = index.orderBonuses[rule.kind]
  rules.push(rule)
  if ('ids' in rule) addByIds(byId, rule.ids, rule)
}

function addLineBonus(index: RuleIndex, rule: LineBonusRule): void {
  for (const id of rule.ids) index.namedIds[rule.kind].add(id)
  if (rule.bonus.type === 'points') {
    const place = index.lineFixedPointsCount
    index.lineFixedPointsCount += 1
    index.hasCompetingPoints ||= !stacks(rule)
    addByIds(index.lineFixedPoints[rule.kind], rule.ids, { rule, points: rule.bonus.points, place })
    return
  }
  const entry = { rule, multiplier: rule.bonus.multiplier, ids: new Set(rule.ids) }
  if (stacks(rule)) {
    addByIds(index.addingByLine[rule.kind], rule.ids, index.addingLineMultipliers.length)
    index.addingLineMultipliers.push(entry)
  } else addByIds(index.lineMultipliers[rule.kind], rule.ids, entry)
}

function addByIds<Entry>(byId: Map<string, Entry[]>, ids: readonly string[], entry: Entry): void {
  // A set, so that an id written twice in one rule does not pay twice.
  for (const id of new Set(ids)) {
    const entries = byId.get(id)
    if (entries === undefined) byId.set(id, [entry])
    else entries.push(entry)
  }
}

/** Of programs that never had a card. */
export const NO_RULE_STARTS: ReadonlyMap<number, Instant> = new Map()

/** A merchant that has published nothing: no rules, no cashback. */
export const EMPTY_PROGRAM: Program = {
  version: 0,
  cashback: { isOn: false, pointValue: 0n },
  rules: [],
  index: emptyIndex(),
  ruleStarts: NO_RULE_STARTS,
}

/** The rewards that a rule gives, and where its JSON says so. */
export function rewardsGivenBy(rule: Rule): { readonly member: RewardMember; readonly rewardId: number }[] {
  const prize = 'rewardId' in rule ? rule.rewardId : null
  const friends = rule.kind === 'referral' ? rule.friendRewardId : null
  return [
    ...(prize === null ? [] : [{ member: 'reward', rewardId: prize } as const]),
    ...(friends === null ? [] : [{ member: 'friendReward', rewardId: friends } as const]),
  ]
}
