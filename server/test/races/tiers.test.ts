/**
 * A customer's progress when everything comes at once, over two API processes on the same database, while everybody is
 * counted again beside it.
 */
import { beforeAll, expect, test, vi } from 'vitest'
import { createTill } from '../../src/accounts/till/till.ts'
import type { CancelResult, OrderResult } from '../../src/orders/private-api/schema.ts'
import { systemClock } from '../../src/platform/system-clock.ts'
import { findTenant } from '../../src/tenancy/store/tenants.ts'
import type { Tenant } from '../../src/tenancy/tenant.ts'
import { addTiers } from '../../src/tiers/commands.ts'
import { sweepTiers } from '../../src/tiers/sweep.ts'
import { verifyMerchant } from '../support/ledger.ts'
import { SIMPLE_PROGRAM } from '../support/open-shop.ts'
import { orderToSend } from '../support/order-to-send.ts'
import { orders, points, spend } from '../support/tiers.ts'
import { useProcesses } from '../support/use-processes.ts'

const REPETITIONS = Number(process.env.RACE_REPETITIONS ?? 10)
const AT_ONCE = 20
/** One less than raises. */
const EARLY = 9
/** As long as there is: the orders are of a fixed day. */
const MONTHS = 120
vi.setConfig({ testTimeout: 300_000 })

const served = useProcesses(2, SIMPLE_PROGRAM)

beforeAll(async () => {
  await addTiers(served.cells, await tenant(), [
    { name: 'Bronze', order: 1, isBase: true },
    { name: 'Silver', order: 2, goals: [spend(500, MONTHS), orders(10, MONTHS), points(500, MONTHS)] },
  ])
})

async function tenant(): Promise<Tenant> {
  const found = await served.database.transaction([], (tx) => findTenant(tx, served.shop.tenantId))
  if (!found) throw new Error('there is no such merchant')
  return found
}

const order = (customer: string, index: number) =>
  served.post<OrderResult>(index, '/v1/pvt/POS/orders', orderToSend(`${customer}-${index}`, customer, 50))
const cancel = (customer: string, index: number) =>
  served.post<CancelResult>(index, `/v1/pvt/POS/orders/${customer}-${index}/cancel`, {
    OrderCancelledDate: '2026-01-16T12:00:00Z',
  })

/** Each time everybody anew, as on the first morning. */
async function countEverybodyAgain(): Promise<void> {
  await served.everything.query('update tier_look set counts_again = true, after_id = 0')
  const till = createTill({ database: served.database, clock: systemClock })
  await sweepTiers({ database: served.database, till, tenant: await tenant(), now: systemClock() })
}

async function stateOf(customer: string) {
  const { rows } = await served.everything.query(
    `select tier.name as tier, spend::float, orders, points::float,
       (select array_agg(reason order by move.id) from tier_move as move where move.customer_id = customer.id) as moves
     from customer
     left join tier on tier.id = customer.tier_id
     left join tier_progress as progress on progress.customer_id = customer.id
     where customer.tenant_id = $1 and original_id = $2`,
    [served.shop.tenantId, customer],
  )
  return rows
}

test('20 orders at once count 20 times and raise once; cancellations at once end it once', async () => {
  for (let repetition = 0; repetition < REPETITIONS; repetition += 1) {
    const customer = `customer-${repetition}`
    const indexes = Array.from({ length: AT_ONCE }, (_, index) => index)
    // Of every other one some orders come before.
    if (repetition % 2 === 0)
      await Promise.all(indexes.slice(0, EARLY).map((index) => order(customer, index)))
    const [placed] = await Promise.all([
      Promise.all(indexes.map((index) => order(customer, index))),
      repetition % 3 === 0 ? countEverybodyAgain() : undefined,
    ])
    expect(placed.filter(({ status, body }) => status !== 200 || body.HasError)).toEqual([])
    const raised = { tier: 'Silver', spend: 1_000, orders: 20, points: 1_000, moves: ['goals reached'] }
    expect(await stateOf(customer)).toEqual([raised])

    const [cancelled] = await Promise.all([
      Promise.all(indexes.slice(EARLY).map((index) => cancel(customer, index))),
      repetition % 3 === 1 ? countEverybodyAgain() : undefined,
    ])
    const later = await Promise.all(indexes.slice(5, EARLY).map((index) => cancel(customer, index)))
    expect([...cancelled, ...later].filter(({ status, body }) => status !== 200 || body.HasError)).toEqual([])
    const [state] = await stateOf(customer)
    expect(state).toMatchObject({ spend: 250, orders: 5, points: 250 })
    // Only where it is known which orders came before the one that raised must it have ended with one of them.
    const ended = { tier: null, moves: ['goals reached', 'order taken back'] }
    if (repetition % 2 === 0) expect(state).toMatchObject(ended)
  }
  const { accounts, differences } = await verifyMerchant(served.database, served.shop.tenantId)
  expect({ accounts, differences }).toEqual({ accounts: REPETITIONS, differences: [] })
  const { rows } = await served.everything.query(
    'select deadlocks::int from pg_stat_database where datname = current_database()',
  )
  expect(rows).toEqual([{ deadlocks: 0 }])
})
