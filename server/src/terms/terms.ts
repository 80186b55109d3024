import type { Locale } from '../contract/locale.ts'
import { LOCALES } from '../contract/locale.ts'
import type { Actor } from '../people/actor.ts'
import type { Instant } from '../platform/clock.ts'

/** Markdown by language; one that is not there has no text. */
export type TermsTexts = Readonly<Partial<Record<Locale, string>>>

export interface TermsVersion {
  readonly version: number
  readonly publishedAt: Instant
  readonly publishedBy: Actor
  readonly languages: readonly Locale[]
}

export interface PublishedTerms extends TermsVersion {
  readonly texts: TermsTexts
}

/** What the next version is to say. */
export interface TermsDraft {
  /** Counts what was done to it, publishing included. */
  readonly revision: number
  readonly texts: TermsTexts
  /** null: nothing was done to it yet. */
  readonly changedAt: Instant | null
  readonly changedBy: Actor | null
}

/** Of one language, in UTF-8. */
export const TERMS_BYTES_MAX = 100 * 1024

/** Control characters but tabs and line feeds, and what turns a text around: a text says something else than it shows. */
export const UNSEEN = /(?![\t\n])[\p{Cc}\p{Bidi_Control}\u2028\u2029]/u

/** The language in which terms are shown: the one that is asked for, else the merchant’s, else any that there is. */
export function languageShown(texts: TermsTexts, wanted: Locale, own: Locale): Locale | null {
  return [wanted, own, ...LOCALES].find((language) => texts[language] !== undefined) ?? null
}

/** What customers can agree to. */
export const CONSENT_KINDS = ['terms', 'birthday'] as const
export type ConsentKind = (typeof CONSENT_KINDS)[number]

export interface Consent {
  readonly kind: ConsentKind
  /** Of the terms; 0: of what has no versions. */
  readonly version: number
  readonly at: Instant
  /** By which the shop said who they are; 0: a person of the merchant did. */
  readonly keyId: number
  /** null: it stands. */
  readonly withdrawnAt: Instant | null
}
