import type { Amount } from '../../accounts/account.ts'
import type { Locale } from '../../contract/locale.ts'
import { presentJob } from '../../jobs/admin-api/present.ts'
import type { Job } from '../../jobs/job.ts'
import type { Pace } from '../../jobs/rules/progress.ts'
import { presentActor } from '../../people/admin-api/present-approval.ts'
import { type Instant, instantToText, instantToTextOrNull } from '../../platform/clock.ts'
import { shortText } from '../../platform/decimal.ts'
import { type Import, type ImportQuestion, isPlanOld, openQuestions, undoEnd } from '../import.ts'
import { questionText, warningText } from '../texts.ts'
import type { UndoPreview } from '../undo/preview.ts'
import type { UndoPreviewAnswer } from './schema.ts'
import type { ImportAnswer, ImportItem } from './shapes-schema.ts'

export function presentItem(found: Import): ImportItem {
  return {
    id: found.id,
    kind: found.kind,
    state: found.state,
    file: { id: found.fileId, name: found.fileName, bytes: found.fileBytes },
    preset: found.preset,
    createdBy: presentActor({ key: found.createdBy, label: found.createdLabel }),
    createdAt: instantToText(found.createdAt),
    appliedAt: instantToTextOrNull(found.appliedAt),
    undoUntil: instantToTextOrNull(undoEnd(found)),
    applied: found.applied && { ...found.applied, sums: presentSums(found.applied.sums) },
    undone: found.undone && { ...found.undone },
  }
}

interface Presenting {
  readonly locale: Locale
  /** Whether another person has to agree to what can be done next. */
  readonly needsApproval: boolean
  /** By the server's clock. */
  readonly now: Instant
  readonly jobs: ReadonlyMap<number, Job>
  readonly paceOf: (job: Job) => Pace | null
}

export function presentImport(found: Import, presenting: Presenting): ImportAnswer {
  const { locale, needsApproval, now, jobs, paceOf } = presenting
  const jobOf = (id: number | null) => {
    const job = id === null ? undefined : jobs.get(id)
    return job ? presentJob(job, paceOf(job), locale) : null
  }
  return {
    ...presentItem(found),
    revision: found.revision,
    format: found.format as ImportAnswer['format'],
    mapping: found.mapping as ImportAnswer['mapping'],
    options: { ...found.options },
    answers: { ...found.answers },
    plan: presentPlan(found, locale, now),
    questions: (found.plan?.findings.questions ?? []).map((question) =>
      presentQuestion(question, found, locale),
    ),
    openQuestions: openQuestions(found).length,
    check: jobOf(found.checkJobId),
    apply: jobOf(found.applyJobId),
    undo: jobOf(found.undoJobId),
    errorFile: found.errorFileId,
    needsApproval,
  }
}

export function presentQuestion(
  question: ImportQuestion,
  { answers }: Pick<Import, 'answers'>,
  locale: Locale,
): ImportAnswer['questions'][number] {
  const answer = answers[question.id]
  return {
    ...{ id: question.id, kind: question.kind, column: question.column },
    message: questionText(question, locale),
    examples: question.examples.map(({ value, readings }) => ({ value, readings: { ...readings } })),
    answers: [...question.answers],
    answer: answer !== undefined && question.answers.includes(answer) ? answer : null,
  }
}

export function presentPlan(found: Import, locale: Locale, now: Instant): ImportAnswer['plan'] {
  const { plan } = found
  if (!plan) return null
  const { lines, counts, sums, owed, reasons, warnings, extremes, events, profiles } = plan.findings
  return {
    hash: plan.hash.toString('hex'),
    checkedAt: instantToText(plan.checkedAt),
    isOld: isPlanOld(plan, now),
    ...{ lines, counts: { ...counts }, sums: presentSums(sums), owed: { ...owed }, events, profiles },
    reasons: Object.entries(reasons)
      .map(([reason, count]) => ({ reason, lines: count }))
      .toSorted((one, other) => other.lines - one.lines),
    warnings: warnings.map(({ kind, facts }) => ({ kind, message: warningText(kind, facts, locale) })),
    extremes: extremes.map((extreme) => ({ ...extreme })),
    refusedFile: plan.refusedFileId,
  }
}

function presentSums({ byMonth, ...sums }: NonNullable<Import['applied']>['sums']) {
  return { ...sums, byMonth: byMonth.map((month) => ({ ...month })) }
}

export function presentUndoPreview(preview: UndoPreview): UndoPreviewAnswer {
  const { taken, stays, forgiven, repaid, ...counts } = preview
  const shown = ({ points, cashback }: Amount) => ({
    points: shortText(points),
    cashback: shortText(cashback),
  })
  return {
    ...counts,
    taken: shown(taken),
    stays: shown(stays),
    forgiven: shown(forgiven),
    repaid: shown(repaid),
  }
}
