/** A person is erased while everything else happens to their account, with one process and with two, and with a kill. */
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import type { EraseResult } from '../../src/erasing/private-api/schema.ts'
import { ONE } from '../../src/platform/decimal.ts'
import { startServe } from '../support/api-processes.ts'
import { verifyMerchant } from '../support/ledger.ts'
import { orderToSend } from '../support/order-to-send.ts'
import { makeReward } from '../support/rewards.ts'
import { program } from '../support/shop.ts'
import { useProcesses } from '../support/use-processes.ts'

const REPETITIONS = Number(process.env.RACE_REPETITIONS ?? 10)
/** Of one customer who is erased: how long that takes is printed. */
const ORDERS = Number(process.env.ERASE_ORDERS ?? 200)
vi.setConfig({ testTimeout: 300_000 })

const SIGNUP = { id: 3, kind: 'signup', points: '50' } as const
const FIRST = { id: 4, kind: 'firstPurchase', points: '30' } as const
const METADATA = { Metadatas: [{ Name: 'gift', Value: 'for Zuleika' }] }

describe.for([1, 2])('%i API processes on one database', (processCount) => {
  let reward: number

  const served = useProcesses(processCount, program({}, SIGNUP, FIRST))

  beforeAll(async () => {
    reward = await makeReward(served.database, served.shop.tenantId, { points: 10n * ONE })
    await makeReward(served.database, served.shop.tenantId, { type: 3, points: 0n, value: 0n })
  })
  afterEach(async () => {
    expect((await verifyMerchant(served.database, served.shop.tenantId)).differences).toEqual([])
    expect(await remains()).toEqual([])
  })
  const post = (index: number, path: string, body: object) => served.post(index, `/v1/pvt/${path}`, body)
  const erase = (index: number, id: string) =>
    served.client.send<EraseResult>('DELETE', `${served.urlOf(index)}/v1/pvt/Customer/${id}`)
  const order = (index: number, id: string, customer: string) =>
    post(index, 'POS/orders', orderToSend(id, customer, 100, METADATA))

  /** What is left of erased persons and should not be. */
  async function remains(): Promise<unknown[]> {
    const { rows } = await served.everything.query(
      `select original_id, 'profile' as what from customer
       where tenant_id = $1 and erased_at is not null and (
         coalesce(name, email, phone, document) is not null or is_enrolled or original_id <> 'erased-' || public_id
         or points_balance <> 0 or next_due_at is not null)
       union all
       select customer.original_id, 'order ' || bought.original_id from customer join customer_order as bought
         on bought.tenant_id = customer.tenant_id and bought.customer_id = customer.id
       where customer.tenant_id = $1 and erased_at is not null and bought.details -> 'm' is not null
       union all
       select customer.original_id, 'coupon' from customer join coupon
         on coupon.tenant_id = customer.tenant_id and coupon.customer_id = customer.id
       where customer.tenant_id = $1 and erased_at is not null and not is_used and inactivated_at is null
       union all
       select customer.original_id, 'alias' from customer join customer_alias as alias
         on alias.tenant_id = customer.tenant_id and alias.customer_id = customer.id
       where customer.tenant_id = $1 and erased_at is not null
       union all
       select customer.original_id, 'lot' from customer join point_record as record
         on record.tenant_id = customer.tenant_id and record.customer_id = customer.id
       where customer.tenant_id = $1 and erased_at is not null and is_live`,
      [served.shop.tenantId],
    )
    return rows
  }

  test('whatever else happens at that moment, the person is gone and the sums are right', async () => {
    for (let index = 0; index < REPETITIONS; index += 1) {
      const id = `ana-${processCount}-${index}`
      const person = { OriginalId: id, Name: 'Zuleika', Email: `${id}@private.example`, Document: id }
      await post(index, 'Customer', person)
      await order(index, `${id}-1`, id)
      await post(index, 'Checkout/redeem', { CustomerId: id, CheckoutId: 'cart', CashbackValue: 1 })
      const answers = await Promise.all([
        order(index + 1, `${id}-2`, id),
        post(index, `RewardConfigurations/${reward}/redeem`, { CustomerId: id }),
        erase(index, id),
        order(index, `${id}-1`, id),
        post(index + 1, 'Checkout/redeem/remove', { CustomerId: id, CheckoutId: 'cart' }),
        post(index + 1, `Customer/${id}/points`, { Points: 5, OperationType: 0, Reason: 'x', ChangeKey: id }),
        served.client.send('PUT', `${served.urlOf(index)}/v1/pvt/Customer/${id}`, {
          OriginalId: `${id}-b`,
          Phone: '1',
        }),
        post(index, 'Customer/upsert', person),
        post(index + 1, 'Customer', person),
        post(index, `POS/orders/${id}-1/cancel`, { OrderCancelledDate: '2026-01-15T13:00:00Z' }),
        order(index, `${id}-3`, id),
        erase(index + 1, id),
      ])
      for (const [place, { status, body }] of answers.entries()) {
        const complaints = served.processes.flatMap((one) => one.complaints)
        expect(status, `${place}: ${JSON.stringify(body)} ${complaints}`).toBe(200)
      }
      const erased = [answers[2], answers[11]].filter((answer) => !answer?.body.HasError)
      expect(erased.length).toBeGreaterThanOrEqual(1)
      const { rows } = await served.everything.query(
        `select count(*)::int as count from point_record as record join customer
           on customer.tenant_id = record.tenant_id and customer.id = record.customer_id
         where record.tenant_id = $1 and record.type = 1 and (
           customer.original_id like $2 || '%' or exists (
             select from customer_order as bought where bought.tenant_id = $1
               and bought.customer_id = customer.id and bought.original_id like $2 || '%'))`,
        [served.shop.tenantId, id],
      )
      // Once at the beginning: who comes back has signed up before.
      expect(rows[0]?.count, id).toBe(1)
    }
  })

  test.runIf(processCount === 1)(
    'killed in the middle, it is done or not begun, and done when it is asked for again',
    async () => {
      for (let round = 0; round < 3; round += 1) {
        const id = `killed-${processCount}-${round}`
        const orders = Array.from({ length: ORDERS }, (_, n) => orderToSend(`${id}-${n}`, id, 10, METADATA))
        for (let from = 0; from < ORDERS; from += 1_000) {
          const { body } = await post(0, 'Order/bulk', orders.slice(from, from + 1_000))
          expect(body).toMatchObject({ FailedCount: 0 })
        }
        const victim = served.processes[0]
        if (!victim) throw new Error('there is no process')
        const sent = erase(0, id).catch(() => null)
        await sleep(10 + round * 40)
        victim.child.kill('SIGKILL')
        await once(victim.child, 'exit')
        await sent
        served.processes[0] = await startServe(served.databaseUrl)
        const { rows } = await served.everything.query(
          `select erased_at is not null as is_erased, (
           select count(*)::int from customer_order as bought
           where bought.tenant_id = $1 and bought.customer_id = customer.id and bought.details -> 'm' is not null
         ) as orders
         from customer where tenant_id = $1 and id = (
           select customer_id from customer_order where tenant_id = $1 and original_id = $2 || '-0')`,
          [served.shop.tenantId, id],
        )
        expect(rows[0]).toEqual(
          rows[0]?.is_erased ? { is_erased: true, orders: 0 } : { is_erased: false, orders: ORDERS },
        )
        const started = performance.now()
        const { body } = await erase(0, id)
        const took = Math.round(performance.now() - started)
        expect(body.ErrorCode).toBe(rows[0]?.is_erased ? 59 : null)
        if (!rows[0]?.is_erased)
          process.stdout.write(`a person with ${ORDERS} orders was erased in ${took} ms\n`)
      }
    },
  )
})
