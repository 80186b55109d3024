import type { Database } from './database.ts'

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
      try {
        return await database.transactionOfBatch<Worked>(
          tenants,
          async (tx) => {
            const { result, writes } = await work(tx)
            await Promise.all(writes)
            throw new Undo(result)
          },
          lockTimeoutMs,
        )
      } catch (error) {
        if (error instanceof Undo) return error.result as Worked
        throw error
      }
    },
  }
}
