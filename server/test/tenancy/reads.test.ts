/** Reads and writes are told apart: `Database.read` and `Database.transaction`. */
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { type Database, run, type Tx } from '../../src/platform/postgres/database.ts'
import { isUnavailable } from '../../src/platform/postgres/failures.ts'
import { sql } from '../../src/platform/postgres/sql.ts'
import { clientOf } from '../support/client-of.ts'
import { patient } from '../support/patience.ts'
import { useTestApi } from '../support/test-api.ts'
import { openTestDatabase } from '../support/test-database.ts'

const test = useTestApi()

const insert = (tx: Tx, tenant: number) =>
  run(tx, sql`insert into brand (tenant_id, original_id) values (${tenant}, 'b') on conflict do nothing`)
const brands = async (tx: Tx) => (await run(tx, sql<{ tenant_id: number }>`select tenant_id from brand`)).rows

function open(): Database {
  const database = openTestDatabase(test.api.databaseUrl)
  onTestFinished(() => database.close())
  return database
}

describe('a read', () => {
  it('cannot write, and says whose fault that is; the connection is as good as before', async () => {
    const [database, tenant] = [open(), test.api.key.tenantId]
    const failure = await database.read([tenant], (tx) => insert(tx, tenant)).catch((error: Error) => error)
    expect(failure).toMatchObject({ message: 'a read must not write: use `transaction`' })
    expect(isUnavailable(failure)).toBe(false)
    expect(await database.read([tenant], brands)).toEqual([])
    await database.transaction([tenant], (tx) => insert(tx, tenant))
    expect(await database.read([tenant], brands)).toEqual([{ tenant_id: tenant }])
  })

  it('sees rows of the tenants that it names alone', async () => {
    const [database, tenant] = [open(), (await test.api.openShop()).tenantId]
    await database.transaction([tenant], (tx) => insert(tx, tenant))
    expect(await database.read([tenant], brands)).toEqual([{ tenant_id: tenant }])
    expect(await database.read([], brands)).toEqual([])
  })

  it('sees one moment, whatever is written meanwhile', async () => {
    const [database, tenant] = [open(), (await test.api.openShop()).tenantId]
    const seen = await database.read([tenant], async (tx) => {
      const before = await brands(tx)
      await database.transaction([tenant], (other) => insert(other, tenant))
      return [before, await brands(tx)]
    })
    expect(seen).toEqual([[], []])
    expect(await database.read([tenant], brands)).toEqual([{ tenant_id: tenant }])
  })

  it('fails where one of its statements did, also where the error was not passed on', async () => {
    const [database, tenant] = [open(), test.api.key.tenantId]
    const fails = (tx: Tx) => run(tx, sql`select 1 / 0`).catch(() => null)
    await expect(database.read([tenant], fails)).rejects.toThrow('its error was not passed on')
    expect(await database.read([], brands)).toEqual([])
  })

  it('gives every connection back, also one that is lost while it ends', async () => {
    const database = open()
    const self = async (tx: Tx) =>
      (await run(tx, sql<{ pid: number }>`select pg_backend_pid() as pid`)).rows[0]
    const operator = clientOf(test.api.databaseUrl)
    await operator.connect()
    onTestFinished(() => operator.end())
    for (let turn = 0; turn < 20; turn += 1) {
      // The next one may get the connection before it is known to be lost.
      const read = await database.read([], self).catch(() => undefined)
      if (read) await operator.query('select pg_terminate_backend($1)', [read.pid])
    }
    await expect.poll(() => database.usage()).toMatchObject({ used: 0, waiting: 0 })
    await vi.waitFor(async () => expect(await database.read([], brands)).toEqual([]), {
      timeout: patient(5_000),
    })
  })

  it('goes on where an operator has stopped all writes, which are refused as long as that lasts', async () => {
    const { tenantId: tenant, authorization } = await test.api.openShop()
    const { pathname } = new URL(test.api.databaseUrl)
    const operator = clientOf(test.api.databaseUrl)
    await operator.connect()
    await operator.query(`alter database ${pathname.slice(1)} set default_transaction_read_only = on`)
    const database = open()
    const refused = await database.transaction([tenant], (tx) => insert(tx, tenant)).catch((error) => error)
    expect(isUnavailable(refused)).toBe(true)
    expect(await database.read([tenant], brands)).toEqual([])
    await operator.query(`set default_transaction_read_only = off`)
    await operator.query(`alter database ${pathname.slice(1)} reset default_transaction_read_only`)
    await operator.end()
    const answer = await test.api.send({ url: '/v1/pvt/RewardConfigurations', headers: { authorization } })
    expect(answer.statusCode).toBe(200)
  })
})
