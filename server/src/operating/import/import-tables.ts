import { randomBytes } from 'node:crypto'
import { movedErasureKey } from '../../accounts/collections/erasure-keys.ts'
import type { TenantId } from '../../contract/ids.ts'
import { forgetPeriods } from '../../figures/count-orders.ts'
import { decimalFromText } from '../../platform/decimal.ts'
import type { Database, Tx } from '../../platform/postgres/database.ts'
import type { TableName } from '../../platform/postgres/tables.ts'
import type { Sealer } from '../../platform/sealing.ts'
import { monotonicClock } from '../../platform/system-clock.ts'
import { TenancyError } from '../../tenancy/manage/tenants.ts'
import { newSealedSecret } from '../../webhooks/manage.ts'
import { EXPORTED_TABLES, type ExportedTable, SECRET_COLUMNS, SUMMED } from '../export/exported-tables.ts'
import type { TableInManifest } from '../export/manifest.ts'
import { type ImportPlace, type NumberedColumn, readNumbered, savePlace } from '../store/arriving.ts'
import { readShapes, type TableShape } from '../store/rows.ts'
import type { CheckedFolder } from './check-folder.ts'
import { insertPage, type PageOfTable } from './insert-page.ts'
import { linesOf } from './part-lines.ts'

/** A page takes some 50 ms: no reader of the log waits longer for the transaction of one. */
const PAGE = { rowsFirst: 100, rowsMax: 2_000, bytesMax: 1_048_576, aimMs: 50, slowMs: 150 }

/** Workers write these for every merchant, also for one that has nothing. What came counts. */
const MADE_BY_WORKERS: readonly TableName[] = [
  'morning',
  'tier_sweep',
  'tier_look',
  'tier_version',
  'event_log',
]
const CLEARED: Partial<Readonly<Record<TableName, PageOfTable['clear']>>> = {
  period_figure: forgetPeriods,
}

/** Those in which a merchant that can be imported into has no rows. */
export const EMPTY_BEFORE: readonly TableName[] = EXPORTED_TABLES.flatMap(({ name }) =>
  MADE_BY_WORKERS.includes(name) || name in CLEARED ? [] : [name],
)

export interface Importing {
  readonly database: Database
  readonly tenantId: TenantId
  readonly checked: CheckedFolder
  /** null: this process can't seal. */
  readonly sealer: Sealer | null
  /** The key by which erased customers are recognised stays behind. */
  readonly forgetsErased: boolean
  readonly onProgress: (progress: { readonly table: string; readonly rows: number }) => void
}

/** What of an import a person has to know. */
export interface Arrived {
  readonly rows: number
  readonly highest: ImportPlace['highest']
}

/** All rows behind the place, table by table, in pages. It may be cut off anywhere, and goes on behind the last page. */
export async function importTables(importing: Importing, from: ImportPlace): Promise<Arrived> {
  const { database, tenantId, checked } = importing
  const { shapes, numbered } = await database.read([tenantId], readTables)
  let place = from
  let isReached = false
  for (const [index, table] of EXPORTED_TABLES.entries()) {
    const listed = checked.manifest.tables[index]
    isReached ||= table.name === from.table
    if (!isReached || !listed || (importing.forgetsErased && table.name === 'erasure_key')) continue
    const before: ImportPlace =
      place.table === table.name ? place : { table: table.name, rows: 0, sums: [], highest: place.highest }
    if (before !== place) await database.transaction([tenantId], (tx) => savePlace(tx, tenantId, before))
    place = await importTable(importing, pageOf(table, shapes, numbered), listed, before)
    compareSums(listed, place)
  }
  const rows = checked.manifest.tables.reduce((sum, table) => sum + table.rows, 0)
  return { rows, highest: place.highest }
}

async function readTables(tx: Tx) {
  const names = EXPORTED_TABLES.map(({ name }) => name)
  const [shapes, numbered] = await Promise.all([readShapes(tx, names), readNumbered(tx, names)])
  return { shapes, numbered }
}

function pageOf(
  { name, kind }: ExportedTable,
  shapes: ReadonlyMap<string, TableShape>,
  numbered: ReadonlyMap<string, readonly NumberedColumn[]>,
): PageOfTable {
  const shape = shapes.get(name)
  if (!shape) throw new Error(`the table ${name} is not there`)
  const clear = CLEARED[name]
  return {
    shape,
    insert: {
      summed: SUMMED[name] ?? [],
      numbered: numberedColumns(kind, shape, numbered.get(name) ?? []),
      instead: INSTEAD[name] ?? {},
      replaces: MADE_BY_WORKERS.includes(name),
    },
    ...(clear ? { clear } : {}),
  }
}

/** Ids of accounts come from one sequence, which no column names, and so do versions of tiers. */
export function numberedColumns(
  kind: ExportedTable['kind'],
  { name, columns }: Pick<TableShape, 'name' | 'columns'>,
  bySchema: readonly NumberedColumn[],
): NumberedColumn[] {
  if (name === 'tier_version') return [{ column: 'version', sequence: 'tier_version_number' }]
  const hasOwn = bySchema.some(({ column }) => column === 'id')
  const isOfAccounts =
    kind === 'account' && !hasOwn && columns.some((one) => one.name === 'id' && one.type === 'bigint')
  return isOfAccounts ? [...bySchema, { column: 'id', sequence: 'account_id' }] : [...bySchema]
}

