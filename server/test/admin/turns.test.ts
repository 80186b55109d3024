/**
 * One merchant at full tilt, and another one's panel beside it. How long the other one waits is measured in
 * `test/tenancy/panel-flood.test.ts`; here nothing depends on how quick the machine is.
 */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Api, createApi } from '../../src/http/private-api.ts'
import { PasswordHasher } from '../../src/people/password-hash.ts'
import { createLogger } from '../../src/platform/log.ts'
import { createMetrics, type Metrics } from '../../src/platform/metrics.ts'
import type { Database } from '../../src/platform/postgres/database.ts'
import type { Cells } from '../../src/tenancy/cells.ts'
import { fillEvents } from '../support/many-events.ts'
import { type Browser, People } from '../support/people.ts'
import { useTestApi } from '../support/test-api.ts'

const IN_FLIGHT = Number(process.env.FLOOD_IN_FLIGHT ?? 200)
const test = useTestApi()

let api: Api
let metrics: Metrics
let loud: { readonly tenantId: number; readonly viewer: Browser; readonly owner: Browser }
let quiet: { readonly tenantId: number; readonly owner: Browser }

/** How many transactions of a merchant are open in its cell, now and at most. */
class Watch {
  readonly #open = new Map<number, number>()
  readonly most = new Map<number, number>()

