import pg from 'pg'
import type { Sealer } from '../sealing.ts'
import type { Tracer } from '../tracing/tracer.ts'
import { APP_ROLE } from './roles.ts'
import { named, type Statement, sql } from './sql.ts'
import { valueTypes } from './value-types.ts'
import { ANSWER_TIMEOUT_MS, sendOn, sendRoundOf } from './wire/send.ts'

/**
 * A transaction bound to its tenants: the only way to the database. Every store function takes one as its
 * first parameter. Queries of one transaction that are not awaited one by one travel together (pipelining).
 *
 * Each transaction has its own object: a statement that comes too late must not run in the next transaction on the
 * same connection, which may be another tenant's.
 */
class Transaction {
  #client: pg.PoolClient | null
  readonly #edition: number
  #firstFailure: unknown
  /** For columns that are kept sealed; null: this process has no key for them. */
  readonly sealer: Sealer | null

  constructor(client: pg.PoolClient, edition: number, sealer: Sealer | null) {
    this.#client = client
    this.#edition = edition
    this.sealer = sealer
  }

  /**
   * Why the transaction failed. The statements behind the one that failed fail too, with no more to say than that the
   * transaction is aborted, and which of them rejects first is a matter of microtasks.
   */
  get firstFailure(): unknown {
    return this.#firstFailure
  }

  /** It could not be opened: what its statements say is only that they were skipped. */
  failToOpen(error: unknown): void {
    this.#firstFailure = error
  }

  end(): void {
    this.#client = null
  }

  async send<Row>(statement: Statement<Row>, timeoutMs?: number): Promise<{ rows: Row[] }> {
    const client = this.#client
    if (!client) throw new Error('a statement came after its transaction had ended: await it inside')
    try {
      return await sendOn(client, inEdition(statement, this.#edition), { timeoutMs })
    } catch (error) {
      this.#firstFailure ??= error
      throw error
    }
  }
}
export type Tx = Transaction

export interface Database {
  /**
   * Runs `work` in one transaction that sees only rows of these tenants, all of one moment, and writes nothing. The
   * server itself refuses writes: so a tenant that is being moved can be kept from writing, and still read.
   */
  read<T>(
    tenants: readonly number[],
    work: (tx: Tx) => Promise<T>,
    /** That of a snapshot which another transaction holds (`pg_export_snapshot`), in place of the present one. */
    snapshot?: string,
  ): Promise<T>
  /** Runs `work`, which writes, in one transaction that sees and writes only rows of these tenants. */
  transaction<T>(tenants: readonly number[], work: (tx: Tx) => Promise<T>): Promise<T>
  /**
   * The same for work whose last statements need no answer: `writes` and COMMIT travel together, which saves a
   * round trip. If a write fails, nothing is committed. `lockTimeoutMs`: how long a statement may wait for a lock,
   * unless that of the login is to hold.
   */
  transactionOfBatch<T>(
    tenants: readonly number[],
    work: (tx: Tx) => Promise<{ result: T; writes: readonly Promise<unknown>[] }>,
    lockTimeoutMs?: number,
  ): Promise<T>
  /** The same database, where no statement takes longer than this, or waits longer for a lock than three quarters of it. */
  limited(statementTimeoutMs: number): Database
  /** Connections in use, idle, and requests waiting for one. */
  usage(): { used: number; idle: number; waiting: number }
  close(): Promise<void>
}

export interface DatabaseOptions {
  readonly url: string
  readonly connectionCount: number
  /** Shown in pg_stat_activity, so that an operator can tell the connections apart. */
  readonly applicationName: string
  readonly onIdleError: (error: Error) => void
  /** How long a transaction has waited for its connection. */
  readonly onWait?: (seconds: number) => void
  /** How long a transaction may wait for its connection. */
  readonly connectTimeoutMs?: number
  /** The role under which every transaction works, whichever user logs in. */
  readonly appRole?: string
  readonly trace?: Tracer | undefined
  /** Opens and seals columns that are kept sealed. Default: none. */
  readonly sealer?: Sealer | null
}

/** The connection went away during COMMIT: the work is saved or it is not. Sending it again is safe. */
export class OutcomeUnknownError extends Error {
  override readonly name = 'OutcomeUnknownError'
}

/** More than the 5 s after which a resolver of names asks again: one packet that is lost must not fail a request. */
const CONNECT_TIMEOUT_MS = 8_000
/**
 * Connections are kept for when they are needed again. Each new one has to look up a name, and look-ups fail: while a
 * container starts or stops beside this one, for example. Ten seconds, the pool's own choice, made new ones all the time.
 */
const IDLE_TIMEOUT_MS = 600_000
/** A peer that is gone without a word is noticed within half a minute. */
const KEEP_ALIVE_AFTER_MS = 10_000

/** Migrations that change what is selected, within the time for which a pooler keeps a connection: an hour or so. */
const EDITIONS_MAX = 20

const TRANSACTION_FAILED = '25P02'
const READ_ONLY = '25006'

/** Not READ WRITE: that would override an operator's setting to read only, made because the disk is full. */
type Opening = typeof READ | 'BEGIN'
const READ = 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY'

function openPool({
  url,
  applicationName,
  connectionCount,
  connectTimeoutMs,
  onIdleError,
}: DatabaseOptions): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    application_name: applicationName,
    max: connectionCount,
    connectionTimeoutMillis: connectTimeoutMs ?? CONNECT_TIMEOUT_MS,
    idleTimeoutMillis: IDLE_TIMEOUT_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_AFTER_MS,
    types: valueTypes,
  } as pg.PoolConfig)
  pool.on('error', onIdleError)
  // The pool listens to idle connections alone. One that is lost in use fails its statements, which is how we
  // hear of it; an error event without a listener would end the process.
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}

