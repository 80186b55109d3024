import type { TenantId } from '../../contract/ids.ts'
import { type Instant, instantToTextOrNull } from '../../platform/clock.ts'
import { run, type Tx } from '../../platform/postgres/database.ts'
import { Fragment, sql } from '../../platform/postgres/sql.ts'
import { type QuizRow, readQuestions, toQuiz } from '../collections.ts'
import type { Quiz } from '../quiz.ts'
import type { ConfiguredQuiz } from '../quiz-input.ts'
import type { QuizDraft } from '../rules/check-quiz.ts'
import { insertQuestions } from './quizzes.ts'

interface Row extends QuizRow {
  readonly key: string
  readonly version: number
  readonly archived_at: Date | null
  readonly created_at: Date
  readonly is_answered: boolean
}

const COLUMNS = new Fragment(`
  quiz.id, quiz.name, quiz.points, quiz.is_active, quiz.starts_at, quiz.ends_at, quiz.key, quiz.version,
  quiz.archived_at, quiz.created_at, exists (
    select from quiz_answer as answered where answered.tenant_id = quiz.tenant_id and answered.quiz_id = quiz.id
  ) as is_answered`)

async function withQuestions(tx: Tx, tenantId: TenantId, rows: readonly Row[]): Promise<ConfiguredQuiz[]> {
  const questions = await readQuestions(
    tx,
    rows.map(({ id }) => ({ tenantId, id })),
  )
  return rows.map((row) => ({
    ...toQuiz(row, questions),
    key: row.key,
    version: row.version,
    archivedAt: row.archived_at?.getTime() ?? null,
    createdAt: row.created_at.getTime(),
    isAnswered: row.is_answered,
  }))
}

export interface QuizFilter {
  readonly isActive?: boolean
  readonly isArchived?: boolean
}

/** A page, by id. */
export async function listConfiguredQuizzes(
  tx: Tx,
  tenantId: TenantId,
  { isActive, isArchived }: QuizFilter,
  { afterId, limit }: { readonly afterId: number; readonly limit: number },
): Promise<ConfiguredQuiz[]> {
  const { rows } = await run(
    tx,
    sql<Row>`
    select ${COLUMNS} from quiz
    where quiz.tenant_id = ${tenantId} and quiz.id > ${afterId}
      and (${isActive ?? null}::boolean is null or quiz.is_active = ${isActive ?? null}::boolean)
      and (${isArchived ?? null}::boolean is null or (quiz.archived_at is not null) = ${isArchived ?? null}::boolean)
    order by quiz.id
    limit ${limit}`,
  )
  return withQuestions(tx, tenantId, rows)
}

export async function findConfiguredQuiz(
  tx: Tx,
  tenantId: TenantId,
  id: number,
): Promise<ConfiguredQuiz | null> {
  const { rows } = await run(
    tx,
    sql<Row>`select ${COLUMNS} from quiz where quiz.tenant_id = ${tenantId} and quiz.id = ${id}`,
  )
  return (await withQuestions(tx, tenantId, rows))[0] ?? null
}

/** Waits for answers that are on their way, and lets none begin: whether it was answered is certain until the end. */
export async function lockConfiguredQuiz(
  tx: Tx,
  tenantId: TenantId,
  id: number,
): Promise<ConfiguredQuiz | null> {
  await run(tx, sql`select from quiz where tenant_id = ${tenantId} and id = ${id} for update`)
  return findConfiguredQuiz(tx, tenantId, id)
}

/** As the next version; questions apart. */
export async function updateQuiz(
  tx: Tx,
  tenantId: TenantId,
  id: number,
  { name, points, isActive, startsAt, endsAt }: QuizDraft,
): Promise<void> {
  await run(
    tx,
    sql`
    update quiz
    set name = ${name}, points = ${points}, is_active = ${isActive}, starts_at = ${instantToTextOrNull(startsAt)},
      ends_at = ${instantToTextOrNull(endsAt)}, version = version + 1
    where tenant_id = ${tenantId} and id = ${id}`,
  )
}

/** They keep their numbers: who has them on the screen can still answer. */
export async function updateTexts(
  tx: Tx,
  tenantId: TenantId,
  stored: Quiz,
  { questions }: QuizDraft,
): Promise<void> {
  const options = stored.questions.flatMap((question, index) =>
    question.options.map(({ id }, place) => ({ id, text: questions[index]?.options[place] ?? '' })),
  )
  await run(
    tx,
    sql`
    update quiz_question set question = sent.text
    from unnest(${stored.questions.map(({ id }) => id)}::bigint[], ${questions.map(({ text }) => text)}::text[])
      as sent (id, text)
    where quiz_question.tenant_id = ${tenantId} and quiz_question.id = sent.id`,
  )
  await run(
    tx,
    sql`
    update quiz_option set text = sent.text
    from unnest(${options.map(({ id }) => id)}::bigint[], ${options.map(({ text }) => text)}::text[])
      as sent (id, text)
    where quiz_option.tenant_id = ${tenantId} and quiz_option.id = sent.id`,
  )
}

/** Only of a quiz without answers. */
export async function replaceQuestions(
  tx: Tx,
  tenantId: TenantId,
  id: number,
  { questions }: QuizDraft,
): Promise<void> {
  await run(tx, sql`delete from quiz_question where tenant_id = ${tenantId} and quiz_id = ${id}`)
  await insertQuestions(tx, tenantId, id, questions)
}

/** As the next version; null: it is in sight again. */
export async function setArchived(tx: Tx, tenantId: TenantId, id: number, at: Instant | null): Promise<void> {
  await run(
    tx,
    sql`
    update quiz set archived_at = ${instantToTextOrNull(at)}, version = version + 1
    where tenant_id = ${tenantId} and id = ${id}`,
  )
}
