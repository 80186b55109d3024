/**
 * Random commands about the orders of customers with 65 to 300 open lots, several about one order at once, while API
 * processes are killed: the ledger verifies, each order has exactly the points of what is left of it, and every change
 * that was acknowledged counts once.
 *
 * `MANY_LOTS_COMMANDS=100000 npm test -- faults/many-lots` sends so many, with a kill per 2,500;
 * `MANY_LOTS_SEED=…` sends the same again.
 */
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ORDER_STATE } from '../../src/orders/order.ts'
import type { Database } from '../../src/platform/postgres/database.ts'
import { Random } from '../../src/platform/random.ts'
import { type ApiProcess, startServe } from '../support/api-processes.ts'
import { clientOf } from '../support/client-of.ts'
import { type Answer, createJsonClient, type JsonClient } from '../support/json-client.ts'
import { verifyMerchant } from '../support/ledger.ts'
import { openShop } from '../support/open-shop.ts'
import { orderToSend } from '../support/order-to-send.ts'
import { decimal, makeReward } from '../support/rewards.ts'
import { program } from '../support/shop.ts'
import type { ShopKey } from '../support/test-api.ts'
import { cloneDatabase, openTestDatabase } from '../support/test-database.ts'

const COMMANDS = Number(process.env.MANY_LOTS_COMMANDS ?? 500)
const SEED = Number(process.env.MANY_LOTS_SEED ?? 22)
const COMMANDS_PER_KILL = 2_500
/** Filling them takes longer than a small run. */
const CUSTOMERS = COMMANDS < 5_000 ? 4 : 20
const SENDERS = 12
const REWARD_POINTS = 40

