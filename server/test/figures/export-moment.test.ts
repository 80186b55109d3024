/** An export of the ledger is of the moment at which it began, whatever happens between two of its pages. */
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished, vi } from 'vitest'
import { Sweep } from '../../src/accounts/sweep.ts'
import type { LiabilityAnswer } from '../../src/figures/admin-api/schema.ts'
import { lotsExport, movementsExport } from '../../src/figures/export.ts'
import { verifyFigures } from '../../src/figures/verify.ts'
import type { PageBudget } from '../../src/jobs/define.ts'
import type { ExportFilter, ExportKind } from '../../src/jobs/export.ts'
import { exportJob } from '../../src/jobs/export-job.ts'
import { exportToDisk } from '../../src/jobs/export-to-disk.ts'
import { PLAIN } from '../../src/jobs/rules/csv.ts'
import { addSums, type Sums } from '../../src/jobs/rules/export-lines.ts'
import { REWARDS_DUE } from '../../src/orders/due.ts'
import { decimalFromText, shortText } from '../../src/platform/decimal.ts'
import { localDate, localDateToText } from '../../src/platform/zone.ts'
import { tenantOf } from '../../src/tenancy/manage/tenants.ts'
import { useManager } from '../support/admin.ts'
import { openBusyShop } from '../support/busy-shop.ts'
import { countAllFigures } from '../support/count-figures.ts'
import { erasedCustomer, mergedCustomer } from '../support/customers.ts'
import type { Shop } from '../support/shop.ts'
import { useStories } from '../support/stories.ts'

vi.setConfig({ testTimeout: 120_000 })

const story = useStories()
const admin = useManager(() => story.api)
const timeZone = 'America/New_York'
const SPANS = [{ since: 0, timeZone }]
const ALL: ExportFilter = { from: null, until: null }
/** Of a page: one account. */
const LIMIT = 10

/** A merchant with a past, whose figures are counted: what is sold from now on comes after the export has begun. */
async function open(name: string) {
  const { shop, live } = await openBusyShop(story, name, {
    ...{ timeZone, atMostMs: 10 * 3_600_000, waitingDays: 20 },
  })
  const tenant = await tenantOf(story.api.cells.directory, shop.tenantId)
  const sweep = new Sweep({ database: story.database, clock: () => story.api.now, ...REWARDS_DUE })
  await live(150)
  await sweep.round([tenant])
  await countAllFigures(story.api.cells, shop.tenantId)
  return { shop, live, tenant, sweep }
}
type Opened = Awaited<ReturnType<typeof open>>

/** Pages as a job reads them, each in a transaction of its own, with something between two of them. */
async function pagesOf(kind: ExportKind, { tenant }: Opened, between: () => Promise<void>, filter = ALL) {
  const rows: (readonly unknown[])[] = []
  let [after, sums]: [unknown, Sums] = [null, {}]
  const moment = await story.database.read(
    [tenant.id],
    (tx) => kind.begin?.(tx, { tenant }) ?? Promise.reject(),
  )
  for (let isFirst = true; ; isFirst = false) {
    if (!isFirst) await between()
    const page = await story.database.read([tenant.id], (tx) =>
      kind.page(tx, {
        ...{ tenant, directory: story.database, spans: SPANS, after, limit: LIMIT, filter },
        ...{ isMasked: false, moment },
      }),
    )
    rows.push(...page.rows)
    sums = addSums(kind, sums, page.rows)
    if (page.isLast) return { rows, sums, isLost: page.isLost ?? false }
    after = page.after
  }
}

/** The same at one moment. */
const atOnce = async (kind: ExportKind, opened: Opened, filter?: ExportFilter) =>
  (await pagesOf(kind, opened, async () => {}, filter)).rows

async function liabilityOf({ key }: Shop) {
  const { body } = await admin.manager(key).get<LiabilityAnswer>('/reports/liability')
  const { open: held, pending } = body.figures ?? {}
  const of = (part: 'points' | 'cashback') =>
    decimalFromText(held?.[part === 'points' ? 'points' : 'worth'] ?? '0') +
    decimalFromText(pending?.[part === 'points' ? 'points' : 'worth'] ?? '0')
  return { held: held?.points, all: { points: shortText(of('points')), cashback: shortText(of('cashback')) } }
}

/** Sales, returns, redemptions, corrections, expiries and openings, half of which the figures have at once. */
function lively({ live, sweep, tenant, shop }: Opened): () => Promise<void> {
  let turn = 0
  return async () => {
    turn += 1
    await live(40)
    story.api.now += 6 * 86_400_000
    await sweep.round([tenant])
    await live(10)
    if (turn % 2 === 0) await countAllFigures(story.api.cells, shop.tenantId)
  }
}

