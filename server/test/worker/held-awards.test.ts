/** Awards whose reward could not be given: src/rewards/retry-awards.ts, and what has them tried again. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTill } from '../../src/accounts/till/till.ts'
import { readConfig } from '../../src/app/config.ts'
import { REWARDS_DUE } from '../../src/orders/due.ts'
import { createLogger } from '../../src/platform/log.ts'
import { retryHeldAwardsOf } from '../../src/rewards/retry-awards.ts'
import { MAIN_CELL } from '../../src/tenancy/cells.ts'
import { migrateQueue } from '../../src/worker/queue.ts'
import { type RunningWorker, work } from '../../src/worker/work.ts'
import { type Manager, useManager } from '../support/admin.ts'
import { COFFEE_CARD, coffees } from '../support/coffee-card.ts'
import { urlOfLogin } from '../support/logins.ts'
import { DAY_MS, program, type Shop } from '../support/shop.ts'
import { tenantOf } from '../support/tiers.ts'
import { useShops } from '../support/use-shops.ts'
import { until } from '../support/workers.ts'

const test = useShops()
const admin = useManager(() => test.api)

let worker: RunningWorker
beforeAll(async () => {
  const url = urlOfLogin(test.api.databaseUrl, 'worker')
  const config = readConfig({ DATABASE_URL: url, PUNCHCARD_WORKER_METRICS_PORT: '0' })
  const log = createLogger({ level: 'silent', destination: process.stderr })
  // The owner of the database makes the queue, as `punchcard migrate` does.
  await migrateQueue(urlOfLogin(test.api.databaseUrl, 'owner'), log)
  worker = await work(config, log, () => test.api.now)
})
afterAll(() => worker?.stop())

interface Opened {
  readonly shop: Shop
  readonly manager: Manager
  readonly reward: number
  readonly listId: number
}

/** A shop whose card gives a reward of which there is no code. */
async function open(card: object = {}): Promise<Opened> {
  const shop = await test.open(program({}))
  const reward = await shop.makeReward({ title: 'House coffee' }, [])
  const { points: _, ...coffeeCard } = COFFEE_CARD
  await shop.publish(program({}, { ...coffeeCard, reward: String(reward), ...card }))
  const manager = admin.manager(shop.key)
  const { body } = await manager.done<{ items: { id: number }[] }>('GET', `/coupon-lists?reward=${reward}`)
  return { shop, manager, reward, listId: body.items[0]?.id ?? 0 }
}

async function fills(shop: Shop, customer: string, quantity = 10): Promise<void> {
  test.api.now += 60_000
  await shop.completed(`of ${customer}`, customer, 8 * quantity, coffees(quantity))
  await shop.history(customer)
}

const STATES = ['due', 'given', 'held', 'undone', 'dropped']
const REASONS = ['inactive', 'archived', 'outsideDates', 'limitReached', 'noCodes']

/** The awards, oldest first, with their coupons. */
async function awardsOf({ tenantId }: Shop): Promise<string[]> {
  const rows = await test.reader.query(
    `select award.state, award.held_because, coupon.code from award
     left join coupon on coupon.tenant_id = $1 and coupon.code_key = award.coupon_key
     where award.tenant_id = $1 order by award.id`,
    [tenantId],
  )
  return rows.map(({ state, held_because, code }) =>
    [STATES[Number(state)], REASONS[Number(held_because ?? -1)], code].filter(Boolean).join(' '),
  )
}

const given = async (shop: Shop, count: number): Promise<void> =>
  until(async () => (await awardsOf(shop)).filter((one) => one.startsWith('given')).length === count)

const addCodes = ({ manager, listId }: Opened, ...codes: string[]) =>
  manager.done('POST', `/coupon-lists/${listId}/codes`, codes.join('\n'))

async function replace({ manager, reward }: Opened, changes: object): Promise<void> {
  const { body, etag } = await manager.done('GET', `/rewards/${reward}`)
  const members = [
    'type',
    'title',
    'points',
    'value',
    'isActive',
    'limits',
    'validFrom',
    'validUntil',
    'coupon',
  ]
  const sent = Object.fromEntries(members.flatMap((name) => (name in body ? [[name, body[name]]] : [])))
  await manager.done('PUT', `/rewards/${reward}`, { ...sent, ...changes }, { ifMatch: etag })
}

