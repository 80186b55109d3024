/**
 * Requests of every kind for each operation of `openapi.json`: none is answered with a fault of ours, each answer is
 * as the document promises, and whatever they did to the accounts adds up.
 *
 * `FUZZ_REQUESTS=20000 npm test -- openapi-fuzz` sends so many for each operation; `FUZZ_SEED=…` the same again.
 */
import { readFile } from 'node:fs/promises'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Random } from '../../src/platform/random.ts'
import { QUESTION_TYPE } from '../../src/quizzes/quiz.ts'
import { MAIN_CELL } from '../../src/tenancy/cells.ts'
import { makeQuiz } from '../support/quizzes.ts'
import { makeReward } from '../support/redeemer.ts'
import { DEMO_PROGRAM, useSeller } from '../support/seller.ts'
import { giveTiers } from '../support/tiers.ts'
import { type Known, RequestMaker, type Schema } from './request-maker.ts'

const SEED = Number(process.env.FUZZ_SEED ?? Date.now() % 1_000_000_000)
const REQUESTS = Number(process.env.FUZZ_REQUESTS ?? 400)
const AT_ONCE = 16

interface Operation {
  readonly operationId: string
  readonly parameters?: readonly { readonly name: string; readonly in: string; readonly schema: Schema }[]
  readonly requestBody?: {
    readonly content: { readonly 'application/json': { readonly schema: Schema; readonly example?: unknown } }
  }
  readonly responses: Readonly<Record<string, unknown>>
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> }
}

const document: Document = JSON.parse(await readFile(new URL('../../openapi.json', import.meta.url), 'utf8'))

const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
)

/** Judges answers by the document alone. */
const ajv = new Ajv2020({ strict: false, allErrors: false, formats: { 'date-time': isDate, storable: true } })
ajv.addSchema({ ...document, $id: 'openapi' })

function isDate(text: string): boolean {
  return /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(text)
}

function pointer(...names: string[]): string {
  return `openapi#/${names.map((name) => encodeURIComponent(name.replaceAll('~', '~0').replaceAll('/', '~1'))).join('/')}`
}

function resolve(reference: string): Schema {
  return document.components.schemas[reference.split('/').at(-1) ?? ''] ?? {}
}

const test = useSeller({
  ...DEMO_PROGRAM,
  rules: [...DEMO_PROGRAM.rules, { id: 3, kind: 'quiz' }, { id: 4, kind: 'signup', points: '5' }],
})
let knownTo: (path: string) => Known

beforeAll(async () => {
  const { api, seller, reader } = test
  await giveTiers(api, seller)
  const database = api.cells.of({ cell: MAIN_CELL })
  const rewards = [
    await makeReward(database, seller.tenantId, { points: 10_000n }),
    await makeReward(database, seller.tenantId, { reward_type: 3, points: 0n, value: 0n }),
    await makeReward(database, seller.tenantId, { points: 0n }, ['MUG-1', 'MUG-2', 'MUG-3']),
  ]
  // One each: a customer answers a quiz once.
  for (let count = 0; count < 20; count += 1) {
    const questions = [{ text: 'Your perfect cup?', type: QUESTION_TYPE.openText }]
    await makeQuiz(database, seller.tenantId, { name: `quiz ${count}`, points: 10_000n, questions })
  }
  const questions = await reader.query<{ id: string }>('select id from quiz_question where tenant_id = $1', [
    seller.tenantId,
  ])
  const customers = ['ana', 'bob', 'eva', 'José', 'a/b?c']
  const orders = Array.from({ length: 30 }, (_, index) => `o-${index}`)
  for (const [index, order] of orders.entries()) {
    await seller.complete(order, customers[index % customers.length] ?? '', 100)
  }
  const codes = Array.from({ length: 20 }, (_, index) => `SALE-${index}`)
  for (const CouponCode of codes) {
    const coupon = { CouponCode, CustomerId: 'ana', CouponType: 0, CouponValue: 5 }
    await seller.sendText('POST', '/v1/pvt/Coupons', JSON.stringify(coupon))
  }
  knownTo = (path) => ({
    id: /RewardConfigurations/.test(path) ? rewards : /Product/.test(path) ? ['mug-01'] : customers,
    CustomerId: customers,
    customerId: customers,
    orderId: orders,
    // A product keeps the ids of its example: they have to fit each other.
    ...(/Product/.test(path) ? {} : { OriginalId: [...customers, ...orders] }),
    OriginalKey: Array.from({ length: 20 }, (_, index) => `key-${index}`),
    code: codes,
    CouponCode: Array.from({ length: REQUESTS }, (_, index) => `NEW-${index}`),
    Coupon: [...codes, ''],
    ChangeKey: Array.from({ length: 200 }, (_, index) => `change-${index}`),
    OpenAnswer: ['Strong and black'],
    OptionIds: [null],
    QuizQuestionId: questions.map(({ id }) => Number(id)),
  })
})

