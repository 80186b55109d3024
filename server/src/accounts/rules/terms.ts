/** By what a customer is found: texts in one form, so that what is asked for and what is stored can be compared. */
import type { Profile } from '../customer.ts'

interface Named {
  readonly originalId: string
  readonly profile: Pick<Profile, 'name' | 'email' | 'phone' | 'document'>
}

/** `e:`, `d:` or `p:` and the contact in its form: how a till finds a customer. null: nothing is left to look for. */
export type Contact = 'email' | 'document' | 'phone'

const TERM_MAX = 252
/** More words than names have: who sends a name of 125 words gets no more terms for it. */
const WORDS_MAX = 16
const LAST_DIGITS = 8

const NEITHER_LETTER_NOR_DIGIT = /[^\p{L}\p{N}]+/gu
const NO_DIGIT = /\D+/g
const ACCENTS = /\p{M}+/gu
const WORD = /[\p{L}\p{N}]+/gu
/** Country codes have one digit (1, 7), two as listed, or else three. */
const COUNTRY_CODE = /^(?:1|7|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]|\d{3})/

export function contactTerm(contact: Contact, text: string | null): string | null {
  if (text === null) return null
  if (contact === 'email') return term('e:', text.trim().toLowerCase())
  return term(contact === 'document' ? 'd:' : 'p:', text.replace(NEITHER_LETTER_NOR_DIGIT, ''))
}

/** All terms of a customer, each once. */
export function termsOf({ originalId, profile }: Named): string[] {
  const { name, email, document, phone } = profile
  const terms = new Set<string>()
  const add = (found: string | null): void => {
    if (found !== null) terms.add(found)
  }
  add(term('o:', originalId.toLowerCase()))
  add(contactTerm('email', email))
  add(contactTerm('document', document))
  if (phone !== null) for (const found of phoneTerms(phone)) add(found)
  if (name !== null) for (const word of wordsOf(name)) add(term('n:', word))
  return [...terms]
}

/** The words of a name without accents, as they are compared. */
export function wordsOf(name: string): string[] {
  const words = name.normalize('NFD').replace(ACCENTS, '').toLowerCase().match(WORD) ?? []
  return words.slice(0, WORDS_MAX)
}

/** The whole number, the same without its country code where it says that it has one, and its last digits. */
function phoneTerms(phone: string): (string | null)[] {
  const digits = phone.replace(NO_DIGIT, '')
  return [
    contactTerm('phone', phone),
    phone.trimStart().startsWith('+') ? term('p:', digits.replace(COUNTRY_CODE, '')) : null,
    digits.length >= LAST_DIGITS ? `q:${digits.slice(-LAST_DIGITS)}` : null,
  ]
}

/** In another case a text may be longer than it was: it is cut, but never within a character. */
function term(kind: string, text: string): string | null {
  if (text === '') return null
  const whole = kind + text
  return whole.length <= TERM_MAX ? whole : [...whole].slice(0, TERM_MAX).join('')
}

/** What a change of a customer does to the terms. */
export function changedTerms(before: Named, after: Named): { removed: string[]; added: string[] } {
  const old = termsOf(before)
  const now = termsOf(after)
  return {
    removed: old.filter((found) => !now.includes(found)),
    added: now.filter((found) => !old.includes(found)),
  }
}
