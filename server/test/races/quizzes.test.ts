/** A quiz answered many times at once by one customer, over two API processes on the same database: 50 times. */
import type pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Database } from '../../src/platform/postgres/database.ts'
import type { AnswerResult } from '../../src/quizzes/private-api/schema.ts'
import { type ApiProcess, startServe } from '../support/api-processes.ts'
import { clientOf } from '../support/client-of.ts'
import { createJsonClient, type JsonClient } from '../support/json-client.ts'
import { verifyMerchant } from '../support/ledger.ts'
import { openShop, SIMPLE_PROGRAM } from '../support/open-shop.ts'
import { orderToSend } from '../support/order-to-send.ts'
import { COFFEE_OR_TEA, makeQuiz } from '../support/quizzes.ts'
import type { ShopKey } from '../support/test-api.ts'
import { cloneDatabase, openTestDatabase } from '../support/test-database.ts'

const REPETITIONS = Number(process.env.RACE_REPETITIONS ?? 10)
const AT_ONCE = 20
vi.setConfig({ testTimeout: 300_000 })

let processes: ApiProcess[] = []
let database: Database
let everything: pg.Client
let shop: ShopKey
let client: JsonClient
let drop: () => Promise<void>
let answers: object[]
/** While it starts on a busy machine, a process says that it is overloaded; that is no part of the race. */
let complaintsBefore = 0

beforeAll(async () => {
  const clone = await cloneDatabase()
  drop = clone.drop
  database = openTestDatabase(clone.url)
  everything = clientOf(clone.url)
  await everything.connect()
  shop = await openShop(database, { program: SIMPLE_PROGRAM })
  await makeQuiz(database, shop.tenantId, COFFEE_OR_TEA)
  answers = await readAnswers()
  client = createJsonClient(shop.authorization)
  processes = await Promise.all([startServe(clone.url), startServe(clone.url)])
  complaintsBefore = allComplaints().length
})

afterAll(async () => {
  await Promise.all(processes.map((one) => one.stop()))
  client.close()
  await everything.end()
  await database.close()
  await drop()
})

async function readAnswers(): Promise<object[]> {
  const { rows } = await everything.query<{ id: number; option: number | null }>(
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

const allComplaints = (): string[] => processes.flatMap(({ complaints }) => complaints)
const urlOf = (index: number): string => processes[index % processes.length]?.url ?? ''

test('20 answers at once award once', async () => {
  for (let repetition = 0; repetition < REPETITIONS; repetition += 1) {
    const customer = `customer-${repetition}`
    await client.post(urlOf(repetition), '/v1/pvt/POS/orders', orderToSend(customer, customer, 7))
    const path = `/v1/pvt/Quiz/answer?customerId=${customer}`
    const given = await Promise.all(
      Array.from({ length: AT_ONCE }, (_, index) => client.post<AnswerResult>(urlOf(index), path, answers)),
    )

    expect(given.filter(({ status, body }) => status !== 200 || body.HasError)).toEqual([])
    const awarded = given.map(({ body }) => body.Result?.PointsAwarded ?? 0).toSorted((a, b) => b - a)
    expect(awarded).toEqual([50, ...Array(AT_ONCE - 1).fill(0)])
    expect(given.filter(({ body }) => body.Result?.Success)).toHaveLength(1)
    const { rows } = await everything.query(
      `select points_balance::float as balance,
         (select count(*)::int from point_record as record where record.customer_id = customer.id) as records,
         (select count(*)::int from point_event as event where event.customer_id = customer.id) as events,
         (select count(*)::int from quiz_answer as answered where answered.customer_id = customer.id) as answers
       from customer where tenant_id = $1 and original_id = $2`,
      [shop.tenantId, customer],
    )
    expect(rows).toEqual([{ balance: 57, records: 2, events: 2, answers: 1 }])
  }
  const { accounts, differences } = await verifyMerchant(database, shop.tenantId)
  expect({ accounts, differences }).toEqual({ accounts: REPETITIONS, differences: [] })
  expect(allComplaints()).toHaveLength(complaintsBefore)
})
