import type { CustomerId, TenantId } from '../../contract/ids.ts'
import type { Instant } from '../../platform/clock.ts'
import { run, type Tx } from '../../platform/postgres/database.ts'
import { sql } from '../../platform/postgres/sql.ts'

/** Answers are looked at up to here: beyond, they hardly change what was counted. */
const ANSWERS_MAX = 50_000

export interface Results {
  readonly answers: number
  readonly isAll: boolean
  /** How many have answered each question, by its number. */
  readonly byQuestion: ReadonlyMap<number, number>
  /** How many have chosen each option, by its number. */
  readonly byOption: ReadonlyMap<number, number>
}

export async function countAnswers(tx: Tx, tenantId: TenantId, quizId: number): Promise<Results> {
  const { rows } = await run(
    tx,
    sql<{ question: number | null; option: number | null; count: number }>`
    with looked as (
      select answers from quiz_answer
      where tenant_id = ${tenantId} and quiz_id = ${quizId}
      order by customer_id
      limit ${ANSWERS_MAX + 1}
    ),
    entries as (
      select entry from looked cross join lateral json_array_elements(looked.answers) as entry
    )
    select null::bigint as question, null::bigint as option, count(*) as count from looked
    union all
    select (entry ->> 'question')::bigint, null, count(*) from entries group by 1
    union all
    select null, chosen::bigint, count(*)
    from entries cross join lateral json_array_elements_text(entry -> 'options') as chosen
    group by 2`,
  )
  const all = rows.find(({ question, option }) => question === null && option === null)?.count ?? 0
  return {
    answers: Math.min(all, ANSWERS_MAX),
    isAll: all <= ANSWERS_MAX,
    byQuestion: new Map(
      rows.flatMap(({ question, count }) => (question === null ? [] : [[question, count]])),
    ),
    byOption: new Map(rows.flatMap(({ option, count }) => (option === null ? [] : [[option, count]]))),
  }
}

export interface WrittenAnswers {
  readonly customerId: CustomerId
  readonly answeredAt: Instant
  readonly texts: readonly { readonly questionId: number; readonly text: string }[]
}

/** A page of what customers wrote, by customer; who wrote nothing has no texts. */
export async function listWrittenAnswers(
  tx: Tx,
  tenantId: TenantId,
  quizId: number,
  { afterId, limit }: { readonly afterId: number; readonly limit: number },
): Promise<WrittenAnswers[]> {
  const { rows } = await run(
    tx,
    sql<{
      customer_id: number
      answered_at: Date
      answers: { question: number; text?: string }[] | null
    }>`
    select customer_id, answered_at, answers from quiz_answer
    where tenant_id = ${tenantId} and quiz_id = ${quizId} and customer_id > ${afterId}
    order by customer_id
    limit ${limit}`,
  )
  return rows.map(({ customer_id, answered_at, answers }) => ({
    customerId: customer_id,
    answeredAt: answered_at.getTime(),
    texts: (answers ?? []).flatMap(({ question, text }) =>
      text === undefined ? [] : [{ questionId: question, text }],
    ),
  }))
}
