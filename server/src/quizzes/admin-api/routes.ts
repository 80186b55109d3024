import { pageById, pageOf } from '../../contract/admin-api/page.ts'
import { NOT_FOUND } from '../../contract/admin-api/texts.ts'
import { type ConfigRefusal, isConfigRefusal } from '../../contract/config-refusal.ts'
import { isProblem, type Problem } from '../../contract/problem.ts'
import { writtenFor } from '../../customers/admin-api/present.ts'
import type { AdminApi } from '../../people/admin-api/api.ts'
import { problemOf } from '../../people/admin-api/config-refusal.ts'
import { type AuditFacts, changesBetween } from '../../people/audit.ts'
import { instantToText, instantToTextOrNull } from '../../platform/clock.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import type { Tenant } from '../../tenancy/tenant.ts'
import {
  archiveQuiz as archive,
  createQuiz as create,
  duplicateQuiz as duplicate,
  type QuizChange,
  replaceQuiz as replace,
} from '../manage.ts'
import { type ConfiguredQuiz, questionTypeName, writeQuiz } from '../quiz-input.ts'
import { findConfiguredQuiz, listConfiguredQuizzes, type QuizFilter } from '../store/configuration.ts'
import { countAnswers, listWrittenAnswers } from '../store/results.ts'
import {
  archiveQuiz,
  createQuiz,
  duplicateQuiz,
  getQuiz,
  getQuizResults,
  listQuizAnswers,
  listQuizzes,
  type QuizAnswer,
  replaceQuiz,
  unarchiveQuiz,
} from './schema.ts'

const KIND = 'quiz'

export function quizAdminRoutes(api: AdminApi): void {
  api.read(listQuizzes, 'cell', async (tx, { tenant, query }) => {
    const page = pageById(query)
    if (isProblem(page)) return page
    const rows = await listConfiguredQuizzes(tx, tenant.id, filterOf(query.state), page)
    return { answer: pageOf(query, rows, ({ id }) => [id], present) }
  })
  api.read(getQuiz, 'cell', async (tx, { tenant, params }) => {
    const found = await findConfiguredQuiz(tx, tenant.id, params.id)
    return found ? { answer: present(found), version: found.version } : NOT_FOUND
  })
  api.write(createQuiz, 'cell', async (tx, { tenant, body }) =>
    answerOf(tx, tenant, 0, await create(tx, tenant, body)),
  )
  api.write(duplicateQuiz, 'cell', async (tx, { tenant, params: { id } }) =>
    answerOf(tx, tenant, id, await duplicate(tx, tenant, id)),
  )
  api.write(replaceQuiz, 'cell', async (tx, { tenant, params: { id }, body, ifMatch }) =>
    answerOf(tx, tenant, id, await replace(tx, tenant, id, body, ifMatch)),
  )
  api.write(archiveQuiz, 'cell', async (tx, { tenant, params: { id }, now, ifMatch }) =>
    answerOf(tx, tenant, id, await archive(tx, tenant, id, now, ifMatch)),
  )
  api.write(unarchiveQuiz, 'cell', async (tx, { tenant, params: { id }, ifMatch }) =>
    answerOf(tx, tenant, id, await archive(tx, tenant, id, null, ifMatch)),
  )
  resultRoutes(api)
}

function resultRoutes(api: AdminApi): void {
  api.read(getQuizResults, 'cell', async (tx, { tenant, params }) => {
    const quiz = await findConfiguredQuiz(tx, tenant.id, params.id)
    if (!quiz) return NOT_FOUND
    const { answers, isAll, byQuestion, byOption } = await countAnswers(tx, tenant.id, quiz.id)
    const questions = quiz.questions.map(({ id, text, type, options }) => ({
      id,
      text,
      type: questionTypeName(type),
      answered: byQuestion.get(id) ?? 0,
      options: options.map((option) => ({
        id: option.id,
        text: option.text,
        count: byOption.get(option.id) ?? 0,
      })),
    }))
    return { answer: { answers, isAll, questions } }
  })
  api.read(listQuizAnswers, 'cell', async (tx, { tenant, params, query, caller }) => {
    const page = pageById(query)
    if (isProblem(page)) return page
    const quiz = await findConfiguredQuiz(tx, tenant.id, params.id)
    if (!quiz) return NOT_FOUND
    const rows = await listWrittenAnswers(tx, tenant.id, quiz.id, page)
    const { items, nextCursor } = pageOf(
      query,
      rows,
      ({ customerId }) => [customerId],
      ({ customerId, answeredAt, texts }) => ({
        customerId,
        answeredAt: instantToText(answeredAt),
        texts: texts.map(({ questionId, text }) => ({ questionId, text: writtenFor(caller, text) })),
      }),
    )
    const target = { kind: KIND, id: String(quiz.id), label: quiz.name }
    return {
      answer: { items: items.filter(({ texts }) => texts.length > 0), nextCursor },
      audit: { target },
    }
  })
}

function filterOf(state: 'active' | 'inactive' | 'archived' | 'all' | undefined): QuizFilter {
  if (state === 'all') return {}
  if (state === 'archived') return { isArchived: true }
  return { isArchived: false, ...(state === undefined ? {} : { isActive: state === 'active' }) }
}

function present(quiz: ConfiguredQuiz): QuizAnswer {
  const { questions, ...written } = writeQuiz(quiz)
  return {
    id: quiz.id,
    ...written,
    questions: quiz.questions.map(({ id }, index) => ({ id, ...questionAt(questions, index) })),
    isAnswered: quiz.isAnswered,
    archivedAt: instantToTextOrNull(quiz.archivedAt),
    createdAt: instantToText(quiz.createdAt),
    version: quiz.version,
  }
}

function questionAt<Question>(questions: readonly Question[], index: number): Question {
  const question = questions[index]
  if (question === undefined) throw new Error(`there is no question ${index}`)
  return question
}

function membersOf(quiz: ConfiguredQuiz) {
  return { ...writeQuiz(quiz), archivedAt: instantToTextOrNull(quiz.archivedAt) }
}

interface Saved {
  readonly answer: QuizAnswer
  readonly version: number
  readonly audit: AuditFacts | null
}

async function answerOf(
  tx: Tx,
  { id: tenantId }: Tenant,
  id: number,
  change: QuizChange | ConfigRefusal,
): Promise<Saved | Problem> {
  if (isConfigRefusal(change))
    return problemOf(tx, change, { kind: KIND, id: String(id), place: 'cell', tenantId })
  const { before, after } = change
  const target = { kind: KIND, id: String(after.id), label: after.name }
  const changes = changesBetween(before ? membersOf(before) : {}, membersOf(after))
  return {
    answer: present(after),
    version: after.version,
    audit: before === after ? null : { target, ...changes, ...(before ? {} : { before: null }) },
  }
}
