/**
 * Requests of every kind for each operation of `openapi.json`: none is answered with a fault of ours, each answer is
 * as the document promises, and whatever they did to the accounts adds up.
 *
 * `FUZZ_REQUESTS=20000 npm test -- openapi-fuzz` sends so many for each operation; `FUZZ_SEED=…` the same again.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Random } from '../../src/platform/random.ts'
import { QUESTION_TYPE } from '../../src/quizzes/quiz.ts'
import { MAIN_CELL } from '../../src/tenancy/cells.ts'
import { makeQuiz } from '../support/quizzes.ts'
import { makeReward } from '../support/rewards.ts'
import { seedOf } from '../support/seed.ts'
import { DEMO_PROGRAM } from '../support/shop.ts'
import { configure } from '../support/storefront.ts'
import { giveTiers } from '../support/tiers.ts'
import { useShop } from '../support/use-shops.ts'
import { makeRequest } from './api-document.ts'
import { operations, problemOfAnswer, resolveReference } from './openapi.ts'
import { type Known, RequestMaker } from './request-maker.ts'

const SEED = seedOf('FUZZ_SEED')
const REQUESTS = Number(process.env.FUZZ_REQUESTS ?? 400)
const SHARE_ASKED_FROM = 200
const AT_ONCE = 16
/** Of lists, one is taken at a time. */
const atOnceOf = (path: string): number => (path.endsWith('/bulk') ? 1 : AT_ONCE)

const test = useShop({
  ...DEMO_PROGRAM,
  rules: [
    ...DEMO_PROGRAM.rules,
    { id: 3, kind: 'quiz' },
    { id: 4, kind: 'signup', points: '5' },
    { id: 5, kind: 'custom', key: 'review', points: '2' },
    { id: 7, kind: 'referral', points: '4', friendPoints: '2', minimumOrder: '1' },
    {
      id: 6,
      kind: 'card',
      name: 'Card',
      counts: 'items',
      of: 'product',
      ids: ['filter'],
      stamps: 10,
      stampsGoodDays: 90,
      points: '3',
    },
  ],
})
let knownTo: (path: string, method: string) => Known

/** Ids that nobody has used yet: enough that they last, however many requests there are. */
const fresh = (prefix: string): string[] =>
  Array.from({ length: REQUESTS }, (_, index) => `${prefix}-${index}`)
/** As often one of these as one that nobody has used yet. */
const half = (known: readonly string[], prefix: string): string[] =>
  fresh(prefix).flatMap((id, index) => [id, known[index % known.length] ?? ''])

/** What can be done once has to last for the share that is asked for. */
const lasting = (least: number): number => Math.max(least, REQUESTS / 4)
/** Customers that are there to be erased. */
const erasable = Array.from({ length: lasting(60) }, (_, index) => `gone-${index}`)
/** Keys of redemptions that are there to be cancelled. */
const undone = Array.from({ length: lasting(120) }, (_, index) => `undo-${index}`)
/** Whom no other operation renames or erases. */
const [UNDOER, AT_TILL, STAMPED, REFERRER] = ['undoer', 'at-till', 'stamped', 'referrer']

function idsFor(
  path: string,
  known: { rewards: readonly number[]; redeemedIds: readonly number[]; customers: readonly string[] },
): readonly unknown[] {
  if (/RewardConfigurations|rewards.\{id\}.redeem/.test(path)) return known.rewards
  if (/Objectives/.test(path)) return [5, 'review']
  if (/cards/.test(path)) return [STAMPED]
  if (/[Rr]ewards.\{id\}/.test(path)) return known.redeemedIds
  return /Product/.test(path) ? ['mug-01'] : known.customers
}

