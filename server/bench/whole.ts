/**
 * `npm run bench:whole`: how long the export of a whole merchant and its import take, beside `COPY` of the same tables;
 * rounds interleaved. README.md explains each figure.
 */
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { exportMerchant } from '../src/operating/export/export-merchant.ts'
import { EXPORTED_TABLES } from '../src/operating/export/exported-tables.ts'
import { importMerchant } from '../src/operating/import/import-merchant.ts'
import { COMMAND_LINE } from '../src/operating/operator.ts'
import { readShapes } from '../src/operating/store/rows.ts'
import { openDatabase } from '../src/platform/postgres/database.ts'
import { type Cells, openCells } from '../src/tenancy/cells.ts'
import { createTenant } from '../src/tenancy/manage/tenants.ts'
import { DEFAULTS } from '../src/tenancy/tenant.ts'
import { openBenchDatabase } from './database.ts'
import { spreadOf } from './figures.ts'
import { fillPastOrders } from './past-orders.ts'
import { startPunchcard } from './processes.ts'
import { psql } from './psql.ts'

const { values: flags } = parseArgs({
  options: {
    orders: { type: 'string' },
    rounds: { type: 'string' },
    tiny: { type: 'boolean', default: false },
  },
})
const ORDERS = Number(flags.orders ?? (flags.tiny ? 1_000 : 100_000))
const ROUNDS = Number(flags.rounds ?? (flags.tiny ? 1 : 5))
const CUSTOMERS = flags.tiny ? 200 : 10_000
const TENANT = 1
const GOALS = { export: 0.1, import: 0.15 }
/** What `COPY` puts in belongs to tenants that the directory does not know. */
const COPIES_FROM = 1_000_000

const say = (text: string): void => void process.stderr.write(`${text}\n`)

async function secondsOf(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now()
  await work()
  return (performance.now() - begun) / 1_000
}

const database = await openBenchDatabase({ tenants: 1, customersPerTenant: CUSTOMERS }, say)
const punchcard = await startPunchcard(database.url)
const cells: Cells = openCells(new Map([['main', database.url]]), (url) =>
  openDatabase({ url, connectionCount: 4, applicationName: 'punchcard bench', onIdleError: () => {} }),
)
const folder = await mkdtemp(join(tmpdir(), 'punchcard-whole-'))
try {
  const shop = { tenantId: TENANT, port: punchcard.port, authorization: database.authorizations[0] ?? '' }
  say(`filling in ${ORDERS} orders`)
  await fillPastOrders(database.client, shop, { orders: ORDERS, days: 300 })
  await punchcard.stop()
  await database.client.query('vacuum analyze')
  const cell = cells.of({ cell: 'main' })
  const names = EXPORTED_TABLES.map(({ name }) => name)
  const shapes = await cell.read([TENANT], (tx) => readShapes(tx, names))
  const columnsOf = (name: string): string =>
    (shapes.get(name)?.columns ?? []).map((column) => `"${column.name}"`).join()
  const ratios = { export: [] as number[], import: [] as number[] }
  const rates = { export: [] as number[], import: [] as number[] }
  for (let round = 1; round <= ROUNDS; round += 1) {
    const [into, copied] = [join(folder, `export-${round}`), join(folder, `copy-${round}`)]
    const copyTo = names.map((name) => {
      const rows = `select ${COPIES_FROM + round} as tenant_id, ${columnsOf(name)} from "${name}" where tenant_id = ${TENANT}`
      return `\\copy (${rows}) to program 'gzip > ${copied}-${name}.gz'\n`
    })
    const copyToSeconds = await secondsOf(() => psql(database.url, copyTo.join('')))
    let rows = 0
    const exportSeconds = await secondsOf(async () => {
      const options = { by: COMMAND_LINE, programText: async () => 'rules: []\n', onProgress: () => {} }
      const { manifest } = await exportMerchant(cells, TENANT, into, options)
      rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0)
    })
    const copyFrom = names.map(
      (name) =>
        `\\copy "${name}" (tenant_id, ${columnsOf(name)}) from program 'gzip -dc ${copied}-${name}.gz'\n`,
    )
    const copyFromSeconds = await secondsOf(() =>
      psql(database.url, `set app.moving = 'on';\n${copyFrom.join('')}`),
    )
    const tenantId = await createTenant(cells, { name: `Copy ${round}`, ...DEFAULTS, isSandbox: false })
    const importSeconds = await secondsOf(() =>
      importMerchant(cells, tenantId, into, {
        ...{ by: COMMAND_LINE, sealer: null, verify: async () => [], acceptsDifferences: false },
        ...{ forgetsErased: false, settleMs: 0, onProgress: () => {} },
      }),
    )
    ratios.export.push(copyToSeconds / exportSeconds)
    ratios.import.push(copyFromSeconds / importSeconds)
    rates.export.push(rows / exportSeconds)
    rates.import.push(rows / importSeconds)
    const { size } = await stat(join(into, 'manifest.json'))
    say(
      `round ${round} of ${ROUNDS}: ${rows} rows (manifest ${size} bytes), COPY out ${copyToSeconds.toFixed(1)} s, export ` +
        `${exportSeconds.toFixed(1)} s, COPY in ${copyFromSeconds.toFixed(1)} s, import ${importSeconds.toFixed(1)} s`,
    )
  }
  const told = (numbers: readonly number[], digits: number): string => {
    const { median, least, most } = spreadOf(numbers, digits)
    return `${median} (${least} to ${most})`
  }
  process.stdout.write(
    `COPY … | gzip ÷ export: ${told(ratios.export, 2)}, goal ${GOALS.export}; ${told(rates.export, 0)} rows/s exported\n` +
      `COPY FROM ÷ import: ${told(ratios.import, 2)}, goal ${GOALS.import}; ${told(rates.import, 0)} rows/s imported\n`,
  )
  const isMissed =
    spreadOf(ratios.export, 2).median < GOALS.export || spreadOf(ratios.import, 2).median < GOALS.import
  if (isMissed && !flags.tiny) process.exitCode = 1
} finally {
  await punchcard.stop()
  await cells.close()
  await rm(folder, { recursive: true, force: true })
  await database.close()
}
