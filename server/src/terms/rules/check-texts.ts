import { type ConfigRefusal, wrong } from '../../contract/config-refusal.ts'
import type { FieldProblem } from '../../contract/field-problem.ts'
import { LOCALES, type Locale, type LocalizedText } from '../../contract/locale.ts'
import { isBlank } from '../../contract/schema.ts'
import { TERMS_BYTES_MAX, type TermsTexts, UNSEEN } from '../terms.ts'
import { TOO_LONG, UNPRINTABLE } from '../texts.ts'

export type SentTexts = Readonly<Partial<Record<Locale, string | null>>>

/** As they are kept; one that is blank is none. */
export function checkedTexts(sent: SentTexts): TermsTexts | ConfigRefusal {
  const problems: FieldProblem[] = []
  const texts: Partial<Record<Locale, string>> = {}
  for (const language of LOCALES) {
    const text = sent[language]
    if (isBlank(text)) continue
    const kept = text.replaceAll('\r\n', '\n').replaceAll('\r', '\n')
    const why = problemOf(kept)
    if (why) problems.push({ pointer: `/texts/${language}`, message: why })
    texts[language] = kept
  }
  return problems.length > 0 ? wrong(problems) : texts
}

function problemOf(text: string): LocalizedText | null {
  if (UNSEEN.test(text)) return UNPRINTABLE
  return Buffer.byteLength(text) > TERMS_BYTES_MAX ? TOO_LONG : null
}
