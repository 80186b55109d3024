/** What a person types to find a customer, as ranges of the terms that customers are kept with. */
import { contactTerm, wordsOf } from './terms.ts'

export interface Search {
  /** Terms that begin with one of these. */
  readonly beginnings: readonly string[]
  /** What the name of a customer who is found by it must have beside, each as the beginning of a word. */
  readonly otherWords: readonly string[]
  /** Whether a term must be the very one, and not only begin with it. */
  readonly isExact: boolean
}

/** Of a document or phone: with fewer it would find half of all customers. */
const DIGITS_MIN = 3
const LAST_DIGITS = 8

/** null: there is nothing to look for in it. */
export function readSearch(text: string): Search | null {
  const asked = text.trim()
  const [longest, ...otherWords] = wordsOf(asked).toSorted((a, b) => b.length - a.length)
  const isOneWord = !/\s/.test(asked)
  const digits = asked.replace(/\D+/g, '')
  const isNumber = digits.length >= DIGITS_MIN && !/\p{L}/u.test(asked)
  const isDocument = isOneWord && (longest?.length ?? 0) >= DIGITS_MIN
  const beginnings = [
    longest === undefined ? null : `n:${longest}`,
    isOneWord ? contactTerm('email', asked) : null,
    asked === '' ? null : `o:${asked.toLowerCase()}`,
    isDocument || isNumber ? contactTerm('document', asked) : null,
    isNumber ? contactTerm('phone', asked) : null,
    isNumber && digits.length >= LAST_DIGITS ? `q:${digits.slice(-LAST_DIGITS)}` : null,
  ].filter((beginning) => beginning !== null)
  return beginnings.length === 0 ? null : { beginnings, otherWords, isExact: false }
}

/**
 * The same for those to whom customers are shown masked: a whole id, address, document or phone, so that nothing can be
 * found out letter by letter, and no names.
 */
export function readExactSearch(text: string): Search | null {
  const search = readSearch(text)
  const beginnings = search?.beginnings.filter((start) => !/^[nq]:/.test(start)) ?? []
  return beginnings.length === 0 ? null : { beginnings, otherWords: [], isExact: true }
}

/** Whether a name has all these words, or words that begin with them. */
export function hasWords(name: string | null, words: readonly string[]): boolean {
  const own = wordsOf(name ?? '')
  return words.every((word) => own.some((one) => one.startsWith(word)))
}
