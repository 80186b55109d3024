/** Gifts when everything comes at once, over two API processes on the same database. */
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import { Sweep } from '../../src/accounts/sweep.ts'
import { createTill } from '../../src/accounts/till/till.ts'
import { COUPON_TYPE } from '../../src/coupons/coupon.ts'
import { publishProgram } from '../../src/earning/store.ts'
import { REWARDS_DUE } from '../../src/orders/due.ts'
import type { CancelResult, OrderResult } from '../../src/orders/private-api/schema.ts'
import { insertCouponList } from '../../src/rewards/store/code-lists.ts'
import { findTenant } from '../../src/tenancy/store/tenants.ts'
import type { Tenant } from '../../src/tenancy/tenant.ts'
import { clientOf } from '../support/client-of.ts'
import { verifyMerchant } from '../support/ledger.ts'
import { orderToSend } from '../support/order-to-send.ts'
import { makeReward, type RewardToMake } from '../support/rewards.ts'
import { chanceOf } from '../support/seed.ts'
import { program } from '../support/shop.ts'
import { useProcesses } from '../support/use-processes.ts'
import { until } from '../support/workers.ts'

const chance = chanceOf('Races of gifts')
const REPETITIONS = Number(process.env.RACE_REPETITIONS ?? 10)
vi.setConfig({ testTimeout: 300_000 })
/** As long as a command waits for an account that another transaction holds. */
const PATIENCE_MS = 5_000

const served = useProcesses(2, program({}))

let cardCount = 0

/** Publishes a card of so many orders that gives a new reward. */
async function cardOf(stamps: number, reward: RewardToMake = {}, codes: readonly string[] | null = null) {
  cardCount += 1
  const { tenantId } = served.shop
  const rewardId = await makeReward(served.database, tenantId, reward, codes)
  const card = {
    id: 10 + cardCount,
    kind: 'card',
    name: 'Orders',
    counts: 'orders',
    stamps,
    reward: String(rewardId),
    when: { from: '2026-01-01T00:00:00Z' },
  } as const
  await served.database.transaction([tenantId], (tx) => publishProgram(tx, tenantId, program({}, card)))
  return rewardId
}

async function order(process: number, customer: string, number: number): Promise<void> {
  const { status, body } = await served.post<OrderResult>(
    process,
    '/v1/pvt/POS/orders',
    orderToSend(`${customer}-${number}`, customer, 7),
  )
  expect({ status, error: body.ErrorMessage }).toEqual({ status: 200, error: null })
}

async function cancel(process: number, customer: string, number: number): Promise<void> {
  const { status, body } = await served.post<CancelResult>(
    process,
    `/v1/pvt/POS/orders/${customer}-${number}/cancel`,
    { OrderCancelledDate: '2026-01-16T12:00:00Z' },
  )
  expect({ status, error: body.ErrorMessage }).toEqual({ status: 200, error: null })
}

/** Any read gives what is due. */
async function read(process: number, customer: string): Promise<void> {
  const url = `${served.urlOf(process)}/v1/pvt/Customer/${customer}/points`
  expect((await served.client.send('GET', url)).status).toBe(200)
}

interface Gifts {
  /** Of all cards. */
  readonly stamps: number
  readonly full: number
  readonly awards: readonly string[]
  /** Coupons that can be used. */
  readonly usable: number
}

const STATES = ['due', 'given', 'held', 'undone', 'dropped']

async function giftsOf(customer: string): Promise<Gifts> {
  const { rows } = await served.everything.query<{
    stamps: number
    full: number
    states: number[]
    usable: number
  }>(
    `select
       (select sum(balance)::int from stamp_card as card
        where card.tenant_id = $1 and card.customer_id = customer.id) as stamps,
       (select sum(completed)::int from stamp_card as card
        where card.tenant_id = $1 and card.customer_id = customer.id) as full,
       (select coalesce(json_agg(state order by id), '[]') from award
        where award.tenant_id = $1 and award.customer_id = customer.id) as states,
       (select count(*)::int from coupon join redemption on redemption.tenant_id = $1
          and redemption.coupon_key = coupon.code_key
        where coupon.tenant_id = $1 and redemption.customer_id = customer.id
          and coupon.inactivated_at is null) as usable
     from customer where customer.tenant_id = $1 and customer.original_id = $2`,
    [served.shop.tenantId, customer],
  )
  const { states, stamps = 0, full = 0, usable = 0 } = rows[0] ?? { states: [] }
  return { stamps, full, usable, awards: states.map((state) => STATES[state] ?? '') }
}

