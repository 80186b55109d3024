/** What a person has said by flags, as answers to the questions of an import. */
import { InvalidArgumentError } from 'commander'
import type { ShownImport } from '../management/import-client.ts'

export type Question = ShownImport['questions'][number]

/** By the column or member; for all others under an empty name. */
export type Said = Readonly<Record<string, string>>

export interface AnswerFlags {
  readonly decimal: Said
  readonly dates: Said
  readonly column: Said
  readonly delimiter?: string
  readonly header?: string
  readonly encoding?: string
  readonly countsTwice?: string
}

const ALL = ''
/** Question → flag. */
const FLAGS: Readonly<Record<string, keyof AnswerFlags>> = {
  decimal: 'decimal',
  dates: 'dates',
  column: 'column',
  delimiter: 'delimiter',
  header: 'header',
  encoding: 'encoding',
  countsTwice: 'countsTwice',
}
/** Those that a terminal calls in another way. */
const WRITTEN: Readonly<Record<string, string>> = { countsTwice: 'counts-twice' }

/** `comma`, or `Saldo=comma` for one column; may be given several times. */
export function said(text: string, before: Said = {}): Said {
  const at = text.lastIndexOf('=')
  const [name, value] = at < 0 ? [ALL, text] : [text.slice(0, at), text.slice(at + 1)]
  if (value === '')
    throw new InvalidArgumentError('It must be a word, or a column and a word, like Saldo=comma.')
  return { ...before, [name]: value }
}

/** Of the questions that are open, those that the flags answer. */
export function answersTo(questions: readonly Question[], flags: AnswerFlags): Record<string, string> {
  return Object.fromEntries(
    questions.flatMap((question) => {
      const answer = answerTo(question, flags)
      return question.answer === null && answer !== null && question.answers.includes(answer)
        ? [[question.id, answer]]
        : []
    }),
  )
}

function answerTo({ id, kind, column }: Question, flags: AnswerFlags): string | null {
  const flag = FLAGS[kind]
  if (!flag) return null
  const given = flags[flag]
  if (given === undefined || typeof given === 'string') return given ?? null
  const name = column ?? id.slice(id.indexOf(':') + 1)
  return own(given, name) ?? own(given, ALL)
}

function own(given: Said, name: string): string | null {
  return Object.hasOwn(given, name) ? (given[name] ?? null) : null
}

/** The flags that answer a question, one for each answer. */
export function flagsFor({ id, kind, column, answers }: Question): readonly string[] {
  if (kind === 'expiresWhenMissing') {
    return ['never', 'program', '2027-12-31'].map((value) => `--expires-when-missing ${value}`)
  }
  const flag = FLAGS[kind]
  if (!flag) return []
  const name = column ?? (kind === 'column' ? id.slice(id.indexOf(':') + 1) : null)
  const written = WRITTEN[flag] ?? flag
  return answers.map((answer) => `--${written} ${quoted(name === null ? answer : `${name}=${answer}`)}`)
}

/** As a shell takes it for one word. */
function quoted(text: string): string {
  return /^[\w.=/:#-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`
}
