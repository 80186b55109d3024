import type pg from 'pg'

/** A database that answers and takes no writes: a standby that was not promoted, or one that was set so. */
export class TakesNoWritesError extends Error {
  override readonly name = 'TakesNoWritesError'
}

/** On a standby both are true; `default_transaction_read_only` shows in the second alone. */
export async function refuseReadOnly(connection: Pick<pg.Client | pg.Pool, 'query'>): Promise<void> {
  const { rows } = await connection.query<{ standby: boolean; read_only: boolean }>(
    `select pg_is_in_recovery() as standby, current_setting('transaction_read_only')::boolean as read_only`,
  )
  const { standby, read_only: isReadOnly } = rows[0] ?? {}
  if (standby) throw new TakesNoWritesError('The address leads to a standby, which takes no writes.')
  if (isReadOnly) {
    throw new TakesNoWritesError('The database takes no writes: default_transaction_read_only is on.')
  }
}
