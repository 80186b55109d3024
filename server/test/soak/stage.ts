import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type LocalPostgres, startLocalPostgres } from '../../src/platform/local-postgres/server.ts'
import { type Database, openDatabase } from '../../src/platform/postgres/database.ts'
import { createDatabase } from '../../src/platform/postgres/databases.ts'
import { type ApiProcess, startServe } from '../support/api-processes.ts'
import { openShop, SIMPLE_PROGRAM } from '../support/open-shop.ts'
import { makeReward } from '../support/rewards.ts'
import { startWorker, type WorkerProcess } from '../support/workers.ts'
import { THIS_VERSION } from '../upgrade/version.ts'
import type { QuietShop } from './quiet-shop.ts'

/** A PostgreSQL, `punchcard serve` and `punchcard work` of our own, and two merchants. */
export interface Stage {
  readonly serve: ApiProcess
  readonly work: WorkerProcess
  /** Whose key the attackers have. */
  readonly loud: QuietShop
  readonly quiet: QuietShop
  /** When both processes have ended. */
  verify(): Promise<{ accounts: number; differences: number }>
  close(): Promise<void>
}

export async function openStage(): Promise<Stage> {
  const folder = await mkdtemp(join(tmpdir(), 'punchcard-soak-'))
  // PostgreSQL does not run as root, and has to get in.
  await chmod(folder, 0o755)
  const server = await startLocalPostgres({
    dataFolder: join(folder, 'data'),
    spareFolder: join(folder, 'spare'),
    settings: { shared_buffers: '512MB', max_wal_size: '4GB' },
  })
  const close = async (): Promise<void> => {
    await server.stop('immediate')
    await rm(folder, { recursive: true, force: true })
  }
  try {
    return { ...(await openOn(server)), close }
  } catch (error) {
    await close()
    throw error
  }
}

async function openOn(server: LocalPostgres): Promise<Omit<Stage, 'close'>> {
  const url = await createDatabase(server.url, 'soak')
  await THIS_VERSION.run(url, ['migrate'])
  const database = openDatabase({
    url,
    connectionCount: 2,
    applicationName: 'punchcard soak',
    onIdleError: () => {},
  })
  const [loud, quiet] = [await openShopWithReward(database), await openShopWithReward(database)]
  await database.close()
  return {
    loud,
    quiet,
    serve: await startServe(url),
    work: await startWorker(url),
    async verify() {
      // It ends with 1 where something differs, and prints what all the same.
      const report = await THIS_VERSION.run<{ accounts: number; differences: number }>(url, ['verify']).catch(
        ({ stdout }: { stdout: string }) => JSON.parse(stdout),
      )
      return report
    },
  }
}

async function openShopWithReward(database: Database): Promise<QuietShop> {
  const shop = await openShop(database, { program: SIMPLE_PROGRAM })
  return { ...shop, rewardId: await makeReward(database, shop.tenantId) }
}
