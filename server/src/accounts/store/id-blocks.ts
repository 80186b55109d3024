import { run, type Tx } from '../../platform/postgres/database.ts'
import { sql } from '../../platform/postgres/sql.ts'
import type { RecordIds } from '../account.ts'

/** What the sequence `account_id` goes up by. */
const BLOCK = 1_000

/**
 * Ids for one batch to hand out by itself, so that a decision can name its records before they are saved.
 *
 * Taken after the accounts were locked, and the rest is thrown away: so what is recorded later for an account
 * has a greater id, whichever process recorded it, and «oldest first» can go by the id. At 1,000 batches a
 * second the ids stay below 2^53 for 285 years.
 */
export interface IdBlocks extends RecordIds {
  /** Takes more where fewer than `count` are left. */
  ensure(tx: Tx, count: number): Promise<void>
}

export async function takeIds(tx: Tx, count: number): Promise<IdBlocks> {
  const blocks = await takeBlocks(tx, count)
  let next = 0
  let end = 0
  return {
    async ensure(tx, wanted) {
      const missing = wanted - (end - next + blocks.length * BLOCK)
      if (missing > 0) blocks.push(...(await takeBlocks(tx, missing)))
    },
    next() {
      if (next === end) {
        const start = blocks.shift()
        if (start === undefined) throw new Error('no ids are left: take more before deciding')
        next = start
        end = start + BLOCK
      }
      next += 1
      return next - 1
    },
  }
}

async function takeBlocks(tx: Tx, count: number): Promise<number[]> {
  const { rows } = await run(
    tx,
    sql<{ start: number }>`
    select nextval('account_id') as start from generate_series(1, ${Math.ceil(count / BLOCK)})`,
  )
  return rows.map(({ start }) => start)
}
