import { run, type Tx } from '../../platform/postgres/database.ts'
import { sql } from '../../platform/postgres/sql.ts'
import type { RecordIds } from '../account.ts'

/** What the sequence `account_id` goes up by. */
const BLOCK = 1_000

/** A decision came to its end of the ids: take more, and decide again. */
export class OutOfIds extends Error {
  override readonly name = 'OutOfIds'
}

/**
 * Ids for one batch to hand out by itself, so that a decision can name its records before they are saved.
 *
 * Taken after the accounts were locked, and the rest is thrown away: so what is recorded later for an account
 * has a greater id, whichever process recorded it, and “oldest first” can go by the id. At 1,000 batches a
 * second the ids stay below 2^53 for 285 years.
 */
export class IdBlocks implements RecordIds {
  readonly #starts: number[]
  #next = 0
  #end = 0

  private constructor(starts: number[]) {
    this.#starts = starts
  }

  /** One block, which is enough for most batches: an order takes three or four. */
  static async take(tx: Tx): Promise<IdBlocks> {
    return new IdBlocks(await takeBlocks(tx, BLOCK))
  }

  /** Takes more where fewer than `count` are left. */
  async ensure(tx: Tx, count: number): Promise<void> {
    const missing = count - this.#left
    if (missing > 0) this.#starts.push(...(await takeBlocks(tx, missing)))
  }

  /** Takes as many again as there have been, and a block at least: a decision that needs 100,000 asks seven times. */
  async takeMore(tx: Tx): Promise<void> {
    this.#taken = Math.max(BLOCK, this.#taken * 2)
    await this.ensure(tx, this.#left + this.#taken)
  }

  #taken = 0

  get #left(): number {
    return this.#end - this.#next + this.#starts.length * BLOCK
  }

  next(): number {
    if (this.#next === this.#end) {
      const start = this.#starts.shift()
      if (start === undefined) throw new OutOfIds('no ids are left')
      this.#next = start
      this.#end = start + BLOCK
    }
    this.#next += 1
    return this.#next - 1
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
