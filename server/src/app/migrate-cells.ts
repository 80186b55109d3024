import type { Logger } from '../platform/log.ts'
import { type MigrateOptions, type MigrationReport, migrate } from '../platform/postgres/migrate.ts'
import { readTenantIds } from '../tenancy/store/directory.ts'
import { insertMissingHomes } from '../tenancy/store/homes.ts'
import { cellUrls, openConfiguredCells, tenantsOf } from './cells.ts'
import type { Config } from './config.ts'

type Options = Pick<MigrateOptions, 'onApply' | 'logins'>

/**
 * Brings the database of every cell up to date, the directory's first, and gives each tenant of the directory its
 * home where it has none, as in a cell that was restored from before the tenant was created.
 */
export async function migrateCells(
  config: Config,
  log: Logger,
  options: Options = {},
): Promise<MigrationReport> {
  const applied: string[] = []
  const leftToDo: string[] = []
  for (const [cell, url] of cellUrls(config)) {
    const tenants = await readTenantIds(config.databaseUrl, cell)
    const report = await migrate(url, { ...options, appRole: config.appRole, tenants })
    applied.push(...report.applied)
    leftToDo.push(...report.leftToDo)
  }
  await giveHomes(config, log)
  return { applied, leftToDo }
}

async function giveHomes(config: Config, log: Logger): Promise<void> {
  const cells = openConfiguredCells(config, log, 'punchcard migrate')
  try {
    for (const [cell, database] of cells.all) {
      const ids = (await tenantsOf(cells, cell)()).map(({ id }) => id)
      await database.transaction(ids, (tx) => insertMissingHomes(tx, ids))
    }
  } finally {
    await cells.close()
  }
}
