import type { FieldProblem } from '../../contract/field-problem.ts'
import type { Locale } from '../../contract/locale.ts'
import { instantToText, instantToTextOrNull, lastSecondBefore } from '../../platform/clock.ts'
import { type ProgramState, programOf } from '../manage/program-state.ts'
import type { ConflictWith } from '../plan-publication.ts'
import { type Preview, textsOfPreview } from '../preview.ts'
import type { Program, Rule } from '../program.ts'
import { changesOfProgram, sentenceOfCashback } from '../program-changes.ts'
import { readRules } from '../program-schema.ts'
import { partsOfRule, type RuleSentenceContext, sentenceOfRule } from '../rule-sentence.ts'
import type { ListedVersion, StoredVersion } from '../store.ts'
import type { Warning } from '../warning.ts'
import { partsOfWrongRule } from '../wrong-rule.ts'

/** The rules of what may not be a program, as sentences where they can be told. */
export function presentRules(json: unknown, context: RuleSentenceContext) {
  const sent = (json as { rules?: readonly unknown[] } | null)?.rules ?? []
  return readRules(json).map((rule, index) => {
    const { id, kind, name, isActive } = outlineOf(rule, sent[index])
    return {
      pointer: `/rules/${index}`,
      id,
      kind,
      name,
      isActive,
      sentence: rule === null ? null : sentenceOfRule(rule, context),
      parts: rule === null ? partsOfWrongRule(sent[index], context) : partsOfRule(rule, context),
    }
  })
}

/** What can be said of a rule that could not be read. */
function outlineOf(rule: Rule | null, sent: unknown) {
  if (rule !== null) return rule
  const { id, kind, name, isActive } = (typeof sent === 'object' && sent !== null ? sent : {}) as Record<
    string,
    unknown
  >
  return {
    id: Number.isSafeInteger(id) ? (id as number) : null,
    kind: typeof kind === 'string' ? kind : null,
    name: typeof name === 'string' ? name : '',
    isActive: isActive !== false,
  }
}

export function presentProblems(problems: readonly FieldProblem[], locale: Locale) {
  return problems.map(({ message, ...problem }) => ({ ...problem, message: message[locale] }))
}

export function presentWarnings(warnings: readonly Warning[], locale: Locale) {
  return warnings.map(({ message, ...warning }) => ({ ...warning, message: message[locale] }))
}

export function presentChanges(before: Program, after: Program, context: RuleSentenceContext) {
  return changesOfProgram(before, after, context)
}

export type VersionState = 'current' | 'scheduled' | 'past' | 'cancelled'

export function stateOf(
  { version, cancelledAt }: ListedVersion,
  { current, waiting }: Pick<ProgramState, 'current' | 'waiting'>,
): VersionState {
  if (cancelledAt !== null) return 'cancelled'
  if (waiting.some((one) => one.version === version)) return 'scheduled'
  return version === current?.version ? 'current' : 'past'
}

export function presentSummary(version: ListedVersion, state: VersionState) {
  return {
    version: version.version,
    state,
    effectiveAt: instantToText(version.effectiveAt ?? version.publishedAt),
    publishedAt: instantToText(version.publishedAt),
    publishedBy: version.publishedBy,
    note: version.note,
    source: version.source,
  }
}

export function presentVersion(version: StoredVersion, state: VersionState, context: RuleSentenceContext) {
  const { program } = version
  return { ...presentSummary(version, state), program, rules: presentRules(program, context) }
}

/** `before`: what counts until then. */
export function presentWaiting(
  version: StoredVersion,
  before: StoredVersion | null,
  context: RuleSentenceContext,
) {
  const { version: number, effectiveAt, publishedBy, note } = presentSummary(version, 'scheduled')
  const changes = presentChanges(programOf(before), programOf(version), context)
  return { version: number, effectiveAt, publishedBy, note, changes }
}

/** The same rule, or the cashback, in the three programs that do not agree, as people read it; null: not there. */
export function presentConflict(
  conflict: ConflictWith,
  { base, draft, theirs }: Readonly<Record<'base' | 'draft' | 'theirs', Program>>,
  context: RuleSentenceContext,
) {
  const { ruleId } = conflict
  const sentenceIn = (program: Program): string | null => {
    if (ruleId === null) return sentenceOfCashback(program, context)
    const rule = program.rules.find(({ id }) => id === ruleId)
    return rule ? sentenceOfRule(rule, context) : null
  }
  const name = [draft, theirs, base].flatMap(({ rules }) => rules).find(({ id }) => id === ruleId)?.name ?? ''
  return { ...conflict, name, now: sentenceIn(base), yours: sentenceIn(draft), theirs: sentenceIn(theirs) }
}

export function presentPreview(preview: Preview) {
  const { availableAt, expiresAt } = preview
  return {
    ...textsOfPreview(preview),
    availableAt: instantToTextOrNull(availableAt),
    // The last second that counts, as the customer's lots and timeline tell it.
    expiresAt: expiresAt === null ? null : instantToText(lastSecondBefore(expiresAt)),
    lines: [...preview.lines],
    notMore: [...preview.notMore],
  }
}
