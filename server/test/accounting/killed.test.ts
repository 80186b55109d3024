/**
 * Closing a month is cut off at each of its statements, as where its process is killed there, and then done again: the
 * month is closed once, with the same hash and one line of the audit log. Where the answer to a statement is lost, the
 * statement itself is done: so it goes with the commit.
 *
 * `CUTS=all npm test -- accounting/killed` does so at each statement, otherwise at some of them and at the last ones.
 */
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { verifyCloses } from '../../src/accounting/verify.ts'
import { closeDueMonths } from '../../src/management/accounting/close-due.ts'
import { type Cells, MAIN_CELL, openCells } from '../../src/tenancy/cells.ts'
import { findTenant } from '../../src/tenancy/store/tenants.ts'
import type { Tenant } from '../../src/tenancy/tenant.ts'
import { Manager, startAdminApi } from '../support/admin.ts'
import { countAllFigures } from '../support/count-figures.ts'
import { chanceOf } from '../support/seed.ts'
import { type Cut, type StatementGate, startStatementGate } from '../support/statement-gate.ts'
import { openTestDatabase } from '../support/test-database.ts'
import { useBooks } from './books.ts'

const { story, openBooks } = useBooks()

const EVERY = process.env.CUTS === 'all' ? 1 : 5
/** The transaction that closes has so many statements; those before it only read. */
const LAST = 12

let gate: StatementGate
let cells: Cells
let server: FastifyInstance

beforeAll(async () => {
  gate = await startStatementGate(story.api.databaseUrl)
  cells = openCells(new Map([[MAIN_CELL, gate.url]]), openTestDatabase)
  server = await startAdminApi({ cells, now: () => story.api.now })
})
afterAll(async () => {
  await server?.close()
  await cells?.close()
  await gate?.close()
})

/** Two months are over, so that the later one follows from one that is closed. */
async function openTwoMonths() {
  const { shop, close } = await openBooks({ accounting: { closeDay: 5 } })
  await shop.completed('o1', 'ana', 1_000)
  story.on('2026-11-12T15:00:00Z')
  await shop.completed('o2', 'eva', 500)
  expect((await close('2026-10')).status).toBe(200)
  story.on('2026-12-12T15:00:00Z')
  await countAllFigures(story.api.cells, shop.tenantId)
  const tenant = await story.database.transaction([], (tx) => findTenant(tx, shop.tenantId))
  if (!tenant) throw new Error('there is no such merchant')
  return { shop, tenant }
}

interface Left {
  readonly closes: number
  readonly audits: number
  readonly hash: string | null
}

async function leftOf(tenantId: number): Promise<Left> {
  const [row] = await story.query(
    `select
      (select count(*)::int from month_close where tenant_id = $1 and month = 202611) as closes,
      (select min(encode(hash, 'hex')) from month_close where tenant_id = $1 and month = 202611) as hash,
      (select count(*)::int from audit_entry
        where tenant_id = $1 and action = 'month.close' and target_id = '2026-11') as audits`,
    [tenantId],
  )
  return row as unknown as Left
}

/** As if the month had never been closed. */
async function forget(tenantId: number): Promise<void> {
  await story.query('delete from month_close where tenant_id = $1 and month = 202611', [tenantId])
  await story.query(
    `delete from audit_entry where tenant_id = $1 and action = 'month.close' and target_id = '2026-11'`,
    [tenantId],
  )
}

/** Whether it went through to its end, although it may have been cut off. */
async function cutOff(statement: number, cut: Cut, close: () => Promise<unknown>): Promise<boolean> {
  const stopped = new Promise<'stopped'>((resolve) => gate.stopAt(statement, () => resolve('stopped'), cut))
  const closing = close().then(
    () => 'done' as const,
    () => 'failed' as const,
  )
  const first = await Promise.race([stopped, closing])
  gate.goOn()
  await closing
  return first === 'done'
}

/** A connection that was cut off may be taken up once more before the pool has noticed: who gets an error tries again. */
async function closeAgain(close: () => Promise<unknown>): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      await close()
      return
    } catch (error) {
      if (tries === 3) throw error
    }
  }
}

const WAYS: Readonly<Record<string, (tenant: Tenant, run: string) => Promise<unknown>>> = {
  'in the panel': async ({ id: tenantId }, run) => {
    const manager = new Manager(() => server, { tenantId, token: '', secret: '', authorization: '' })
    const { status } = await manager.send('POST', '/accounting/months/2026-11/close', undefined, {
      key: run.replaceAll(/\W+/g, '-'),
    })
    if (status !== 200) throw new Error(`it was answered with ${status}`)
  },
  'by itself': (tenant) => closeDueMonths({ cells, clock: () => story.api.now }, tenant, story.api.now),
}

for (const [way, close] of Object.entries(WAYS)) {
  it(`a month that is closed ${way} and cut off is closed once`, { timeout: 300_000 }, async () => {
    const { tenant } = await openTwoMonths()
    await close(tenant, `${way} undisturbed`)
    const first = chanceOf('Cuts').between(0, EVERY - 1)
    const undisturbed = await leftOf(tenant.id)
    expect(undisturbed).toEqual({ closes: 1, audits: 1, hash: expect.stringMatching(/^[0-9a-f]{64}$/) })

    const left = { before: 0, answer: 0 }
    gate.stopAt(Infinity, () => {})
    await forget(tenant.id)
    await close(tenant, `${way} counted`)
    const { count } = gate
    const statements = Array.from({ length: count }, (_, index) => index + 1).filter(
      (number) => (number + first) % EVERY === 0 || number > count - LAST,
    )
    for (const cut of ['before', 'answer'] as const) {
      for (const statement of statements) {
        const at = `${way}, ${cut} ${statement}`
        await forget(tenant.id)
        const isDone = await cutOff(statement, cut, () => close(tenant, at))
        const { closes, audits } = await leftOf(tenant.id)
        expect([at, audits]).toEqual([at, closes])
        if (!isDone) left[cut] += closes
        await closeAgain(() => close(tenant, at))
        expect([at, await leftOf(tenant.id)]).toEqual([at, undisturbed])
      }
    }
    // Where the answer to the commit is lost, it is closed, and is not closed again.
    expect(left.answer).toBeGreaterThan(0)
    process.stderr.write(`closed ${way}: cut off at ${statements.length} of ${count} statements\n`)
    expect(count).toBeGreaterThan(2 * LAST)
    expect(await verifyCloses(story.database, { id: tenant.id, currency: tenant.currency })).toEqual([])
  })
}
