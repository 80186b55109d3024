import { isDeepStrictEqual } from 'node:util'
import {
  type Change,
  type ConfigRefusal,
  changeable,
  conflict,
  isConfigRefusal,
  MISSING,
  problemsOf,
  wrong,
} from '../contract/config-refusal.ts'
import { nameOfCopy } from '../contract/copy.ts'
import type { LocalizedText } from '../contract/locale.ts'
import { KEY_STAYS, KEY_TAKEN } from '../contract/problem-list.ts'
import type { Instant } from '../platform/clock.ts'
import type { Tx } from '../platform/postgres/database.ts'
import type { Tenant } from '../tenancy/tenant.ts'
import { type ConfiguredQuiz, type QuizInput, writeQuiz } from './quiz-input.ts'
import { checkQuiz, isSameInForm, isSameInKind, type QuizDraft } from './rules/check-quiz.ts'
import {
  findConfiguredQuiz,
  lockConfiguredQuiz,
  replaceQuestions,
  setArchived,
  updateQuiz,
  updateTexts,
} from './store/configuration.ts'
import { insertQuiz, lockQuizKeys } from './store/quizzes.ts'

export type QuizChange = Change<ConfiguredQuiz>

export async function createQuiz(
  tx: Tx,
  tenant: Tenant,
  input: QuizInput,
): Promise<QuizChange | ConfigRefusal> {
  const checked = checkQuiz(input)
  const { key } = input
  const isTaken = key !== undefined && (await lockQuizKeys(tx, tenant.id, key)).has(key)
  const taken = isTaken ? [{ pointer: '/key', message: KEY_TAKEN }] : []
  const problems = [...taken, ...problemsOf(checked)]
  if (isConfigRefusal(checked) || problems.length > 0) return wrong(problems)
  const id = await insertQuiz(tx, tenant.id, { ...checked, ...(key === undefined ? {} : { key }) })
  return { before: null, after: await stored(tx, tenant, id) }
}

/** Once it has answers, only texts, dates and whether it is active: an answer keeps its meaning. */
export async function replaceQuiz(
  tx: Tx,
  tenant: Tenant,
  id: number,
  input: QuizInput,
  expected: number | null,
): Promise<QuizChange | ConfigRefusal> {
  const before = changeable(await lockConfiguredQuiz(tx, tenant.id, id), expected)
  if (isConfigRefusal(before)) return before
  const checked = checkQuiz(input)
  const isOtherKey = input.key !== undefined && input.key !== before.key
  const otherKey = isOtherKey ? [{ pointer: '/key', message: KEY_STAYS }] : []
  const problems = [...otherKey, ...problemsOf(checked)]
  if (isConfigRefusal(checked) || problems.length > 0) return wrong(problems)
  if (isSame(checked, before)) return { before, after: before }
  if (before.isAnswered && !isSameInKind(checked, before)) return conflict(ANSWERED)
  await updateQuiz(tx, tenant.id, id, checked)
  if (isSameInForm(checked, before)) await updateTexts(tx, tenant.id, before, checked)
  else await replaceQuestions(tx, tenant.id, id, checked)
  return { before, after: await stored(tx, tenant, id) }
}

function isSame(draft: QuizDraft, quiz: ConfiguredQuiz): boolean {
  const { id: _, questions, key: __, version: ___, archivedAt: ____, createdAt, isAnswered, ...rest } = quiz
  const asked = questions.map(({ id: _id, options, ...question }) => ({
    ...question,
    options: options.map(({ text }) => text),
  }))
  return isDeepStrictEqual(draft, { ...rest, questions: asked })
}

const ANSWERED: LocalizedText = {
  en: 'Customers have answered this quiz: only its texts, dates and whether it is active can change. Duplicate it, and change the copy.',
  'pt-BR':
    'Clientes já responderam a este quiz: só os textos, as datas e se está ativo podem mudar. Duplique-o e mude a cópia.',
  es: 'Hay clientes que ya respondieron este cuestionario: solo pueden cambiar los textos, las fechas y si está activo. Duplíquelo y cambie la copia.',
}

/** `at`: since when it is archived; null: it comes back as it was. */
export async function archiveQuiz(
  tx: Tx,
  tenant: Tenant,
  id: number,
  at: Instant | null,
  expected: number | null,
): Promise<QuizChange | ConfigRefusal> {
  const before = changeable(await lockConfiguredQuiz(tx, tenant.id, id), expected)
  if (isConfigRefusal(before)) return before
  if ((before.archivedAt === null) === (at === null)) return { before, after: before }
  await setArchived(tx, tenant.id, id, at)
  return { before, after: await stored(tx, tenant, id) }
}

/** A copy that is switched off and has no answers. */
export async function duplicateQuiz(tx: Tx, tenant: Tenant, id: number): Promise<QuizChange | ConfigRefusal> {
  const original = await findConfiguredQuiz(tx, tenant.id, id)
  if (!original) return MISSING
  const { key: _, ...written } = writeQuiz(original)
  const name = nameOfCopy(original.name, tenant.locale)
  return createQuiz(tx, tenant, { ...written, name, isActive: false })
}

async function stored(tx: Tx, { id: tenantId }: Tenant, id: number): Promise<ConfiguredQuiz> {
  const found = await findConfiguredQuiz(tx, tenantId, id)
  if (!found) throw new Error(`quiz ${id} is gone right after it was saved`)
  return found
}
