/** Figures are counted beside the commands, and are what the ledger says after each epoch. */
import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'vitest'
import { countFigures } from '../../src/figures/count-figures.ts'
import { countOrders } from '../../src/figures/count-orders.ts'
import { verifyAllFigures } from '../../src/figures/verify.ts'
import type { Database } from '../../src/platform/postgres/database.ts'
import { findTimeZones } from '../../src/tenancy/store/zones.ts'

const COUNT_EVERY_MS = 50

export class FiguresAtWork {
  readonly #database: Database
  #entries = 0

  constructor(database: Database) {
    this.#database = database
  }

  /** What was added to sums so far. */
  get entries(): number {
    return this.#entries
  }

  /** As a worker does: what has come meanwhile, again and again. */
  async countUntil<T>(tenantIds: readonly number[], now: () => number, sending: Promise<T>): Promise<T> {
    let isOver = false
    const counting = (async () => {
      while (!isOver) {
        for (const tenantId of tenantIds) await this.#step(tenantId, now())
        await sleep(COUNT_EVERY_MS)
      }
    })()
    const ended = sending.finally(() => {
      isOver = true
    })
    const [sent] = await Promise.all([ended, counting])
    return sent
  }

  /** Counts to the end, and every figure again from the accounts and orders. */
  async expectRight(tenantIds: readonly number[], now: number): Promise<void> {
    for (const tenantId of tenantIds) {
      while (await this.#step(tenantId, now));
      const spans = await this.#spansOf(tenantId)
      expect(await verifyAllFigures(this.#database, tenantId, spans)).toEqual([])
    }
  }

  /** true: there is more to do at once. */
  async #step(tenantId: number, now: number): Promise<boolean> {
    const database = this.#database
    const spans = await this.#spansOf(tenantId)
    const { entries, isMore } = await countFigures({ database, tenantId, spans, now })
    this.#entries += entries
    const isDone = await countOrders({ database, tenantId, spans, now, isTodayDue: true })
    return isMore || !isDone
  }

  #spansOf(tenantId: number) {
    return this.#database.read([tenantId], (tx) => findTimeZones(tx, tenantId))
  }
}
