import type { Locale } from '../../contract/locale.ts'
import type { Decimal } from '../../platform/decimal.ts'

/** How a sentence writes what it names, in one language. */
export interface Telling {
  readonly locale: Locale
  /** `150 points`, as the merchant calls them. */
  points(amount: Decimal): string
  money(amount: Decimal): string
  /** The day of a moment. */
  day(at: number): string
  /** The last day before a moment at which something ends. */
  lastDay(end: number): string
}

/** With what stands in its places. */
export function filled(text: string, places: Readonly<Record<string, string>>): string {
  return text.replace(/\{(\w+)\}/g, (_, place: string) => places[place] ?? '')
}
