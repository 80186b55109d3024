import type { Locale } from '../contract/locale.ts'
import { customersLanguage } from './customer-words.ts'
import type { Line } from './explanation.ts'
import { reasonOf, type SentenceContext } from './sentence.ts'
import { wordsFor } from './words.ts'

/** Why there are the points of each line, as the customer reads it: `R$ 123.80 × 1 point for every R$ 1.00`. */
export function reasonTextsForCustomer(lines: readonly Line[], context: SentenceContext): string[] {
  const words = { ...wordsFor(context), language: customersLanguage(context.locale) }
  return lines.map((line) => capitalized(reasonOf(line, lines, context, words), context.locale))
}

export function capitalized(text: string, locale: Locale): string {
  const [first = ''] = text
  return first.toLocaleUpperCase(locale) + text.slice(first.length)
}
