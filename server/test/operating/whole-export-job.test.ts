/** Everything of a merchant in one archive, written by a job: the same files as those of `punchcard tenant export`. */
import { execFile } from 'node:child_process'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { createTill } from '../../src/accounts/till/till.ts'
import { takeTurn } from '../../src/jobs/take-turn.ts'
import { ALL_JOB_KINDS } from '../../src/management/job-kinds.ts'
import { exportMerchant } from '../../src/operating/export/export-merchant.ts'
import { checkFolder } from '../../src/operating/export/folder.ts'
import { importMerchant } from '../../src/operating/import/import-merchant.ts'
import { COMMAND_LINE } from '../../src/operating/operator.ts'
import { createLogger } from '../../src/platform/log.ts'
import { type Database, openDatabase } from '../../src/platform/postgres/database.ts'
import { createSealer, makeSealingKey } from '../../src/platform/sealing.ts'
import { createTenant } from '../../src/tenancy/manage/tenants.ts'
import { findTenant } from '../../src/tenancy/store/tenants.ts'
import { findTimeZones } from '../../src/tenancy/store/zones.ts'
import { migrateQueue } from '../../src/worker/queue.ts'
import { runTask } from '../jobs/run-tasks.ts'
import { type Manager, useManager } from '../support/admin.ts'
import { erasedCustomer } from '../support/customers.ts'
import { verifyMerchant } from '../support/ledger.ts'
import { urlOfLogin } from '../support/logins.ts'
import { Receiver } from '../support/receiver.ts'
import { chanceOf } from '../support/seed.ts'
import { program, type Shop } from '../support/shop.ts'
import { useStories } from '../support/stories.ts'
import { tenantOf } from '../support/tiers.ts'
import { deliver, subscribe } from '../support/webhooks.ts'
import { until } from '../support/workers.ts'
import { newFolder, readManifest } from './leaving.ts'
import { openRandomLife } from './random-life.ts'

vi.setConfig({ testTimeout: 180_000 })
const sealer = createSealer([Buffer.from(makeSealingKey(), 'base64')])
const quotas = { ofTenant: 1e9, ofCell: 1e9 }
const story = useStories()
const admin = useManager(
  () => story.api,
  () => ({ sealer, kinds: ALL_JOB_KINDS }),
)
const databases: Database[] = []
const open = (): Database => {
  const database = openDatabase({
    ...{ url: urlOfLogin(story.api.databaseUrl, 'worker'), connectionCount: 4, connectTimeoutMs: 10_000 },
    ...{ applicationName: 'punchcard worker', onIdleError: () => {}, sealer },
  })
  databases.push(database)
  return database
}
let database: Database
beforeAll(async () => {
  await migrateQueue(story.api.databaseUrl, createLogger({ level: 'error', destination: process.stderr }))
  database = open()
})
afterAll(() => Promise.all(databases.map((one) => one.close())))

/** Turns until the export has ended. `onPage` is called after each page, and says whose connections take the next one. */
async function work({ tenantId }: Shop, onPage = async (): Promise<Database> => database) {
  const clock = () => story.api.now
  const errors: unknown[] = []
  const { signal } = new AbortController()
  let current = database
  const isWaiting = async () => {
    const [job] = await story.query('select state from job where tenant_id = $1 order by id desc limit 1', [
      tenantId,
    ])
    return [0, 1].includes(Number(job?.state))
  }
  const options = {
    ...{ kinds: ALL_JOB_KINDS, clock, signal },
    get database() {
      return current
    },
    get directory() {
      return current
    },
    async pace<T>(page: (others: number) => Promise<T>): Promise<T> {
      const done = await page(0)
      current = await onPage()
      return done
    },
    tillBeside: () => createTill({ database: current, clock }),
    fileRoom: async () => ({ quotas, bytesOfCell: 0 }),
    zones: () => current.read([tenantId], (tx) => findTimeZones(tx, tenantId)),
    // A page that was under way when its job began again finds nothing of it.
    onFailure: (_job: unknown, error: unknown) => {
      if (!/has no file everything\.tar/.test(String(error))) errors.push(error)
    },
  }
  while (errors.length === 0 && (await isWaiting())) {
    const tenant = await current.read([], (tx) => findTenant(tx, tenantId))
    if (!tenant) throw new Error('there is no tenant')
    await takeTurn(options, tenant)
  }
  expect(errors).toEqual([])
}

const start = (manager: Manager) => manager.done<{ id: number }>('POST', '/whole-exports', { format: 'tar' })

async function downloaded(manager: Manager, shop: Shop): Promise<string> {
  const [file] = await story.query(
    `select id::int as id from file where tenant_id = $1 and state = 1 and name = 'everything.tar'`,
    [shop.tenantId],
  )
  const { body } = await manager.done<Buffer>('GET', `/files/${file?.id}`)
  const folder = await newFolder()
  await mkdir(folder, { recursive: true })
  await writeFile(`${folder}.tar`, body as unknown as Uint8Array)
  await promisify(execFile)('tar', ['xf', `${folder}.tar`, '-C', folder])
  return folder
}

/** The rows of each table, whatever files they are in. */
async function rowsOf(folder: string) {
  const { tables } = await readManifest(folder)
  const all = tables.map(async ({ name, rows, sums, files }) => {
    const texts = await Promise.all(files.map((file) => readFile(join(folder, file.name))))
    return [name, { rows, sums, text: texts.map((text) => gunzipSync(text).toString()).join('') }]
  })
  return Object.fromEntries(await Promise.all(all))
}

