/**
 * What many requests at once must not break, over real sockets: against one API process and against two on
 * the same database. Each race is run 50 times, each time with new ids.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test, vi } from 'vitest'
import type { CustomerPoints } from '../../src/balances/private-api/schema.ts'
import { ERROR } from '../../src/contract/private-api/errors.ts'
import { ORDER_STATE } from '../../src/orders/order.ts'
import type { CancelResult, OrderResult } from '../../src/orders/private-api/schema.ts'
import { verifyMerchant } from '../support/ledger.ts'
import { SIMPLE_PROGRAM } from '../support/open-shop.ts'
import { MANY_LOTS, ordersToSend, orderToSend } from '../support/order-to-send.ts'
import { chanceOf } from '../support/seed.ts'
import { useProcesses } from '../support/use-processes.ts'

const chance = chanceOf('Races')
const REPETITIONS = Number(process.env.RACE_REPETITIONS ?? 10)
vi.setConfig({ testTimeout: 300_000 })

describe.for([1, 2])('%i API processes on one database', (processCount) => {
  const served = useProcesses(processCount, SIMPLE_PROGRAM)

  const sendOrder = (index: number, body: object) =>
    served.post<OrderResult>(index, '/v1/pvt/POS/orders', body)
  const cancel = (index: number, orderId: string) =>
    served.post<CancelResult>(index, `/v1/pvt/POS/orders/${orderId}/cancel`, {
      OrderCancelledDate: '2026-01-16T12:00:00Z',
    })
  const changeCashback = (index: number, customer: string, value: number, key: string) =>
    served.post<CustomerPoints>(index, `/v1/pvt/Customer/${customer}/cashback`, {
      Value: value,
      OperationType: 0,
      Reason: 'race',
      ChangeKey: key,
    })

  /** In turn a customer with many open lots, a new one, and one with a single lot. What each has by then. */
  async function meet(repetition: number, customer: string): Promise<{ points: number; orders: number }> {
    if (repetition % 3 === 1) return { points: 0, orders: 0 }
    const isRegular = repetition % 3 === 0
    const { body } = isRegular
      ? await served.post(repetition, '/v1/pvt/Order/bulk', ordersToSend(customer, customer))
      : await sendOrder(repetition, orderToSend(`before-${customer}`, customer, 7))
    expect(body.HasError).toBe(false)
    return isRegular ? { points: MANY_LOTS, orders: MANY_LOTS } : { points: 7, orders: 1 }
  }

  async function rows<Row extends object>(text: string, values: unknown[]): Promise<Row[]> {
    return (await served.everything.query<Row>(text, values)).rows
  }

  /** What is stored of a customer: its balance, its orders, and how many records and events there are. */
  async function stored(customer: string) {
    const [row] = await rows<{ balance: number; orders: number; records: number; events: number }>(
      `select points_balance::float as balance, order_count as orders,
         (select count(*)::int from point_record as record where record.customer_id = customer.id) as records,
         (select count(*)::int from point_event as event where event.customer_id = customer.id) as events
       from customer where tenant_id = $1 and original_id = $2`,
      [served.shop.tenantId, customer],
    )
    return row
  }

  async function storedOrders(pattern: string) {
    return rows<{ state: number; total: number; customer: string }>(
      `select state, total::float, customer.original_id as customer
       from customer_order as bought join customer on customer.id = bought.customer_id
       where bought.tenant_id = $1 and bought.original_id like $2`,
      [served.shop.tenantId, pattern],
    )
  }

  function race(name: string, run: (id: string, repetition: number) => Promise<void>): void {
    test(name, async () => {
      for (let repetition = 0; repetition < REPETITIONS; repetition += 1) {
        await run(`${name.replaceAll(/\W+/g, '-')}-${repetition}`, repetition)
      }
    })
  }

  race('20 identical orders award once', async (id, repetition) => {
    const { points: before, orders } = await meet(repetition, id)
    const answers = await atOnce(20, (index) => sendOrder(index, orderToSend(id, id, 120)))

    const [first] = answers
    expect(first).toMatchObject({ status: 200, body: { HasError: false } })
    expect(first?.body.Result?.Customer.PointsBalance).toBe(before + 120)
    for (const answer of answers) expect(answer).toEqual(first)
    const count = orders + 1
    expect(await stored(id)).toEqual({ balance: before + 120, orders: count, records: count, events: count })
    expect(await storedOrders(id)).toEqual([{ state: ORDER_STATE.complete, total: 120, customer: id }])
  })

  race('20 same ChangeKeys change once', async (id) => {
    await sendOrder(0, orderToSend(id, id, 100))
    const answers = await atOnce(20, (index) => changeCashback(index, id, 2.5, `key-${id}`))

    const made = answers.filter(({ body }) => !body.HasError)
    expect(made.map(({ body }) => body.Result?.CashbackBalance)).toEqual([7.5])
    const refused = answers.filter(({ body }) => body.ErrorCode === ERROR.ChangePoints_ChangeKeyAlreadyExists)
    expect(refused).toHaveLength(19)
    expect(await stored(id)).toEqual({ balance: 150, orders: 1, records: 2, events: 2 })
  })

  race('one ChangeKey for 10 customers changes one of them', async (id) => {
    const customers = Array.from({ length: 10 }, (_, index) => `${id}-${index}`)
    await Promise.all(
      customers.map((customer, index) => sendOrder(index, orderToSend(customer, customer, 1))),
    )
    const answers = await Promise.all(
      customers.map((customer, index) => changeCashback(index, customer, 5, `key-${id}`)),
    )

    expect(answers.filter(({ body }) => !body.HasError)).toHaveLength(1)
    const refused = answers.filter(({ body }) => body.ErrorCode === ERROR.ChangePoints_ChangeKeyAlreadyExists)
    expect(refused).toHaveLength(9)
    const balances = await rows<{ balance: number }>(
      'select points_balance::float as balance from customer where tenant_id = $1 and original_id = any ($2)',
      [served.shop.tenantId, customers],
    )
    expect(balances.map(({ balance }) => balance).sort((a, b) => a - b)).toEqual([...Array(9).fill(1), 101])
  })

  race('30 orders of one customer add up', async (id, repetition) => {
    const { points: before, orders } = await meet(repetition, id)
    const totals = Array.from({ length: 30 }, (_, index) => index + 1)
    const answers = await Promise.all(
      totals.map((total, index) => sendOrder(index, orderToSend(`${id}-${index}`, id, total))),
    )

    expect(answers.filter(({ body }) => body.HasError)).toEqual([])
    // Each answer is the balance after its own order, so taken by size each is one order above the last.
    const balances = answers.map(({ body }) => body.Result?.Customer.PointsBalance ?? 0)
    const steps = balances
      .toSorted((a, b) => a - b)
      .map((balance, index, all) => balance - (all[index - 1] ?? before))
    expect(steps.toSorted((a, b) => a - b)).toEqual(totals)
    const count = 30 + orders
    expect(await stored(id)).toEqual({ balance: before + 465, orders: count, records: count, events: count })
  })

  race('an order and its cancellation end in one of two states', async (id, repetition) => {
    const { points: before } = await meet(repetition, id)
    const [order, cancellation] = await Promise.all([
      sendOrder(0, orderToSend(id, id, 120)),
      // Later and later, so that both ends are seen.
      sleep((repetition % 10) / 2).then(() => cancel(1, id)),
    ])

    expect(order.body).toMatchObject({ HasError: false, Result: { State: ORDER_STATE.complete } })
    expect(order.body.Result?.Customer.PointsBalance).toBe(before + 120)
    const wasThere = cancellation.body.ErrorCode !== ERROR.ApiExternalOrder_Order_Not_Found
    if (wasThere) {
      expect(cancellation.body).toMatchObject({ HasError: false, Result: { Status: ORDER_STATE.cancelled } })
    }
    const state = wasThere ? ORDER_STATE.cancelled : ORDER_STATE.complete
    expect(await storedOrders(id)).toEqual([{ state, total: 120, customer: id }])
    expect(await stored(id)).toMatchObject({ balance: wasThere ? before : before + 120 })
  })

  race('the completion and the cancellation of a pending order end cancelled', async (id, repetition) => {
    const { points: before } = await meet(repetition, id)
    const pending = { IsCompleted: false, OrderCompletedDate: null }
    await sendOrder(0, orderToSend(id, id, 120, pending))
    const later = { UpdatedDate: '2099-01-01T00:00:00Z' }
    const [completion, cancellation] = await Promise.all([
      sendOrder(0, orderToSend(id, id, 120, later)),
      cancel(1, id),
    ])

    expect(cancellation.body).toMatchObject({ HasError: false, Result: { Status: ORDER_STATE.cancelled } })
    const { HasError, ErrorCode, Result } = completion.body
    if (HasError) expect(ErrorCode).toBe(ERROR.ApiOrder_OrderIsCancelled)
    else
      expect(Result).toMatchObject({ State: ORDER_STATE.complete, Customer: { PointsBalance: before + 120 } })
    expect(await storedOrders(id)).toEqual([{ state: ORDER_STATE.cancelled, total: 120, customer: id }])
    expect(await stored(id)).toMatchObject({ balance: before })
  })

  race('20 versions of one order end with the latest', async (id, repetition) => {
    const { points: before } = await meet(repetition, id)
    const minutes = shuffled(Array.from({ length: 20 }, (_, index) => index + 10))
    const answers = await Promise.all(
      minutes.map((minute, index) =>
        sendOrder(index, orderToSend(id, id, minute * 10, { UpdatedDate: `2026-01-15T13:${minute}:00Z` })),
      ),
    )

    expect(answers.filter(({ body }) => body.HasError)).toEqual([])
    for (const { body } of answers) {
      expect(body.Result?.Customer.PointsBalance).toBe(before + (body.Result?.OrderTotal ?? 0))
    }
    expect(await storedOrders(id)).toEqual([{ state: ORDER_STATE.complete, total: 290, customer: id }])
    expect(await stored(id)).toMatchObject({ balance: before + 290 })
  })

  race('20 orders of a new customer make one customer', async (id) => {
    const answers = await atOnce(20, (index) => sendOrder(index, orderToSend(`${id}-${index}`, id, 10)))

    expect(answers.filter(({ body }) => body.HasError)).toEqual([])
    expect(new Set(answers.map(({ body }) => body.Result?.Customer.Id)).size).toBe(1)
    expect(new Set(answers.map(({ body }) => body.Result?.Customer.PublicId)).size).toBe(1)
    expect(await stored(id)).toEqual({ balance: 200, orders: 20, records: 20, events: 20 })
  })

  race('20 new customers from both ends', async (id) => {
    const names = Array.from({ length: 20 }, (_, index) => `${id}-${index}`)
    const send = (index: number) => (name: string) => sendOrder(index, orderToSend(name, name, 10))
    const answers = await Promise.all([...names.map(send(0)), ...names.toReversed().map(send(1))])

    expect(answers.filter(({ body }) => body.HasError)).toEqual([])
    expect(answers.filter(({ body }) => body.Result?.Customer.PointsBalance !== 10)).toEqual([])
  })

  race('an order id that two customers send belongs to one', async (id, repetition) => {
    const customers = [`${id}-a`, `${id}-b`] as const
    const { points: before } = await meet(repetition, customers[0])
    // In pairs, so that each customer is met by each process.
    const customerOf = (index: number) => customers[(index >> 1) % 2] ?? ''
    const answers = await atOnce(20, (index) => sendOrder(index, orderToSend(id, customerOf(index), 50)))

    const [bought] = await storedOrders(id)
    const isWinner = (_: unknown, index: number) => customerOf(index) === bought?.customer
    const winners = answers.filter(isWinner)
    for (const answer of winners) expect(answer).toEqual(winners[0])
    expect(winners[0]?.body.HasError).toBe(false)
    const losers = answers.filter((answer, index) => !isWinner(answer, index))
    expect(losers).toHaveLength(10)
    for (const { body } of losers) expect(body.ErrorCode).toBe(ERROR.PdvOrder_CustomerMismatch)
    const balances = await Promise.all(
      customers.map(async (customer) => (await stored(customer))?.balance ?? 0),
    )
    expect(balances.reduce((sum, balance) => sum + balance, 0)).toBe(before + 50)
  })

  test('afterwards every account adds up', async () => {
    const { accounts, differences } = await verifyMerchant(served.database, served.shop.tenantId)
    expect(accounts).toBeGreaterThan(8 * REPETITIONS)
    expect(differences).toEqual([])
    expect(served.processes.flatMap(({ complaints }) => complaints)).toEqual([])
    // Each would have cost its batches a second, after which PostgreSQL looks for them.
    const deadlocks = 'select deadlocks::int from pg_stat_database where datname = current_database()'
    expect(await rows(deadlocks, [])).toEqual([{ deadlocks: 0 }])
  })
})

function atOnce<T>(count: number, run: (index: number) => Promise<T>): Promise<T[]> {
  return Promise.all(Array.from({ length: count }, (_, index) => run(index)))
}

function shuffled<T>(items: readonly T[]): T[] {
  return items
    .map((item) => ({ item, place: chance.fraction() }))
    .sort((a, b) => a.place - b.place)
    .map(({ item }) => item)
}
