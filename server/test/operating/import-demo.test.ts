/** The demo merchant in another installation: the same in all that it answers, and nothing is given out twice there. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ensureDemoMerchant } from '../../src/demo/merchant.ts'
import { EXPORTED_TABLES } from '../../src/operating/export/exported-tables.ts'
import { numberedColumns } from '../../src/operating/import/import-tables.ts'
import { readNumbered } from '../../src/operating/store/arriving.ts'
import { readShapes } from '../../src/operating/store/rows.ts'
import { createLogger } from '../../src/platform/log.ts'
import { makeSealingKey } from '../../src/platform/sealing.ts'
import { openCells } from '../../src/tenancy/cells.ts'
import { clientOf } from '../support/client-of.ts'
import { verifyMerchant } from '../support/ledger.ts'
import { cloneDatabase, openTestDatabase } from '../support/test-database.ts'
import { newFolder, readManifest, tenantCommand } from './leaving.ts'

const NOW = Date.parse('2026-03-18T15:20:00Z')
const KEY = makeSealingKey()
const log = createLogger({ level: 'error', destination: process.stderr })
let demo: { url: string; drop: () => Promise<void> }
let other: { url: string; drop: () => Promise<void> }

beforeAll(async () => {
  demo = await cloneDatabase()
  other = await cloneDatabase()
})
afterAll(async () => {
  await demo.drop()
  await other.drop()
})

it('arrives whole, with numbers behind which all new ones are', { timeout: 240_000 }, async () => {
  const cells = openCells(new Map([['main', demo.url]]), openTestDatabase)
  const made = await ensureDemoMerchant(cells, { now: NOW, log, onStep: () => {} })
  await cells.close()
  const folder = await newFolder()
  await tenantCommand({ DATABASE_URL: demo.url, PUNCHCARD_SECRETS_KEY: KEY }).done(
    'export',
    made,
    '--into',
    folder,
  )
  const there = tenantCommand({ DATABASE_URL: other.url, PUNCHCARD_SECRETS_KEY: KEY })
  // Another merchant was there first, so this one has another number than it had.
  await there.run('create', '--name', 'First')
  const { tenant } = await there
    .run('create', '--name', 'Café Aurora', '--json')
    .then(({ stdout }) => JSON.parse(stdout))
  expect(tenant).not.toBe(made)
  const told = await there.done('import', tenant, '--from', folder)
  expect(told).toMatchObject({ differences: 0, isOpen: true })
  const again = await newFolder()
  await there.done('export', tenant, '--into', again)
  const [first, second] = [await readManifest(folder), await readManifest(again)]
  expect(second.tables).toEqual(first.tables)

  const database = openTestDatabase(other.url)
  const client = clientOf(other.url)
  await client.connect()
  try {
    expect((await verifyMerchant(database, tenant, () => NOW)).differences).toEqual([])
    const names = EXPORTED_TABLES.map(({ name }) => name)
    const [shapes, numbered] = await database.read([tenant], (tx) =>
      Promise.all([readShapes(tx, names), readNumbered(tx, names)]),
    )
    let looked = 0
    for (const { name, kind } of EXPORTED_TABLES) {
      const shape = shapes.get(name)
      if (!shape) throw new Error(`${name} is not there`)
      for (const { column, sequence } of numberedColumns(kind, shape, numbered.get(name) ?? [])) {
        const { rows } = await client.query<{ highest: string | null; next: string }>(
          `select max("${column}")::text as highest, nextval($1)::text as next from "${name}"`,
          [sequence],
        )
        const [{ highest, next } = { highest: null, next: '0' }] = rows
        if (highest === null) continue
        looked += 1
        expect([name, column, Number(next) > Number(highest)]).toEqual([name, column, true])
      }
    }
    expect(looked).toBeGreaterThan(15)
  } finally {
    await client.end()
    await database.close()
  }
})
