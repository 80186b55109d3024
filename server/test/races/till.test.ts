/**
 * Coupons at several tills at once, over real sockets against two API processes on one database: a coupon is used for
 * one sale, and it and its order agree. Each race is run 10 times; `RACE_REPETITIONS=50` runs it as often as that.
 */
import { expect, test, vi } from 'vitest'
import type { Answer } from '../support/json-client.ts'
import { verifyMerchant } from '../support/ledger.ts'
import { SIMPLE_PROGRAM } from '../support/open-shop.ts'
import { orderToSend } from '../support/order-to-send.ts'
import { useProcesses } from '../support/use-processes.ts'

const REPETITIONS = Number(process.env.RACE_REPETITIONS ?? 10)
vi.setConfig({ testTimeout: 300_000 })

const served = useProcesses(2, SIMPLE_PROGRAM)

const use = (index: number, code: string, customer: string, sale: string) =>
  served.post(index, `/v1/pvt/POS/coupons/${code}/use`, {
    CustomerId: customer,
    OrderId: sale,
    PurchaseValue: 50,
  })

const undo = (index: number, code: string, customer: string, sale: string) =>
  served.post(index, `/v1/pvt/POS/coupons/${code}/undo`, { CustomerId: customer, OrderId: sale })

const order = (index: number, code: string, customer: string, id: string) =>
  served.post(index, '/v1/pvt/POS/orders', orderToSend(id, customer, 40, { Coupon: code }))

interface StoredCoupon {
  readonly is_used: boolean
  readonly sale: string | null
  readonly order: string | null
  /** How many orders say that they have used it. */
  readonly linked: number
}

async function stored(code: string): Promise<StoredCoupon | undefined> {
  const { rows } = await served.everything.query<StoredCoupon>(
    `select is_used, used_for_order as sale, bought.original_id as order, (
       select count(*)::int from customer_order as one
       where one.tenant_id = $1 and one.customer_id = coupon.customer_id
         and one.details::text like '%' || coupon.code_key || '%' and one.id = coupon.order_id
     ) as linked
     from coupon
     left join customer_order as bought on bought.tenant_id = $1 and bought.id = coupon.order_id
     where coupon.tenant_id = $1 and code_key = $2`,
    [served.shop.tenantId, code],
  )
  return rows[0]
}

async function makeCoupon(code: string, customer: string): Promise<void> {
  const coupon = { CouponCode: code, CouponType: 0, CouponValue: 10, CustomerId: customer }
  const { body } = await served.post(0, '/v1/pvt/Coupons', { ...coupon, Customer: { OriginalId: customer } })
  expect(body.HasError, JSON.stringify(body)).toBe(false)
}

function race(name: string, run: (code: string, customer: string) => Promise<void>): void {
  test(name, async () => {
    for (let repetition = 0; repetition < REPETITIONS; repetition += 1) {
      const code = `${name.replaceAll(/\W+/g, '-').toUpperCase()}-${repetition}`
      const customer = `buyer-${repetition % 7}`
      await makeCoupon(code, customer)
      await run(code, customer)
    }
  })
}

const codesOf = (answers: readonly Answer<unknown>[]) => answers.map(({ body }) => body.ErrorCode)

race('one coupon for two sales, 10 times each', async (code, customer) => {
  // In pairs, so that each sale is sent to each process.
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) => use(index, code, customer, `${code}-${(index >> 1) % 2}`)),
  )
  expect(codesOf(answers).sort()).toEqual([...Array(10).fill(85), ...Array(10).fill(null)])
  const winner = answers.findIndex(({ body }) => !body.HasError)
  expect(await stored(code)).toEqual({
    is_used: true,
    sale: `${code}-${(winner >> 1) % 2}`,
    order: null,
    linked: 0,
  })
})

race('a use for one sale and an order of another that names it', async (code, customer) => {
  const [used, placed] = await Promise.all([
    use(0, code, customer, `${code}-till`),
    order(1, code, customer, `${code}-web`),
  ])
  expect(placed.body.HasError).toBe(false)
  expect([null, 85]).toContain(used.body.ErrorCode)
  const isOrders = used.body.HasError
  expect(await stored(code)).toEqual({
    is_used: true,
    sale: isOrders ? `${code}-web` : `${code}-till`,
    order: isOrders ? `${code}-web` : null,
    linked: isOrders ? 1 : 0,
  })
})

race('a use and the order of the same sale', async (code, customer) => {
  const answers = await Promise.all([
    use(0, code, customer, code),
    order(1, code, customer, code),
    use(1, code, customer, code),
    order(0, code, customer, code),
  ])
  expect(codesOf(answers)).toEqual([null, null, null, null])
  expect(await stored(code)).toEqual({ is_used: true, sale: code, order: code, linked: 1 })
})

race('an undo and the order of the sale', async (code, customer) => {
  expect((await use(0, code, customer, code)).body.HasError).toBe(false)
  const [undone, placed] = await Promise.all([undo(0, code, customer, code), order(1, code, customer, code)])
  // Whichever was first: the order names the code, and finds it used for itself or free.
  expect(placed.body.HasError).toBe(false)
  expect([null, 85]).toContain(undone.body.ErrorCode)
  expect(await stored(code)).toEqual({ is_used: true, sale: code, order: code, linked: 1 })
})

race('an undo of one sale and a use for the next', async (code, customer) => {
  expect((await use(0, code, customer, `${code}-1`)).body.HasError).toBe(false)
  const [undone, used] = await Promise.all([
    undo(0, code, customer, `${code}-1`),
    use(1, code, customer, `${code}-2`),
  ])
  expect(undone.body.HasError).toBe(false)
  const isNext = !used.body.HasError
  expect(await stored(code)).toMatchObject({ is_used: isNext, sale: isNext ? `${code}-2` : null })
})

test('afterwards every account and every counter adds up', async () => {
  const { differences } = await verifyMerchant(served.database, served.shop.tenantId)
  expect(differences).toEqual([])
  expect(served.processes.flatMap(({ complaints }) => complaints)).toEqual([])
})
