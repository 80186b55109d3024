/** Customers who are named by an id that they had before, while another process works on the same account. */
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { resultOf } from '../support/answers.ts'
import { clientOf } from '../support/client-of.ts'
import { updatedCustomer } from '../support/customers.ts'
import { DAY_MS, iso, program } from '../support/shop.ts'
import { START } from '../support/test-api.ts'
import { useShops } from '../support/use-shops.ts'
import { startAnotherApi } from '../tenancy/another-api.ts'

const ROUNDS = 2 * Number(process.env.RACE_REPETITIONS ?? 10)
/** Both wait for the account by then, or try again to; in the first round it is seen that they do. */
const LOCK_TRIES_MS = 30

const shops = useShops()
let holder: pg.Client

beforeAll(async () => {
  holder = clientOf(shops.api.databaseUrl)
  await holder.connect()
})
afterAll(() => holder.end())

async function waiting(): Promise<number> {
  // Within a transaction the first look would be told again.
  await holder.query('select pg_stat_clear_snapshot()')
  const { rows } = await holder.query<{ count: number }>(
    `select count(*)::int as count from pg_stat_activity
     where datname = current_database() and wait_event_type = 'Lock'`,
  )
  return rows[0]?.count ?? 0
}

it('an order that is changed under a former id and cancelled at the same moment ends cancelled', async () => {
  const { server } = await startAnotherApi({ main: shops.api.databaseUrl }, { clock: () => shops.api.now })
  const shop = await shops.open(program())
  const headers = { authorization: shop.key.authorization }
  for (let round = 0; round < ROUNDS; round += 1) {
    const [name, order] = [`ana-${round}`, `o-${round}`]
    await shop.completed(order, name, 100)
    await updatedCustomer(shop, name, { OriginalId: `${name}-now` })
    await holder.query('begin')
    await holder.query('select from customer where tenant_id = $1 and original_id = $2 for no key update', [
      shop.tenantId,
      `${name}-now`,
    ])
    const body = shop.completeOrder(order, name, 40, { UpdatedDate: iso(START + DAY_MS / 2) })
    const changing = shop.placeOrder(body)
    const cancelling = server.inject({
      method: 'POST',
      url: `/v1/pvt/Order/${order}/cancel`,
      headers,
      payload: { OrderCancelledDate: iso(START) },
    })
    if (round === 0) await expect.poll(waiting, { interval: 5, timeout: 10_000 }).toBeGreaterThanOrEqual(2)
    else await sleep(LOCK_TRIES_MS * (1 + (round % 4)))
    await holder.query('commit')
    const [changed, cancelled] = await Promise.all([changing, cancelling])
    expect(cancelled.json()).toMatchObject({ HasError: false, Result: { isCanceled: true } })
    // Who comes second is told that it is cancelled.
    if (changed.HasError) expect(changed.ErrorCode).toBe(33)
    else expect(resultOf(changed)).toMatchObject({ OrderTotal: 40 })
    expect(await shop.getOrder(order), `round ${round}`).toMatchObject({ State: 3 })
    expect(await shop.getPoints(`${name}-now`)).toMatchObject({ PointsBalance: 0 })
  }
})
