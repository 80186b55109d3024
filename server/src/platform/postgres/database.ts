import type { CompiledQuery, DatabaseConnection, Driver, QueryResult, RawBuilder } from 'kysely'
import { Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely'
import pg from 'pg'
import { type Decimal, decimalFromText, decimalToText } from '../decimal.ts'
import type { DB } from './tables.ts'

/**
 * A transaction bound to its tenants: the only way to the database. Every store function takes one as its
 * first parameter. Queries of one transaction that are not awaited one by one travel together (pipelining).
 */
export type Tx = Kysely<DB>

export interface Database {
  /** Runs `work` in one transaction that sees and writes only rows of these tenants. */
  transaction<T>(tenants: readonly number[], work: (tx: Tx) => Promise<T>): Promise<T>
  /**
   * The same for work whose last statements need no answer: `writes` and COMMIT travel together, which saves a
   * round trip. If a write fails, nothing is committed.
   */
  transactionOfBatch<T>(
    tenants: readonly number[],
    work: (tx: Tx) => Promise<{ result: T; writes: readonly Promise<unknown>[] }>,
  ): Promise<T>
  /** Answers when the database does. */
  ping(): Promise<void>
  /** Connections in use, idle, and requests waiting for one. */
  usage(): { used: number; idle: number; waiting: number }
  close(): Promise<void>
}

export interface DatabaseOptions {
  readonly url: string
  readonly connectionCount: number
  /** For pg_stat_activity, so that an operator sees who is who. */
  readonly applicationName: string
  readonly onIdleError: (error: Error) => void
}

/** The connection went away during COMMIT: the work is saved or it is not. Sending it again is safe. */
export class OutcomeUnknownError extends Error {
  override readonly name = 'OutcomeUnknownError'
}

const STATEMENT_TIMEOUT_MS = 10_000
const SESSION_SETUP = `
  set role punchcard_app;
  set time zone 'UTC';
  set lock_timeout = '5s';
  set idle_in_transaction_session_timeout = '30s'`

const INT8 = 20
const NUMERIC = 1700

/** bigint columns are ids and counts, far below 2^53; numeric columns are all (18,4). */
const types = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    if (oid === INT8) return Number
    if (oid === NUMERIC) return decimalFromText
    return pg.types.getTypeParser(oid, format)
  },
} as pg.CustomTypesConfig

export function openDatabase(options: DatabaseOptions): Database {
  const pool = new pg.Pool({
    connectionString: options.url,
    application_name: options.applicationName,
    max: options.connectionCount,
    connectionTimeoutMillis: 5_000,
    query_timeout: STATEMENT_TIMEOUT_MS,
    keepAlive: true,
    pipeline: true,
    types,
    onConnect: async (client) => {
      await client.query(SESSION_SETUP)
    },
  } as pg.PoolConfig)
  pool.on('error', options.onIdleError)

  async function transactionOfBatch<T>(
    tenants: readonly number[],
    work: (tx: Tx) => Promise<{ result: T; writes: readonly Promise<unknown>[] }>,
  ): Promise<T> {
    const client = await pool.connect()
    let failure: Error | undefined
    try {
      const begun = begin(client, tenants)
      let worked: Awaited<ReturnType<typeof work>>
      try {
        ;[worked] = await Promise.all([work(transactionOn(client)), begun])
      } catch (error) {
        await rollback(client)
        throw error
      }
      const committed = commit(client)
      const [writes] = await Promise.all([Promise.allSettled(worked.writes), Promise.allSettled([committed])])
      const failures = writes.flatMap((write) => (write.status === 'rejected' ? [write.reason] : []))
      // A statement that the server refused is why nothing was saved, and no doubt is left about that. After
      // anything else, COMMIT knows.
      const refused = failures.find(isRefusal)
      if (refused) throw refused
      await committed
      if (failures.length > 0) throw failures[0]
      return worked.result
    } catch (error) {
      failure = error as Error
      throw error
    } finally {
      // A connection that failed in the protocol, not merely in a statement, must not be used again.
      client.release(failure && !(failure instanceof pg.DatabaseError) ? failure : undefined)
    }
  }

  function transaction<T>(tenants: readonly number[], work: (tx: Tx) => Promise<T>): Promise<T> {
    return transactionOfBatch(tenants, async (tx) => ({ result: await work(tx), writes: [] }))
  }

  return {
    transaction,
    transactionOfBatch,
    async ping() {
      await pool.query('select 1')
    },
    usage: () => ({
      used: pool.totalCount - pool.idleCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
    }),
    close: () => pool.end(),
  }
}

function begin(client: pg.PoolClient, tenants: readonly number[]): Promise<unknown> {
  openClients.add(client)
  // Sent together with the first statements of the work. Should either fail, the server refuses all that
  // follows in this transaction, so nothing runs unbound.
  return Promise.all([
    client.query('BEGIN'),
    client.query({
      name: 'bind-tenants',
      text: `select set_config('app.tenants', $1, true)`,
      values: [`{${tenants.join(',')}}`],
    }),
  ])
}

