/**
 * Returns at once, over real sockets: of one part, of the same part, against a cancellation and against an update; with
 * one API process and with two on the same database. `RACE_REPETITIONS=50` runs each race so often.
 */
import { describe, expect, test, vi } from 'vitest'
import { ORDER_STATE } from '../../src/orders/order.ts'
import type { ReturnResult } from '../../src/orders/private-api/return-schema.ts'
import type { CancelResult, OrderResult } from '../../src/orders/private-api/schema.ts'
import { verifyMerchant } from '../support/ledger.ts'
import { SIMPLE_PROGRAM } from '../support/open-shop.ts'
import { MANY_LOTS, ordersToSend, orderToSend } from '../support/order-to-send.ts'
import { useProcesses } from '../support/use-processes.ts'

const REPETITIONS = Number(process.env.RACE_REPETITIONS ?? 10)
const TOTAL = 120
vi.setConfig({ testTimeout: 300_000 })

describe.for([1, 2])('%i API processes on one database', (processCount) => {
  const served = useProcesses(processCount, SIMPLE_PROGRAM)

  const sendOrder = (index: number, id: string, total: number, more: object = {}) =>
    served.post<OrderResult>(index, '/v1/pvt/POS/orders', { ...orderToSend(id, id, total), ...more })
  const cancel = (index: number, id: string) =>
    served.post<CancelResult>(index, `/v1/pvt/Order/${id}/cancel`, {
      OrderCancelledDate: '2026-01-16T12:00:00Z',
    })
  const returnPart = (index: number, id: string, value: number, key: string) =>
    served.post<ReturnResult>(index, `/v1/pvt/Order/${id}/partialcancel`, {
      ValueToRefund: value,
      CancelKey: key,
    })

  /** What is stored of an order and its customer, who has no others but those of `haveManyLots`. */
  async function stored(id: string) {
    const { rows } = await served.everything.query<{
      state: number
      total: number
      returned: number
      returns: number
      balance: number
      records: string[]
    }>(
      `select state, total::float, returned::float, points_balance::float as balance,
         (select count(*)::int from order_return as made where made.order_id = bought.id) as returns,
         (select array_agg(type || ': ' || points::float order by id) from point_record as record
          where record.order_id = bought.id) as records
       from customer_order as bought join customer on customer.id = bought.customer_id
       where bought.tenant_id = $1 and bought.original_id = $2`,
      [served.shop.tenantId, id],
    )
    const [row] = rows
    return row && { ...row, balance: row.balance - (regulars.has(id) ? MANY_LOTS : 0) }
  }

  /** Those are no part of what the races look at. */
  const regulars = new Set<string>()
  async function haveManyLots(id: string): Promise<void> {
    const { body } = await served.post(0, '/v1/pvt/Order/bulk', ordersToSend(id, id))
    expect(body).toMatchObject({ SucceededCount: MANY_LOTS })
    regulars.add(id)
  }

  function race(name: string, run: (id: string, repetition: number) => Promise<void>): void {
    test(name, async () => {
      for (let repetition = 0; repetition < REPETITIONS; repetition += 1) {
        const id = `${name.replaceAll(/\W+/g, '-')}-${repetition}`
        if (repetition % 2 === 0) await haveManyLots(id)
        expect((await sendOrder(repetition, id, TOTAL)).body.HasError).toBe(false)
        await run(id, repetition)
      }
    })
  }

  /** Who is sent first changes from one repetition to the next: otherwise one of them would mostly win. */
  async function both<A, B>(repetition: number, a: () => Promise<A>, b: () => Promise<B>): Promise<[A, B]> {
    if (repetition % 2 === 0) return Promise.all([a(), b()])
    const [second, first] = await Promise.all([b(), a()])
    return [first, second]
  }

  const seen = new Set<string>()

  race('a return and a cancellation', async (id, repetition) => {
    const [returned, cancelled] = await both(
      repetition,
      () => returnPart(0, id, 40, 'k'),
      () => cancel(1, id),
    )
    expect(cancelled.body).toMatchObject({ HasError: false, Result: { Status: ORDER_STATE.cancelled } })
    const isReturned = !returned.body.HasError
    seen.add(isReturned ? 'return first' : 'cancellation first')
    if (!isReturned) expect(returned.body.ErrorCode).toBe(33)
    expect(await stored(id)).toEqual({
      state: ORDER_STATE.cancelled,
      total: TOTAL,
      returned: isReturned ? 40 : 0,
      returns: isReturned ? 1 : 0,
      balance: 0,
      records: isReturned ? ['0: 120', '11: -40', '9: -80'] : ['0: 120', '9: -120'],
    })
  })

  race('the same key ten times', async (id) => {
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) => returnPart(index, id, 40, 'k')),
    )
    const [first] = answers
    expect(first?.body).toMatchObject({
      HasError: false,
      Result: { PointsTakenBack: 40, RemainingTotal: 80 },
    })
    for (const answer of answers) expect(answer).toEqual(first)
    const once = { returned: 40, returns: 1, balance: 80, records: ['0: 120', '11: -40'] }
    expect(await stored(id)).toMatchObject(once)
  })

  race('the same key for two things', async (id, repetition) => {
    const answers = await both(
      repetition,
      () => returnPart(0, id, 40, 'k'),
      () => returnPart(1, id, 50, 'k'),
    )
    const [won] = answers.filter(({ body }) => !body.HasError)
    const [lost] = answers.filter(({ body }) => body.HasError)
    expect(lost?.body.ErrorCode).toBe(66)
    const left = won?.body.Result?.RemainingTotal
    expect(await stored(id)).toMatchObject({ returned: TOTAL - (left ?? 0), returns: 1, balance: left })
  })

  race('two keys for the same last value', async (id, repetition) => {
    expect((await returnPart(0, id, 20, 'first')).body.HasError).toBe(false)
    const answers = await both(
      repetition,
      () => returnPart(0, id, 100, 'a'),
      () => returnPart(1, id, 100, 'b'),
    )
    expect(answers.map(({ body }) => body.ErrorCode).toSorted()).toEqual([33, null])
    const whole = { state: ORDER_STATE.cancelled, returned: TOTAL, returns: 2, balance: 0 }
    expect(await stored(id)).toMatchObject({ ...whole, records: ['0: 120', '11: -20', '9: -100'] })
  })

  race('two keys for more than there is', async (id, repetition) => {
    const answers = await both(
      repetition,
      () => returnPart(0, id, 80, 'a'),
      () => returnPart(1, id, 80, 'b'),
    )
    expect(answers.map(({ body }) => body.ErrorCode).toSorted()).toEqual([93, null])
    expect(await stored(id)).toMatchObject({
      state: ORDER_STATE.complete,
      returned: 80,
      returns: 1,
      balance: 40,
    })
  })

  race('twelve parts, the last of which cancels', async (id) => {
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, index) => returnPart(index, id, 10, `part-${index}`)),
    )
    const left = answers.map(({ body }) => body.Result?.RemainingTotal ?? -1)
    expect(left.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 12 }, (_, index) => index * 10))
    const whole = { state: ORDER_STATE.cancelled, returned: TOTAL, returns: 12, balance: 0 }
    expect(await stored(id)).toMatchObject(whole)
  })

  race('a return and an order that grows', async (id, repetition) => {
    const [returned, updated] = await both(
      repetition,
      () => returnPart(0, id, 40, 'k'),
      () => sendOrder(1, id, 150, { UpdatedDate: '2026-01-16T12:00:00Z' }),
    )
    expect([returned.body.HasError, updated.body.HasError]).toEqual([false, false])
    const grown = { state: ORDER_STATE.complete, total: 150, returned: 40, balance: 110 }
    expect(await stored(id)).toMatchObject(grown)
  })

  test('all of it adds up, and both ends of the first race were seen', async () => {
    expect((await verifyMerchant(served.database, served.shop.tenantId)).differences).toEqual([])
    if (REPETITIONS >= 50) expect([...seen].toSorted()).toEqual(['cancellation first', 'return first'])
    for (const { complaints } of served.processes) expect(complaints).toEqual([])
  })
})
