/** What quizzes know of a customer. */
import {
  ERASED,
  type Erased,
  EXPORTED_ROWS_MAX,
  type Exported,
  momentOf,
} from '../accounts/customer-data-kit.ts'
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

export async function exportOf(tx: Tx, { tenantId, ids }: Exported) {
  const { rows } = await run(
    tx,
    sql<{
      quizId: number
      answeredAt: string
      answers: { question: number; text?: string; options?: number[] }[] | null
    }>`
    select quiz_id as "quizId", ${momentOf('answered_at')} as "answeredAt", answers
    from quiz_answer where tenant_id = ${tenantId} and customer_id = any (${ids}::bigint[])
    order by quiz_id, customer_id limit ${EXPORTED_ROWS_MAX}`,
  )
  return {
    quizAnswers: rows.map(({ answers: given, ...answer }) => ({
      ...answer,
      answers: (given ?? []).map(({ question, text, options }) => ({
        questionId: question,
        text: text ?? null,
        optionIds: options ?? [],
      })),
    })),
  }
}