async function expectAddsUp(): Promise<void> {
  expect((await verifyMerchant(served.database, served.shop.tenantId)).differences).toEqual([])
}

/** A transaction of another program that holds the counter of a reward. */
async function lockUsage(rewardId: number): Promise<() => Promise<void>> {
  const { tenantId } = served.shop
  await served.everything.query(
    `insert into reward_usage (tenant_id, reward_configuration_id) values ($1, $2) on conflict do nothing`,
    [tenantId, rewardId],
  )
  const holder = clientOf(served.databaseUrl)
  await holder.connect()
  await holder.query('begin')
  await holder.query(
    'select from reward_usage where tenant_id = $1 and reward_configuration_id = $2 for update',
    [tenantId, rewardId],
  )
  return async () => {
    await holder.query('rollback')
    await holder.end()
  }
}

async function tenantOf(): Promise<Tenant> {
  const { database, shop } = served
  const tenant = await database.transaction([], (tx) => findTenant(tx, shop.tenantId))
  if (!tenant) throw new Error('the merchant is gone')
  return tenant
}

/** Held awards of a reward are tried again, in two tills at once. */
async function retryHeld(customers: readonly string[], rewardId: number): Promise<void> {
  const { database } = served
  const tenant = await tenantOf()
  const tills = Array.from({ length: 2 }, () => createTill({ database, clock: Date.now, ...REWARDS_DUE }))
  const retries = customers.flatMap((customer) =>
    tills.map((till) => {
      const { command, input } = REWARDS_DUE.awards.toGive(tenant, customer)
      return till.run(command, { ...input, retried: rewardId } as typeof input)
    }),
  )
  await Promise.all(retries)
}

test('the last code for two full cards: one is given, one is held and given once when codes come', async () => {
  for (let repetition = 0; repetition < REPETITIONS; repetition += 1) {
    const rewardId = await cardOf(2, {}, [`LAST-${repetition}`])
    const customers = [`last-${repetition}-a`, `last-${repetition}-b`]
    for (const number of [0, 1]) {
      await Promise.all(customers.map((customer, index) => order(index, customer, number)))
    }
    await Promise.all(customers.map((customer, index) => read(1 - index, customer)))
    const before = await Promise.all(customers.map(giftsOf))
    expect(before.flatMap(({ awards }) => awards).toSorted()).toEqual(['given', 'held'])
    expect(before.map(({ usable }) => usable).toSorted()).toEqual([0, 1])
    const { tenantId } = served.shop
    const more = Array.from({ length: 3 }, (_, index) => `MORE-${repetition}-${index}`)
    await served.database.transaction([tenantId], (tx) =>
      insertCouponList(tx, tenantId, {
        name: `More of ${rewardId}`,
        rewardId,
        couponType: COUPON_TYPE.others,
        codes: more,
      }),
    )
    await retryHeld(customers, rewardId)
    const full = { stamps: 0, full: 1, awards: ['given'], usable: 1 }
    expect(await Promise.all(customers.map(giftsOf))).toEqual([full, full])
  }
  await expectAddsUp()
})

