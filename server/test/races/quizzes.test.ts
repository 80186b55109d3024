/** A quiz answered many times at once by one customer, over two API processes on the same database: 50 times. */
import { beforeAll, expect, test, vi } from 'vitest'
import type { AnswerResult } from '../../src/quizzes/private-api/schema.ts'
import { verifyMerchant } from '../support/ledger.ts'
import { SIMPLE_PROGRAM } from '../support/open-shop.ts'
import { orderToSend } from '../support/order-to-send.ts'
import { COFFEE_OR_TEA, makeQuiz } from '../support/quizzes.ts'
import { useProcesses } from '../support/use-processes.ts'

const REPETITIONS = Number(process.env.RACE_REPETITIONS ?? 10)
const AT_ONCE = 20
vi.setConfig({ testTimeout: 300_000 })

let answers: object[]
/** While it starts on a busy machine, a process says that it is overloaded; that is no part of the race. */
let complaintsBefore = 0

const served = useProcesses(2, SIMPLE_PROGRAM)

beforeAll(async () => {
  await makeQuiz(served.database, served.shop.tenantId, COFFEE_OR_TEA)
  answers = await readAnswers()
  complaintsBefore = allComplaints().length
})

async function readAnswers(): Promise<object[]> {
  const { rows } = await served.everything.query<{ id: number; option: number | null }>(
    `select question.id::int, min(choice.id)::int as option
     from quiz_question as question left join quiz_option as choice on choice.question_id = question.id
     group by question.id order by question.id`,
  )
  return rows.map(({ id, option }) =>
    option === null
      ? { QuizQuestionId: id, OpenAnswer: 'Black' }
      : { QuizQuestionId: id, OptionIds: [option] },
  )
}

const allComplaints = (): string[] => served.processes.flatMap(({ complaints }) => complaints)

test('20 answers at once award once', async () => {
  for (let repetition = 0; repetition < REPETITIONS; repetition += 1) {
    const customer = `customer-${repetition}`
    await served.post(repetition, '/v1/pvt/POS/orders', orderToSend(customer, customer, 7))
    const path = `/v1/pvt/Quiz/answer?customerId=${customer}`
    const given = await Promise.all(
      Array.from({ length: AT_ONCE }, (_, index) => served.post<AnswerResult>(index, path, answers)),
    )

    expect(given.filter(({ status, body }) => status !== 200 || body.HasError)).toEqual([])
    const awarded = given.map(({ body }) => body.Result?.PointsAwarded ?? 0).toSorted((a, b) => b - a)
    expect(awarded).toEqual([50, ...Array(AT_ONCE - 1).fill(0)])
    expect(given.filter(({ body }) => body.Result?.Success)).toHaveLength(1)
    const { rows } = await served.everything.query(
      `select points_balance::float as balance,
         (select count(*)::int from point_record as record where record.customer_id = customer.id) as records,
         (select count(*)::int from point_event as event where event.customer_id = customer.id) as events,
         (select count(*)::int from quiz_answer as answered where answered.customer_id = customer.id) as answers
       from customer where tenant_id = $1 and original_id = $2`,
      [served.shop.tenantId, customer],
    )
    expect(rows).toEqual([{ balance: 57, records: 2, events: 2, answers: 1 }])
  }
  const { accounts, differences } = await verifyMerchant(served.database, served.shop.tenantId)
  expect({ accounts, differences }).toEqual({ accounts: REPETITIONS, differences: [] })
  expect(allComplaints()).toHaveLength(complaintsBefore)
})