describe.for([1, 2])('%i API processes on one database', (processCount) => {
  let processes: ApiProcess[] = []
  const killed: ApiProcess[] = []
  let databaseUrl: string
  let database: Database
  let everything: pg.Client
  let shop: ShopKey
  let client: JsonClient
  let reward: number
  let drop: () => Promise<void>
  /** What each customer has beside what the orders earned: acknowledged changes and redemptions. */
  const others = new Map<string, number>()
  const failures = new Map<string, number>()
  const orderCounts: number[] = []
  let sent = 0

  const random = new Random(SEED + processCount)

  beforeAll(async () => {
    const clone = await cloneDatabase()
    drop = clone.drop
    databaseUrl = clone.url
    database = openTestDatabase(clone.url)
    everything = clientOf(clone.url)
    await everything.connect()
    shop = await openShop(database, { program: program() })
    reward = await makeReward(database, shop.tenantId, { points: decimal(REWARD_POINTS) })
    client = createJsonClient(shop.authorization)
    processes = await Promise.all(Array.from({ length: processCount }, () => startServe(clone.url)))
    for (let customer = 0; customer < CUSTOMERS; customer += 1) {
      const count = random.between(65, 300)
      const orders = Array.from({ length: count }, (_, index) =>
        orderToSend(orderId(customer, index), nameOf(customer), random.between(20, 100)),
      )
      const { body } = await insist('POST', '/v1/pvt/Order/bulk', orders)
      expect(body).toMatchObject({ SucceededCount: count })
      orderCounts.push(count)
    }
  })

  afterAll(async () => {
    await Promise.all(processes.map((one) => one.stop()))
    client?.close()
    await everything?.end()
    await database?.close()
    await drop?.()
  })

  const nameOf = (customer: number): string => `customer-${customer}`
  const orderId = (customer: number, index: number): string => `${customer}-${index}`

  /** Sends the same to one process and the next until there is an answer. */
  async function insist(method: 'POST' | 'DELETE', path: string, body?: object): Promise<Answer<object>> {
    for (let attempt = random.between(0, 1); ; attempt += 1) {
      try {
        const answer = await client.send<object>(
          method,
          `${processes[attempt % processCount]?.url}${path}`,
          body,
        )
        if (answer.status === 200) return answer
        countFailure(`HTTP ${answer.status} ${answer.body.ErrorMessage}`)
      } catch (error) {
        countFailure((error as NodeJS.ErrnoException).code ?? String(error))
      }
      await sleep(20)
    }
  }

  function countFailure(what: string): void {
    failures.set(what, (failures.get(what) ?? 0) + 1)
  }

  function addToOthers(customer: number, points: number): void {
    others.set(nameOf(customer), (others.get(nameOf(customer)) ?? 0) + points)
  }

  /** One command about this order. A refusal is an answer too, such as of a change to a cancelled order. */
  async function aboutOrder(customer: number, order: string): Promise<void> {
    const kind = random.between(0, 19)
    if (kind < 12) {
      const total = random.between(5, 100)
      await insist('POST', '/v1/pvt/POS/orders', orderToSend(order, nameOf(customer), total))
    } else if (kind < 19) {
      const part = { ValueToRefund: random.between(1, 9), CancelKey: `return-${sent}` }
      await insist('POST', `/v1/pvt/Order/${order}/partialcancel`, part)
    } else {
      await insist('POST', `/v1/pvt/Order/${order}/cancel`, { OrderCancelledDate: '2026-01-16T12:00:00Z' })
    }
  }

  async function changePoints(customer: number, key: string): Promise<void> {
    const [points, isRemoval] = [random.between(1, 60), random.between(0, 1) === 1]
    const { body } = await insist('POST', `/v1/pvt/Customer/${nameOf(customer)}/points`, {
      Points: points,
      OperationType: isRemoval ? 1 : 0,
      Reason: 'many lots',
      ChangeKey: key,
    })
    // A key that was used before is our own: the answer to it was lost.
    const isDone = !body.HasError || /ChangeKey/.test(body.ErrorMessage ?? '')
    if (isDone) addToOthers(customer, isRemoval ? -points : points)
  }

  /** Redeems, and half of the time gives it back at the same moment as a command about an order comes. */
  async function redeem(customer: number, key: string): Promise<void> {
    const { body } = await insist('POST', `/v1/pvt/RewardConfigurations/${reward}/redeem`, {
      CustomerId: nameOf(customer),
      OriginalKey: key,
    })
    if (body.HasError) return
    addToOthers(customer, -REWARD_POINTS)
    if (random.between(0, 1) === 0) return
    const order = someOrder(customer)
    const [cancelled] = await Promise.all([
      insist('DELETE', `/v1/pvt/POS/rewards?OriginalKey=${key}`),
      aboutOrder(customer, order),
    ])
    // One that is returned already was returned by this request, whose first answer was lost.
    if (cancelled.body.HasError) expect(cancelled.body.ErrorMessage).toContain('was returned')
    addToOthers(customer, REWARD_POINTS)
  }

  /** The last ones most of all: they lie behind the lots that are loaded first. */
  function someOrder(customer: number): string {
    const count = orderCounts[customer] ?? 0
    return orderId(
      customer,
      random.between(0, 3) === 0 ? random.between(0, count - 1) : random.between(count - 8, count - 1),
    )
  }

  async function send(): Promise<void> {
    while (sent < COMMANDS) {
      const customer = random.between(0, CUSTOMERS - 1)
      sent += 1
      const key = `key-${sent}`
      const kind = random.between(0, 9)
      if (kind === 0) await changePoints(customer, key)
      else if (kind === 1) await redeem(customer, key)
      else {
        const order = someOrder(customer)
        const together = random.between(1, 6)
        sent += together - 1
        await Promise.all(Array.from({ length: together }, () => aboutOrder(customer, order)))
      }
    }
  }

  async function killNowAndThen(): Promise<void> {
    const kills = Math.max(1, Math.floor(COMMANDS / COMMANDS_PER_KILL))
    for (let kill = 1; kill <= kills; kill += 1) {
      while (sent < (COMMANDS * kill) / (kills + 1)) await sleep(5)
      const victim = processes[kill % processCount]
      if (!victim) throw new Error('no process to kill')
      const ended = once(victim.child, 'exit')
      victim.child.kill('SIGKILL')
      await ended
      killed.push(victim)
      processes[kill % processCount] = await startServe(databaseUrl)
    }
  }

  test(`${COMMANDS} commands, some killed under way (seed ${SEED})`, {
    timeout: 60_000 + COMMANDS * 50,
  }, async () => {
    await Promise.all([killNowAndThen(), ...Array.from({ length: SENDERS }, send)])
    const faults = [...failures.keys()].filter((what) => /^HTTP (?!503)/.test(what))
    expect(faults, complaints().join('\n')).toEqual([])
    expect((await verifyMerchant(database, shop.tenantId)).differences).toEqual([])
    await expectOrdersAndBalances()
  })

  /** What the processes said of faults, for saying why this failed. */
  function complaints(): string[] {
    return [...killed, ...processes]
      .flatMap((one) => one.complaints)
      .filter((line) => line.includes('"level":"error"'))
      .slice(0, 5)
  }

  /** One point per R$ 1 of what is left of an order that is complete. */
  async function expectOrdersAndBalances(): Promise<void> {
    const { rows } = await everything.query<{
      customer: string
      balance: number
      open: number
      orders: { id: string; state: number; left: number; points: number }[]
    }>(
      `select customer.original_id as customer, points_balance::float as balance,
         (select count(*)::int from point_record as record
          where record.tenant_id = $1 and record.customer_id = customer.id and is_live) as open,
         json_agg(json_build_object('id', bought.original_id, 'state', state, 'left', total - returned,
           'points', (select coalesce(sum(points), 0) from point_record as record
             where record.tenant_id = $1 and record.order_id = bought.id))) as orders
       from customer join customer_order as bought
         on bought.tenant_id = customer.tenant_id and bought.customer_id = customer.id
       where customer.tenant_id = $1 group by customer.id, customer.original_id, points_balance`,
      [shop.tenantId],
    )
    expect(rows.length).toBe(CUSTOMERS)
    for (const { customer, balance, orders } of rows) {
      for (const { id, state, left, points } of orders) {
        expect(points, `points of order ${id}`).toBe(state === ORDER_STATE.complete ? Math.floor(left) : 0)
      }
      const earned = orders.reduce((sum, { points }) => sum + points, 0)
      expect(balance, customer).toBe(earned + (others.get(customer) ?? 0))
    }
    // Otherwise this would say nothing of what it is for.
    expect(rows.filter(({ open }) => open > 64).length).toBeGreaterThan(CUSTOMERS / 2)
  }
})