test('an order that fills a card against the cancellation of another one: no coupon is left', async () => {
  await cardOf(3, { globalUsageLimit: 10_000 })
  for (let repetition = 0; repetition < 3 * REPETITIONS; repetition += 1) {
    const customer = `against-${repetition}`
    await order(0, customer, 0)
    await order(1, customer, 1)
    await Promise.all([order(repetition, customer, 2), cancel(repetition + 1, customer, 0)])
    await read(0, customer)
    const { awards, ...left } = await giftsOf(customer)
    expect(left).toEqual({ stamps: 2, full: 0, usable: 0 })
    expect([[], ['undone']]).toContainEqual(awards)
  }
  await expectAddsUp()
})

test('an order that is cancelled while its coupon is made by another process: never a coupon to use', async () => {
  const codes = Array.from({ length: 10 * REPETITIONS }, (_, index) => `CANCELLED-${index}`)
  const rewardId = await cardOf(2, {}, codes)
  const seen = new Set<string>()
  for (let repetition = 0; repetition < 5 * REPETITIONS; repetition += 1) {
    const customer = `cancelled-${repetition}`
    await order(0, customer, 0)
    // Now and then the coupon has to wait until the order is cancelled.
    const release = repetition % 4 === 0 ? await lockUsage(rewardId) : async () => {}
    // The process that has answered makes the coupon, and so does the one that is asked.
    await order(repetition, customer, 1)
    const asked = read(repetition + 1, customer)
    await sleep(chance.between(0, 8))
    await Promise.all([asked, cancel(repetition + 1, customer, 1)])
    await release()
    const { rows } = await served.everything.query<{ redeemed: number; returned: number }>(
      `select count(*)::int as redeemed, count(returned_at)::int as returned from redemption
       join customer on customer.tenant_id = $1 and customer.id = redemption.customer_id
       where redemption.tenant_id = $1 and customer.original_id = $2`,
      [served.shop.tenantId, customer],
    )
    seen.add(rows[0]?.redeemed === 0 ? 'undone before' : 'given and taken back')
    expect(rows[0]?.returned).toBe(rows[0]?.redeemed)
    expect(await giftsOf(customer)).toEqual({ stamps: 1, full: 0, awards: ['undone'], usable: 0 })
    await order(repetition, customer, 2)
    await read(repetition + 1, customer)
    expect(await giftsOf(customer)).toEqual({ stamps: 0, full: 1, awards: ['undone', 'given'], usable: 1 })
  }
  process.stderr.write(`orders that were cancelled beside their coupons: ${[...seen].join(', ')}\n`)
  await expectAddsUp()
})

test('a reward that is given in both processes at once is given once', async () => {
  for (let repetition = 0; repetition < REPETITIONS; repetition += 1) {
    const rewardId = await cardOf(2, {}, [`TWICE-${repetition}-0`, `TWICE-${repetition}-1`])
    const customer = `twice-${repetition}`
    await order(0, customer, 0)
    const release = await lockUsage(rewardId)
    await order(1, customer, 1)
    const reads = Array.from({ length: 10 }, (_, index) => read(index, customer))
    await sleep(chance.between(0, 100))
    await release()
    await Promise.all(reads)
    await read(repetition, customer)
    expect(await giftsOf(customer)).toEqual({ stamps: 0, full: 1, awards: ['given'], usable: 1 })
    const { rows } = await served.everything.query(
      `select sum(used_count)::int as used from pre_generated_coupon_list
       where tenant_id = $1 and reward_configuration_id = $2`,
      [served.shop.tenantId, rewardId],
    )
    expect(rows).toEqual([{ used: 1 }])
  }
  await expectAddsUp()
})

