import type { Database } from './database.ts'

/** The database was not found to be usable yet: it was away when the process started, or lacks a migration. */
export class NotUsableError extends Error {
  override readonly name = 'NotUsableError'
}

/** The same database, which refuses every transaction at once for as long as `problemOf` has something to say. */
export function gated(database: Database, problemOf: () => string | null): Database {
  async function usable(): Promise<void> {
    const problem = problemOf()
    if (problem !== null) throw new NotUsableError(problem)
  }
  return {
    ...database,
    read: (tenants, work) => usable().then(() => database.read(tenants, work)),
    transaction: (tenants, work) => usable().then(() => database.transaction(tenants, work)),
    transactionOfBatch: (tenants, work, lockTimeoutMs) =>
      usable().then(() => database.transactionOfBatch(tenants, work, lockTimeoutMs)),
    limited: (statementTimeoutMs) => gated(database.limited(statementTimeoutMs), problemOf),
  }
}
