import type { CustomerId, TenantId } from '../../contract/ids.ts'
import { freeKey, keyFromTitle } from '../../contract/key.ts'
import { type Instant, instantToText } from '../../platform/clock.ts'
import type { Decimal } from '../../platform/decimal.ts'
import { run, type Tx } from '../../platform/postgres/database.ts'
import { Fragment, Part, sql } from '../../platform/postgres/sql.ts'
import { type QuizRow, readQuestions, toQuiz } from '../collections.ts'
import type { QuestionType, Quiz } from '../quiz.ts'

const COLUMNS = new Fragment('id, name, points, is_active, starts_at, ends_at')

const isOpenAt = (tenantId: TenantId, now: Instant): Part =>
  new Part(
    (first) => `tenant_id = $${first} and is_active and archived_at is null
      and (starts_at is null or starts_at <= $${first + 1})
      and (ends_at is null or ends_at > $${first + 1})`,
    [tenantId, instantToText(now)],
  )

/** The quizzes that are open at this moment, oldest first. */
export async function listOpenQuizzes(tx: Tx, tenantId: TenantId, now: Instant): Promise<Quiz[]> {
  const { rows } = await run(
    tx,
    sql<QuizRow>`
    select ${COLUMNS} from quiz
    where ${isOpenAt(tenantId, now)}
    order by id`,
  )
  return withQuestions(tx, tenantId, rows)
}

/** Those of them that a customer has not answered; at most so many. */
export async function listQuizzesToAnswer(
  tx: Tx,
  { tenantId, customerId }: { readonly tenantId: TenantId; readonly customerId: CustomerId },
  now: Instant,
  limit: number,
): Promise<Quiz[]> {
  const { rows } = await run(
    tx,
    sql<QuizRow>`
    select ${COLUMNS} from quiz
    where ${isOpenAt(tenantId, now)}
      and not exists (
        select from quiz_answer as answered
        where answered.tenant_id = quiz.tenant_id and answered.customer_id = ${customerId}
          and answered.quiz_id = quiz.id
      )
    order by id limit ${limit}`,
  )
  return withQuestions(tx, tenantId, rows)
}

async function withQuestions(tx: Tx, tenantId: TenantId, rows: readonly QuizRow[]): Promise<Quiz[]> {
  const questions = await readQuestions(
    tx,
    rows.map(({ id }) => ({ tenantId, id })),
  )
  return rows.map((row) => toQuiz(row, questions))
}

/** The quizzes that a customer has answered; null: there is no such customer. */
export async function findAnsweredQuizzes(
  tx: Tx,
  tenantId: TenantId,
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
    from (
      select customer.tenant_id, customer.id from customer
      where customer.tenant_id = ${tenantId} and customer.original_id = ${customerOriginalId}
      union all
      select alias.tenant_id, alias.customer_id from customer_alias as alias
      where alias.tenant_id = ${tenantId} and alias.original_id = ${customerOriginalId}
      limit 1
    ) as customer`,
  )
  return rows[0] ? new Set(rows[0].quiz_ids.map(Number)) : null
}

export interface NewQuiz {
  /** Left out: made from the name. */
  readonly key?: string
  readonly name: string
  readonly points: Decimal
  readonly isActive?: boolean
  readonly startsAt?: Instant | null
  readonly endsAt?: Instant | null
  readonly questions: readonly {
    readonly text: string
    readonly type: QuestionType
    readonly options?: readonly string[]
    readonly optionsMin?: number | null
    readonly optionsMax?: number | null
  }[]
}

export async function insertQuiz(tx: Tx, tenantId: TenantId, quiz: NewQuiz): Promise<number> {
  const { name, points, isActive = true, startsAt, endsAt } = quiz
  const key = quiz.key ?? (await freeQuizKey(tx, tenantId, name))
  const { rows } = await run(
    tx,
    sql<{ id: number }>`
    insert into quiz (tenant_id, key, name, points, is_active, starts_at, ends_at)
    values (${tenantId}, ${key}, ${name}, ${points}, ${isActive}, ${timeOf(startsAt)}, ${timeOf(endsAt)})
    returning id`,
  )
  const id = rows[0]?.id ?? 0
  await insertQuestions(tx, tenantId, id, quiz.questions)
  return id
}

export async function insertQuestions(
  tx: Tx,
  tenantId: TenantId,
  quizId: number,
  questions: NewQuiz['questions'],
): Promise<void> {
  for (const [position, question] of questions.entries()) {
    const { text, type, options = [], optionsMin = null, optionsMax = null } = question
    await run(
      tx,
      sql`
      with question as (
        insert into quiz_question (tenant_id, quiz_id, position, question, type, options_min, options_max)
        values (${tenantId}, ${quizId}, ${position}, ${text}, ${type}, ${optionsMin}, ${optionsMax})
        returning id
      )
      insert into quiz_option (tenant_id, question_id, position, text)
      select ${tenantId}, question.id, choice.position, choice.text
      from question, unnest(${options}::text[]) with ordinality as choice (text, position)`,
    )
  }
}

async function freeQuizKey(tx: Tx, tenantId: TenantId, name: string): Promise<string> {
  const wanted = keyFromTitle(name, 'quiz')
  return freeKey(wanted, await lockQuizKeys(tx, tenantId, wanted))
}

/** Those of the keys that begin with this one. Others who make quizzes wait until this transaction ends. */
export async function lockQuizKeys(tx: Tx, tenantId: TenantId, key: string): Promise<Set<string>> {
  await run(tx, sql`select pg_advisory_xact_lock(hashtextextended('keys of quizzes', ${tenantId}::bigint))`)
  const { rows } = await run(
    tx,
    sql<{ key: string }>`select key from quiz where tenant_id = ${tenantId} and starts_with(key, ${key})`,
  )
  return new Set(rows.map((row) => row.key))
}

function timeOf(instant: Instant | null | undefined): string | null {
  return instant === undefined || instant === null ? null : instantToText(instant)
}
