/**
 * What many redemptions at once must not break, over real sockets against two API processes on one database:
 * nothing is spent twice, no code is given out twice, and no limit is passed. Each race is run 50 times.
 */
import { beforeAll, expect, test, vi } from 'vitest'
import { ERROR } from '../../src/contract/private-api/errors.ts'
import { rewardUsage } from '../../src/rewards/collections/reward-usage.ts'
import type { RedeemAnswer } from '../../src/rewards/private-api/schema.ts'
import { verifyMerchant } from '../support/ledger.ts'
import { SIMPLE_PROGRAM } from '../support/open-shop.ts'
import { ordersToSend, orderToSend } from '../support/order-to-send.ts'
import { decimal, makeReward, type RewardToMake } from '../support/rewards.ts'
import { useProcesses } from '../support/use-processes.ts'
import { until } from '../support/workers.ts'

const REPETITIONS = Number(process.env.RACE_REPETITIONS ?? 10)
vi.setConfig({ testTimeout: 300_000 })

/** Known to all races: the buyers of one are customers of the next. */
const BUYERS = Array.from({ length: 200 }, (_, index) => `buyer-${index}`)

const served = useProcesses(2, SIMPLE_PROGRAM)

beforeAll(async () => {
  await Promise.all(BUYERS.map((buyer, index) => sendOrder(index, orderToSend(buyer, buyer, 1_000_000))))
})

const sendOrder = (index: number, body: object) => served.post(index, '/v1/pvt/POS/orders', body)

async function redeem(index: number, reward: number, body: object): Promise<RedeemAnswer> {
  const path = `/v1/pvt/RewardConfigurations/${reward}/redeem`
  const { status, body: answer } = await served.post(index, path, body)
  expect(status, JSON.stringify(answer)).toBe(200)
  return answer as unknown as RedeemAnswer
}

const rewardOf = (reward: RewardToMake = {}, codes: readonly string[] | null = null) =>
  makeReward(served.database, served.shop.tenantId, reward, codes)

const couponOf = ({ Items }: RedeemAnswer): string | undefined =>
  Items[0]?.PreGeneratedCouponLists[0]?.PreGeneratedCoupons[0]?.CouponCode

async function rows<Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> {
  return (await served.everything.query<Row>(text, values)).rows
}

async function balanceOf(customer: string): Promise<number | undefined> {
  const [row] = await rows<{ balance: number }>(
    'select points_balance::float as balance from customer where tenant_id = $1 and original_id = $2',
    [served.shop.tenantId, customer],
  )
  return row?.balance
}

function atOnce<T>(count: number, run: (index: number) => Promise<T>): Promise<T[]> {
  return Promise.all(Array.from({ length: count }, (_, index) => run(index)))
}

function race(name: string, run: (id: string, repetition: number) => Promise<void>): void {
  test(name, async () => {
    for (let repetition = 0; repetition < REPETITIONS; repetition += 1) {
      await run(`${name.replaceAll(/\W+/g, '-')}-${repetition}`, repetition)
    }
  })
}

const isRefused = ({ ErrorCode }: RedeemAnswer): boolean =>
  ErrorCode === ERROR.ApiExternalRewardRedeem_Error_Unable_to_Reedem

/** So many points, in turn in a hundred lots and in one. */
async function earn(id: string, points: number, repetition: number): Promise<void> {
  const { body } = await (repetition % 2 === 0
    ? served.post(0, '/v1/pvt/Order/bulk', ordersToSend(id, id, points))
    : sendOrder(0, orderToSend(id, id, points)))
  expect(body.HasError).toBe(false)
}

race('20 redemptions with points for one: one', async (id, repetition) => {
  const reward = await rewardOf({ points: decimal(150) })
  await earn(id, 200, repetition)
  const answers = await atOnce(20, (index) =>
    redeem(index, reward, { CustomerId: id, OriginalKey: `${id}-${index}` }),
  )

  expect(answers.filter(({ Items }) => Items.length === 1)).toHaveLength(1)
  expect(answers.filter(isRefused)).toHaveLength(19)
  expect(await balanceOf(id)).toBe(50)
})

