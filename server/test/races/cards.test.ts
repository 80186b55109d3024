/** Cards when everything comes at once, over two API processes on the same database. */
import { expect, test, vi } from 'vitest'
import type { CancelResult, OrderResult } from '../../src/orders/private-api/schema.ts'
import { verifyMerchant } from '../support/ledger.ts'
import { orderToSend } from '../support/order-to-send.ts'
import { program } from '../support/shop.ts'
import { useProcesses } from '../support/use-processes.ts'

const REPETITIONS = Number(process.env.RACE_REPETITIONS ?? 10)
const AT_ONCE = 60
vi.setConfig({ testTimeout: 300_000 })

const served = useProcesses(
  2,
  program(
    {},
    {
      id: 2,
      kind: 'card',
      name: 'Ten orders',
      counts: 'orders',
      stamps: 10,
      points: '5',
      when: { from: '2026-01-01T00:00:00Z' },
    },
  ),
)

const order = (customer: string, index: number) =>
  served.post<OrderResult>(index, '/v1/pvt/POS/orders', orderToSend(`${customer}-${index}`, customer, 7))
const cancel = (customer: string, index: number) =>
  served.post<CancelResult>(index, `/v1/pvt/POS/orders/${customer}-${index}/cancel`, {
    OrderCancelledDate: '2026-01-16T12:00:00Z',
  })

async function stateOf(customer: string) {
  const { rows } = await served.everything.query(
    `select points_balance::float as points, card.balance::float as stamps, card.completed,
       (select count(*)::int from award
        where award.tenant_id = $1 and award.customer_id = customer.id and state = 1) as prizes
     from customer join stamp_card as card on card.tenant_id = $1 and card.customer_id = customer.id
     where customer.tenant_id = $1 and original_id = $2`,
    [served.shop.tenantId, customer],
  )
  return rows[0]
}

test('60 orders at once fill exactly six cards; sent again, nothing; cancelled at once, no stamp and no prize', async () => {
  for (let repetition = 0; repetition < REPETITIONS; repetition += 1) {
    const customer = `stamped-${repetition}`
    const all = Array.from({ length: AT_ONCE }, (_, index) => index)
    await Promise.all(all.map((index) => order(customer, index)))
    const full = { points: 7 * AT_ONCE + 30, stamps: 0, completed: 6, prizes: 6 }
    expect(await stateOf(customer)).toEqual(full)
    await Promise.all(all.map((index) => order(customer, index)))
    expect(await stateOf(customer)).toEqual(full)
    await Promise.all(all.flatMap((index) => [cancel(customer, index), cancel(customer, index)]))
    expect(await stateOf(customer)).toEqual({ points: 0, stamps: 0, completed: 0, prizes: 0 })
  }
  expect((await verifyMerchant(served.database, served.shop.tenantId)).differences).toEqual([])
})

test('an order that fills a card against the cancellation of another one: the card is full, or it is not', async () => {
  for (let repetition = 0; repetition < 3 * REPETITIONS; repetition += 1) {
    const customer = `against-${repetition}`
    const nine = Array.from({ length: 9 }, (_, index) => index)
    for (const index of nine) await order(customer, index)
    await Promise.all([order(customer, 9), cancel(customer, 0)])
    expect(await stateOf(customer)).toEqual({ points: 63, stamps: 9, completed: 0, prizes: 0 })
  }
  expect((await verifyMerchant(served.database, served.shop.tenantId)).differences).toEqual([])
})