export function openDatabase(options: DatabaseOptions): Database {
  const pool = openPool(options)
  const { appRole = APP_ROLE } = options
  /** Counts how often the statements that were prepared turned out to be from before a migration. */
  let edition = 0
  const editionOf = new WeakMap<pg.PoolClient, number>()
  pool.on('connect', (client) => editionOf.set(client, edition))

  async function perform<T>(
    opening: Opening,
    tenants: readonly number[],
    work: (tx: Tx) => Promise<{ result: T; writes: readonly Promise<unknown>[] }>,
    timeouts: Timeouts,
  ): Promise<T> {
    const askedAt = performance.now()
    const traced = options.trace?.startTransaction({ opening })
    const client = await pool.connect().catch((error) => {
      traced?.end(true)
      throw error
    })
    traced?.next('statements')
    options.onWait?.((performance.now() - askedAt) / 1_000)
    const giveBack = (failure: unknown, isRolledBack = false): void => {
      // A connection that failed in the protocol, not merely in a statement, must not be used again. One of an older
      // edition could be, but it keeps the plans of two.
      const isBroken = failure !== undefined && !isRefusedByServer(failure) && !isRolledBack
      client.release(isBroken || stuck.has(client) || editionOf.get(client) !== edition)
      traced?.end(failure !== undefined)
    }
    const begun = begin(client, opening, appRole, tenants, timeouts)
    const tx = new Transaction(client, edition, options.sealer ?? null)
    begun.catch((error) => tx.failToOpen(error))
    let worked: Awaited<ReturnType<typeof work>>
    try {
      ;[worked] = await Promise.all([work(tx).then(withWatchedWrites), begun])
    } catch (error) {
      tx.end()
      const failure = tx.firstFailure ?? error
      giveBack(failure, await rollback(client))
      throw failure
    }
    tx.end()
    // A write whose values could not be read was never sent: the server knows of no failure, and would commit the rest.
    const { firstFailure } = tx
    if (firstFailure !== undefined && !isRefusedByServer(firstFailure)) {
      await Promise.allSettled(worked.writes)
      giveBack(firstFailure, await rollback(client))
      throw firstFailure
    }
    traced?.next('commit')
    // What was read stays as it was read, however the transaction ends: the answer does not wait for that.
    const isRead = opening === READ && firstFailure === undefined
    const ended = (isRead ? endRead(client) : save(client, worked.writes)).then(
      () => giveBack(undefined),
      (failure) => {
        giveBack(failure)
        throw failure
      },
    )
    if (isRead) ended.catch(() => {})
    else await ended
    return worked.result
  }

  /**
   * A migration may add a column to what a statement selects: who had prepared it is refused, before anything is done.
   * The next edition of the statements is prepared anew, so a server of the version before goes on while the new one
   * migrates. There are several editions to go through where others have used a pooler's connections before.
   */
  async function performAnew<T>(...work: Parameters<typeof perform<T>>): Promise<T> {
    for (let tries = 1; ; tries += 1) {
      const before = edition
      try {
        return await perform(...work)
      } catch (error) {
        if (!isPreparedBefore(error) || tries > EDITIONS_MAX) throw error
        if (edition === before) edition += 1
      }
    }
  }

  const withTimeouts = (timeouts: Timeouts): Database => ({
    read: (tenants, work, snapshot) =>
      performAnew(READ, tenants, alone(work), { ...timeouts, snapshot }).catch(refuseWriteOfRead),
    transaction: (tenants, work) => performAnew('BEGIN', tenants, alone(work), timeouts),
    transactionOfBatch: (tenants, work, lockMs = timeouts.lockMs) =>
      performAnew('BEGIN', tenants, work, { ...timeouts, lockMs }),
    limited: (statementMs) => withTimeouts({ statementMs, lockMs: Math.floor(statementMs * 0.75) }),
    usage: () => ({
      used: pool.totalCount - pool.idleCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
    }),
    close: () => pool.end(),
  })
  return withTimeouts({})
}