  watched(database: Database): Database {
    const counting = async <Result>(tenants: readonly number[], work: () => Promise<Result>) => {
      const [tenant = 0] = tenants
      const open = (this.#open.get(tenant) ?? 0) + 1
      this.#open.set(tenant, open)
      this.most.set(tenant, Math.max(open, this.most.get(tenant) ?? 0))
      try {
        return await work()
      } finally {
        this.#open.set(tenant, (this.#open.get(tenant) ?? 0) - 1)
      }
    }
    return {
      ...database,
      read: (tenants, work) => counting(tenants, () => database.read(tenants, work)),
      transaction: (tenants, work) => counting(tenants, () => database.transaction(tenants, work)),
      transactionOfBatch: (tenants, work, lock) =>
        counting(tenants, () => database.transactionOfBatch(tenants, work, lock)),
      limited: (statementMs) => this.watched(database.limited(statementMs)),
    }
  }
}
const watch = new Watch()

beforeAll(async () => {
  test.api.now = Date.now()
  const { cells } = test.api
  const all = new Map([...cells.all].map(([cell, database]) => [cell, watch.watched(database)]))
  const of: Cells['of'] = ({ cell }) => all.get(cell) ?? cells.of({ cell })
  const log = createLogger({ level: 'silent', destination: process.stderr })
  const hasher = new PasswordHasher()
  const clock = () => test.api.now
  metrics = createMetrics()
  api = await createApi({
    cells,
    redis: null,
    log,
    metrics,
    clock,
    requestTimeoutMs: 10_000,
    rateLimitPerSecond: 1_000_000,
    trustProxy: 1,
    admin: { cells: { ...cells, of, all }, log, clock, hasher, isLimited: false },
  })
  const people = new People(test.api, api, hasher)
  const [first, second] = [await test.api.openShop(), await test.api.openShop()]
  loud = {
    tenantId: first.tenantId,
    viewer: (await people.member(first.tenantId, 'viewer')).browser,
    owner: (await people.member(first.tenantId, 'owner')).browser,
  }
  quiet = { tenantId: second.tenantId, owner: (await people.member(second.tenantId, 'owner')).browser }
})
beforeEach(() => watch.most.clear())
afterAll(() => api.server.close())

/** A file that takes some work to plan. */
function fileOf(rewards: number) {
  return {
    punchcard: 1,
    rewards: Array.from({ length: rewards }, (_, index) => ({
      key: `reward-${index}`,
      type: 'fixedValue',
      title: `Reward ${index}`,
      value: '10',
      points: '200',
      coupon: { prefix: `R${index}`, validDays: 30 },
    })),
  }
}

interface Flood {
  readonly statuses: Readonly<Record<string, number>>
  readonly ofNeighbour: readonly number[]
}

/** The loud merchant's requests, all at once, and the quiet one's, one after the other, until all are answered. */
async function flood(send: () => ReturnType<Browser['send']>): Promise<Flood> {
  const statuses: Record<string, number> = {}
  let isOver = false
  const all = Promise.all(
    Array.from({ length: IN_FLIGHT }, async () => {
      const { status, headers, body } = await send()
      statuses[status] = (statuses[status] ?? 0) + 1
      if (status === 429 || status === 503) expect(Number(headers['retry-after'])).toBeGreaterThan(0)
      else expect(status, JSON.stringify(body)).toBe(200)
    }),
  ).finally(() => {
    isOver = true
  })
  const ofNeighbour: number[] = []
  do {
    ofNeighbour.push((await quiet.owner.get(`/tenants/${quiet.tenantId}/needs`)).status)
  } while (!isOver)
  await all
  return { statuses, ofNeighbour }
}

async function refused(): Promise<Record<string, number>> {
  const { values } = await metrics.adminRefusals.get()
  return Object.fromEntries(values.map(({ labels, value }) => [`${labels.weight} ${labels.why}`, value]))
}

describe('a merchant that floods the management API', () => {
  it('plans one file at a time, and another merchant is never refused', async () => {
    const plan = `/tenants/${loud.tenantId}/program-file/plan`
    const body = { file: fileOf(40) }
    const { statuses, ofNeighbour } = await flood(() => loud.viewer.send('POST', plan, body))
    process.stdout.write(
      `${IN_FLIGHT} plans at once: ${JSON.stringify(statuses)}, beside ${ofNeighbour.length}\n`,
    )
    // One is planned, four wait, and all others are told to come back.
    expect(statuses['200']).toBeGreaterThan(0)
    expect(statuses['429']).toBeGreaterThan(0)
    expect(watch.most.get(loud.tenantId)).toBe(1)
    expect(new Set(ofNeighbour)).toEqual(new Set([200]))
    expect(await refused()).toMatchObject({ 'heavy groupFull': statuses['429'] })
  })

  it('looks for the records behind a figure beside none of its plans, one at a time, and another merchant is never refused', async () => {
    await fillEvents(test.api, loud.tenantId, 2_000)
    const base = `/tenants/${loud.tenantId}`
    const before = (await refused())['heavy groupFull'] ?? 0
    let sent = 0
    const { statuses, ofNeighbour } = await flood(() => {
      sent += 1
      if (sent % 4 === 0) return loud.viewer.send('POST', `${base}/program-file/plan`, { file: fileOf(40) })
      // None of them is of an order, so that all of the log is read for each page.
      const records = ['points/records?show=issued&by=type&id=0', 'liability/records?group=never'][sent % 2]
      return loud.viewer.get(`${base}/reports/${records}`)
    })
    process.stdout.write(
      `${IN_FLIGHT} lists of records and plans at once: ${JSON.stringify(statuses)}, beside ${ofNeighbour.length}\n`,
    )
    expect(statuses['200']).toBeGreaterThan(0)
    expect(statuses['429']).toBeGreaterThan(0)
    expect(watch.most.get(loud.tenantId)).toBe(1)
    expect(new Set(ofNeighbour)).toEqual(new Set([200]))
    expect(((await refused())['heavy groupFull'] ?? 0) - before).toBe(statuses['429'])
  })

  it('has three connections at most for all else, and another merchant is never refused', async () => {
    const paths = ['/rewards', '/customers', '/orders', '/activity', '/needs', '/tiers', '/quizzes']
    let sent = 0
    const { statuses, ofNeighbour } = await flood(() => {
      sent += 1
      return loud.owner.get(`/tenants/${loud.tenantId}${paths[sent % paths.length]}`)
    })
    expect(watch.most.get(loud.tenantId)).toBe(3)
    expect(statuses['200']).toBeGreaterThan(0)
    expect(new Set(ofNeighbour)).toEqual(new Set([200]))
    const { 'light groupFull': full = 0, 'light waited': waited = 0 } = await refused()
    expect(full + waited).toBe(statuses['503'] ?? 0)
  })

  it('keeps nobody from signing in or changing settings', async () => {
    const plan = `/tenants/${loud.tenantId}/program-file/plan`
    const plans = Array.from({ length: 20 }, () => loud.viewer.send('POST', plan, { file: fileOf(40) }))
    for (const path of ['/session', `/tenants/${quiet.tenantId}`, `/tenants/${quiet.tenantId}/people`]) {
      expect((await quiet.owner.get(path)).status).toBe(200)
    }
    await Promise.all(plans)
  })
})

describe('a program file', () => {
  it('of more than 200 rules, tiers, rewards and quizzes is applied only as it was planned, by a job', async () => {
    const plan = `/tenants/${loud.tenantId}/program-file/plan`
    const apply = `/tenants/${loud.tenantId}/program-file/apply`
    const refusal = await loud.owner.send('POST', apply, { file: fileOf(201) })
    expect([refusal.status, refusal.body.errors]).toMatchObject([422, [{ pointer: '/basis' }]])
    expect((await loud.viewer.send('POST', plan, { file: fileOf(200) })).status).toBe(200)
  })
})
