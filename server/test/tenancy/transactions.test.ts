/** Statements of one transaction that run side by side, and the connection that the next one gets. */
import { type AddressInfo, connect, createServer } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, it, onTestFinished } from 'vitest'
import { table } from '../../src/platform/postgres/columns.ts'
import {
  type Database,
  type DatabaseOptions,
  openDatabase,
  run,
  type Tx,
} from '../../src/platform/postgres/database.ts'
import { sql } from '../../src/platform/postgres/sql.ts'
import { clientOf } from '../support/client-of.ts'
import { urlOfLogin } from '../support/logins.ts'
import { useTestApi } from '../support/test-api.ts'

const test = useTestApi()

/** With one connection, so that each transaction follows the other on it. */
function open(options: Partial<DatabaseOptions> = {}): Database {
  const database = openDatabase({
    url: urlOfLogin(test.api.databaseUrl, 'api'),
    connectionCount: 1,
    applicationName: 'punchcard test',
    onIdleError: () => {},
    ...options,
  })
  onTestFinished(() => database.close())
  return database
}

const insert = (tx: Tx, tenant: number, id: string) =>
  run(tx, sql`insert into brand (tenant_id, original_id) values (${tenant}, ${id})`)
const brands = async (tx: Tx) =>
  (await run(tx, sql<{ id: string }>`select original_id as id from brand`)).rows
const backend = async (tx: Tx) =>
  (await run(tx, sql<{ pid: number }>`select pg_backend_pid() as pid`)).rows[0]?.pid

it('a write that is on its way when the work fails is undone, and not done by itself', async () => {
  const [database, tenant] = [open(), (await test.api.openShop()).tenantId]
  for (const turns of [0, 1, 2, 5]) {
    const written: Promise<unknown>[] = []
    const work = async (tx: Tx) => {
      await brands(tx)
      for (let turn = 0; turn < turns; turn += 1) await nextTurn()
      written.push(insert(tx, tenant, 'never').catch(() => null))
      throw new Error('something of our own')
    }
    await expect(database.transaction([tenant], work)).rejects.toThrow('something of our own')
    await Promise.all(written)
    expect(await database.read([tenant], brands)).toEqual([])
  }
})

it('statements that come while others are under way are sent in their order, and all are answered', async () => {
  const [database, tenant] = [open(), (await test.api.openShop()).tenantId]
  const warnings: Error[] = []
  const warn = (warning: Error): void => void warnings.push(warning)
  process.on('warning', warn)
  onTestFinished(() => void process.off('warning', warn))
  await database.transaction([tenant], async (tx) => {
    const slow = run(tx, sql`select pg_sleep(0.2)`)
    const chains = Array.from({ length: 20 }, async (_, index) => {
      for (let turn = 0; turn < index; turn += 1) await nextTurn()
      await insert(tx, tenant, `b${String(index).padStart(2, '0')}`)
      return (await brands(tx)).length
    })
    await slow
    const counts = await Promise.all(chains)
    expect(counts.every((count, index) => count > index)).toBe(true)
  })
  expect((await database.read([tenant], brands)).length).toBe(20)
  expect(warnings).toEqual([])
})

it('a connection that is lost fails what was to be sent on it too, and the next one is another', async () => {
  const [database, tenant] = [open(), (await test.api.openShop()).tenantId]
  const client = clientOf(test.api.databaseUrl)
  await client.connect()
  onTestFinished(() => client.end())
  const before = await database.read([tenant], backend)
  const work = async (tx: Tx) => {
    const lost = run(tx, sql`select pg_sleep(30)`)
    setTimeout(() => void client.query('select pg_terminate_backend($1)', [before]), 50)
    const answers = await Promise.allSettled([lost, nextTurn().then(() => insert(tx, tenant, 'a'))])
    expect(answers.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    await expect(insert(tx, tenant, 'b')).rejects.toThrow(/Connection terminated|not queryable/)
    throw new Error('lost')
  }
  await expect(database.transaction([tenant], work)).rejects.toThrow()
  expect(await database.read([tenant], brands)).toEqual([])
  expect(await database.read([tenant], backend)).not.toBe(before)
})

const BROKEN = table('brand').insert<number>({
  tenant_id: ['bigint', (tenant) => tenant],
  original_id: ['text', () => fail('a value that could not be read')],
})

it('a batch of which one write could not even be sent saves none', async () => {
  const [database, tenant] = [open(), (await test.api.openShop()).tenantId]
  const saving = database.transactionOfBatch([tenant], async (tx) => ({
    result: null,
    writes: [insert(tx, tenant, 'first'), BROKEN(tx, [tenant]), insert(tx, tenant, 'last')],
  }))
  await expect(saving).rejects.toThrow('a value that could not be read')
  const passedOver = database.transaction([tenant], (tx) => BROKEN(tx, [tenant]).catch(() => null))
  await expect(passedOver).rejects.toThrow('a value that could not be read')
  expect(await database.read([tenant], brands)).toEqual([])
})

it('a read that leaves a statement to fail behind it fails none of the next ones', async () => {
  const [database, tenant] = [open(), (await test.api.openShop()).tenantId]
  const leaves = async (tx: Tx) => {
    await brands(tx)
    run(tx, sql`select 1 / 0`).catch(() => null)
    return 'read'
  }
  for (let times = 0; times < 3; times += 1) {
    expect(await database.read([tenant], leaves)).toBe('read')
    expect(await database.read([tenant], brands)).toEqual([])
  }
})

it('says why a transaction could not be bound, not that its statements were skipped', async () => {
  const database = open({ appRole: 'no_such_role' })
  const failure = await database.read([], brands).catch((error) => error)
  expect(failure).toMatchObject({ code: '22023', message: expect.stringContaining('no_such_role') })
})

it('a connection on which ROLLBACK is not answered is not used again', async () => {
  const [proxy, tenant] = [await startProxy(test.api.databaseUrl), (await test.api.openShop()).tenantId]
  const database = open({ url: urlOfLogin(proxy.url, 'api') })
  const work = async (tx: Tx) => {
    await run(tx, sql`select 1 / 0`).catch(() => null)
    proxy.isSilent = true
    throw new Error('something of our own')
  }
  await expect(database.transaction([tenant], work)).rejects.toThrow()
  proxy.isSilent = false
  expect(await database.read([tenant], brands)).toEqual([])
})

/** Passes on what both sides say, until it is told to keep the server's answers to itself. */
async function startProxy(databaseUrl: string) {
  const { hostname, port } = new URL(databaseUrl)
  const state = { isSilent: false, url: '' }
  const server = createServer((sender) => {
    const receiver = connect(Number(port), hostname)
    sender.pipe(receiver)
    receiver.on('data', (data) => state.isSilent || sender.write(data))
    for (const one of [sender, receiver]) {
      one.on('error', () => {}).on('close', () => [sender, receiver].forEach((other) => void other.destroy()))
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const url = new URL(databaseUrl)
  url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return Object.assign(state, { url: url.href })
}

function fail(message: string): never {
  throw new Error(message)
}