function alone<T>(work: (tx: Tx) => Promise<T>) {
  return async (tx: Tx) => ({ result: await work(tx), writes: [] })
}

/** Failures of writes are looked at after the commit; until then they are not to end the process as unhandled. */
function withWatchedWrites<Worked extends { readonly writes: readonly Promise<unknown>[] }>(
  worked: Worked,
): Worked {
  for (const write of worked.writes) write.catch(() => {})
  return worked
}

/** In place of those of the login, and of the present moment. */
interface Timeouts {
  readonly snapshot?: string | undefined
  readonly statementMs?: number | undefined
  readonly lockMs?: number | undefined
}

/** Elsewhere it means that the database takes no writes at present; here the fault is ours. */
function refuseWriteOfRead(error: unknown): never {
  if ((error as pg.DatabaseError).code !== READ_ONLY) throw error
  throw new Error('a read must not write: use `transaction`', { cause: error })
}

const OPENINGS = { [READ]: named(READ), BEGIN: named('BEGIN') }
const COMMIT = { ...named('COMMIT'), values: [] }
const WITHOUT_TIME_LIMIT = { ...named('SET LOCAL statement_timeout = 0'), values: [] }

/**
 * Sent together with the first statements of the work. Should it fail, nothing runs unbound: what follows in the round
 * is skipped. The role is set each time, and not once per session: behind a pooler sessions are shared, and the user
 * who logs in may see everything.
 */
function begin(
  client: pg.PoolClient,
  opening: Opening,
  appRole: string,
  tenants: readonly number[],
  timeouts: Timeouts,
): Promise<unknown> {
  return Promise.all([
    sendOn(client, { ...OPENINGS[opening], values: [] }, { isOpening: true }),
    ...(timeouts.snapshot === undefined ? [] : [sendOn(client, ofSnapshot(timeouts.snapshot))]),
    sendOn(client, bindTo(appRole, `{${tenants.map(Number).join(',')}}`, timeouts)),
  ])
}

const SNAPSHOT = /^[0-9A-F]{1,16}(-[0-9A-F]{1,16}){1,2}$/i

/** It takes no parameters, so its name is that of the snapshot: a connection keeps few of them. */
function ofSnapshot(snapshot: string): Statement<unknown> {
  if (!SNAPSHOT.test(snapshot)) throw new Error(`${snapshot} is no snapshot`)
  return { name: `snapshot ${snapshot}`, text: `SET TRANSACTION SNAPSHOT '${snapshot}'`, values: [] }
}

/** The answer is truths, and not the settings as they were: those are as long as all ids of the tenants. */
function bindTo(appRole: string, tenants: string, { lockMs, statementMs }: Timeouts): Statement<unknown> {
  return sql`select set_config('role', ${appRole}, true) is null, set_config('app.tenants', ${tenants}, true) is null,
    set_config('lock_timeout', coalesce(${lockMs ?? null}, current_setting('lock_timeout')), true) is null,
    set_config('statement_timeout', coalesce(${statementMs ?? null}, current_setting('statement_timeout')), true)
      is null`
}