async function rollback(client: pg.PoolClient): Promise<void> {
  openClients.delete(client)
  try {
    await client.query('ROLLBACK')
  } catch {
    // The connection is gone, and the transaction with it. What went wrong first is the error to report.
  }
}

async function commit(client: pg.PoolClient): Promise<void> {
  openClients.delete(client)
  let isReplicationUnsure = false
  // Cancelling a commit that waits for a synchronous standby reports success with only this warning.
  const onNotice = (notice: { message?: string | undefined }): void => {
    if (notice.message?.includes('synchronous replication')) isReplicationUnsure = true
  }
  client.on('notice', onNotice)
  try {
    const { command } = await client.query('COMMIT')
    if (isReplicationUnsure) throw new OutcomeUnknownError('the commit is not known to be replicated')
    if (command !== 'COMMIT') throw new RolledBackError('a statement failed and its error was not passed on')
  } catch (error) {
    if (error instanceof OutcomeUnknownError || error instanceof RolledBackError) throw error
    // An ERROR, such as a deferred constraint, means that nothing was saved. Anything else, nobody knows.
    if (isRefusal(error)) throw error
    throw new OutcomeUnknownError('the connection was lost during commit', { cause: error })
  } finally {
    client.off('notice', onNotice)
  }
}

/** The server refused a statement, and its transaction with it; the connection is as good as before. */
function isRefusal(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.severity === 'ERROR'
}

class RolledBackError extends Error {
  override readonly name = 'RolledBackError'
}

/**
 * Sends a statement at once, in the order of the calls: what a batch writes is on its way before its COMMIT.
 * (Kysely's own `execute` sends some microtasks later; it is for statements whose answer is awaited.)
 */
export async function run<Row>(tx: Tx, query: RawBuilder<Row>): Promise<{ rows: Row[] }> {
  const client = clients.get(tx)
  if (!client) throw new Error('not a transaction of ours')
  return send<Row>(client, query.compile(tx))
}

/** Clients whose transaction is open. Outside of one, row-level security would be all that is left to save us. */
const openClients = new WeakSet<pg.PoolClient>()

async function send<Row>(
  client: pg.PoolClient,
  { sql, parameters }: CompiledQuery,
): Promise<{ rows: Row[]; rowCount: number | null }> {
  if (!openClients.has(client))
    throw new Error('a statement came after its transaction had ended: await it inside')
  const name = statementName(sql)
  const values = parameters.map(toParameter)
  return client.query<Row & pg.QueryResultRow>(name ? { name, text: sql, values } : { text: sql, values })
}

const transactions = new WeakMap<pg.PoolClient, Tx>()
const clients = new WeakMap<Tx, pg.PoolClient>()

function transactionOn(client: pg.PoolClient): Tx {
  let tx = transactions.get(client)
  if (!tx) {
    tx = new Kysely<DB>({
      dialect: {
        createAdapter: () => new PostgresAdapter(),
        createIntrospector: (db) => new PostgresIntrospector(db),
        createQueryCompiler: () => new PostgresQueryCompiler(),
        createDriver: () => driverOn(client),
      },
    })
    transactions.set(client, tx)
    clients.set(tx, client)
  }
  return tx
}

function driverOn(client: pg.PoolClient): Driver {
  const connection: DatabaseConnection = {
    async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
      const { rows, rowCount } = await send<R>(client, query)
      return { rows, numAffectedRows: BigInt(rowCount ?? 0) }
    },
    // biome-ignore lint/correctness/useYield: streaming is part of Kysely's interface and not of ours
    async *streamQuery() {
      throw new Error('a transaction does not stream: read in bounded pages')
    },
  }
  const nothing = async (): Promise<void> => {}
  const ours = async (): Promise<void> => {
    throw new Error('transactions are begun and ended by Database.transaction alone')
  }
  return {
    init: nothing,
    acquireConnection: async () => connection,
    releaseConnection: nothing,
    destroy: nothing,
    beginTransaction: ours,
    commitTransaction: ours,
    rollbackTransaction: ours,
  }
}

/**
 * Each statement text is prepared once a connection, under a name of its own. The texts in the stores are
 * fixed, so there are few; the bound only keeps a mistake from filling the server's memory.
 */
const statementNames = new Map<string, string>()
const STATEMENT_NAMES_MAX = 1_000

function statementName(text: string): string | undefined {
  let name = statementNames.get(text)
  if (name === undefined && statementNames.size < STATEMENT_NAMES_MAX) {
    name = `s${statementNames.size}`
    statementNames.set(text, name)
  }
  return name
}

/** A bigint is always a Decimal: ids are numbers. */
function toParameter(value: unknown): unknown {
  if (typeof value === 'bigint') return decimalToText(value as Decimal)
  if (Array.isArray(value)) return value.map(toParameter)
  return value
}
