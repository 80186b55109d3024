import type { Logger } from '../platform/log.ts'
import { openDatabase } from '../platform/postgres/database.ts'
import { type Cells, MAIN_CELL, openCells } from '../tenancy/cells.ts'
import type { Config } from './config.ts'

/** What a person has to do before the server can start. */
export class NotReadyError extends Error {
  override readonly name = 'NotReadyError'
}

export function openConfiguredCells(config: Config, log: Logger, applicationName: string): Cells {
  const urls = new Map([[MAIN_CELL, config.databaseUrl], ...Object.entries(config.cellUrls)])
  return openCells(urls, (url) =>
    openDatabase({
      url,
      connectionCount: config.connectionCount,
      applicationName,
      onIdleError: (error) => log.warn({ err: error }, 'an idle database connection was lost'),
    }),
  )
}
