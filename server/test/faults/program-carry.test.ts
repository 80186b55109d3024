/** A change that is carried into waiting versions is cut off at any statement: all of it is there, or nothing. */
import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Database, Tx } from '../../src/platform/postgres/database.ts'
import { run } from '../../src/platform/postgres/database.ts'
import { sql } from '../../src/platform/postgres/sql.ts'
import type { Cells } from '../../src/tenancy/cells.ts'
import { Manager, startAdminApi } from '../support/admin.ts'
import { clientOf } from '../support/client-of.ts'
import { program, type Shop } from '../support/shop.ts'
import { useShops } from '../support/use-shops.ts'

const shops = useShops()
const DEC = '2026-12-01T00:00:00-03:00'
const JAN = '2027-01-01T00:00:00-03:00'

let killer: pg.Client
let server: FastifyInstance
beforeAll(async () => {
  killer = clientOf(shops.api.databaseUrl)
  await killer.connect()
  server = await startAdminApi({ cells: shops.api.cells, now: () => shops.api.now })
})
afterAll(async () => {
  await server.close()
  await killer.end()
})

/** Databases whose connection the server ends before the n-th statement of a transaction that writes. */
function cutOffAt(statement: number): { cells: Cells; wasCut: () => boolean } {
  let count = 0
  let isCut = false
  const counted = (tx: Tx): Tx =>
    new Proxy(tx, {
      get(target, name) {
        const member = Reflect.get(target, name, target) as unknown
        if (typeof member !== 'function') return member
        if (name !== 'send') return member.bind(target)
        return async (...parameters: unknown[]) => {
          count += 1
          if (count === statement) {
            isCut = true
            const { rows } = await run(target, sql<{ pid: number }>`select pg_backend_pid() as pid`)
            await killer.query('select pg_terminate_backend($1)', [rows[0]?.pid])
          }
          return member.apply(target, parameters)
        }
      },
    })
  const cutting = (database: Database): Database => ({
    ...database,
    limited: (timeoutMs) => cutting(database.limited(timeoutMs)),
    transaction: (tenants, work) => database.transaction(tenants, (tx) => work(counted(tx))),
  })
  const { cells } = shops.api
  const all = new Map([...cells.all].map(([name, database]) => [name, cutting(database)]))
  return { cells: { ...cells, all }, wasCut: () => isCut }
}

async function open(): Promise<{ shop: Shop; manager: Manager; etag: string | undefined }> {
  const shop = await shops.open(program({ points: '1' }))
  const manager = new Manager(() => server, shop.key)
  const etagOf = async () => (await manager.get('/program')).etag
  const put = async (body: object) =>
    (await manager.done('PUT', '/program/draft', body, { ifMatch: await etagOf() })).etag
  const brand = { id: 2, kind: 'brand' as const, ids: ['a'], multiplier: '2' }
  const signup = { id: 3, kind: 'signup', points: '20' } as const
  const schedule = async (ifMatch: string | undefined, effectiveAt: string) =>
    manager.done('POST', '/program/publish', { effectiveAt }, { ifMatch })
  await schedule(await put({ program: program({ points: '1' }, brand) }), DEC)
  await schedule(await put({ program: program({ points: '1' }, brand, signup), basedOn: 2 }), JAN)
  return { shop, manager, etag: await put({ program: program({ points: '2' }) }) }
}

/** All that a publication writes. */
async function stateOf({ tenantId }: Shop) {
  const [versions, draft, audit, keys] = await Promise.all(
    [
      `select version, program, effective_at, cancelled_at is null as stands from program_version
       where tenant_id = $1 order by version`,
      'select revision, program, based_on from program_draft where tenant_id = $1',
      `select action, target_label from audit_entry where tenant_id = $1 order by id`,
      'select count(*)::int as n from idempotency_key where tenant_id = $1',
    ].map((text) => shops.reader.query(text, [tenantId])),
  )
  return { versions, draft, audit, keys }
}

it('leaves all or nothing, at every statement, and is completed by the same request', {
  timeout: 300_000,
}, async () => {
  let cuts = 0
  for (let statement = 1; ; statement += 1) {
    const { shop, manager, etag } = await open()
    const before = await stateOf(shop)
    const { cells, wasCut } = cutOffAt(statement)
    const cutting = await startAdminApi({ cells, now: () => shops.api.now })
    const send = (through: FastifyInstance) =>
      new Manager(() => through, shop.key).send(
        'POST',
        '/program/publish',
        { carry: true },
        { ifMatch: etag, key: 'once' },
      )
    const { status } = await send(cutting)
    await cutting.close()
    if (!wasCut()) {
      expect(status).toBe(201)
      break
    }
    cuts += 1
    expect(status, `statement ${statement}`).toBe(503)
    expect(await stateOf(shop), `statement ${statement}`).toEqual(before)
    expect((await send(server)).status).toBe(201)
    const { versions, audit } = await stateOf(shop)
    expect(versions?.map(({ version, stands }) => [version, stands])).toEqual([
      [1, true],
      [2, false],
      [3, false],
      [4, true],
      [5, true],
      [6, true],
    ])
    expect(audit?.slice(-3)).toEqual([
      { action: 'program.publish', target_label: 'Version 4' },
      { action: 'program.carry', target_label: 'Version 5' },
      { action: 'program.carry', target_label: 'Version 6' },
    ])
    expect((await manager.get('/program')).body).toMatchObject({ queue: [{ version: 5 }, { version: 6 }] })
  }
  process.stdout.write(`cut off at ${cuts} statements\n`)
  expect(cuts).toBeGreaterThan(8)
})