async function copied(shop: Shop, folder: string): Promise<number> {
  const { cells } = story.api
  const { name, currency, timeZone, locale, isSandbox } = await tenantOf(story.api, shop)
  const tenantId = await createTenant(cells, { name, currency, timeZone, locale, isSandbox })
  const { differences, isOpen } = await importMerchant(cells, tenantId, folder, {
    ...{ by: COMMAND_LINE, sealer, acceptsDifferences: false, forgetsErased: false, settleMs: 0 },
    verify: async (tenant) =>
      (await verifyMerchant(cells.of(tenant), tenant.id, () => story.api.now)).differences,
    onProgress: () => {},
  })
  expect([differences, isOpen]).toEqual([[], true])
  return tenantId
}

it('has the rows that the command line exports, and another Punchcard takes it in', async () => {
  const { shop, life } = await openRandomLife(story, chanceOf('whole exports by a job'))
  await life.go([shop], 60)
  const manager = admin.manager(shop.key)
  await start(manager)
  await work(shop)
  const other = await newFolder()
  await exportMerchant(story.api.cells, shop.tenantId, other, {
    ...{ by: COMMAND_LINE, programText: async () => 'rules: []\n', onProgress: () => {} },
  })
  const folder = await downloaded(manager, shop)
  await checkFolder(folder)
  expect(await rowsOf(folder)).toEqual(await rowsOf(other))
  await copied(shop, folder)
})

it('is of one moment, however much is sold meanwhile, and keeps no webhook waiting', async () => {
  const shop = await story.open(program())
  for (let round = 0; round < 3; round += 1) {
    const orders = Array.from({ length: 800 }, (_, order) =>
      shop.completeOrder(`o${round}-${order}`, `c${order % 40}`, 10),
    )
    await shop.placeOrders(orders)
  }
  const manager = admin.manager(shop.key)
  const receiver = await Receiver.start()
  await subscribe(story.api, shop.tenantId, receiver.url)
  const delivery = await deliver(story.api)
  await start(manager)
  let sold = 0
  let pages = 0
  let longestMs = 0
  const another = open()
  await work(shop, async () => {
    pages += 1
    sold += 1
    await Promise.all([
      shop.completed(`during-${sold}`, `c${sold % 40}`, 7),
      shop.completed(`new-${sold}`, `new-${sold}`, 3),
    ])
    // While the moment is held: what was just sold is told.
    await until(async () => receiver.requests.length >= 2 * sold)
    const [open] = await story.query(
      `select coalesce(max(extract(epoch from now() - xact_start) * 1000), 0)::float as ms from pg_stat_activity
       where application_name = 'punchcard worker' and state <> 'idle' and backend_xid is not null`,
      [],
    )
    longestMs = Math.max(longestMs, Number(open?.ms))
    return pages % 2 === 0 ? database : another
  })
  expect(pages).toBeGreaterThan(4)
  // What is written has a number, for which readers of the log wait; the moment that is held has none.
  expect(longestMs).toBeLessThan(500)
  await delivery.stop()
  await receiver.stop()
  const folder = await downloaded(manager, shop)
  const { customer } = await rowsOf(folder)
  expect(customer.rows).toBe(40)
  const copy = await copied(shop, folder)
  expect((await verifyMerchant(story.database, copy, () => story.api.now)).differences).toEqual([])
})

it('begins again where the moment is lost, and where a customer is erased', async () => {
  const shop = await story.open(program())
  for (let order = 0; order < 30; order += 1) await shop.completed(`o${order}`, `c${order}`, 10)
  const manager = admin.manager(shop.key)
  await start(manager)
  let pages = 0
  await work(shop, async () => {
    pages += 1
    if (pages === 1) {
      await story.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
         where application_name = 'punchcard worker' and state = 'idle in transaction'`,
        [],
      )
    }
    if (pages === 3) {
      await erasedCustomer(shop, 'c7')
      const { databaseUrl: url, cells } = story.api
      const options = { url, cells, database, kinds: ALL_JOB_KINDS, clock: () => story.api.now }
      await runTask('afterErasing', { tenant: shop.tenantId }, options)
    }
    return database
  })
  const folder = await downloaded(manager, shop)
  const { customer } = await rowsOf(folder)
  expect(customer.text).not.toContain('"c7"')
  await copied(shop, folder)
  const waiting = () =>
    story.query(
      `select pid from pg_stat_activity where application_name = 'punchcard worker' and state = 'idle in transaction'`,
      [],
    )
  await expect.poll(waiting).toEqual([])
})

it('is for those alone who may export persons and read the audit, and have shown that it is them', async () => {
  const shop = await story.open(program())
  const manager = admin.manager(shop.key)
  const all = ['exports.create', 'customers.personal', 'customers.export', 'audit.read'] as const
  for (const left of all) {
    const permissions = all.filter((one) => one !== left)
    expect((await manager.send('POST', '/whole-exports', { format: 'tar' }, { permissions })).status).toBe(
      403,
    )
  }
  expect(
    (await manager.send('POST', '/whole-exports', { format: 'tar' }, { isConfirmed: false })).status,
  ).toBe(403)
  expect((await manager.send('POST', '/whole-exports', { format: 'tar' }, { permissions: all })).status).toBe(
    202,
  )
})
