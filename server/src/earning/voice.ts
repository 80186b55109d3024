import type { Locale } from '../contract/locale.ts'
import type { RuleWords } from './language.ts'
import type { Picked } from './slot.ts'
import { languageOf } from './words.ts'

/** How someone in particular is spoken to. */
export interface Voice {
  readonly words: RuleWords
  /** More names make no sentence. */
  readonly namesMax: number
  /** Of the things that a rule picks. */
  listed(of: Picked, names: readonly string[]): string
}

const NAMES_MAX = 5

/** Default: that of the merchant's own people. */
export function voiceOf({ voice, locale }: { readonly voice?: Voice; readonly locale: Locale }): Voice {
  return voice ?? { words: languageOf(locale).rules, namesMax: NAMES_MAX, listed: withCommas }
}

function withCommas(_of: Picked, names: readonly string[]): string {
  return names.join(', ')
}
