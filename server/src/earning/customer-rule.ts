import type { Locale } from '../contract/locale.ts'
import type { Instant } from '../platform/clock.ts'
import { capitalized } from './customer-reasons.ts'
import { customersRuleWords } from './customer-rules.ts'
import { type PickedKind, picksFrom } from './kinds.ts'
import { isExcludedById } from './limit-members.ts'
import { listed } from './listed.ts'
import type { When } from './members.ts'
import { type Rule, whenOf } from './program.ts'
import { type RuleSentenceContext, sentenceOfRule } from './rule-sentence.ts'
import type { Picked } from './slot.ts'

/** More names make no sentence. */
export const NAMES_TOLD_MAX = 3

/** In place of what has no name for a customer: ids are the merchant’s, and of stores their names too. */
const SELECTED: Readonly<Record<Locale, Readonly<Record<PickedKind, string>>>> = {
  'pt-BR': {
    branch: 'lojas selecionadas',
    product: 'produtos selecionados',
    brand: 'marcas selecionadas',
    category: 'categorias selecionadas',
    paymentMethod: 'formas de pagamento selecionadas',
    tier: 'níveis selecionados',
  },
  en: {
    branch: 'selected stores',
    product: 'selected products',
    brand: 'selected brands',
    category: 'selected categories',
    paymentMethod: 'selected payment methods',
    tier: 'selected tiers',
  },
  es: {
    branch: 'tiendas seleccionadas',
    product: 'productos seleccionados',
    brand: 'marcas seleccionadas',
    category: 'categorías seleccionadas',
    paymentMethod: 'formas de pago seleccionadas',
    tier: 'niveles seleccionados',
  },
}

const JOINED: Readonly<Record<Locale, { readonly and: string; readonly or: string }>> = {
  'pt-BR': { and: 'e', or: 'ou' },
  en: { and: 'and', or: 'or' },
  es: { and: 'y', or: 'o' },
}

/** An order is of one tier and paid in one way. */
const ONE_OF: ReadonlySet<Picked> = new Set(['tier', 'paymentMethod', 'branch'])

/** Stands for all of them. */
const SELECTED_ID = ''

/** A rule as the customers of a shop read it. */
export function sentenceForCustomers(rule: Rule, context: Omit<RuleSentenceContext, 'voice'>): string {
  const { locale, nameOf } = context
  const told = (of: PickedKind, ids: readonly string[]): string[] => {
    const isNamed = ids.slice(0, NAMES_TOLD_MAX).every((id) => nameOf(of, id) !== undefined)
    return of !== 'branch' && isNamed ? [...ids] : [SELECTED_ID]
  }
  const shown = withIds(rule, told)
  const { and, or } = JOINED[locale]
  const sentence = sentenceOfRule(shown, {
    ...context,
    voice: {
      words: customersRuleWords(locale, pickOf(shown)?.ids.includes(SELECTED_ID) ?? false),
      namesMax: NAMES_TOLD_MAX,
      listed: (of, names) => listed(names, ONE_OF.has(of) ? or : and),
    },
    nameOf(kind, id) {
      if (kind === 'action') return rule.name
      return id === SELECTED_ID && kind !== 'reward' ? SELECTED[locale][kind] : nameOf(kind, id)
    },
  })
  // What is named without a word before it leaves two spaces.
  return capitalized(sentence.replace(/ {2,}/g, ' '), locale)
}

type Told = (of: PickedKind, ids: readonly string[]) => string[]

/** With the ids that are told, in its conditions too. */
function withIds(rule: Rule, told: Told): Rule {
  const shown = { ...rule } as Record<string, unknown>
  const pick = pickOf(rule)
  if (pick) {
    const ids = told(pick.of, pick.ids)
    if (rule.kind === 'exclude') shown.excluded = { ...rule.excluded, ids }
    else if (rule.kind === 'card') shown.picked = { ...rule.picked, ids }
    else shown.ids = ids
  }
  const when = whenOf(rule)
  if (when !== null) shown.when = { ...when, ...conditionsOf(when, told) }
  return shown as unknown as Rule
}

function conditionsOf({ tiers, branches, paymentMethods }: When, told: Told): Partial<When> {
  return {
    ...(tiers && { tiers: new Set(told('tier', [...tiers])) }),
    ...(branches && { branches: new Set(told('branch', [...branches])) }),
    ...(paymentMethods && { paymentMethods: new Set(told('paymentMethod', [...paymentMethods])) }),
  }
}

/** What a rule is about, but for its conditions; null: it names nothing. */
export function pickOf(rule: Rule): { readonly of: PickedKind; readonly ids: readonly string[] } | null {
  if (rule.kind === 'exclude') {
    const { of, ids } = rule.excluded
    return isExcludedById(of) ? { of, ids } : null
  }
  if (rule.kind === 'card') return rule.picked
  if (!('ids' in rule)) return null
  return { of: picksFrom(rule.kind, 'tiers') ? 'tier' : (rule.kind as PickedKind), ids: rule.ids }
}

/** Whether customers are told of a rule now: of what is to come, what is over and what has no name for them, they are not. */
export function isToldToCustomers(rule: Rule, now: Instant): boolean {
  if (!rule.isActive || (rule.kind === 'custom' && rule.name === '')) return false
  const { from, until } = whenOf(rule) ?? { from: null, until: null }
  const isRunning = rule.kind !== 'campaign' || isWithin(now, rule.startsAt, rule.endsAt)
  return isRunning && isWithin(now, from, until)
}

function isWithin(now: Instant, from: Instant | null, until: Instant | null): boolean {
  return (from === null || now >= from) && (until === null || now < until)
}
