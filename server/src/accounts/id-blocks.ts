import { run, type Tx } from '../platform/postgres/database.ts'
import { sql } from '../platform/postgres/sql.ts'
import type { RecordIds } from './account.ts'

/** What the sequence `account_id` goes up by. */
const BLOCK = 1_000

/**
 * Ids for a process to hand out by itself, so that a decision can name its records before they are saved.
 * A block is ours once the sequence gave it, even if the transaction that asked is rolled back.
 */
export interface IdBlocks extends RecordIds {
  readonly available: number
  /** Afterwards at least `count` are there, until someone else takes them. */
  fetch(tx: Tx, count: number): Promise<void>
}

export function createIdBlocks(): IdBlocks {
  let next = 0
  let end = 0
  const further: number[] = []
  return {
    get available() {
      return end - next + further.length * BLOCK
    },
    async fetch(tx, count) {
      const blocks = Math.ceil(count / BLOCK)
      const { rows } = await run(
        tx,
        sql<{ start: number }>`
        select nextval('account_id') as start from generate_series(1, ${blocks})`,
      )
      for (const { start } of rows) further.push(start)
    },
    next() {
      if (next === end) {
        const start = further.shift()
        if (start === undefined) throw new Error('no ids are left: fetch more before deciding')
        next = start
        end = start + BLOCK
      }
      next += 1
      return next - 1
    },
  }
}
