import type { Logger } from '../platform/log.ts'
import { openDatabase } from '../platform/postgres/database.ts'
import { pendingMigrations } from '../platform/postgres/migrate.ts'
import { type Cells, MAIN_CELL, openCells } from '../tenancy/cells.ts'
import { listTenants } from '../tenancy/store.ts'
import type { Tenant } from '../tenancy/tenant.ts'
import type { Config } from './config.ts'

/** What a person has to do before the server can start. */
export class NotReadyError extends Error {
  override readonly name = 'NotReadyError'
}

/** Each database of the configuration, with the name of its cell. */
export function cellUrls({ databaseUrl, cellUrls }: Config): Map<string, string> {
  return new Map([[MAIN_CELL, databaseUrl], ...Object.entries(cellUrls)])
}

export async function refuseUnlessMigrated(config: Config): Promise<void> {
  for (const url of cellUrls(config).values()) {
    const pending = await pendingMigrations(url)
    if (pending.length > 0) {
      const name = new URL(url).pathname.slice(1)
      throw new NotReadyError(
        `The database «${name}» lacks ${pending.join(', ')}: run \`punchcard migrate\` first.`,
      )
    }
  }
}

/** One to look up keys, one to ask whether the directory has changed: neither waits for the other. */
const DIRECTORY_CONNECTIONS = 2

export function openConfiguredCells(config: Config, log: Logger, applicationName: string): Cells {
  const open = (url: string, connectionCount: number) =>
    openDatabase({
      url,
      connectionCount,
      applicationName,
      // Not the error itself: it carries the whole connection with it.
      onIdleError: ({ message }) => log.warn({ reason: message }, 'an idle database connection was lost'),
    })
  return openCells(
    cellUrls(config),
    (url) => open(url, config.connectionCount),
    (url) => open(url, DIRECTORY_CONNECTIONS),
  )
}

/** Those who live in a cell, as they are at each call. */
export function tenantsOf(cells: Cells, cell: string): () => Promise<Tenant[]> {
  return async () => {
    const everyone = await cells.directory.transaction([], listTenants)
    return everyone.filter((tenant) => tenant.cell === cell)
  }
}