describe('an award whose reward has no codes', () => {
  it('is held while the sale succeeds, and is given once codes are added, oldest first', async () => {
    const opened = await open()
    const { shop } = opened
    await fills(shop, 'ana')
    await fills(shop, 'bia')
    await fills(shop, 'caio')
    expect(await awardsOf(shop)).toEqual(['held noCodes', 'held noCodes', 'held noCodes'])
    await addCodes(opened, 'C-1', 'C-2')
    await given(shop, 2)
    expect(await awardsOf(shop)).toEqual(['given C-1', 'given C-2', 'held noCodes'])
  })

  it('is given once by two processes that try it at the same time', async () => {
    const opened = await open()
    const { shop, reward } = opened
    await fills(shop, 'ana', 30)
    await fills(shop, 'bia')
    await worker.stop()
    await addCodes(opened, 'C-1', 'C-2', 'C-3', 'C-4', 'C-5', 'C-6')
    const database = test.api.cells.of({ cell: MAIN_CELL })
    const tenant = await tenantOf(test.api, shop)
    const tries = [1, 2].map(() => {
      const till = createTill({ database, clock: () => test.api.now, ...REWARDS_DUE })
      return retryHeldAwardsOf(reward, { database, till, tenant })
    })
    const counts = await Promise.all(tries)
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(4)
    expect(new Set(await awardsOf(shop))).toEqual(
      new Set(['given C-1', 'given C-2', 'given C-3', 'given C-4']),
    )
    const url = urlOfLogin(test.api.databaseUrl, 'worker')
    const config = readConfig({ DATABASE_URL: url, PUNCHCARD_WORKER_METRICS_PORT: '0' })
    const log = createLogger({ level: 'silent', destination: process.stderr })
    worker = await work(config, log, () => test.api.now)
  })

  it('is given after its list is taken out of the archive', async () => {
    const opened = await open()
    const { shop, manager, listId } = opened
    await addCodes(opened, 'C-1')
    const archived = await manager.done('POST', `/coupon-lists/${listId}/archive`, undefined, {
      ifMatch: '*',
    })
    await fills(shop, 'ana')
    expect(await awardsOf(shop)).toEqual(['held noCodes'])
    await manager.done('POST', `/coupon-lists/${listId}/unarchive`, undefined, { ifMatch: archived.etag })
    await given(shop, 1)
  })
})

describe('a held award', () => {
  it('is given after its reward is switched on', async () => {
    const opened = await open()
    const { shop } = opened
    await addCodes(opened, 'C-1')
    await replace(opened, { isActive: false })
    await fills(shop, 'ana')
    expect(await awardsOf(shop)).toEqual(['held inactive'])
    await replace(opened, { isActive: true })
    await given(shop, 1)
  })

  it('is given after the limit of its reward is raised; the limit per customer is not looked at', async () => {
    const opened = await open()
    const { shop } = opened
    await addCodes(opened, 'C-1', 'C-2', 'C-3')
    await replace(opened, { limits: { total: 2, perCustomer: 1 } })
    await fills(shop, 'ana', 30)
    expect(await awardsOf(shop)).toEqual(['given C-1', 'given C-2', 'held limitReached'])
    await replace(opened, { limits: { total: 3, perCustomer: 1 } })
    await given(shop, 3)
    // What the reward costs was not taken.
    expect((await shop.records('ana')).filter(({ points }) => points < 0)).toEqual([])
  })

  it('is tried by the daily run, when its dates begin; what is due later is left alone', async () => {
    const opened = await open({ waitingDays: 3 })
    const { shop } = opened
    await addCodes(opened, 'C-1', 'C-2')
    const from = new Date(test.api.now + 10 * DAY_MS).toISOString()
    await replace(opened, { validFrom: from })
    await fills(shop, 'ana')
    test.api.now += 5 * DAY_MS
    await fills(shop, 'bia')
    await shop.history('ana')
    expect(await awardsOf(shop)).toEqual(['held outsideDates', 'due'])
    test.api.now += 7 * DAY_MS
    await test.reader.query(`select queue_job('lookForDailyRuns', '{}', 'lookForDailyRuns')`)
    await given(shop, 2)
  })
})
