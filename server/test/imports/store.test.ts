/** Imports as they are stored: all that a dry run found comes back, and each merchant has its own. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { TenantId } from '../../src/contract/ids.ts'
import { DEFAULT_OPTIONS, type Import, NO_COUNTS, NO_SUMS } from '../../src/imports/import.ts'
import * as store from '../../src/imports/store/imports.ts'
import { deleteMapping, listMappings, saveMapping } from '../../src/imports/store/mappings.ts'
import type { Database, Tx } from '../../src/platform/postgres/database.ts'
import { openShop, SIMPLE_PROGRAM } from '../support/open-shop.ts'
import { cloneDatabase, openTestDatabase } from '../support/test-database.ts'

const NOW = Date.UTC(2026, 10, 18, 12)
const DAY_MS = 86_400_000

let database: Database
let drop: () => Promise<void>
let tenantId: TenantId
let otherId: TenantId

beforeAll(async () => {
  const clone = await cloneDatabase()
  drop = clone.drop
  database = openTestDatabase(clone.url)
  tenantId = (await openShop(database, { program: SIMPLE_PROGRAM })).tenantId
  otherId = (await openShop(database, { program: SIMPLE_PROGRAM })).tenantId
})

afterAll(async () => {
  await database.close()
  await drop()
})

const inTenant = <T>(id: TenantId, work: (tx: Tx) => Promise<T>): Promise<T> =>
  database.transaction([id], work)

const insert = (createdAt = NOW): Promise<Import> =>
  inTenant(tenantId, (tx) =>
    store.insertImport(tx, {
      ...{
        tenantId,
        kind: 'openingBalances',
        fileId: 7,
        fileName: 'saldos.csv',
        fileBytes: 1_234,
        createdAt,
      },
      ...{ preset: null, format: null, mapping: { points: 'Saldo' }, options: DEFAULT_OPTIONS },
      ...{ createdBy: 'person:7', createdLabel: 'Ana' },
    }),
  )

it('begins as a draft, and keeps everything that becomes of it', async () => {
  const draft = await insert()
  expect(draft).toMatchObject({ state: 'draft', revision: 1, plan: null, applied: null, answers: {} })
  const findings = {
    ...{
      lines: 2,
      counts: { ...NO_COUNTS, create: 2 },
      sums: NO_SUMS,
      owed: { points: '3', cashback: '0.15' },
    },
    ...{ reasons: {}, questions: [], warnings: [], extremes: [], events: 2, profiles: 0 },
  }
  const plan = { hash: Buffer.alloc(32, 1), checkedAt: NOW, findings, sampleFileId: 8, refusedFileId: null }
  const done = { counts: { ...NO_COUNTS, create: 2 }, sums: NO_SUMS }
  const none = { points: '0', cashback: '0' }
  const undone = { lines: 2, taken: none, stays: none, forgiven: none, repaid: none, kept: 0 }
  const made: Import = {
    ...{ ...draft, state: 'appliedWithErrors', revision: 2, preset: 'smile', format: { delimiter: ';' } },
    ...{ answers: { 'number:Saldo': 'comma' }, plan, checkJobId: 3, applyJobId: 4, applied: done },
    ...{ appliedAt: NOW + 1, errorFileId: 9, undoJobId: 5, undone, undoneAt: NOW + 2 },
  }
  await inTenant(tenantId, (tx) => store.saveImport(tx, made))
  expect(await inTenant(tenantId, (tx) => store.findImport(tx, tenantId, draft.id))).toEqual(made)
  expect(await inTenant(tenantId, (tx) => store.lockImport(tx, tenantId, draft.id))).toEqual(made)
})

it('is of one merchant', async () => {
  const { id } = await insert()
  expect(await inTenant(otherId, (tx) => store.findImport(tx, otherId, id))).toBeNull()
  expect(
    await inTenant(otherId, (tx) => store.listImports(tx, otherId, { belowId: id + 1, limit: 9 })),
  ).toEqual([])
  const [newest] = await inTenant(tenantId, (tx) =>
    store.listImports(tx, tenantId, { belowId: id + 1, limit: 1 }),
  )
  expect(newest?.id).toBe(id)
})

it('counts and deletes those that were never applied', async () => {
  const count = () => inTenant(tenantId, (tx) => store.countOpenImports(tx, tenantId))
  const before = await count()
  const old = await insert(NOW - 60 * DAY_MS)
  expect(await count()).toBe(before + 1)
  await inTenant(tenantId, (tx) => store.deleteOldDrafts(tx, tenantId, NOW - 31 * DAY_MS))
  expect(await inTenant(tenantId, (tx) => store.findImport(tx, tenantId, old.id))).toBeNull()
  expect(await count()).toBe(before)
})

it('keeps a mapping under a name, and the last one of that name', async () => {
  const mapping = { kind: 'customers', name: 'CRM', savedAt: NOW } as const
  const list = () => inTenant(tenantId, (tx) => listMappings(tx, tenantId))
  for (const column of ['Pontos', 'Saldo']) {
    await inTenant(tenantId, (tx) => saveMapping(tx, tenantId, { ...mapping, mapping: { points: column } }))
  }
  expect(await list()).toEqual([{ ...mapping, mapping: { points: 'Saldo' } }])
  expect(await inTenant(tenantId, (tx) => deleteMapping(tx, tenantId, 'CRM'))).toBe(true)
  expect(await inTenant(tenantId, (tx) => deleteMapping(tx, tenantId, 'CRM'))).toBe(false)
  expect(await list()).toEqual([])
})
