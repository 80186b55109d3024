/** The demo merchant's year, tried out again by the programs that it had; and its past after ten of its customers are erased. */
import { beforeAll, expect, it, vi } from 'vitest'
import { JOB_KINDS } from '../../src/app/job-kinds.ts'
import type { AnswerOf } from '../../src/contract/admin-api/operation.ts'
import { ensureDemoMerchant } from '../../src/demo/merchant.ts'
import type { VintagesAnswer } from '../../src/figures/admin-api/vintages-schema.ts'
import type { listFiles } from '../../src/jobs/admin-api/files-schema.ts'
import { AFTER_ERASING } from '../../src/jobs/after-erasing.ts'
import { type createExport, EXPORTS } from '../../src/management/exports/schema.ts'
import { createLogger } from '../../src/platform/log.ts'
import { openDatabase } from '../../src/platform/postgres/database.ts'
import { createSealer, makeSealingKey } from '../../src/platform/sealing.ts'
import { type Cells, MAIN_CELL, openCells } from '../../src/tenancy/cells.ts'
import { KEY_SCOPES } from '../../src/tenancy/key-scope.ts'
import { createKey } from '../../src/tenancy/manage/tenants.ts'
import { tasksOf } from '../../src/worker/jobs.ts'
import { migrateQueue } from '../../src/worker/queue.ts'
import { takeOneTurn, triedOut } from '../backtests/try-out.ts'
import { type Manager, useManager } from '../support/admin.ts'
import { countAllOrders } from '../support/count-figures.ts'
import { erasedCustomer } from '../support/customers.ts'
import { expectLedgerVerifies, LedgerReader } from '../support/ledger.ts'
import { urlOfLogin } from '../support/logins.ts'
import { rowsThatTell } from '../support/rows-that-tell.ts'
import { Shop } from '../support/shop.ts'
import { basic, useTestApi } from '../support/test-api.ts'

vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 })

const NOW = Date.parse('2026-03-18T15:20:00Z')
const YEAR = 400
const ERASED = Array.from({ length: 10 }, (_, index) => `demo-${String(7 + 19 * index).padStart(3, '0')}`)
const log = createLogger({ level: 'error', destination: process.stderr })
const sealer = createSealer([Buffer.from(makeSealingKey(), 'base64')])

const test = useTestApi()
const admin = useManager(
  () => test.api,
  () => ({ sealer }),
)
let manager: Manager
let shop: Shop
let reader: LedgerReader
/** As a worker has it, which seals files. */
let cells: Cells

beforeAll(async () => {
  const { api } = test
  api.now = NOW
  reader = new LedgerReader(api.databaseUrl)
  await reader.open()
  await migrateQueue(api.databaseUrl, log)
  const tenantId = await ensureDemoMerchant(api.cells, { now: NOW, log })
  const { token, secret } = await createKey(api.cells.directory, tenantId, 'test', KEY_SCOPES)
  shop = new Shop(api, reader, { tenantId, token, secret, authorization: basic(token, secret) })
  manager = admin.manager(shop.key)
  cells = openCells(new Map([[MAIN_CELL, api.databaseUrl]]), (url) =>
    openDatabase({
      ...{ url: urlOfLogin(url, 'worker'), connectionCount: 5, applicationName: 'punchcard test' },
      ...{ sealer, onIdleError: () => {} },
    }),
  )
  await countAllOrders(api.cells, tenantId, NOW)
  return async () => {
    await cells.close()
    await reader.close()
  }
})

it('the year by the programs that were in force gives what was recorded, with 0 differences', async () => {
  const versions = await reader.query<{ version: number; at: Date }>(
    'select version, coalesce(effective_at, published_at) as at from program_version where tenant_id = $1 order by version',
    [shop.tenantId],
  )
  expect(versions.length).toBeGreaterThan(1)
  for (const { version } of versions) {
    const { result } = await triedOut(test.api, manager, { of: version, days: YEAR })
    process.stdout.write(
      `version ${version}: ${result.orders} orders of the demo's year, ${result.check.differences} differences\n`,
    )
    expect(result.orders).toBeGreaterThan(1_500)
    expect(result.check).toMatchObject({ differences: 0, first: [] })
    expect(result.incomparable).toEqual([])
  }
  const current = versions.at(-1)
  const days = Math.floor((NOW - (current?.at.getTime() ?? NOW)) / 86_400_000) - 1
  const { result } = await triedOut(test.api, manager, { of: current?.version, days })
  expect(result.orders).toBeGreaterThan(100)
  expect(result.points.candidate).toBe(result.points.live)
  expect(result.customers).toMatchObject({ more: 0, fewer: 0 })
})

async function read<Answer>(path: string): Promise<Answer> {
  return (await manager.done<Answer>('GET', path)).body
}

const PERIODS = ['from=2025-03-18&to=2026-03-17', 'from=2026-02-16&to=2026-03-17']
const PAST_DAYS = ['2025-06-30', '2025-12-31', '2026-01-31', '2026-02-28', '2026-03-17']

/** Who has each tier is of now, and so is what happened today. */
const withoutNow = (figures: unknown): unknown =>
  JSON.parse(
    JSON.stringify(figures, (key, value) => {
      if (key === 'tiers' && 'items' in value) return { ...value, items: undefined }
      return key === 'now' || key === 'soFarToday' ? undefined : value
    }),
  )