beforeAll(async () => {
  const { api, shop, reader } = test
  await giveTiers(api, shop)
  await configure(api, shop.tenantId, { isOn: true, slug: 'fuzz' })
  const database = api.cells.of({ cell: MAIN_CELL })
  const rewards = [
    await makeReward(database, shop.tenantId, { points: 10_000n }),
    // Free: whatever the other operations have done to the customers' points, it can be had.
    await makeReward(database, shop.tenantId, { points: 0n }),
    await makeReward(database, shop.tenantId, { type: 3, points: 0n, value: 0n }),
    await makeReward(database, shop.tenantId, { points: 0n }, ['MUG-1', 'MUG-2', 'MUG-3']),
  ]
  // One each: a customer answers a quiz once.
  for (let count = 0; count < 20; count += 1) {
    const questions = [{ text: 'Your perfect cup?', type: QUESTION_TYPE.openText }]
    await makeQuiz(database, shop.tenantId, { name: `quiz ${count}`, points: 10_000n, questions })
  }
  const questions = await reader.query<{ id: string }>('select id from quiz_question where tenant_id = $1', [
    shop.tenantId,
  ])
  const customers = ['ana', 'bob', 'eva', 'José', 'a/b?c']
  const orders = Array.from({ length: 30 }, (_, index) => `o-${index}`)
  for (const [index, order] of orders.entries()) {
    await shop.completed(order, customers[index % customers.length] ?? '', 100)
  }
  // The other operations leave the customers little to reserve.
  await shop.completed('o-saver', 'saver', 1_000)
  // Large, and of their own: of the others most are cancelled before anything can be returned.
  const returnable = Array.from({ length: 20 }, (_, index) => `returnable-${index}`)
  for (const [index, order] of returnable.entries()) {
    const Products = [{ OriginalId: 'espresso', ProductPrice: 1_000_000 }]
    await shop.completed(order, customers[index % customers.length] ?? '', 1_000_000, { Products })
  }
  const codes = Array.from({ length: 20 }, (_, index) => `SALE-${index}`)
  // The other operations use up or inactivate theirs.
  const codesAtTill = Array.from({ length: 20 }, (_, index) => `TILL-${index}`)
  for (const customer of [UNDOER, AT_TILL]) await shop.completed(`o-${customer}`, customer, 1_000)
  for (const CouponCode of [...codes, ...codesAtTill]) {
    const CustomerId = codes.includes(CouponCode) ? 'ana' : AT_TILL
    const coupon = { CouponCode, CustomerId, CouponType: 0, CouponValue: 5 }
    await shop.sendText('POST', '/v1/pvt/Coupons', JSON.stringify(coupon))
  }
  // Each can be cancelled once: half of them by their key, the others by their number.
  for (const key of undone) await shop.redeemed(rewards[1] ?? 0, UNDOER, { OriginalKey: key })
  const redeemed = await reader.query<{ id: string }>(
    'select id from redemption where tenant_id = $1 order by id desc limit $2',
    [shop.tenantId, undone.length / 2],
  )
  const redeemedIds = redeemed.map(({ id }) => Number(id))
  await shop.completed('o-stamped', STAMPED, 10)
  const stampKeys = Array.from({ length: 20 }, (_, index) => `stamps-${index}`)
  for (const Key of stampKeys) await shop.giveStamps(STAMPED, 6, { Key, Stamps: 3 })
  await shop.upsertCustomers([...erasable, REFERRER].map((OriginalId) => ({ OriginalId, IsEnrolled: true })))
  const { Result } = await shop.sendText<{ Result: { ReferralCode: string } }>(
    'GET',
    `/v1/pvt/Customer/${REFERRER}/referral`,
  )
  const { ReferralCode } = Result
  knownTo = (path, method) => ({
    id:
      method === 'DELETE' && path === '/v1/pvt/Customer/{id}'
        ? erasable
        : idsFor(path, { rewards, redeemedIds, customers }),
    CustomerId: customers,
    customerId: customers,
    orderId: /partialcancel/.test(path) ? returnable : orders,
    CancelKey: fresh('return'),
    // A product keeps the ids of its example: they have to fit each other. A return names a line of its order.
    ...(/Product|partialcancel/.test(path) ? {} : { OriginalId: half([...customers, ...orders], 'fresh') }),
    // Few enough that those who ask about a redemption find one.
    OriginalKey: /POS.rewards(?!.*redeem)/.test(path)
      ? undone.slice(0, undone.length / 2)
      : half(
          Array.from({ length: 20 }, (_, index) => `often-${index}`),
          'key',
        ),
    code: codes,
    ...(/Checkout/.test(path) ? { CustomerId: ['saver'], CheckoutId: ['cart-1', 'cart-2'] } : {}),
    // Of the same customer as the codes, and few enough that what is undone was used.
    ...(/POS.coupons/.test(path)
      ? { code: codesAtTill, CustomerId: [AT_TILL], OrderId: ['T3-1', 'T3-2'] }
      : {}),
    CouponCode: fresh('NEW'),
    Coupon: [...codes, ''],
    // Keys of cashback and of points are one namespace.
    ChangeKey: fresh(/points/.test(path) ? 'points' : 'change'),
    Key: fresh('grant'),
    cardId: [6],
    key: stampKeys,
    Email: half(['ana@example.com'], 'mail'),
    Document: half(['123.456.789-00'], 'paper'),
    Phone: ['+55 11 98765-4321'],
    // A friend has to be new.
    ...(/Referral/.test(path)
      ? {
          ReferralCode: half([ReferralCode], 'code'),
          ...{ OriginalId: fresh('friend'), Email: fresh('friends mail'), Document: fresh('friends paper') },
          Phone: Array.from({ length: REQUESTS }, (_, index) => String(11_900_000_000 + index)),
        }
      : {}),
    Scopes: [['read'], ['read', 'redeem'], null],
    ExpiresInSeconds: [60, 900, null],
    Include: [['me'], null],
    OpenAnswer: ['Strong and black'],
    OptionIds: [null],
    QuizQuestionId: questions.map(({ id }) => Number(id)),
  })
})

/** Of a list, something in it must be. */
const isAccepted = (answer: { HasError?: boolean; SucceededCount?: number }): boolean =>
  !answer.HasError && answer.SucceededCount !== 0

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
    const maker = new RequestMaker(random, knownTo(path, method), resolveReference)
    const atOnce = atOnceOf(path)
    let accepted = 0
    for (let count = 0; count < REQUESTS; count += atOnce) {
      const requests = Array.from({ length: atOnce }, () => makeRequest(maker, random, path, operation))
      const answers = await Promise.all(
        requests.map(({ url, payload }) =>
          test.api.send({
            method: method as 'GET',
            url,
            headers: {
              authorization: test.shop.key.authorization,
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
        if (statusCode === 200 && isAccepted(JSON.parse(body))) accepted += 1
      }
      sent += atOnce
    }
    // Requests that are all refused would prove little. Of few requests chance may refuse all but one.
    if (REQUESTS >= SHARE_ASKED_FROM) {
      expect(accepted / REQUESTS, `${accepted} of ${REQUESTS} were accepted`).toBeGreaterThanOrEqual(0.01)
    }
    succeeded += accepted
  })

  it('of all of them together enough are accepted', () => {
    expect(succeeded / sent).toBeGreaterThan(0.15)
  })
})
