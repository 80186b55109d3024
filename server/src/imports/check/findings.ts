import type { ImportFindings, ImportQuestion, ImportWarning } from '../import.ts'
import type { Ending } from './checkpoint.ts'
import type { OpenCheck } from './open-checks.ts'
import { sumsOf } from './totals.ts'

/** `read`: what all lines say together; null: the file could not be read to its end. */
export function findingsOf(
  from: Ending,
  read: OpenCheck | null,
  countsTwiceWith: readonly number[],
): ImportFindings {
  const { totals, owed, noExpiry, erasedLines, unreadable } = from
  const form = (read?.plan.questions ?? []).filter(({ kind }) => kind !== 'decimal' && kind !== 'dates')
  const erased = { kind: 'erasedPersons', member: null, facts: { lines: erasedLines.join(', ') } }
  return {
    lines: totals.lines,
    counts: totals.counts,
    sums: sumsOf(totals),
    owed: { points: owed[0], cashback: owed[1] },
    reasons: totals.reasons,
    questions: [
      ...(unreadable ? [unreadableQuestion(unreadable)] : []),
      ...form,
      ...(read?.findings.questions ?? []),
      ...(noExpiry > 0 ? [expiryQuestion(noExpiry)] : []),
      ...(countsTwiceWith.length > 0 ? [twiceQuestion(countsTwiceWith)] : []),
    ],
    warnings: [
      ...sameNames(read),
      ...(read?.findings.warnings ?? []),
      ...(erasedLines.length > 0 ? [erased] : []),
    ],
    extremes: read?.findings.extremes ?? [],
    events: totals.events,
    profiles: totals.profiles,
  }
}

/** Octets that are not UTF-8 may be Windows-1252. Nothing answers the others: the file has to be another one. */
function unreadableQuestion({ reason, facts }: NonNullable<Ending['unreadable']>): ImportQuestion {
  const common = { column: null, facts: { ...facts, reason }, examples: [] }
  return reason === 'not-encoded-so' && facts.encoding === 'utf-8'
    ? { ...common, id: 'encoding', kind: 'encoding', answers: ['windows-1252'] }
    : { ...common, id: 'unreadable', kind: 'unreadable', answers: [] }
}

/** Answered by the option of the same name: it may also be a day. */
function expiryQuestion(lines: number): ImportQuestion {
  const id = 'expiresWhenMissing'
  return { id, kind: id, column: null, facts: { lines: String(lines) }, examples: [], answers: [] }
}

/** Of columns that have one name, all but the first go by their place alone. */
function sameNames(read: OpenCheck | null): ImportWarning[] {
  const { columns = [] } = read?.plan.look ?? {}
  const later = columns.filter(
    ({ name, title }) => title !== '' && columns.some((one) => one.name === title && one.name !== name),
  )
  return later.map(({ name, title }) => ({
    kind: 'sameName',
    member: null,
    facts: { column: title.slice(0, 60), place: name },
  }))
}

/** What was spent elsewhere counts by another import already. The option of the same name answers it too. */
function twiceQuestion(imports: readonly number[]): ImportQuestion {
  const id = 'countsTwice'
  const facts = { imports: imports.join(', ') }
  return { id, kind: id, column: null, facts, examples: [], answers: ['accepted'] }
}
