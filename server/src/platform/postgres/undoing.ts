import type { Database, Tx } from './database.ts'

/** Carries what the work has found out past the end of its transaction. */
class Undo<Result> extends Error {
  override readonly name = 'Undo'
  readonly result: Result
  constructor(result: Result) {
    super('this was tried out, and is undone')
    this.result = result
  }
}

/**
 * The same database, for work that is tried out: batches are done to the last statement, so that whatever would refuse
 * them does, and are undone then.
 */
export function undoing(database: Database): Pick<Database, 'transactionOfBatch'> {
  return {
    async transactionOfBatch(tenants, work, lockTimeoutMs) {
      type Worked = Awaited<ReturnType<typeof work>>['result']
      return resultOf<Worked>(
        database.transactionOfBatch(
          tenants,
          async (tx) => {
            const { result, writes } = await work(tx)
            await Promise.all(writes)
            throw new Undo(result)
          },
          lockTimeoutMs,
        ),
      )
    },
  }
}

/** What the work finds out in a transaction that is undone. */
export function undone<Result>(
  database: Database,
  tenants: readonly number[],
  work: (tx: Tx) => Promise<Result>,
): Promise<Result> {
  return resultOf(
    database.transaction(tenants, async (tx) => {
      throw new Undo(await work(tx))
    }),
  )
}

async function resultOf<Result>(tried: Promise<Result>): Promise<Result> {
  try {
    return await tried
  } catch (error) {
    if (error instanceof Undo) return error.result as Result
    throw error
  }
}
