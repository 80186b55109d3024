import { type Collection, keyText } from '../accounts/till/collection.ts'
import type { CustomerId, RecordId, TenantId } from '../contract/ids.ts'
import type { Instant } from '../platform/clock.ts'
import type { Decimal } from '../platform/decimal.ts'
import { table } from '../platform/postgres/columns.ts'
import { run, type Tx } from '../platform/postgres/database.ts'
import { sql } from '../platform/postgres/sql.ts'
import type { Answer, Option, Question, QuestionType, Quiz } from './quiz.ts'

export interface QuizRow {
  id: number
  name: string
  points: Decimal
  is_active: boolean
  starts_at: Date | null
  ends_at: Date | null
}

interface QuestionRow {
  quiz_id: number
  id: number
  question: string
  type: number
  options_min: number | null
  options_max: number | null
  options: Option[] | null
}

export function toQuiz(row: QuizRow, questions: readonly QuestionRow[]): Quiz {
  return {
    id: row.id,
    name: row.name,
    points: row.points,
    isActive: row.is_active,
    startsAt: row.starts_at?.getTime() ?? null,
    endsAt: row.ends_at?.getTime() ?? null,
    questions: questions.filter(({ quiz_id }) => quiz_id === row.id).map(toQuestion),
  }
}

function toQuestion(row: QuestionRow): Question {
  return {
    id: row.id,
    text: row.question,
    type: row.type as QuestionType,
    options: row.options ?? [],
    optionsMin: row.options_min,
    optionsMax: row.options_max,
  }
}

/** The questions of quizzes, with their options, in the order in which they are asked. */
export async function readQuestions(
  tx: Tx,
  quizzes: readonly { tenantId: TenantId; id: number }[],
): Promise<QuestionRow[]> {
  if (quizzes.length === 0) return []
  const { rows } = await run(
    tx,
    sql<QuestionRow>`
    select question.quiz_id, question.id, question.question, question.type, question.options_min,
      question.options_max, (
        select json_agg(json_build_object('id', choice.id, 'text', choice.text, 'type', choice.type)
          order by choice.position)
        from quiz_option as choice
        where choice.tenant_id = question.tenant_id and choice.question_id = question.id
      ) as options
    from unnest(${quizzes.map(({ tenantId }) => tenantId)}::bigint[], ${quizzes.map(({ id }) => id)}::bigint[])
      as wanted (tenant_id, quiz_id)
    join quiz_question as question using (tenant_id, quiz_id)
    order by question.tenant_id, question.quiz_id, question.position`,
  )
  return rows
}

/**
 * Quizzes by the id of one of their questions. Their rows are held, so that no question changes its meaning between
 * what a customer has answered and the moment at which the answer is there for all to see.
 */
export const quizzes: Collection<number, Quiz> = {
  name: 'quizzes',
  async load(tx, keys) {
    const { rows } = await run(
      tx,
      sql<QuizRow & { tenant_id: number; question_id: number }>`
      select question.tenant_id, question.id as question_id, quiz.id, quiz.name, quiz.points,
        quiz.is_active and quiz.archived_at is null as is_active, quiz.starts_at, quiz.ends_at
      from unnest(${keys.map(({ tenantId }) => tenantId)}::bigint[],
          ${keys.map(({ key }) => key)}::bigint[])
        as wanted (tenant_id, question_id)
      join quiz_question as question
        on question.tenant_id = wanted.tenant_id and question.id = wanted.question_id
      join quiz on quiz.tenant_id = question.tenant_id and quiz.id = question.quiz_id
      for key share of quiz`,
    )
    const found = new Map(rows.map((row) => [keyText({ tenantId: row.tenant_id, key: row.id }), row]))
    const questions = await readQuestions(
      tx,
      [...found.values()].map(({ tenant_id: tenantId, id }) => ({ tenantId, id })),
    )
    // Ids are unique in the database, not only in a tenant: a question finds its quiz by the id alone.
    const quizzes = new Map([...found.values()].map((row) => [row.id, toQuiz(row, questions)]))
    return new Map(
      rows.flatMap((row) => {
        const quiz = quizzes.get(row.id)
        return quiz ? [[keyText({ tenantId: row.tenant_id, key: row.question_id }), quiz]] : []
      }),
    )
  },
}

export interface StoredAnswer {
  readonly quizId: number
  readonly customerId: CustomerId
  readonly at: Instant
  readonly recordId: RecordId | null
  readonly answers: readonly Answer[]
}

type QuizOfCustomer = Pick<StoredAnswer, 'quizId' | 'customerId'>

/** Only whether there is an answer is loaded: the text of an answer is never needed again. */
export const quizAnswers: Collection<QuizOfCustomer, StoredAnswer | 'answered'> = {
  name: 'quiz answers',
  textOf: answerText,
  async load(tx, keys) {
    const { rows } = await run(
      tx,
      sql<{ tenant_id: number; quiz_id: number; customer_id: number }>`
      select answered.tenant_id, answered.quiz_id, answered.customer_id
      from unnest(${keys.map(({ tenantId }) => tenantId)}::bigint[], ${keys.map(({ key }) => key.quizId)}::bigint[],
          ${keys.map(({ key }) => key.customerId)}::bigint[])
        as wanted (tenant_id, quiz_id, customer_id)
      join quiz_answer as answered using (tenant_id, quiz_id, customer_id)`,
    )
    return new Map(
      rows.map((row) => [
        keyText({
          tenantId: row.tenant_id,
          key: answerText({ quizId: row.quiz_id, customerId: row.customer_id }),
        }),
        'answered',
      ]),
    )
  },
  save: (tx, changes) =>
    insertAnswers(
      tx,
      changes.flatMap(({ tenantId, value }) => (value === 'answered' ? [] : [{ tenantId, ...value }])),
    ),
}

const insertAnswers = table('quiz_answer').insert<StoredAnswer & { readonly tenantId: TenantId }>({
  tenant_id: ['bigint', ({ tenantId }) => tenantId],
  quiz_id: ['bigint', ({ quizId }) => quizId],
  customer_id: ['bigint', ({ customerId }) => customerId],
  answered_at: ['timestamptz', ({ at }) => at],
  record_id: ['bigint', ({ recordId }) => recordId],
  answers: ['json', ({ answers }) => answers.map(encodeAnswer)],
})

function answerText({ quizId, customerId }: QuizOfCustomer): string {
  return `${quizId} ${customerId}`
}

function encodeAnswer({ questionId, text, optionIds }: Answer) {
  return text === null ? { question: questionId, options: optionIds } : { question: questionId, text }
}
