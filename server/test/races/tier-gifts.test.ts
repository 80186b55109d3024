/** The gift of a tier when everything comes at once, over two API processes on the same database, without a worker. */
import { beforeAll, expect, test, vi } from 'vitest'
import { publishProgram } from '../../src/earning/store.ts'
import type { CancelResult, OrderResult } from '../../src/orders/private-api/schema.ts'
import { findTenant } from '../../src/tenancy/store/tenants.ts'
import { addTiers } from '../../src/tiers/commands.ts'
import { verifyMerchant } from '../support/ledger.ts'
import { orderToSend } from '../support/order-to-send.ts'
import { makeReward } from '../support/rewards.ts'
import { program } from '../support/shop.ts'
import { orders } from '../support/tiers.ts'
import { useProcesses } from '../support/use-processes.ts'

const REPETITIONS = Number(process.env.RACE_REPETITIONS ?? 10)
const AT_ONCE = 20
/** One less than raises. */
const EARLY = 9
/** As long as there is: the orders are of a fixed day. */
const MONTHS = 120
vi.setConfig({ testTimeout: 300_000 })

const served = useProcesses(2, program({}))

beforeAll(async () => {
  const { tenantId } = served.shop
  const tenant = await served.database.transaction([], (tx) => findTenant(tx, tenantId))
  if (!tenant) throw new Error('there is no such merchant')
  const [, silver] = await addTiers(served.cells, tenant, [
    { name: 'Bronze', order: 1, isBase: true },
    { name: 'Silver', order: 2, goals: [orders(10, MONTHS)] },
  ])
  const reward = String(await makeReward(served.database, tenantId))
  const ids = [String(silver)]
  const gift = { id: 2, kind: 'tierReached' as const, ids, points: '5', reward }
  // Before the orders were placed: what is older than the rule gives nothing.
  const published = Date.parse('2026-01-01T00:00:00Z')
  await served.database.transaction([tenantId], (tx) =>
    publishProgram(tx, tenantId, program({}, gift), published),
  )
})

const order = (customer: string, index: number) =>
  served.post<OrderResult>(index, '/v1/pvt/POS/orders', orderToSend(`${customer}-${index}`, customer, 7))
const cancel = (customer: string, index: number) =>
  served.post<CancelResult>(index, `/v1/pvt/POS/orders/${customer}-${index}/cancel`, {
    OrderCancelledDate: '2026-01-16T12:00:00Z',
  })

/** Its awards by state, usable coupons, redemptions that stand, and points. */
async function stateOf(customer: string) {
  const { rows } = await served.everything.query(
    `select points_balance::float as points,
       (select array_agg(state order by award.id) from award
        where award.tenant_id = $1 and award.customer_id = customer.id) as awards,
       (select count(*)::int from coupon
        where coupon.tenant_id = $1 and coupon.customer_id = customer.id and inactivated_at is null) as usable,
       (select count(*)::int from redemption
        where redemption.tenant_id = $1 and redemption.customer_id = customer.id and returned_at is null) as redeemed
     from customer where customer.tenant_id = $1 and original_id = $2`,
    [served.shop.tenantId, customer],
  )
  return rows[0]
}

test('20 orders at once give the gift once; sent again, nothing; cancelled at once, it is taken back once', async () => {
  for (let repetition = 0; repetition < REPETITIONS; repetition += 1) {
    const customer = `customer-${repetition}`
    const all = Array.from({ length: AT_ONCE }, (_, index) => index)
    await Promise.all(all.slice(0, EARLY).map((index) => order(customer, index)))
    await Promise.all(all.map((index) => order(customer, index)))
    await Promise.all(all.map((index) => order(customer, index)))
    const given = { points: 7 * AT_ONCE + 5, awards: [1], usable: 1, redeemed: 1 }
    expect(await stateOf(customer)).toEqual(given)
    await Promise.all(all.slice(EARLY).flatMap((index) => [cancel(customer, index), cancel(customer, index)]))
    // The order that raised may not be the one that ends it; those that came before it all do.
    await Promise.all(all.slice(5, EARLY).map((index) => cancel(customer, index)))
    const undone = { points: 7 * 5, awards: [3], usable: 0, redeemed: 0 }
    expect(await stateOf(customer)).toEqual(undone)
  }
  const { accounts, differences } = await verifyMerchant(served.database, served.shop.tenantId)
  expect({ accounts, differences }).toEqual({ accounts: REPETITIONS, differences: [] })
})
