import { type Collection, keyText } from '../accounts/till/collection.ts'
import { type Instant, instantToText } from '../platform/clock.ts'
import type { Decimal } from '../platform/decimal.ts'
import { run, type Tx } from '../platform/postgres/database.ts'
import { sql } from '../platform/postgres/sql.ts'
import type { Answer, Option, Question, QuestionType, Quiz } from './quiz.ts'

interface QuizRow {
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

function toQuiz(row: QuizRow, questions: readonly QuestionRow[]): Quiz {
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
async function readQuestions(
  tx: Tx,
  quizzes: readonly { tenantId: number; id: number }[],
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

/** Quizzes by the id of one of their questions. */
export const quizzes: Collection<number, Quiz> = {
  name: 'quizzes',
  async load(tx, keys) {
    const { rows } = await run(
      tx,
      sql<QuizRow & { tenant_id: number; question_id: number }>`
      select question.tenant_id, question.id as question_id, quiz.id, quiz.name, quiz.points, quiz.is_active,
        quiz.starts_at, quiz.ends_at
      from unnest(${keys.map(({ tenantId }) => tenantId)}::bigint[],
          ${keys.map(({ key }) => key)}::bigint[])
        as wanted (tenant_id, question_id)
      join quiz_question as question
        on question.tenant_id = wanted.tenant_id and question.id = wanted.question_id
      join quiz on quiz.tenant_id = question.tenant_id and quiz.id = question.quiz_id`,
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
  readonly customerId: number
  readonly at: Instant
  readonly recordId: number | null
  readonly answers: readonly Answer[]
}

type QuizOfCustomer = Pick<StoredAnswer, 'quizId' | 'customerId'>

/** What is loaded is only that there is an answer; nobody asks for its text again. */
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
  async save(tx, changes) {
    const made = changes.flatMap(({ tenantId, value }) =>
      value === 'answered' ? [] : [{ tenantId, ...value }],
    )
    await run(
      tx,
      sql`
      insert into quiz_answer (tenant_id, quiz_id, customer_id, answered_at, record_id, answers)
      select * from unnest(
        ${made.map((a) => a.tenantId)}::bigint[], ${made.map((a) => a.quizId)}::bigint[],
        ${made.map((a) => a.customerId)}::bigint[],
        ${made.map((a) => instantToText(a.at))}::timestamptz[],
        ${made.map((a) => a.recordId)}::bigint[],
        ${made.map((a) => JSON.stringify(a.answers.map(encodeAnswer)))}::json[]
      )`,
    )
  },
}

function answerText({ quizId, customerId }: QuizOfCustomer): string {
  return `${quizId} ${customerId}`
}

function encodeAnswer({ questionId, text, optionIds }: Answer) {
  return text === null ? { question: questionId, options: optionIds } : { question: questionId, text }
}

/** The quizzes that are open at this moment, oldest first. */
export async function listOpenQuizzes(tx: Tx, tenantId: number, now: Instant): Promise<Quiz[]> {
  const { rows } = await run(
    tx,
    sql<QuizRow>`
    select id, name, points, is_active, starts_at, ends_at
    from quiz
    where tenant_id = ${tenantId} and is_active
      and (starts_at is null or starts_at <= ${instantToText(now)})
      and (ends_at is null or ends_at > ${instantToText(now)})
    order by id`,
  )
  const questions = await readQuestions(
    tx,
    rows.map(({ id }) => ({ tenantId, id })),
  )
  return rows.map((row) => toQuiz(row, questions))
}

/** Which quizzes a customer has answered; null: there is no such customer. */
export async function findAnsweredQuizzes(
  tx: Tx,
  tenantId: number,
  customerOriginalId: string,
): Promise<Set<number> | null> {
  const { rows } = await run(
    tx,
    sql<{ quiz_ids: string[] }>`
    select array(
      select answered.quiz_id::text
      from quiz_answer as answered
      where answered.tenant_id = customer.tenant_id and answered.customer_id = customer.id
    ) as quiz_ids
    from customer
    where customer.tenant_id = ${tenantId} and customer.original_id = ${customerOriginalId}`,
  )
  return rows[0] ? new Set(rows[0].quiz_ids.map(Number)) : null
}

export interface NewQuiz {
  readonly name: string
  readonly points: Decimal
  readonly isActive?: boolean
  readonly startsAt?: Instant
  readonly endsAt?: Instant
  readonly questions: readonly {
    readonly text: string
    readonly type: QuestionType
    readonly options?: readonly string[]
    readonly optionsMin?: number
    readonly optionsMax?: number
  }[]
}

export async function insertQuiz(tx: Tx, tenantId: number, quiz: NewQuiz): Promise<number> {
  const { name, points, isActive = true, startsAt, endsAt } = quiz
  const { rows } = await run(
    tx,
    sql<{ id: number }>`
    insert into quiz (tenant_id, name, points, is_active, starts_at, ends_at)
    values (${tenantId}, ${name}, ${points}, ${isActive}, ${timeOf(startsAt)}, ${timeOf(endsAt)})
    returning id`,
  )
  const id = rows[0]?.id ?? 0
  for (const [position, question] of quiz.questions.entries()) {
    const { text, type, options = [], optionsMin = null, optionsMax = null } = question
    await run(
      tx,
      sql`
      with question as (
        insert into quiz_question (tenant_id, quiz_id, position, question, type, options_min, options_max)
        values (${tenantId}, ${id}, ${position}, ${text}, ${type}, ${optionsMin}, ${optionsMax})
        returning id
      )
      insert into quiz_option (tenant_id, question_id, position, text)
      select ${tenantId}, question.id, choice.position, choice.text
      from question, unnest(${options}::text[]) with ordinality as choice (text, position)`,
    )
  }
  return id
}

function timeOf(instant: Instant | undefined): string | null {
  return instant === undefined ? null : instantToText(instant)
}
