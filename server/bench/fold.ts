import { countFigures } from '../src/figures/count-figures.ts'
import { countOrders } from '../src/figures/count-orders.ts'
import type { Database } from '../src/platform/postgres/database.ts'
import { systemClock } from '../src/platform/system-clock.ts'
import { round } from './figures.ts'
import { countCost } from './process-times.ts'

const SPANS = [{ since: 0, timeZone: 'America/Sao_Paulo' }]

/** All that a worker would count of these merchants. */
export async function countAllFigures(database: Database, tenantIds: readonly number[]): Promise<void> {
  await foldAll(database, tenantIds)
  for (const tenantId of tenantIds) {
    const counting = { database, tenantId, spans: SPANS, now: systemClock(), isTodayDue: true }
    while (!(await countOrders(counting)));
  }
}

/** How many entries of the ledger that were. */
async function foldAll(database: Database, tenantIds: readonly number[]): Promise<number> {
  let entries = 0
  for (const tenantId of tenantIds) {
    for (let isMore = true; isMore; ) {
      const counted = await countFigures({ database, tenantId, spans: SPANS, now: systemClock() })
      entries += counted.entries
      isMore = counted.isMore
    }
  }
  return entries
}

interface FoldFigures {
  readonly events: number
  readonly perSecond: number
  readonly nodeMicroseconds: number
  readonly postgresMicroseconds: number
}

/** What these merchants have that was not counted, folded in this process, which does nothing else. */
export async function foldBacklog(
  database: Database,
  tenantIds: readonly number[],
  postgresPid: number,
): Promise<FoldFigures> {
  const stopCounting = countCost(process.pid, postgresPid)
  const startedAt = performance.now()
  const events = await foldAll(database, tenantIds)
  const seconds = (performance.now() - startedAt) / 1_000
  const { nodeMicroseconds, postgresMicroseconds } = (await stopCounting())(events)
  return {
    events,
    perSecond: Math.round(events / seconds),
    nodeMicroseconds: round(nodeMicroseconds, 1),
    postgresMicroseconds: round(postgresMicroseconds, 1),
  }
}
