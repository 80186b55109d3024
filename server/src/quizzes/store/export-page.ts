import { momentOf } from '../../accounts/customer-data-kit.ts'
import type { CustomerId, TenantId } from '../../contract/ids.ts'
import { run, type Tx } from '../../platform/postgres/database.ts'
import { sql } from '../../platform/postgres/sql.ts'

export interface ExportedAnswers {
  readonly customerId: CustomerId
  readonly publicId: string
  readonly quizId: number
  readonly quiz: string | null
  readonly answeredAt: string
  readonly answers: readonly {
    readonly questionId: number
    readonly question: string | null
    /** The texts of the options that were chosen. */
    readonly options: readonly string[]
    readonly text: string | null
  }[]
}

/** Customer by customer, each quiz with all of its answers. */
export async function findAnswersToExport(
  tx: Tx,
  tenantId: TenantId,
  {
    after: [customerId, quizId],
    limit,
  }: { readonly after: readonly [number, number]; readonly limit: number },
): Promise<ExportedAnswers[]> {
  const { rows } = await run(
    tx,
    sql<ExportedAnswers>`
    select page.customer_id as "customerId", owner.public_id as "publicId", page.quiz_id as "quizId",
      asked.name as quiz, ${momentOf('page.answered_at')} as "answeredAt", given.answers
    from (
      select * from quiz_answer
      where tenant_id = ${tenantId} and (customer_id, quiz_id) > (${customerId}::bigint, ${quizId}::bigint)
      order by customer_id, quiz_id limit ${limit}
    ) as page
    cross join lateral (
      select public_id from customer where tenant_id = ${tenantId} and id = page.customer_id limit 1
    ) as owner
    left join lateral (
      select name from quiz where tenant_id = ${tenantId} and id = page.quiz_id limit 1
    ) as asked on true
    cross join lateral (
      select coalesce(json_agg(json_build_object(
        'questionId', (entry.value ->> 'question')::bigint, 'question', question.question,
        'text', entry.value ->> 'text',
        'options', (
          select coalesce(json_agg(option.text order by chosen.place), '[]')
          from json_array_elements_text(coalesce(entry.value -> 'options', '[]')) with ordinality as chosen (id, place)
          cross join lateral (
            select text from quiz_option where tenant_id = ${tenantId} and id = chosen.id::bigint limit 1
          ) as option
        )
      ) order by entry.place), '[]') as answers
      from json_array_elements(coalesce(page.answers, '[]')) with ordinality as entry (value, place)
      left join lateral (
        select quiz_question.question from quiz_question
        where tenant_id = ${tenantId} and id = (entry.value ->> 'question')::bigint limit 1
      ) as question on true
    ) as given
    order by page.customer_id, page.quiz_id`,
  )
  return rows
}
