import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from '../platform/log.ts'
import { openLoadWatch } from '../platform/postgres/load.ts'
import type { Cells } from '../tenancy/cells.ts'
import { cellUrls, openConfiguredCells, type Watched } from './cells.ts'
import type { Config } from './config.ts'
import { STOREFRONT_CONNECTIONS } from './connections.ts'

/** How browsers may load a process and its databases. */
export interface StorefrontBounds {
  /** To the database of each cell. */
  readonly connections: number
  /** Personal requests at work. */
  readonly atOnce: number
  /** Personal requests that wait for their turn. */
  readonly waitingMax: number
}

export const ALONE: StorefrontBounds = {
  connections: STOREFRONT_CONNECTIONS.alone,
  atOnce: 64,
  waitingMax: 256,
}
/** Beside sales, in one process. */
export const BESIDE_SALES: StorefrontBounds = {
  connections: STOREFRONT_CONNECTIONS.besideSales,
  atOnce: 16,
  waitingMax: 64,
}

const STATEMENT_TIMEOUT_MS = 2_000
const NAME = 'punchcard storefront'
/** Neither its own connections nor those of workers are made way for. */
const NOT_SALES = '^punchcard (work|storefront)'
const OTHERS_MAX = 3
const REST_MAX_MS = 250

export interface StorefrontCells {
  readonly cells: Cells
  /** Rests after a batch for as long as it took, once for each of the others that are at work. */
  readonly restOf: (cell: string) => (tookMs: number) => Promise<void>
  close(): Promise<void>
}

/** The databases for browsers, with connections of their own: no page view takes one from a sale. */
export function openStorefrontCells(
  config: Config,
  log: Logger,
  bounds: StorefrontBounds,
  watched: Watched,
): StorefrontCells {
  const few = { ...config, connectionCount: bounds.connections }
  const cells = openConfiguredCells(few, log, NAME, watched)
  const loads = new Map(
    [...cellUrls(config)].map(
      ([cell, url]) => [cell, openLoadWatch(url, `${NAME} load`, NOT_SALES)] as const,
    ),
  )
  return {
    cells: limitStatements(cells),
    restOf: (cell) => async (tookMs) => {
      const others = Math.min(OTHERS_MAX, (await loads.get(cell)?.othersAtWork()) ?? 0)
      if (others > 0) await sleep(Math.min(REST_MAX_MS, tookMs * others))
    },
    async close() {
      await Promise.all([cells.close(), ...[...loads.values()].map((load) => load.close())])
    },
  }
}

function limitStatements(cells: Cells): Cells {
  const all = new Map(
    [...cells.all].map(([cell, database]) => [cell, database.limited(STATEMENT_TIMEOUT_MS)]),
  )
  return {
    ...cells,
    all,
    directory: cells.directory.limited(STATEMENT_TIMEOUT_MS),
    of: (tenant) => all.get(tenant.cell) ?? cells.of(tenant),
  }
}
