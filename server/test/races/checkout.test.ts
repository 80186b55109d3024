/**
 * Baskets at checkout, over real sockets against two API processes on one database: points are reserved once, and what
 * is released is not bought too. Each race is run 10 times; `RACE_REPETITIONS=50` runs it as often as that.
 */
import { beforeAll, expect, test, vi } from 'vitest'
import type { Answer } from '../support/json-client.ts'
import { verifyMerchant } from '../support/ledger.ts'
import { SIMPLE_PROGRAM } from '../support/open-shop.ts'
import { ordersToSend, orderToSend } from '../support/order-to-send.ts'
import { makeReward } from '../support/rewards.ts'
import { useProcesses } from '../support/use-processes.ts'

const REPETITIONS = Number(process.env.RACE_REPETITIONS ?? 10)
vi.setConfig({ testTimeout: 300_000 })

const served = useProcesses(2, SIMPLE_PROGRAM)

beforeAll(async () => {
  await makeReward(served.database, served.shop.tenantId, {
    title: 'Cashback',
    type: 3,
    points: 0n,
    value: 0n,
  })
})

interface Reserved {
  readonly ExternalCode: string
  readonly RewardId: number
}

const reserve = (index: number, customer: string, checkout: string, more: object = {}) =>
  served.post(index, '/v1/pvt/Checkout/redeem', {
    CustomerId: customer,
    CheckoutId: checkout,
    ...more,
  }) as Promise<Answer<Reserved> & { body: { Code: string } }>

const remove = (index: number, customer: string, checkout: string) =>
  served.post(index, '/v1/pvt/Checkout/redeem/remove', {
    CustomerId: customer,
    CheckoutId: checkout,
  }) as Promise<Answer<{ Success: boolean }> & { body: { Code: string } }>

const order = (index: number, customer: string, id: string, more: object) =>
  served.post(index, '/v1/pvt/POS/orders', orderToSend(id, customer, 10, more))

async function balanceOf(customer: string): Promise<number | undefined> {
  const { rows } = await served.everything.query<{ balance: number }>(
    'select points_balance::float as balance from customer where tenant_id = $1 and original_id = $2',
    [served.shop.tenantId, customer],
  )
  return rows[0]?.balance
}

interface Counts {
  readonly standing: number
  readonly used: number
  readonly returned: number
}

async function countsOf(customer: string): Promise<Counts | undefined> {
  const { rows } = await served.everything.query<Counts>(
    `select count(*) filter (where expires_at is not null and returned_at is null)::int as standing,
       count(*) filter (where returned_at is not null)::int as returned,
       count(*) filter (where exists (
         select from coupon where tenant_id = $1 and code_key = coupon_key and is_used
       ))::int as used
     from redemption
     where tenant_id = $1
       and customer_id = (select id from customer where tenant_id = $1 and original_id = $2)`,
    [served.shop.tenantId, customer],
  )
  return rows[0]
}

function race(name: string, run: (customer: string) => Promise<void>): void {
  test(name, async () => {
    for (let repetition = 0; repetition < REPETITIONS; repetition += 1) {
      const customer = `${name.replaceAll(/\W+/g, '-')}-${repetition}`
      // 100 points, in a hundred lots or in one; the order's own 10 come on top.
      const first = await (repetition % 2 === 0
        ? served.post(0, '/v1/pvt/Order/bulk', ordersToSend(customer, customer, 100))
        : served.post(0, '/v1/pvt/POS/orders', orderToSend(`${customer}-first`, customer, 100)))
      expect(first.body.HasError).toBe(false)
      await run(customer)
    }
  })
}

race('two baskets want the same points: one reservation stands', async (customer) => {
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, index) => reserve(index, customer, `cart-${index % 2}`)),
  )
  expect(answers.filter(({ body }) => body.HasError)).toEqual([])
  expect(await countsOf(customer)).toMatchObject({ standing: 1, used: 0 })
  expect(await balanceOf(customer)).toBe(0)
})

race('a reservation and a redemption want the same points: one of them', async (customer) => {
  const [reserved, removed] = await Promise.all([
    reserve(0, customer, 'cart', { CashbackValue: 5 }),
    served.post(1, `/v1/pvt/Customer/${customer}/points`, {
      Points: -60,
      OperationType: 1,
      Reason: 'race',
      ChangeKey: customer,
    }),
  ])
  expect([reserved.body.HasError, removed.body.HasError].filter(Boolean)).toHaveLength(1)
})

race('a release and the order of the basket: it is given back or bought', async (customer) => {
  const { body } = await reserve(0, customer, 'cart')
  const Coupon = body.Result?.ExternalCode
  const [removed, placed] = await Promise.all([
    remove(0, customer, 'cart'),
    order(1, customer, `${customer}-buys`, { Coupon }),
  ])
  expect(placed.body.HasError).toBe(false)
  const isReleased = removed.body.Result?.Success === true
  expect(removed.body.Code).toBe(isReleased ? '07' : '04')
  expect(await countsOf(customer)).toEqual({
    standing: 0,
    used: isReleased ? 0 : 1,
    returned: isReleased ? 1 : 0,
  })
  expect(await balanceOf(customer)).toBe(isReleased ? 110 : 10)
})

race('the deadline, its order, reads and the next basket, all at once', async (customer) => {
  const { body } = await reserve(0, customer, 'cart')
  await served.everything.query(
    `with late as (
       update redemption set expires_at = date_trunc('second', now()) - interval '1 minute'
       where tenant_id = $1 and id = $2 returning coupon_key, customer_id, expires_at
     ), ended as (
       update coupon set valid_until = late.expires_at, valid_from = late.expires_at - interval '1 hour' from late
       where tenant_id = $1 and code_key = late.coupon_key
     )
     update customer set next_due_at = late.expires_at from late
     where tenant_id = $1 and customer.id = late.customer_id`,
    [served.shop.tenantId, body.Result?.RewardId],
  )
  const answers = await Promise.all([
    order(0, customer, `${customer}-buys`, { Coupon: body.Result?.ExternalCode }),
    reserve(1, customer, 'cart-2', { CashbackValue: 0.5 }),
    served.post(0, `/v1/pvt/Customer/${customer}/history`, {}),
    served.post(1, `/v1/pvt/Customer/${customer}/history`, {}),
    remove(1, customer, 'cart'),
  ])
  expect(answers.filter(({ status }) => status !== 200)).toEqual([])
  // The order was placed in time, so what was released stands again, and owes what is not there.
  const isSecond = answers[1]?.body.HasError === false
  expect(await countsOf(customer)).toEqual({
    standing: isSecond ? 1 : 0,
    used: 1,
    returned: 0,
  })
  expect(await balanceOf(customer)).toBe(isSecond ? 0 : 10)
})

test('afterwards every account and every counter adds up', async () => {
  const { differences } = await verifyMerchant(served.database, served.shop.tenantId)
  expect(differences).toEqual([])
  expect(served.processes.flatMap(({ complaints }) => complaints)).toEqual([])
})
