/** A till takes a thousand ids at a time, so they pass 32 bits in a few months. Nothing reads one as less than it is. */
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { MAIN_CELL } from '../../src/tenancy/cells.ts'
import { runHere } from '../cli/run-here.ts'
import { clientOf } from '../support/client-of.ts'
import { answerQuiz, COFFEE_OR_TEA, fullAnswer, listQuizzes, makeQuiz } from '../support/quizzes.ts'
import { Receiver } from '../support/receiver.ts'
import { program } from '../support/shop.ts'
import { useShops } from '../support/use-shops.ts'
import { deliver, subscribe } from '../support/webhooks.ts'
import { until } from '../support/workers.ts'

const BEGINNINGS: readonly [string, number][] = [
  ['above 2^31', 2 ** 31 + 5],
  ['above 2^32', 2 ** 32 + 5],
  ['at 2^53 - 10^6', 2 ** 53 - 1_000_000],
]

describe.each(BEGINNINGS)('with ids %s', (_name, beginning) => {
  const shops = useShops()
  let client: pg.Client

  beforeAll(async () => {
    client = clientOf(shops.api.databaseUrl)
    await client.connect()
    const { rows } = await client.query<{ name: string }>(
      `select oid::regclass::text as name from pg_class where relkind = 'S' and relnamespace = 'public'::regnamespace`,
    )
    for (const { name } of rows) await client.query('select setval($1, $2)', [name, beginning])
  })
  afterAll(() => client.end())

  it('a customer buys, redeems, uses coupons, answers a quiz and takes it all back', async () => {
    const { api } = shops
    const shop = await shops.open(program())
    expect(shop.tenantId).toBeGreaterThan(beginning)
    const receiver = await Receiver.start()
    onTestFinished(() => receiver.stop())
    const { id: endpoint } = await subscribe(api, shop.tenantId, receiver.url)
    expect(endpoint).toBeGreaterThan(beginning)
    const delivery = await deliver(api)
    onTestFinished(() => delivery.stop())

    await shop.completed('o1', 'ana', 500)
    await shop.completed('o2', 'ana', 100)
    const reward = await shop.makeReward({}, ['CODE-1', 'CODE-2'])
    expect(reward).toBeGreaterThan(beginning)
    expect((await shop.getReward(reward)).Result).toMatchObject({ Id: reward })
    const redeemed = await shop.redeemed(reward, 'ana')
    const code = redeemed.couponCode ?? ''
    await shop.completed('o3', 'ana', 50, { Coupon: code })
    expect((await shop.createCoupon({ CouponCode: 'MINE', CouponType: 2, CustomerId: 'ana' })).HasError).toBe(
      false,
    )
    expect((await shop.inactivate('MINE')).HasError).toBe(false)

    const quiz = await makeQuiz(api.cells.of({ cell: MAIN_CELL }), shop.tenantId, COFFEE_OR_TEA)
    expect(quiz).toBeGreaterThan(beginning)
    const [listed] = (await listQuizzes(shop)).Result ?? []
    if (!listed) throw new Error('the quiz is not listed')
    expect(listed.Id).toBe(quiz)
    expect((await answerQuiz(shop, 'ana', fullAnswer(listed))).HasError).toBe(false)

    await shop.cancelled('o3')
    await shop.cancelled('o2')
    const { rows: smallest } = await client.query<{ id: string }>('select min(id) as id from point_record')
    expect(Number(smallest[0]?.id)).toBeGreaterThan(beginning)

    const { rows } = await client.query<{ count: number }>(
      'select count(*)::int as count from point_event where tenant_id = $1',
      [shop.tenantId],
    )
    await until(async () => receiver.received.length >= (rows[0]?.count ?? 0))
    const ids = receiver.received.map(({ headers }) => String(headers['webhook-id']))
    expect(new Set(ids).size).toBe(rows[0]?.count)
    const verified = await runHere(['verify', '--tenant', String(shop.tenantId), '--json'], {
      DATABASE_URL: api.databaseUrl,
    })
    expect(JSON.parse(verified.stdout)).toMatchObject({ accounts: 1, differences: 0 })
  })
})
