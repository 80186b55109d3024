import type { Decimal } from '../platform/decimal.ts'

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

export type Rule =
  | PurchaseRule
  | LineBonusRule
  | OrderBonusRule
  | TierRule
  | FirstPurchaseRule
  | CampaignRule
  | SimpleActionRule
  | QuizRule
  | CustomActionRule

export type RuleKind = Rule['kind']

interface RuleBase {
  /** Unique in the program, and the same rule's in every version. A number, as every lot stores it. */
  id: number
  name: string
  isActive: boolean
}

/** When what a rule grants becomes available, and for how long. */
export interface Validity {
  waitingDays: number
  /** null: never expires. */
  validityDays: number | null
}

export type Rounding = 'floor' | 'nearest' | 'ceiling'

/**
 * `points` for every `perAmount` of currency: a fraction, because 1 point per R$ 3 is no decimal with four
 * places, and 0.3333 would give nothing for R$ 3.00.
 */
export interface PurchaseRule extends RuleBase, Validity {
  kind: 'purchase'
  points: Decimal
  perAmount: Decimal
  minimumOrder: Decimal
  rounding: Rounding
}

export type Bonus = { type: 'multiplier'; multiplier: Decimal } | { type: 'points'; points: Decimal }

export type LineBonusKind = 'product' | 'brand' | 'category'

/** For each line of an order whose product, brand or category (or one above it) is among the ids. */
export interface LineBonusRule extends RuleBase {
  kind: LineBonusKind
  ids: string[]
  bonus: Bonus
}

export type OrderBonusKind = 'paymentMethod' | 'branch'

/** For an order paid with, or placed at, one of the ids. */
export interface OrderBonusRule extends RuleBase {
  kind: OrderBonusKind
  ids: string[]
  bonus: Bonus
}

/** For an order of a customer in one of the tiers. */
export interface TierRule extends RuleBase {
  kind: 'tier'
  ids: string[]
  multiplier: Decimal
}

/** On top of a customer's first order, with that order's validity. */
export interface FirstPurchaseRule extends RuleBase {
  kind: 'firstPurchase'
  bonus: Bonus
}

/** For all that is bought from `startsAt` until just before `endsAt` (epoch milliseconds). */
export interface CampaignRule extends RuleBase {
  kind: 'campaign'
  multiplier: Decimal
  startsAt: number
  endsAt: number
}

export interface SimpleActionRule extends RuleBase, Validity {
  kind: 'signup' | 'birthday' | 'referral'
  points: Decimal
}

/** Each quiz says how many points it is worth; the rule says that quizzes earn, and for how long. */
export interface QuizRule extends RuleBase, Validity {
  kind: 'quiz'
}

/** Something of the merchant's own, such as a review: its backend names the key. */
export interface CustomActionRule extends RuleBase, Validity {
  kind: 'custom'
  key: string
  points: Decimal
  limits: ActionLimits
}

/** How often one customer can earn with an action. null: as often as they like. */
export interface ActionLimits {
  perDay: number | null
  ever: number | null
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
  paymentMethods: Map<string, OrderBonusRule[]>
  branches: Map<string, OrderBonusRule[]>
  tiers: Map<string, TierRule[]>
  firstPurchases: FirstPurchaseRule[]
  signup: SimpleActionRule | null
  birthday: SimpleActionRule | null
  referral: SimpleActionRule | null
  quiz: QuizRule | null
  customActions: Map<string, CustomActionRule>
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
    paymentMethods: new Map(),
    branches: new Map(),
    tiers: new Map(),
    firstPurchases: [],
    signup: null,
    birthday: null,
    referral: null,
    quiz: null,
    customActions: new Map(),
  }
}

function addToIndex(index: RuleIndex, rule: Rule): void {
  switch (rule.kind) {
    case 'purchase':
      index.purchase = rule
      break
    case 'product':
    case 'brand':
    case 'category':
      addLineBonus(index, rule)
      break
    case 'paymentMethod':
      addByIds(index.paymentMethods, rule.ids, rule)
      break
    case 'branch':
      addByIds(index.branches, rule.ids, rule)
      break
    case 'tier':
      addByIds(index.tiers, rule.ids, rule)
      break
    case 'firstPurchase':
      index.firstPurchases.push(rule)
      break
    case 'campaign':
      index.campaigns.push(rule)
      break
    case 'signup':
    case 'birthday':
    case 'referral':
      index[rule.kind] = rule
      break
    case 'quiz':
      index.quiz = rule
      break
    case 'custom':
      index.customActions.set(rule.key, rule)
      break
  }
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
