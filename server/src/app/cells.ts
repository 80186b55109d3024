import { counted } from '../platform/counted.ts'
import type { Logger } from '../platform/log.ts'
import type { Metrics } from '../platform/metrics.ts'
import { type Database, openDatabase } from '../platform/postgres/database.ts'
import { hasSessions } from '../platform/postgres/direct.ts'
import { gated } from '../platform/postgres/gated.ts'
import { createSealer } from '../platform/sealing.ts'
import type { Tracer } from '../platform/tracing/tracer.ts'
import { type Cells, cellVariable, MAIN_CELL, openCells } from '../tenancy/cells.ts'
import { isWhole } from '../tenancy/standing.ts'
import { countTenantsByCell, listTenants } from '../tenancy/store/tenants.ts'
import type { Tenant } from '../tenancy/tenant.ts'
import type { Config } from './config.ts'
import { ADMIN_CONNECTIONS, DIRECTORY_CONNECTIONS } from './connections.ts'

/** Each database of the configuration, with the name of its cell. */
export function cellUrls({ databaseUrl, cellUrls }: Config): Map<string, string> {
  return new Map([[MAIN_CELL, databaseUrl], ...Object.entries(cellUrls)])
}

/**
 * What to set for the cells that the directory names and the configuration does not: without it a process would refuse
 * their tenants, or never settle what is due there.
 */
export async function missingCells(config: Config): Promise<string | null> {
  const directory = openDatabase({
    url: config.databaseUrl,
    connectionCount: 1,
    applicationName: 'punchcard',
    appRole: config.appRole,
    onIdleError: () => {},
  })
  try {
    const known = cellUrls(config)
    const missing = [...(await directory.read([], countTenantsByCell))].filter(([cell]) => !known.has(cell))
    if (missing.length === 0) return null
    return missing
      .map(
        ([cell, tenants]) =>
          `${cellVariable(cell)} is not set: it names the database of the cell “${cell}”, where ${counted(tenants, 'tenant lives', 'tenants live')}.`,
      )
      .join('\n')
  } finally {
    await directory.close()
  }
}

/** For what holds locks of a session and listens. */
export async function problemOfSessions(url: string): Promise<string | null> {
  if (await hasSessions(url)) return null
  return '`punchcard work` needs a direct connection to PostgreSQL: here is a pooler that takes it back after each transaction.'
}

/** The same databases for the management API. */
export function openAdminCells(config: Config, log: Logger, watched: Omit<Watched, 'metrics'>): Cells {
  const few = { ...config, connectionCount: ADMIN_CONNECTIONS }
  return openConfiguredCells(few, log, 'punchcard admin', watched)
}

export interface Watched {
  readonly metrics?: Metrics
  readonly tracer?: Tracer | undefined
  /** Keeps transactions out of cells that can't be used. */
  readonly problemOf?: (cell: string) => string | null
}

export function openConfiguredCells(
  config: Config,
  log: Logger,
  applicationName: string,
  { metrics, tracer, problemOf }: Watched = {},
): Cells {
  const sealer = config.secretsKeys && createSealer(config.secretsKeys)
  const open = (url: string, cell: string, connectionCount: number) =>
    openDatabase({
      url,
      connectionCount,
      applicationName,
      appRole: config.appRole,
      // Not the error itself: it holds the whole connection.
      onIdleError: ({ message }) => log.warn({ reason: message }, 'an idle database connection was lost'),
      trace: tracer,
      sealer,
      ...(metrics ? { onWait: (seconds: number) => metrics.poolWaitSeconds.observe({ cell }, seconds) } : {}),
    })
  const guarded = (cell: string, database: Database): Database =>
    problemOf ? gated(database, () => problemOf(cell)) : database
  return openCells(
    cellUrls(config),
    (url, cell) => guarded(cell, open(url, cell, config.connectionCount)),
    (url) => guarded(MAIN_CELL, open(url, 'directory', DIRECTORY_CONNECTIONS)),
  )
}

/** The tenants of a cell, as they are at the time of each call, without those that are arriving or being deleted. */
export function tenantsOf(cells: Cells, cell: string): () => Promise<Tenant[]> {
  return async () => {
    const all = await cells.directory.read([], listTenants)
    return all.filter((tenant) => tenant.cell === cell && isWhole(tenant.standing))
  }
}

/** Those whose webhooks are sent: what happens to a suspended merchant waits in the log until it is resumed. */
export function tenantsServed(cells: Cells, cell: string): () => Promise<Tenant[]> {
  const tenants = tenantsOf(cells, cell)
  return async () => (await tenants()).filter(({ standing }) => standing.state !== 'suspended')
}
