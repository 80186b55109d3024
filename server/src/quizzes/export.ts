import { maskedValue } from '../contract/admin-api/masking.ts'
import type { ExportCell, ExportKind } from '../jobs/export.ts'
import { findAnswersToExport } from './store/export-page.ts'

/** Some questions are answered in a customer's own words. A quiz has several questions: fewer customers make a page. */
const LINES_PER_ANSWER = 10

/** One line for each question that was answered. */
export const quizAnswersExport: ExportKind = {
  name: 'quizAnswers',
  holdsPersons: true,
  hasDates: false,
  columns: ['publicId', 'quizId', 'quiz', 'answeredAt', 'questionId', 'question', 'options', 'text'],
  sums: [],
  async page(tx, { tenant, after, limit, isMasked }) {
    const atMost = Math.max(1, Math.floor(limit / LINES_PER_ANSWER))
    const found = await findAnswersToExport(tx, tenant.id, {
      after: (after as readonly [number, number] | null) ?? [0, 0],
      limit: atMost,
    })
    const rows = found.flatMap(({ publicId, quizId, quiz, answeredAt, answers }) =>
      answers.map(({ questionId, question, options, text }): ExportCell[] => [
        ...[publicId, quizId, quiz, answeredAt, questionId, question, options.join('; ')],
        isMasked ? maskedValue(text) : text,
      ]),
    )
    const last = found.at(-1)
    return { rows, after: last ? [last.customerId, last.quizId] : after, isLast: found.length < atMost }
  },
}
