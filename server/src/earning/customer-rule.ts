import type { Locale } from '../contract/locale.ts'
import type { Instant } from '../platform/clock.ts'
import { capitalized } from './customer-reasons.ts'
import { customersRuleWords } from './customer-rules.ts'
import { type Rule, whenOf } from './program.ts'
import { type RuleSentenceContext, sentenceOfRule } from './rule-sentence.ts'

/** More names make no sentence. */
export const NAMES_TOLD_MAX = 3

/** In place of what says nothing to a customer: stores by the merchant's ids, and products without a name. */
const SELECTED: Readonly<Record<Locale, Readonly<Record<'branch' | 'product', string>>>> = {
  'pt-BR': { branch: 'lojas selecionadas', product: 'produtos selecionados' },
  en: { branch: 'selected stores', product: 'selected products' },
  es: { branch: 'tiendas seleccionadas', product: 'productos seleccionados' },
}

/** Stands for all of them. */
const SELECTED_ID = ''

/** A rule as the customers of a shop read it. */
export function sentenceForCustomers(rule: Rule, context: Omit<RuleSentenceContext, 'voice'>): string {
  const { locale, nameOf } = context
  const sentence = sentenceOfRule(withoutBareIds(rule, nameOf), {
    ...context,
    voice: { words: customersRuleWords(locale), namesMax: NAMES_TOLD_MAX },
    nameOf(kind, id) {
      if (kind === 'action') return rule.name
      return id === SELECTED_ID && (kind === 'branch' || kind === 'product')
        ? SELECTED[locale][kind]
        : nameOf(kind, id)
    },
  })
  // What is named without a word before it leaves two spaces.
  return capitalized(sentence.replace(/ {2,}/g, ' '), locale)
}

function withoutBareIds(rule: Rule, nameOf: RuleSentenceContext['nameOf']): Rule {
  const told = (of: string, ids: readonly string[]): string[] => {
    const isBare =
      of === 'branch' ||
      (of === 'product' && ids.slice(0, NAMES_TOLD_MAX).some((id) => nameOf('product', id) === undefined))
    return isBare ? [SELECTED_ID] : [...ids]
  }
  const shown = { ...rule } as Record<string, unknown>
  if ('ids' in rule) shown.ids = told(rule.kind, rule.ids)
  if (rule.kind === 'exclude') {
    shown.excluded = { ...rule.excluded, ids: told(rule.excluded.of, rule.excluded.ids) }
  }
  if (rule.kind === 'card' && rule.picked !== null) {
    shown.picked = { ...rule.picked, ids: told(rule.picked.of, rule.picked.ids) }
  }
  const when = whenOf(rule)
  if (when?.branches) shown.when = { ...when, branches: new Set([SELECTED_ID]) }
  return shown as unknown as Rule
}

/** Whether customers are told of a rule now: of what is to come, what is over and what has no name for them, they are not. */
export function isToldToCustomers(rule: Rule, now: Instant): boolean {
  if (!rule.isActive || (rule.kind === 'custom' && rule.name === '')) return false
  const { from, until } = whenOf(rule) ?? { from: null, until: null }
  const [begins, ends] = rule.kind === 'campaign' ? [rule.startsAt, rule.endsAt] : [from, until]
  return isWithin(now, begins, ends) && isWithin(now, from, until)
}

function isWithin(now: Instant, from: Instant | null, until: Instant | null): boolean {
  return (from === null || now >= from) && (until === null || now < until)
}
