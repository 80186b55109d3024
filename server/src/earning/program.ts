import type { Decimal } from '../platform/decimal.ts'
import {
  isLineBonus,
  isOrderBonus,
  type LineBonusKind,
  ORDER_BONUS_KINDS,
  type OrderBonusKind,
  type RuleKind,
  type ValuesOfKind,
} from './kinds.ts'

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

/** When what a rule grants becomes available, and for how long. */
export interface Validity {
  waitingDays: number
  /** null: never expires. */
  validityDays: number | null
}

export interface LineMultiplier {
  rule: LineBonusRule
  multiplier: Decimal
}

export interface LineFixedPoints {
  rule: LineBonusRule
  points: Decimal
}

export interface RuleIndex {
  purchase: PurchaseRule | null
  /** Highest multiplier first. */
  campaigns: CampaignRule[]
  /** By kind and id, the highest multiplier; of equals, the one first in the program. */
  lineMultipliers: Record<LineBonusKind, Map<string, LineMultiplier>>
  lineFixedPoints: Record<LineBonusKind, Map<string, LineFixedPoints[]>>
  hasLineFixedPoints: boolean
  orderBonuses: Record<OrderBonusKind, OrderBonuses>
  signup: RuleOf<'signup'> | null
  birthday: RuleOf<'birthday'> | null
  referral: RuleOf<'referral'> | null
  quiz: RuleOf<'quiz'> | null
  customActions: Map<string, RuleOf<'custom'>>
}

/** The active rules of one kind of bonus on orders. */
export interface OrderBonuses {
  rules: OrderBonusRule[]
  /** Of kinds whose rules name ids. */
  byId: Map<string, OrderBonusRule[]>
}

/** Arranges the active rules so that evaluating an order looks its ids up instead of trying every rule. */
export function indexRules(rules: Rule[]): RuleIndex {
  const index = emptyIndex()
  for (const rule of rules) if (rule.isActive) addToIndex(index, rule)
  index.campaigns.sort((a, b) => (a.multiplier < b.multiplier ? 1 : a.multiplier > b.multiplier ? -1 : 0))
  return index
}

function emptyIndex(): RuleIndex {
  return {
    purchase: null,
    campaigns: [],
    lineMultipliers: { product: new Map(), brand: new Map(), category: new Map() },
    lineFixedPoints: { product: new Map(), brand: new Map(), category: new Map() },
    hasLineFixedPoints: false,
    orderBonuses: Object.fromEntries(
      ORDER_BONUS_KINDS.map((kind) => [kind, { rules: [], byId: new Map() }]),
    ) as unknown as Record<OrderBonusKind, OrderBonuses>,
    signup: null,
    birthday: null,
    referral: null,
    quiz: null,
    customActions: new Map(),
  }
}

function addToIndex(index: RuleIndex, rule: Rule): void {
  if (isOf(isLineBonus, rule)) addLineBonus(index, rule)
  else if (isOf(isOrderBonus, rule)) addOrderBonus(index, rule)
  else addSingle(index, rule)
}

function addSingle(index: RuleIndex, rule: Exclude<Rule, LineBonusRule | OrderBonusRule>): void {
  switch (rule.kind) {
    case 'purchase':
      index.purchase = rule
      break
    case 'campaign':
      index.campaigns.push(rule)
      break
    case 'signup':
      index.signup = rule
      break
    case 'birthday':
      index.birthday = rule
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

/** Whether a rule is of the kinds that `is` tells. */
export function isOf<Kind extends RuleKind>(
  is: (kind: RuleKind) => kind is Kind,
  rule: Rule,
): rule is Extract<Rule, { kind: Kind }> {
  return is(rule.kind)
}

function addOrderBonus({ orderBonuses }: RuleIndex, rule: OrderBonusRule): void {
  const { rules, byId } = orderBonuses[rule.kind]
  rules.push(rule)
  if ('ids' in rule) addByIds(byId, rule.ids, rule)
}

function addLineBonus(index: RuleIndex, rule: LineBonusRule): void {
  if (rule.bonus.type === 'points') {
    index.hasLineFixedPoints = true
    addByIds(index.lineFixedPoints[rule.kind], rule.ids, { rule, points: rule.bonus.points })
    return
  }
  const { multiplier } = rule.bonus
  const best = index.lineMultipliers[rule.kind]
  for (const id of rule.ids) {
    const known = best.get(id)
    if (known === undefined || multiplier > known.multiplier) best.set(id, { rule, multiplier })
  }
}

function addByIds<Entry>(byId: Map<string, Entry[]>, ids: string[], entry: Entry): void {
  // A set, so that an id written twice in one rule does not pay twice.
  for (const id of new Set(ids)) {
    const entries = byId.get(id)
    if (entries === undefined) byId.set(id, [entry])
    else entries.push(entry)
  }
}

/** A merchant that has published nothing: no rules, no cashback. */
export const EMPTY_PROGRAM: Program = {
  version: 0,
  cashback: { isOn: false, pointValue: 0n },
  rules: [],
  index: emptyIndex(),
}