test('while a reward is locked, those to whom it is due buy as usual; then it is given', async () => {
  const rewardId = await cardOf(2, { globalUsageLimit: 1_000 })
  const customers = Array.from({ length: 8 }, (_, index) => `locked-${index}`)
  const ofEach = (work: (customer: string, index: number) => Promise<void>) =>
    Promise.all(customers.map(work))
  let slowestMs = 0
  const timed = async (work: Promise<unknown>): Promise<void> => {
    const startedAt = performance.now()
    await work
    slowestMs = Math.max(slowestMs, performance.now() - startedAt)
  }
  await ofEach((customer, index) => order(index, customer, 0))
  const release = await lockUsage(rewardId)
  for (const number of [1, 2]) {
    await timed(ofEach((customer, index) => order(index + number, customer, number)))
    await timed(ofEach((customer, index) => cancel(index, customer, number - 1)))
    await timed(ofEach((customer, index) => order(index, customer, number + 10)))
    await ofEach((customer, index) => read(index, customer))
  }
  process.stderr.write(`while a reward was locked, the slowest sale took ${slowestMs.toFixed(0)} ms\n`)
  expect(slowestMs).toBeLessThan(PATIENCE_MS)
  await release()
  await ofEach((customer, index) => read(index, customer))
  for (const customer of customers) {
    const { awards, usable, full } = await giftsOf(customer)
    expect(awards).not.toContain('due')
    expect(usable).toBe(full)
  }
  await expectAddsUp()
})

test('while a reward is locked, the sweep gives the others, and this one afterwards', async () => {
  const { database, shop } = served
  const customers = ['swept-0', 'swept-1']
  const releases: (() => Promise<void>)[] = []
  for (const customer of customers) {
    const rewardId = await cardOf(2, { globalUsageLimit: 9 })
    await order(0, customer, 0)
    releases.push(await lockUsage(rewardId))
    await order(1, customer, 1)
  }
  const states = () => Promise.all(customers.map(async (customer) => (await giftsOf(customer)).awards))
  // As long as it takes the process to give up.
  await sleep(1_000)
  expect(await states()).toEqual([['due'], ['due']])
  const failed: string[] = []
  const newSweep = () =>
    new Sweep({
      database,
      clock: Date.now,
      ...REWARDS_DUE,
      onFailure: (_tenant, customer) => failed.push(customer),
    })
  const tenant = await tenantOf()
  await releases[1]?.()
  await newSweep().round([tenant])
  expect({ states: await states(), failed }).toEqual({ states: [['due'], ['given']], failed: ['swept-0'] })
  await releases[0]?.()
  await newSweep().round([tenant])
  expect(await states()).toEqual([['given'], ['given']])
  expect((await verifyMerchant(database, shop.tenantId)).differences).toEqual([])
})

test('100 customers fill their cards at once, and the reward is given 50 times at most: 50 are held', async () => {
  for (let repetition = 0; repetition < Math.ceil(REPETITIONS / 5); repetition += 1) {
    const rewardId = await cardOf(2, { globalUsageLimit: 50 })
    const customers = Array.from({ length: 100 }, (_, index) => `hundred-${repetition}-${index}`)
    for (const number of [0, 1]) {
      await Promise.all(customers.map((customer, index) => order(index + number, customer, number)))
    }
    // A read does not wait for a count that a hundred want: what is still due is given by the next one.
    let gifts: Awaited<ReturnType<typeof giftsOf>>[] = []
    await until(async () => {
      await Promise.all(customers.map((customer, index) => read(index, customer)))
      gifts = await Promise.all(customers.map(giftsOf))
      return gifts.every(({ awards }) => !awards.includes('due'))
    })
    expect(gifts.filter(({ usable }) => usable === 1)).toHaveLength(50)
    expect(gifts.map(({ awards }) => awards.join()).toSorted()).toEqual([
      ...Array.from({ length: 50 }, () => 'given'),
      ...Array.from({ length: 50 }, () => 'held'),
    ])
    const { rows } = await served.everything.query(
      'select redeemed_count from reward_usage where tenant_id = $1 and reward_configuration_id = $2',
      [served.shop.tenantId, rewardId],
    )
    expect(rows).toEqual([{ redeemed_count: 50 }])
  }
  await expectAddsUp()
})

test('afterwards no process has complained, and none has waited for another in a circle', async () => {
  expect(served.processes.flatMap(({ complaints }) => complaints)).toEqual([])
  const { rows } = await served.everything.query(
    'select deadlocks::int from pg_stat_database where datname = current_database()',
  )
  expect(rows).toEqual([{ deadlocks: 0 }])
})