race('the same key 20 times: one spend and 20 equal answers', async (id, repetition) => {
  const codes = repetition % 2 === 0 ? null : [`${id}-a`, `${id}-b`]
  const reward = await rewardOf({ customerUsageLimit: 3 }, codes)
  await earn(id, 1_000, repetition)
  const answers = await atOnce(20, (index) => redeem(index, reward, { CustomerId: id, OriginalKey: id }))

  expect(answers[0]?.Items).toMatchObject([{ PointBalance: 900 }])
  for (const answer of answers) expect(answer).toEqual(answers[0])
  expect(await balanceOf(id)).toBe(900)
})

race('one key of 20 customers: one of them', async (id) => {
  const reward = await rewardOf()
  const answers = await atOnce(20, (index) =>
    redeem(index, reward, { CustomerId: BUYERS[index], OriginalKey: id }),
  )
  expect(answers.filter(({ Items }) => Items.length === 1)).toHaveLength(1)
  expect(answers.filter(isRefused)).toHaveLength(19)
})

race('200 buyers and 100 codes: 100 distinct codes', async (id) => {
  const codes = Array.from({ length: 100 }, (_, index) => `${id}-${index}`)
  const reward = await rewardOf({}, codes)
  const answers = await atOnce(200, (index) => redeem(index, reward, { CustomerId: BUYERS[index] }))

  const issued = answers.flatMap((answer) => couponOf(answer) ?? [])
  expect(new Set(issued)).toEqual(new Set(codes))
  expect(issued).toHaveLength(100)
  expect(answers.filter(isRefused)).toHaveLength(100)
})

race('a global limit of 10 and 100 buyers: 10', async (_id) => {
  const reward = await rewardOf({ globalUsageLimit: 10 })
  const answers = await atOnce(100, (index) => redeem(index, reward, { CustomerId: BUYERS[index] }))

  expect(answers.filter(({ Items }) => Items.length === 1)).toHaveLength(10)
  expect(answers.filter(isRefused)).toHaveLength(90)
  const [usage] = await rows<{ redeemed_count: number }>(
    'select redeemed_count from reward_usage where tenant_id = $1 and reward_configuration_id = $2',
    [served.shop.tenantId, reward],
  )
  expect(usage?.redeemed_count).toBe(10)
})

race('a limit of 2 for each of 5 buyers who try 8 times', async () => {
  const reward = await rewardOf({ customerUsageLimit: 2 })
  // In pairs, so that each buyer is met by each process.
  const answers = await atOnce(40, (index) => redeem(index, reward, { CustomerId: BUYERS[(index >> 1) % 5] }))
  expect(answers.filter(({ Items }) => Items.length === 1)).toHaveLength(10)
  expect(answers.filter(isRefused)).toHaveLength(30)
})

race('rewards with limits and lists, taken from both ends, never wait for each other', async (id) => {
  const rewards = await Promise.all(
    Array.from({ length: 6 }, (_, index) =>
      index % 2 === 0
        ? rewardOf({ globalUsageLimit: 5 })
        : rewardOf(
            {},
            Array.from({ length: 5 }, (_, code) => `${id}-${index}-${code}`),
          ),
    ),
  )
  const wishes = rewards.flatMap((reward) =>
    BUYERS.slice(0, 10).map((CustomerId) => ({ reward, CustomerId })),
  )
  const send = (processIndex: number) => (wish: (typeof wishes)[number]) =>
    redeem(processIndex, wish.reward, { CustomerId: wish.CustomerId })
  const answers = await Promise.all([...wishes.map(send(0)), ...wishes.toReversed().map(send(1))])
  expect(answers.filter(({ Items }) => Items.length === 1)).toHaveLength(30)
  expect(answers.filter(isRefused)).toHaveLength(90)
})