/**
 * Columns that an export does not have, or that mean something else here. An endpoint comes without its secret: it gets
 * one that no receiver knows, and sends nothing until a person has made another one.
 */
const INSTEAD: Partial<Readonly<Record<TableName, Readonly<Record<string, string>>>>> = {
  webhook_endpoint: {
    sealed_headers: 'null',
    sealed_secret: '$3::bytea',
    sealed_previous_secret: 'null',
    previous_secret_until: 'null',
    state: '1',
    state_reason: `'Imported without its secret and headers: rotate the secret, then resume it.'`,
    state_since: 'now()',
  },
  erasure_key: { key: 'null', sealed_key: '$3::bytea' },
  // The log is dropped by the time of writing, from its oldest partition on. What is older than that would never go, and
  // leave a gap behind it; and a time ahead of now would stand in the way of a partition that is still to be made.
  point_event: {
    written_at: `least(now(), greatest(given.written_at, (
      select min(from_at) from event_partition where dropped_at is null
    )))`,
  },
}
for (const [table, columns] of Object.entries(SECRET_COLUMNS)) {
  const missing = columns.filter((column) => !(column in (INSTEAD[table as TableName] ?? {})))
  if (missing.length > 0) throw new Error(`an import says nothing of ${table}.${missing.join()}`)
}

async function importTable(
  importing: Importing,
  page: PageOfTable,
  { name, files }: TableInManifest,
  from: ImportPlace,
): Promise<ImportPlace> {
  const { database, tenantId, checked, onProgress } = importing
  let place = from
  let before = 0
  const pace = new Pace()
  const add = async (lines: string[]): Promise<void> => {
    const begun = monotonicClock()
    for (const some of sealedOneByOne(importing, name, lines)) {
      place = await insertPage(database, tenantId, page, place, some)
    }
    pace.took(lines.length, monotonicClock() - begun)
    onProgress({ table: name, rows: place.rows })
  }
  for (const file of files) {
    const skip = Math.max(0, from.rows - before)
    before += file.rows
    if (skip >= file.rows) continue
    let lines: string[] = []
    let bytes = 0
    for await (const some of linesOf(checked.folder, file.name, { skip })) {
      for (const line of some) {
        lines.push(line.toString('utf8'))
        bytes += line.length
        if (lines.length < pace.rows && bytes < PAGE.bytesMax) continue
        await add(lines)
        ;[lines, bytes] = [[], 0]
      }
    }
    if (lines.length > 0) await add(lines)
  }
  if (place.rows !== before) throw new TenancyError(`${name} changed while it was imported.`)
  return place
}

/** How many rows a page has: half as many after one that took long. */
class Pace {
  rows: number = PAGE.rowsFirst

  took(rows: number, ms: number): void {
    if (ms > PAGE.slowMs) this.rows = Math.max(1, Math.floor(this.rows / 2))
    else if (ms < PAGE.aimMs && rows >= this.rows) this.rows = Math.min(PAGE.rowsMax, this.rows * 2)
  }
}

/** Of tables with something sealed, each row by itself, with what takes its place. */
function sealedOneByOne(
  { sealer, tenantId, checked }: Importing,
  table: string,
  lines: readonly string[],
): readonly { readonly lines: readonly string[]; readonly octets?: Buffer }[] {
  if (table !== 'webhook_endpoint' && table !== 'erasure_key') return [{ lines }]
  if (!sealer) throw new Error('folders with something sealed are refused where nothing can be sealed')
  return lines.map((line) => {
    const octets =
      table === 'webhook_endpoint'
        ? newSealedSecret(sealer, tenantId, randomBytes)
        : erasureKeyOf(line, sealer, { from: checked.manifest.tenant.id, to: tenantId })
    return { lines: [line], octets }
  })
}

/** The key by which erased persons are recognised, for the number that the merchant has here. */
export function erasureKeyOf(
  line: string,
  sealer: Sealer,
  numbers: { readonly from: TenantId; readonly to: TenantId },
): Buffer {
  const sealed = /"sealed_key":"\\\\x([0-9a-f]+)"/.exec(line)?.[1] ?? ''
  const moved = movedErasureKey(Buffer.from(sealed, 'hex'), sealer, numbers)
  if (!moved) {
    throw new TenancyError(
      'The key by which erased customers are recognised is sealed with another PUNCHCARD_SECRETS_KEY. Add that key behind your own, separated by a comma, while you import; or import with --forget-erased: erased customers who come back are then new ones.',
    )
  }
  return moved
}

function compareSums({ name, sums = {} }: TableInManifest, place: ImportPlace): void {
  for (const [index, column] of (SUMMED[name as TableName] ?? []).entries()) {
    const [told, found] = [sums[column] ?? '0', place.sums[index] ?? '0']
    if (decimalFromText(told) === decimalFromText(found)) continue
    throw new TenancyError(
      `The sum of ${name}.${column} is ${found}, and the manifest says ${told}: the folder is no whole export.`,
    )
  }
}
