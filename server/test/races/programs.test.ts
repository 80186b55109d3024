/** People who publish at the same moment, over two management APIs on the same database, while orders come in. */
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { publishContent } from '../../src/earning/manage/publish.ts'
import type { Decimal } from '../../src/platform/decimal.ts'
import { type Cells, MAIN_CELL, openCells } from '../../src/tenancy/cells.ts'
import { type Answer, Manager, startAdminApi } from '../support/admin.ts'
import { program, type Shop } from '../support/shop.ts'
import { openTestDatabase } from '../support/test-database.ts'
import { useShops } from '../support/use-shops.ts'
import { until } from '../support/workers.ts'

const REPETITIONS = Number(process.env.RACE_REPETITIONS ?? 10)
vi.setConfig({ testTimeout: 300_000 })

const shops = useShops()
const DEC = '2026-12-01T00:00:00-03:00'
const JAN = '2027-01-01T00:00:00-03:00'
const BRAND = { id: 2, kind: 'brand' as const, ids: ['a'], multiplier: '2' }
const SIGNUP = { id: 3, kind: 'signup' as const, points: '20' }

/** Each with connections of its own, as two processes have them. */
const processes: { cells: Cells; server: FastifyInstance }[] = []
beforeAll(async () => {
  for (let count = 0; count < 2; count += 1) {
    const cells = openCells(new Map([[MAIN_CELL, shops.api.databaseUrl]]), openTestDatabase)
    processes.push({ cells, server: await startAdminApi({ cells, now: () => shops.api.now }) })
  }
})
afterAll(async () => {
  for (const { cells, server } of processes) {
    await server.close()
    await cells.close()
  }
})

const through = (shop: Shop, index: number) =>
  new Manager(() => processes[index % 2]?.server as FastifyInstance, shop.key)

async function open(): Promise<Shop> {
  const shop = await shops.open(program({ points: '1' }))
  const manager = through(shop, 0)
  await put(manager, { program: program({ points: '1' }, BRAND) })
  await publish(manager, { effectiveAt: DEC })
  await put(manager, { program: program({ points: '1' }, BRAND, SIGNUP), basedOn: 2 })
  await publish(manager, { effectiveAt: JAN })
  await put(manager, { program: program({ points: '2' }) })
  return shop
}

const etagOf = async (manager: Manager) => (await manager.get('/program')).etag
const put = async (manager: Manager, body: object) =>
  manager.done('PUT', '/program/draft', body, { ifMatch: await etagOf(manager) })
const publish = async (manager: Manager, body: object) =>
  manager.done('POST', '/program/publish', body, { ifMatch: await etagOf(manager) })

const versionsOf = (shop: Shop) =>
  shops.reader.query(
    `select version, cancelled_at is null as stands, program -> 'rules' -> 0 ->> 'points' as points
     from program_version where tenant_id = $1 order by version`,
    [shop.tenantId],
  )

const statuses = (answers: readonly Answer[]) => answers.map(({ status }) => status).toSorted((a, b) => a - b)

it('two people publish with carry: one 201, one 412, and each version is carried once', async () => {
  for (let repetition = 0; repetition < REPETITIONS; repetition += 1) {
    const shop = await open()
    const ifMatch = await etagOf(through(shop, 0))
    const orders = Array.from({ length: 10 }, (_, index) => shop.completed(`o${index}`, `c${index}`, 10))
    const answers = await Promise.all(
      ['Bia', 'Davi'].map((as, index) =>
        through(shop, index).send('POST', '/program/publish', { carry: true }, { ifMatch, as, key: as }),
      ),
    )
    expect(statuses(answers)).toEqual([201, 412])
    await Promise.all(orders)
    expect(await versionsOf(shop)).toEqual([
      { version: 1, stands: true, points: '1' },
      { version: 2, stands: false, points: '1' },
      { version: 3, stands: false, points: '1' },
      { version: 4, stands: true, points: '2' },
      { version: 5, stands: true, points: '2' },
      { version: 6, stands: true, points: '2' },
    ])
    // Each order has earned by one of the two that were live, and by that alone.
    for (let index = 0; index < orders.length; index += 1) {
      const [record] = await shop.records(`c${index}`)
      expect([`10 by 1`, `20 by 4`]).toContain(`${record?.points} by ${record?.explanation?.v}`)
    }
  }
})

