import { type Locale, localized } from './locale.ts'
import { LENGTH } from './schema.ts'

const COPY = localized('copy', 'cópia', 'copia')

/** What a copy of something that a merchant configures is called. */
export function nameOfCopy(name: string, locale: Locale): string {
  return `${name} (${COPY[locale]})`.slice(0, LENGTH.text)
}
