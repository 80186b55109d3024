/** By what a customer is found: texts in one form, so that what is asked for and what is stored can be compared. */
import type { Profile } from '../customer.ts'

interface Named {
  readonly originalId: string
  /** Of one who was merged nothing is left to be found by: the customer who stays is. */
  readonly mergedInto?: number | null
  readonly profile: Pick<Profile, 'name' | 'email' | 'phone' | 'document'>
}

/** How a till finds a customer. */
export type Contact = 'email' | 'document' | 'phone'

const TERM_MAX = 252
/** More words than names have: who sends a name of 125 words gets no more terms for it. */
const WORDS_MAX = 16
/** By these a phone number is found, with and without country and area code. */
const LAST_OF_PHONE = 8

const NEITHER_LETTER_NOR_DIGIT = /[^\p{L}\p{N}]+/gu
const ACCENTS = /\p{M}+/gu
const WORD = /[\p{L}\p{N}]+/gu

/** A contact in the form in which two are compared. */
export function normalContact(contact: Contact, text: string): string {
  return contact === 'email' ? text.trim().toLowerCase() : text.replace(NEITHER_LETTER_NOR_DIGIT, '')
}

/**
 * The term by which a contact is found. null: nothing is left to look for. A phone number has one for its end alone,
 * because each term is a row that a new customer costs: who looks for a whole number compares what is found.
 */
export function contactTerm(contact: Contact, text: string | null): string | null {
  if (text === null) return null
  const normal = normalContact(contact, text)
  if (contact === 'phone') return term('q:', [...normal].slice(-LAST_OF_PHONE).join(''))
  return term(contact === 'email' ? 'e:' : 'd:', normal)
}

/** The terms by which a customer without an id is recognised; null: by none. */
export interface Contacts {
  readonly document: string | null
  readonly email: string | null
  /** Only a customer is meant whom the shop has not claimed yet, because this one has an id. */
  readonly isClaim?: true
}

export function contactsOf({ document, email }: Pick<Profile, 'document' | 'email'>): Contacts {
  return { document: contactTerm('document', document), email: contactTerm('email', email) }
}

/** By which of these contacts a customer is known; null: by none of them. */
export function knownBy(sent: Contacts, profile: Pick<Profile, 'document' | 'email'>): keyof Contacts | null {
  const known = contactsOf(profile)
  if (sent.document !== null && sent.document === known.document) return 'document'
  return sent.email !== null && sent.email === known.email ? 'email' : null
}

/** All terms of a customer, each once. */
export function termsOf({ originalId, profile, mergedInto = null }: Named): string[] {
  if (mergedInto !== null) return []
  const { name, email, document, phone } = profile
  const terms = new Set<string>()
  const add = (found: string | null): void => {
    if (found !== null) terms.add(found)
  }
  add(term('o:', originalId.toLowerCase()))
  add(contactTerm('email', email))
  add(contactTerm('document', document))
  add(contactTerm('phone', phone))
  if (name !== null) for (const word of wordsOf(name)) add(term('n:', word))
  return [...terms]
}

/** The words of a name without accents, as they are compared. */
export function wordsOf(name: string): string[] {
  const words = name.normalize('NFD').replace(ACCENTS, '').toLowerCase().match(WORD) ?? []
  return words.slice(0, WORDS_MAX)
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