test('a reward that was never redeemed is not waited for while another is locked', async () => {
  const [fresh, known] = [await rewardOf({ globalUsageLimit: 5 }), await rewardOf({ globalUsageLimit: 5 })]
  await redeem(0, known, { CustomerId: BUYERS[0] })
  const { tenantId } = served.shop
  const keysOf = (...rewards: number[]) => rewards.map((reward) => ({ tenantId, key: reward }))
  const other = await served.database.transaction([tenantId], async (tx) => {
    await rewardUsage.load(tx, keysOf(fresh))
    // Its row is made and not committed: whoever wants both waits for it, and has nothing that we want.
    const found = served.database.transaction([tenantId], (otherTx) =>
      rewardUsage.load(otherTx, keysOf(fresh, known)),
    )
    await until(async () => {
      const waiting = await rows(
        `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      )
      return waiting.length > 0
    })
    await rewardUsage.load(tx, keysOf(known))
    return { found }
  })
  expect((await other.found).size).toBe(2)
})

race('20 coupons of one code: one of them', async (id) => {
  const answers = await atOnce(20, async (index) => {
    const coupon = {
      CouponCode: index % 3 === 0 ? id.toUpperCase() : id,
      CouponType: 0,
      CouponValue: 5,
      Customer: { OriginalId: `${id}-${index >> 1}` },
    }
    const { body } = await served.post(index, '/v1/pvt/Coupons', coupon)
    return body as unknown as { HasError: boolean; ErrorMessages: string[] }
  })
  // Two at most, which were the same.
  const made = answers.filter(({ HasError }) => !HasError)
  expect([1, 2]).toContain(made.length)
  const refused = answers.filter(({ ErrorMessages }) => ErrorMessages[0]?.startsWith('71 '))
  expect(refused).toHaveLength(20 - made.length)
  const coupons = await rows('select from coupon where tenant_id = $1 and code_key = $2', [
    served.shop.tenantId,
    id.toUpperCase(),
  ])
  expect(coupons).toHaveLength(1)
})

race(
  'a coupon that 10 orders use while 10 requests inactivate it ends in one state',
  async (id, repetition) => {
    const buyer = BUYERS[repetition] ?? ''
    await served.post(0, '/v1/pvt/Coupons', {
      CouponCode: id,
      CouponType: 2,
      CustomerId: buyer,
    })
    const answers = await atOnce(20, async (index) => {
      if (index % 4 < 2) return sendOrder(index, orderToSend(`${id}-${index}`, buyer, 1, { Coupon: id }))
      return served.post(index, `/v1/pvt/Coupons/${id}/inactive`, {})
    })
    expect(answers.filter(({ status }) => status !== 200)).toEqual([])
    const [coupon] = await rows<{ is_used: boolean; order_id: string | null; inactivated_at: Date | null }>(
      'select is_used, order_id, inactivated_at from coupon where tenant_id = $1 and code_key = $2',
      [served.shop.tenantId, id.toUpperCase()],
    )
    const isInactive = coupon?.inactivated_at !== null
    expect(coupon).toMatchObject({ is_used: !isInactive, order_id: isInactive ? null : expect.any(String) })
    const inactivations = answers.filter((_, index) => index % 4 >= 2)
    expect(inactivations.filter(({ body }) => !body.HasError)).toHaveLength(isInactive ? 10 : 0)
  },
)

race('20 cancellations of an order whose coupon is over give its points back once', async (id) => {
  const reward = await rewardOf({ couponValidDays: 1, points: decimal(70) })
  await sendOrder(0, orderToSend(id, id, 100))
  const answer = await redeem(0, reward, { CustomerId: id })
  await sendOrder(1, orderToSend(`${id}-uses`, id, 30, { Coupon: couponOf(answer) }))
  await served.everything.query(
    `update coupon set valid_from = now() - interval '3 days', valid_until = now() - interval '1 day'
     where tenant_id = $1 and code = $2`,
    [served.shop.tenantId, couponOf(answer)],
  )
  const path = `/v1/pvt/POS/orders/${id}-uses/cancel`
  const cancelled = await atOnce(20, (index) =>
    served.post(index, path, { OrderCancelledDate: '2026-01-16T12:00:00Z' }),
  )
  expect(cancelled.filter(({ body }) => body.HasError)).toEqual([])
  expect(await balanceOf(id)).toBe(100)
})

test('afterwards every account and every counter adds up', async () => {
  const { accounts, differences } = await verifyMerchant(served.database, served.shop.tenantId)
  expect(accounts).toBeGreaterThan(200 + 3 * REPETITIONS)
  expect(differences).toEqual([])
  expect(served.processes.flatMap(({ complaints }) => complaints)).toEqual([])
  // A retry would absorb it, after a second that its batches wait: everything is to be locked in one order.
  const [found] = await rows<{ deadlocks: number }>(
    'select deadlocks::int from pg_stat_database where datname = current_database()',
  )
  expect(found?.deadlocks).toBe(0)
})
