/** What quizzes know of a customer. */
import {
  ERASED,
  type Erased,
  type Exported,
  listBy,
  momentOf,
  type PageAfter,
} from '../accounts/customer-data-kit.ts'
import type { CustomerId } from '../contract/ids.ts'
import { rowsAs } from '../platform/postgres/columns.ts'
import { run, type Tx } from '../platform/postgres/database.ts'
import { sql } from '../platform/postgres/sql.ts'

/** What customers have written; which options they chose stays. */
export function forget(tx: Tx, rows: readonly Erased[]): Promise<unknown>[] {
  return [
    run(
      tx,
      sql`
      update quiz_answer as one set answers = (
        select coalesce(json_agg(
          case when entry -> 'text' is null then entry
            else json_build_object('question', entry -> 'question') end
        ), '[]') from json_array_elements(one.answers) as entry
      )
      from ${rowsAs('erased', ERASED, rows)}
      where one.tenant_id = erased.tenant_id and one.customer_id = erased.customer_id and one.answers is not null`,
    ),
  ]
}

interface AnswerRow {
  readonly customerId: CustomerId
  readonly quizId: number
  readonly answeredAt: string
  readonly answers: readonly { question: number; text?: string; options?: number[] }[] | null
}

async function findAnswers(
  tx: Tx,
  { tenantId, ids }: Exported,
  { after: [customerId, quizId], limit }: PageAfter<readonly [number, number]>,
): Promise<readonly AnswerRow[]> {
  const { rows } = await run(
    tx,
    sql<AnswerRow>`
    select customer_id as "customerId", quiz_id as "quizId", ${momentOf('answered_at')} as "answeredAt", answers
    from quiz_answer
    where tenant_id = ${tenantId} and customer_id = any (${ids}::bigint[])
      and (customer_id, quiz_id) > (${customerId}::bigint, ${quizId}::bigint)
    order by tenant_id, customer_id, quiz_id limit ${limit}`,
  )
  return rows
}

export const exported = {
  quizAnswers: listBy({
    first: [0, 0],
    find: findAnswers,
    keyOf: ({ customerId, quizId }): readonly [number, number] => [customerId, quizId],
    shown: ({ quizId, answeredAt, answers }) => ({
      quizId,
      answeredAt,
      answers: (answers ?? []).map(({ question, text, options }) => ({
        questionId: question,
        text: text ?? null,
        optionIds: options ?? [],
      })),
    }),
  }),
}