let sent = 0
let succeeded = 0
afterAll(() => {
  process.stdout.write(`FUZZ_SEED=${SEED}: ${sent} requests, ${succeeded} of them accepted\n`)
})

describe(`FUZZ_SEED=${SEED}, ${REQUESTS} requests for each operation`, {
  timeout: 60_000 + REQUESTS * 50,
}, () => {
  it.each(operations)('$method $path', async ({ path, method, operation }) => {
    // After the dates of the examples: what lies ahead is refused.
    test.api.now = Date.UTC(2026, 2, 1, 12)
    const random = new Random(SEED)
    const maker = new RequestMaker(random, knownTo(path), resolve)
    let accepted = 0
    for (let count = 0; count < REQUESTS; count += AT_ONCE) {
      const requests = Array.from({ length: AT_ONCE }, () => makeRequest(maker, random, path, operation))
      const answers = await Promise.all(
        requests.map(({ url, payload }) =>
          test.api.send({
            method: method as 'GET',
            url,
            headers: {
              authorization: test.seller.merchant.authorization,
              ...(payload === undefined ? {} : { 'content-type': 'application/json' }),
            },
            ...(payload === undefined ? {} : { payload }),
          }),
        ),
      )
      for (const [index, { statusCode, body }] of answers.entries()) {
        const { url, payload } = requests[index] ?? {}
        const what = `FUZZ_SEED=${SEED}: ${method} ${url} ${payload} answered ${statusCode} ${body}`
        expect(statusCode, what).toBeLessThan(500)
        const problem = problemOfAnswer(path, method, statusCode, body)
        if (problem) expect.fail(`${problem}\n${what}`)
        if (statusCode === 200 && !JSON.parse(body).HasError) accepted += 1
      }
      sent += AT_ONCE
    }
    // Requests that are all refused would prove little.
    expect(accepted / REQUESTS, `${accepted} of ${REQUESTS} were accepted`).toBeGreaterThan(0.02)
    succeeded += accepted
  })
})

function makeRequest(
  maker: RequestMaker,
  random: Random,
  path: string,
  { parameters = [], requestBody }: Operation,
) {
  const kind = random.weighted({ good: 5, nearly: 4, hostile: 2 })
  const textFor = (name: string, schema: Schema): string => {
    if (kind === 'good' || random.chance(50)) return String(maker.good(schema, name) ?? '')
    return String(random.chance(50) ? maker.nearlyGood(schema) : maker.anything())
  }
  let url = path
  const query = new URLSearchParams()
  for (const { name, in: place, schema } of parameters) {
    const value = toWellFormed(textFor(name, schema))
    if (place === 'path') url = url.replace(`{${name}}`, encodeURIComponent(value))
    else if (random.chance(80)) query.append(name, value)
  }
  const search = query.size > 0 ? `?${query}` : ''
  const content = requestBody?.content['application/json']
  if (!content) return { url: url + search, payload: undefined }
  const { schema, example } = content
  if (kind === 'hostile') return { url: url + search, payload: maker.bytes(schema) }
  const good = example === undefined ? maker.good(schema) : maker.likeExample(schema, example)
  const body = kind === 'good' ? good : maker.nearlyGood(schema, good)
  return { url: url + search, payload: JSON.stringify(body) ?? 'null' }
}

/** Half a surrogate pair can't be written in a URL. */
function toWellFormed(text: string): string {
  return text.toWellFormed().slice(0, 300)
}

function problemOfAnswer(path: string, method: string, status: number, body: string): string | null {
  const documented = document.paths[path]?.[method.toLowerCase()]?.responses[String(status)]
  // What never reached the operation, such as a path with nothing where the id belongs.
  if (documented === undefined && status !== 404) return `the status ${status} is not documented`
  const reference =
    documented === undefined
      ? pointer('components', 'schemas', 'Failure')
      : pointer(
          'paths',
          path,
          method.toLowerCase(),
          'responses',
          String(status),
          'content',
          'application/json',
          'schema',
        )
  const validate = ajv.getSchema(reference)
  if (!validate) return `no schema at ${reference}`
  return validate(JSON.parse(body)) ? null : ajv.errorsText(validate.errors)
}