it.each([movementsExport, lotsExport])(
  '$name are those of the moment before the first page',
  async (kind) => {
    const opened = await open(`moment of ${kind.name}`)
    // As in a database that was restored: transactions of another one, with greater numbers.
    await story.query(`update past_quiet_entry set transaction = '9000000000000' where tenant_id = $1`, [
      opened.tenant.id,
    ])
    const before = await atOnce(kind, opened)
    const figures = await liabilityOf(opened.shop)
    const { rows, sums } = await pagesOf(kind, opened, lively(opened))
    expect(rows).toEqual(before)
    expect(rows.length).toBeGreaterThan(20)
    if (kind === lotsExport) {
      expect(sums).toEqual(figures.all)
      expect(new Set(rows.map((row) => row[kind.columns.indexOf('state')])).size).toBeGreaterThan(1)
    } else expect(sums.points).toBe(figures.held)
    // What came between changed every account, and is in the next export.
    const after = await atOnce(kind, opened)
    expect(after).not.toEqual(before)
    await countAllFigures(story.api.cells, opened.shop.tenantId)
    expect(await verifyFigures(story.database, opened.shop.tenantId, SPANS)).toEqual([])
  },
)

it('lots of a past day have none of what was dated in it later', async () => {
  const opened = await open('moment of a past day')
  const filter = { ...ALL, asOf: localDateToText(localDate(story.api.now, timeZone) + 9) }
  story.api.now += 10 * 86_400_000
  const before = await atOnce(lotsExport, opened, filter)
  const { rows } = await pagesOf(lotsExport, opened, lively(opened), filter)
  expect(rows).toEqual(before)
  // Late openings and expiries are in it as soon as they are recorded.
  expect(await atOnce(lotsExport, opened, filter)).not.toEqual(before)
})

/** Something happens between two pages of one account, whoever reads them. */
function disturbed(kind: ExportKind, between: () => Promise<void>): ExportKind {
  return {
    ...kind,
    async page(tx, page) {
      if (page.after !== null) await between()
      return kind.page(tx, { ...page, limit: LIMIT })
    },
  }
}

/** The lines and sums that a job comes to, without what it writes into files. */
async function byJob(kind: ExportKind, { tenant }: Opened) {
  const job = exportJob([kind])
  const input = { export: kind.name, filter: ALL, format: { kind: 'ndjson' }, isMasked: false } as const
  const files = { now: story.api.now, quotas: { ofTenant: 0, ofCell: 0 }, bytesOfCell: 0 }
  const budget = { tenant, spans: SPANS, rows: LIMIT, files, now: story.api.now } as unknown as PageBudget
  let checkpoint: unknown = null
  const counts: number[] = []
  for (;;) {
    const page = await story.database.read([tenant.id], (tx) => job.step(tx, input, checkpoint, budget))
    checkpoint = page.checkpoint
    counts.push(page.done)
    const { phase, lines, sums } = checkpoint as { phase: string; lines: number; sums: Sums }
    if (phase === 'hashing') return { lines, sums, counts }
  }
}

async function onDisk(kind: ExportKind, { tenant }: Opened) {
  const folder = await mkdtemp(join(tmpdir(), 'export-moment-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const by = { kind: 'cli', id: null, label: 'punchcard' } as const
  const asked = {
    database: story.database,
    directory: story.database,
    clock: () => story.api.now,
    tenant,
    spans: SPANS,
    kind,
    filter: ALL,
    folder,
    by,
  }
  const { lines } = await exportToDisk({ ...asked, format: { kind: 'csv', layout: PLAIN } })
  const manifest = JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8'))
  return { lines, sums: manifest.sums, manifest }
}

it.each([movementsExport, lotsExport])('$name are so by a job and at the command line', async (kind) => {
  const opened = await open(`exports of ${kind.name}`)
  for (const read of [byJob, onDisk]) {
    await countAllFigures(story.api.cells, opened.shop.tenantId)
    const [{ length }, figures] = [await atOnce(kind, opened), await liabilityOf(opened.shop)]
    const { lines, sums } = await read(disturbed(kind, lively(opened)), opened)
    expect([lines, sums.points]).toEqual([length, kind === lotsExport ? figures.all.points : figures.held])
  }
  const { manifest } = await onDisk(kind, opened)
  expect(manifest).toMatchObject({ moment: manifest.begun, eventsWrittenMeanwhile: 0 })
})

it('an erased customer is in it as before, and customers who became one make it begin again', async () => {
  const opened = await open('moment of the erased')
  const { shop } = opened
  const before = await atOnce(movementsExport, opened)
  let turn = 0
  const erase = async () => {
    turn += 1
    if (turn === 1) await erasedCustomer(shop, 'leo')
  }
  expect((await pagesOf(movementsExport, opened, erase)).rows).toEqual(before)
  turn = 0
  const merge = async () => {
    turn += 1
    if (turn === 3) await mergedCustomer(shop, 'ana', 'bob')
  }
  const { counts, sums } = await byJob(disturbed(movementsExport, merge), opened)
  expect(counts.lastIndexOf(0)).toBeGreaterThan(3)
  await countAllFigures(story.api.cells, shop.tenantId)
  expect(sums.points).toBe((await liabilityOf(shop)).held)
})
