/** Two processes close a month and set its estimate at the same moment: one of each counts, and is told once. */
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import type { MonthAnswer } from '../../src/management/accounting/schema.ts'
import { type Cells, MAIN_CELL, openCells } from '../../src/tenancy/cells.ts'
import { useBooks } from '../accounting/books.ts'
import { type Answer, Manager, startAdminApi } from '../support/admin.ts'
import { countAllFigures } from '../support/count-figures.ts'
import type { Shop } from '../support/shop.ts'
import { openTestDatabase } from '../support/test-database.ts'

const REPETITIONS = Number(process.env.RACE_REPETITIONS ?? 10)
vi.setConfig({ testTimeout: 300_000 })

const { story, openBooks } = useBooks()

/** Each with connections of its own, as two processes have them. */
const processes: { cells: Cells; server: FastifyInstance }[] = []
beforeAll(async () => {
  for (let count = 0; count < 2; count += 1) {
    const cells = openCells(new Map([[MAIN_CELL, story.api.databaseUrl]]), openTestDatabase)
    processes.push({ cells, server: await startAdminApi({ cells, now: () => story.api.now }) })
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

const auditOf = async ({ tenantId }: Shop, action: string) =>
  (await story.query('select id from audit_entry where tenant_id = $1 and action = $2', [tenantId, action]))
    .length

async function october(): Promise<Shop> {
  const { shop } = await openBooks()
  await shop.completed('o1', 'ana', 1_000)
  await countAllFigures(story.api.cells, shop.tenantId)
  story.on('2026-11-02T15:00:00Z')
  return shop
}

const sendTo = (shop: Shop, index: number, method: 'POST' | 'PUT', path: string, body?: object) =>
  through(shop, index).send<{ hash?: string; code?: string }>(method, path, body, { key: `race-${index}` })

it('a month is closed by both: one close, one line in the audit, the same answer', async () => {
  for (let repetition = 0; repetition < REPETITIONS; repetition += 1) {
    const shop = await october()
    const answers = await Promise.all(
      [0, 1, 2, 3].map((index) => sendTo(shop, index, 'POST', '/accounting/months/2026-10/close')),
    )
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    expect(new Set(answers.map(({ body }) => body.hash)).size).toBe(1)
    expect(await auditOf(shop, 'month.close')).toBe(1)
  }
})

it('the same estimate is set by both: one line in the audit', async () => {
  for (let repetition = 0; repetition < REPETITIONS; repetition += 1) {
    const shop = await october()
    const before = await auditOf(shop, 'estimate.set')
    const answers = await Promise.all(
      [0, 1, 2, 3].map((index) =>
        sendTo(shop, index, 'PUT', '/accounting/estimates/2026-11', { breakage: '0.3' }),
      ),
    )
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    expect((await auditOf(shop, 'estimate.set')) - before).toBe(1)
  }
})

it('an estimate that comes with the close counts for the month or is refused, never both', async () => {
  const seen = new Set<number>()
  for (let repetition = 0; repetition < REPETITIONS; repetition += 1) {
    const shop = await october()
    const [closed, set] = (await Promise.all([
      sendTo(shop, 0, 'POST', '/accounting/months/2026-10/close'),
      sendTo(shop, 1, 'PUT', '/accounting/estimates/2026-10', { breakage: '0.5' }),
    ])) as [Answer<MonthAnswer>, Answer<{ code?: string }>]
    expect(closed.status).toBe(200)
    seen.add(set.status)
    expect([set.status, closed.body.breakage]).toEqual(set.status === 200 ? [200, '0.5'] : [409, '0.2'])
  }
  expect([...seen].every((status) => status === 200 || status === 409)).toBe(true)
})
