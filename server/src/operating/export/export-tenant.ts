import type { TenantId } from '../../contract/ids.ts'
import { type Decimal, decimalToText, ZERO } from '../../platform/decimal.ts'
import type { Database, Tx } from '../../platform/postgres/database.ts'
import { type PageOptions, readLastMigration, readRows, readShapes, type TableShape } from '../store/rows.ts'
import { EXPORTED_TABLES, type ExportedTable, ONLY_WHERE, SECRET_COLUMNS, SUMMED } from './exported-tables.ts'
import { nameOfPart, ROWS_PER_PART, type TableInManifest } from './manifest.ts'
import { PartFile, type WrittenFile } from './part-file.ts'

/** A page that is larger than this is followed by one with fewer rows: some rows are 1 KB, some 256. */
const PAGE = { rowsMax: 500, rowsFirst: 8, bytesMax: 1_048_576 }

export interface ExportProgress {
  readonly table: string
  readonly rows: number
}

/**
 * Writes all tables of a tenant into a folder. Everything is read in one transaction, and so is of one moment, however
 * long it takes and whatever the shop sells meanwhile. Like a dump it keeps the database from cleaning up behind it.
 */
export function exportTables(
  database: Database,
  tenantId: TenantId,
  folder: string,
  onProgress: (progress: ExportProgress) => void,
): Promise<{ readonly migration: string; readonly tables: TableInManifest[] }> {
  return database.read([tenantId], async (tx) => {
    const migration = await readLastMigration(tx)
    const names = EXPORTED_TABLES.map(({ name }) => name)
    const shapes = await readShapes(tx, names)
    const tables: TableInManifest[] = []
    for (const table of EXPORTED_TABLES) {
      const shape = shapes.get(table.name)
      if (!shape) throw new Error(`the table ${table.name} is not there`)
      tables.push(await exportTable(tx, tenantId, { table, shape, folder, onProgress }))
    }
    return { migration, tables }
  })
}

interface TableExport {
  readonly table: ExportedTable
  readonly shape: TableShape
  readonly folder: string
  readonly onProgress: (progress: ExportProgress) => void
}

async function exportTable(tx: Tx, tenantId: TenantId, options: TableExport): Promise<TableInManifest> {
  const { table, shape, folder, onProgress } = options
  const { name, kind } = table
  const summed = SUMMED[name] ?? []
  const where = ONLY_WHERE[name] ?? 'true'
  const read = { without: SECRET_COLUMNS[name] ?? [], summed, where }
  const sums: Decimal[] = summed.map(() => ZERO)
  const files: (WrittenFile & { rows: number })[] = []
  let part: { readonly file: PartFile; rows: number } | null = null
  let rows = 0
  for await (const page of pagesOf(tx, tenantId, shape, read)) {
    part ??= { file: await PartFile.create(folder, nameOfPart(name, files.length + 1)), rows: 0 }
    await part.file.writeLines(page.lines)
    part.rows += page.lines.length
    rows += page.lines.length
    for (const [index, sum] of page.sums.entries()) sums[index] = (sums[index] ?? ZERO) + sum
    onProgress({ table: name, rows })
    if (part.rows >= ROWS_PER_PART) {
      files.push({ ...(await part.file.end()), rows: part.rows })
      part = null
    }
  }
  if (part) files.push({ ...(await part.file.end()), rows: part.rows })
  const told = Object.fromEntries(summed.map((column, index) => [column, decimalToText(sums[index] ?? ZERO)]))
  return { name, kind, rows, ...(summed.length > 0 ? { sums: told } : {}), files }
}

/** All rows of a table, in pages that fit into memory. */
async function* pagesOf(
  tx: Tx,
  tenantId: TenantId,
  shape: TableShape,
  read: Omit<PageOptions, 'after' | 'limit'>,
) {
  let limit = PAGE.rowsFirst
  let after: readonly string[] | null = null
  do {
    const page: Awaited<ReturnType<typeof readRows>> = await readRows(tx, tenantId, shape, {
      ...read,
      after,
      limit,
    })
    if (page.lines.length > 0) yield page
    const bytes = page.lines.reduce((sum, line) => sum + line.length, 0)
    limit = Math.max(1, Math.min(PAGE.rowsMax, limit * 2, Math.floor((limit * PAGE.bytesMax) / (bytes + 1))))
    after = page.after
  } while (after !== null)
}
