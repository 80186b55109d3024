import type { Database } from '../platform/postgres/database.ts'
import type { Tenant } from './tenant.ts'

export const MAIN_CELL = 'main'
/** As the directory keeps it with each tenant. */
export const CELL_NAME = /^[a-z][a-z0-9-]{0,39}$/

/** The variable that names a cell's database. */
export function cellVariable(cell: string): string {
  return cell === MAIN_CELL ? 'DATABASE_URL' : `PUNCHCARD_CELL_${cell.toUpperCase().replaceAll('-', '_')}`
}

/** A tenant lives where this process can't go: it was put there after the process had started. */
export class UnknownCellError extends Error {
  override readonly name = 'UnknownCellError'

  constructor(cell: string) {
    super(`No database is configured for the cell “${cell}”: set ${cellVariable(cell)}.`)
  }
}

/**
 * Where each tenant's data lives. A cell is one database; the directory of tenants and keys lives in the
 * cell “main”. The only way to a tenant's data is `of`.
 */
export interface Cells {
  readonly directory: Database
  of(tenant: Pick<Tenant, 'cell'>): Database
  readonly all: ReadonlyMap<string, Database>
  close(): Promise<void>
}

/**
 * The directory has its own connections: a flood of invented tokens at the log-in must not take those on which sales
 * wait, and a flood of sales must not keep other merchants from logging in.
 */
export function openCells(
  urls: ReadonlyMap<string, string>,
  open: (url: string, cell: string) => Database,
  openDirectory: (url: string, cell: string) => Database = open,
): Cells {
  const all = new Map([...urls].map(([name, url]) => [name, open(url, name)]))
  function named(name: string): Database {
    const database = all.get(name)
    if (!database) throw new UnknownCellError(name)
    return database
  }
  named(MAIN_CELL)
  const directory = openDirectory(urls.get(MAIN_CELL) ?? '', MAIN_CELL)
  return {
    directory,
    of: ({ cell }) => named(cell),
    all,
    async close() {
      const opened = new Set([...all.values(), directory])
      await Promise.all([...opened].map((database) => database.close()))
    },
  }
}