/** Connections on which a ROLLBACK was not answered: others would wait behind it. */
const stuck = new WeakSet<pg.PoolClient>()

async function rollback(client: pg.PoolClient): Promise<boolean> {
  // What was to be sent in this turn is sent before: behind the end of its transaction, it would have one of its own.
  sendRoundOf(client)
  try {
    await client.query({ text: 'ROLLBACK', query_timeout: ANSWER_TIMEOUT_MS } as pg.QueryConfig)
    return true
  } catch {
    // The connection is gone, and the transaction with it; or it does not answer, and must not be used again. What went
    // wrong first is the error to report.
    stuck.add(client)
    return false
  }
}

async function endRead(client: pg.PoolClient): Promise<void> {
  try {
    await sendOn(client, COMMIT)
  } catch (error) {
    // Behind a statement that was not waited for and failed, COMMIT was skipped.
    if (isRefusedByServer(error)) await rollback(client)
    throw error
  }
}

/** COMMIT travels with the last writes. */
async function save(client: pg.PoolClient, writing: readonly Promise<unknown>[]): Promise<void> {
  const committed = commit(client)
  const [writes] = await Promise.all([Promise.allSettled(writing), Promise.allSettled([committed])])
  const failures = writes.flatMap((write) => (write.status === 'rejected' ? [write.reason] : []))
  // A statement that the server refused is why nothing was saved, and no doubt is left about that. After
  // anything else, COMMIT knows.
  const refused = failures.find(isRefusedByServer)
  if (refused) throw refused
  await committed
  if (failures.length > 0) throw failures[0]
}

async function commit(client: pg.PoolClient): Promise<void> {
  let isReplicationUnsure = false
  const onNotice = (notice: { message?: string | undefined }): void => {
    if (notice.message?.includes('synchronous replication')) isReplicationUnsure = true
  }
  client.on('notice', onNotice)
  try {
    // It has no time limit on the server: a commit that waits for a synchronous standby and is cancelled reports
    // success, with only this warning.
    await Promise.all([sendOn(client, WITHOUT_TIME_LIMIT), sendOn(client, COMMIT)])
    if (isReplicationUnsure) throw new OutcomeUnknownError('the commit is not known to be replicated')
  } catch (error) {
    if (error instanceof OutcomeUnknownError) throw error
    if (!isRefusedByServer(error))
      throw new OutcomeUnknownError('the connection was lost during commit', { cause: error })
    // An ERROR, such as a deferred constraint, means that nothing was saved. Where a statement had failed before,
    // COMMIT was skipped: the transaction is still open.
    await rollback(client)
    if ((error as pg.DatabaseError).code !== TRANSACTION_FAILED) throw error
    throw new RolledBackError('a statement failed and its error was not passed on', { cause: error })
  } finally {
    client.off('notice', onNotice)
  }
}

/** The server refused a statement, and its transaction with it; the connection is as good as before. */
function isRefusedByServer(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.severity === 'ERROR'
}

/** Known by where it is raised: its code stands for much else, and its message is in the server's language. */
function isPreparedBefore(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.routine === 'RevalidateCachedQuery'
}

/**
 * The same statement under another name and with another text. The text counts too: a pooler knows prepared statements
 * by it, keeps them on its own connections, and would hand out the old one.
 */
function inEdition<Row>(statement: Statement<Row>, edition: number): Statement<Row> {
  if (edition === 0) return statement
  const { name, text, values } = statement
  return { name: `${name}_${edition}`, text: `${text}\n-- ${edition}`, values }
}

class RolledBackError extends Error {
  override readonly name = 'RolledBackError'
}

/** Sends a statement at once, in the order of the calls: what a batch writes is on its way before its COMMIT. */
export function run<Row>(tx: Tx, statement: Statement<Row>): Promise<{ rows: Row[] }> {
  return tx.send(statement)
}

/** An hour: for statements that look at whole tables, in a transaction that has set `statement_timeout` to 0. */
const UNHURRIED_TIMEOUT_MS = 3_600_000

export function runUnhurried<Row>(tx: Tx, statement: Statement<Row>): Promise<{ rows: Row[] }> {
  return tx.send(statement, UNHURRIED_TIMEOUT_MS)
}