/** Every report of days that are over. What it says of now is left out. */
async function pastOf(): Promise<Record<string, unknown>> {
  const points = Object.entries({
    issued: ['rule', 'type', 'version'],
    redeemed: ['reward', 'type'],
    expired: ['type'],
    takenBack: ['rule', 'type', 'version'],
  }).flatMap(([show, divisions]) => divisions.map((by) => `points?show=${show}&by=${by}`))
  const reports = PERIODS.flatMap((period) => [
    `/overview?${period}`,
    ...[...points, 'rewards?', 'rules?', 'tiers?', 'customers?step=month', 'branches?'].map(
      (path) => `/reports/${path}&${period}`,
    ),
  ])
  const paths = [
    '/reports/cohorts?months=24',
    ...reports,
    ...PAST_DAYS.map((day) => `/reports/liability?asOf=${day}`),
  ]
  const found: Record<string, unknown> = {}
  for (const path of paths) {
    const { figures } = await read<{ figures: unknown }>(path)
    expect([path, figures === null]).toEqual([path, false])
    found[path] = withoutNow(figures)
  }
  return found
}

async function vintagesOf() {
  const { figures } = await read<VintagesAnswer>('/reports/vintages?months=24')
  if (!figures?.rows) throw new Error('the vintages do not add up')
  const { rows, ended } = figures
  return {
    ended,
    final: rows.flatMap(({ month, breakage, isFinal }) => (isFinal ? [`${month}: ${breakage}`] : [])),
    expired: rows.map(({ month, issued, takenBack, redeemed, expired }) => [
      month,
      ...[issued, takenBack, redeemed, expired].map(({ points }) => points),
    ]),
    endedEarly: rows.reduce((sum, { endedEarly }) => sum + Number(endedEarly.points), 0),
  }
}

type Files = AnswerOf<typeof listFiles>['items']

/** Exports everything there is, and reads the files to their end. */
async function exportedFiles(): Promise<Map<string, string>> {
  for (const kind of EXPORTS) {
    const { id } = (
      await manager.done<AnswerOf<typeof createExport>>('POST', '/exports', { kind, format: 'ndjson' })
    ).body
    for (let state = ''; state !== 'done'; ) {
      await takeOneTurn({ cells, now: NOW }, shop.tenantId, JOB_KINDS)
      state = (await read<{ state: string }>(`/jobs/${id}`)).state
      expect(state).not.toBe('failed')
    }
  }
  return openFiles()
}

async function openFiles(): Promise<Map<string, string>> {
  const { items } = await read<{ items: Files }>('/files?limit=100')
  const found = new Map<string, string>()
  for (const { id, name, state } of items) {
    if (state !== 'complete') continue
    found.set(`${id} ${name}`, String(await read<Buffer>(`/files/${id}`)))
  }
  return found
}

it('its past stays as it was when ten customers are erased, and nothing tells of them any more', async () => {
  const persons = await reader.query<Record<string, string | null>>(
    `select original_id, name, email, phone, document from customer where tenant_id = $1 and original_id = any ($2)`,
    [shop.tenantId, ERASED],
  )
  expect(persons).toHaveLength(ERASED.length)
  // The demo's orders and redemptions begin with the id of their customer: those are the shop's, and stay.
  const texts = persons.flatMap(({ original_id: id, ...person }) => [
    `"${id}"`,
    ...Object.values(person).flatMap((text) => text ?? []),
  ])
  const tells = new RegExp(texts.map((text) => text.replaceAll(/[.+()]/g, String.raw`\$&`)).join('|'), 'i')
  const [past, vintages, files] = [await pastOf(), await vintagesOf(), await exportedFiles()]
  expect([...files.values()].filter((text) => tells.test(text)).length).toBeGreaterThan(0)
  expect((await rowsThatTell(reader, shop.tenantId, tells)).length).toBeGreaterThan(0)

  for (const customer of ERASED) await erasedCustomer(shop, customer)
  // The task that each erasure has queued.
  const worker = { cells, cell: MAIN_CELL, clock: () => NOW, signal: new AbortController().signal }
  await tasksOf(worker as never, JOB_KINDS)[AFTER_ERASING]?.({ tenant: shop.tenantId }, null as never)
  await countAllOrders(test.api.cells, shop.tenantId, NOW)

  const after = await pastOf()
  for (const [path, figures] of Object.entries(after)) expect([path, figures]).toEqual([path, past[path]])
  const { endedEarly, ...others } = await vintagesOf()
  expect(others).toEqual({ ...vintages, endedEarly: undefined })
  expect(endedEarly).toBeGreaterThan(vintages.endedEarly)
  expect(await rowsThatTell(reader, shop.tenantId, tells)).toEqual([])
  const kept = await openFiles()
  expect(kept.size).toBeGreaterThan(0)
  expect(kept.size).toBeLessThan(files.size)
  for (const [name, text] of [...kept, ...(await exportedFiles())])
    expect([name, tells.exec(text)]).toEqual([name, null])
  await expectLedgerVerifies(test.api, [shop.tenantId])
})