it('whatever happens beside it, a publication with carry is done on what was seen, or not at all', async () => {
  for (let repetition = 0; repetition < REPETITIONS; repetition += 1) {
    const shop = await open()
    const ifMatch = await etagOf(through(shop, 0))
    const others = [
      () => through(shop, 1).send('DELETE', '/program/scheduled?version=2', undefined, { ifMatch }),
      () =>
        through(shop, 1).send(
          'POST',
          '/program/publish',
          { carry: true, effectiveAt: '2026-12-24T00:00:00Z' },
          { ifMatch, as: 'Davi' },
        ),
      () =>
        through(shop, 1).send('PUT', '/program/draft', { program: program({ points: '9' }) }, { ifMatch }),
    ]
    const other = others[repetition % others.length]
    const [mine, theirs] = await Promise.all([
      through(shop, 0).send('POST', '/program/publish', { carry: true }, { ifMatch, key: 'mine' }),
      other?.(),
    ])
    expect([mine.status, theirs?.status].filter((status) => status === 412)).toHaveLength(1)
    const versions = await versionsOf(shop)
    if (mine.status === 201)
      expect(versions.map(({ stands }) => stands)).toEqual([true, false, false, true, true, true])
    else
      expect(
        versions.some(({ version, stands }) => version === 3 && stands === false && versions.length < 5),
      ).toBe(false)
  }
})

it('without a version that was seen, they come one after the other, and none is lost', async () => {
  for (let repetition = 0; repetition < REPETITIONS; repetition += 1) {
    const shop = await open()
    const answers = await Promise.all(
      [0, 1].map((index) =>
        through(shop, index).send(
          'POST',
          '/program/publish',
          { carry: true },
          { ifMatch: '*', key: `k${index}` },
        ),
      ),
    )
    // The draft is gone with the first one.
    expect(statuses(answers)).toEqual([201, 409])
    expect((await versionsOf(shop)).filter(({ stands }) => stands)).toHaveLength(4)
  }
})

it('a reward is not archived while the very first program, which gives it, is being published', async () => {
  const shop = await shops.open(null)
  const reward = await shop.makeReward()
  const { tenantId } = shop
  const card = { id: 2, kind: 'card' as const, name: 'Two orders', counts: 'orders' as const, stamps: 2 }
  const json = program({ points: '1' }, { ...card, reward: String(reward) })
  const known = { id: String(reward), title: 'Ten off', isArchived: false, isCashback: false }
  const nameable = {
    tiers: [],
    rewards: [{ ...known, points: 0n as Decimal, hasMinimum: false, codesLeft: null }],
  }
  const content = { json, readNameable: () => Promise.resolve(nameable) }
  const actor = { kind: 'person' as const, id: 8, label: 'Davi' }
  let archiving: Promise<Answer> | undefined
  await processes[1]?.cells.of({ cell: MAIN_CELL }).transaction([tenantId], async (tx) => {
    const publication = { effectiveAt: null, note: null, carries: false }
    const doing = { actor, via: 'panel' as const, now: shops.api.now, expected: null }
    expect(await publishContent(tx, tenantId, content, publication, doing)).toHaveProperty('version')
    let isAnswered = false
    archiving = through(shop, 0)
      .send('POST', `/rewards/${reward}/archive`, {}, { ifMatch: '*' })
      .finally(() => {
        isAnswered = true
      })
    await until(async () => isAnswered || (await waitsForALock()))
    expect(isAnswered).toBe(false)
  })
  expect(await archiving).toMatchObject({ status: 409, body: { rules: [{ id: 2 }] } })
})

const waitsForALock = async () =>
  (
    await shops.reader.query(
      `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    )
  ).length > 0
