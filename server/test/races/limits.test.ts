/** Limits and caps when everything comes at once, over two API processes on the same database. */
import { expect, test, vi } from 'vitest'
import type { CancelResult, OrderResult } from '../../src/orders/private-api/schema.ts'
import { verifyMerchant } from '../support/ledger.ts'
import { orderToSend } from '../support/order-to-send.ts'
import { program } from '../support/shop.ts'
import { useProcesses } from '../support/use-processes.ts'

const REPETITIONS = Number(process.env.RACE_REPETITIONS ?? 10)
const AT_ONCE = 100
vi.setConfig({ testTimeout: 300_000 })

const served = useProcesses(
  2,
  program(
    {},
    { id: 2, kind: 'cap', points: '500', per: 'day' },
    { id: 3, kind: 'order', points: '3', when: { minimumOrder: '1' }, limit: { times: 5, per: 'month' } },
  ),
)

const order = (customer: string, index: number, total: number) =>
  served.post<OrderResult>(index, '/v1/pvt/POS/orders', orderToSend(`${customer}-${index}`, customer, total))
const cancel = (customer: string, index: number) =>
  served.post<CancelResult>(index, `/v1/pvt/POS/orders/${customer}-${index}/cancel`, {
    OrderCancelledDate: '2026-01-16T12:00:00Z',
  })

async function stateOf(customer: string) {
  const { rows } = await served.everything.query(
    `select points_balance::float as points,
       (select array_agg(rule_id || ' ' || used::float order by rule_id) from limit_use
        where limit_use.tenant_id = $1 and limit_use.customer_id = customer.id) as used
     from customer where tenant_id = $1 and original_id = $2`,
    [served.shop.tenantId, customer],
  )
  return rows[0]
}

test('100 orders at once under a cap of 500 a day earn exactly 500, and cancelled at once leave nothing taken', async () => {
  for (let repetition = 0; repetition < REPETITIONS; repetition += 1) {
    const customer = `capped-${repetition}`
    const all = Array.from({ length: AT_ONCE }, (_, index) => index)
    await Promise.all(all.map((index) => order(customer, index, 7)))
    expect(await stateOf(customer)).toEqual({ points: 500, used: ['2 500', '3 5'] })
    // The same messages again, at once, change nothing.
    await Promise.all(all.map((index) => order(customer, index, 7)))
    expect(await stateOf(customer)).toEqual({ points: 500, used: ['2 500', '3 5'] })
    await Promise.all(all.flatMap((index) => [cancel(customer, index), cancel(customer, index)]))
    expect(await stateOf(customer)).toEqual({ points: 0, used: null })
  }
  expect((await verifyMerchant(served.database, served.shop.tenantId)).differences).toEqual([])
})
