import { setTimeout as sleep } from 'node:timers/promises'
import {
  type CronItem,
  parseCronItems,
  Logger as QueueLogger,
  type Runner,
  run,
  runMigrations,
  type TaskList,
  type WorkerEvents,
} from 'graphile-worker'
import pg from 'pg'
import { QUEUE_CONNECTIONS } from '../app/connections.ts'
import type { Logger } from '../platform/log.ts'
import { APP_ROLE, UNHURRIED, workerRoleOf } from '../platform/postgres/roles.ts'

/** Jobs of one cell at once in this process. */
const CONCURRENCY = 2
const POLL_MS = 2_000
const RESTART_MS = 5_000
/** The server ends a statement earlier by itself; this is for one that does not answer at all. */
const ANSWER_TIMEOUT_MS = 12_000
const KEEP_ALIVE_AFTER_MS = 10_000

export interface QueueOptions {
  readonly url: string
  readonly tasks: TaskList
  readonly schedule: readonly CronItem[]
  readonly log: Logger
  /** How many tasks at once; default: two. */
  readonly concurrency?: number
  readonly connections?: number
  /** How often to look for tasks that no message has told of. */
  readonly pollMs?: number
  readonly events?: WorkerEvents
}

export interface Queue {
  /**
   * Connections of the user who logs in, not of the role under which Punchcard works: that user owns the queue's
   * tables, and may see the activity of other connections.
   */
  readonly pool: pg.Pool
  /** Lets the jobs that are running finish. */
  stop(): Promise<void>
}

/** Makes the tables of the queue, in a schema of their own, or brings them up to date, and lets workers use them. */
export async function migrateQueue(url: string, log: Logger, appRole = APP_ROLE): Promise<void> {
  const pool = new pg.Pool({
    connectionString: url,
    max: 1,
    onConnect: async (client) => {
      await client.query(UNHURRIED)
    },
  })
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  try {
    await runMigrations({ pgPool: pool, logger: queueLogger(log) })
    await pool.query(rightsOnQueue(workerRoleOf(appRole)))
  } finally {
    await pool.end()
  }
}

/** The queue's tables have row-level security and no policy: without one, only their owner sees a job. */
function rightsOnQueue(workerRole: string): string {
  // Two sessions that grant the same rights at the same time would fail on each other.
  return `
    select pg_advisory_xact_lock(hashtextextended('punchcard rights on the queue', 0));
    grant usage on schema graphile_worker to ${workerRole};
    grant select, insert, update, delete on all tables in schema graphile_worker to ${workerRole};
    grant usage on all sequences in schema graphile_worker to ${workerRole};
    do $$
    declare
      secured regclass;
    begin
      for secured in
        select oid from pg_class as one
        where relnamespace = 'graphile_worker'::regnamespace and relkind in ('r', 'p') and relrowsecurity
          and not exists (select from pg_policy where polrelid = one.oid and polname = '${workerRole}')
      loop
        execute format('create policy ${workerRole} on %s to ${workerRole} using (true)', secured);
      end loop;
    end
    $$`
}

/** Runs the schedule and the queued jobs of one database, until it is stopped. */
export async function startQueue(options: QueueOptions): Promise<Queue> {
  const queue = new RestartedQueue(options)
  try {
    await queue.start()
  } catch (error) {
    await queue.stop()
    throw error
  }
  return queue
}

/** The runner gives up when the database does not answer ten times in a row; then it is started again. */
class RestartedQueue implements Queue {
  readonly pool: pg.Pool
  readonly #options: QueueOptions
  #runner: Runner | null = null
  #running: Promise<void> = Promise.resolve()
  #isStopping = false

  constructor(options: QueueOptions) {
    this.#options = options
    this.pool = openPool(options)
    process.on('unhandledRejection', this.#onRejection)
  }

  /**
   * The queue's library does not wait for the statement that says that a job is done. Where the database is gone at that
   * moment, its rejection is not handled, and would end the process with all that it serves. The job is found again.
   */
  readonly #onRejection = (error: unknown): void => {
    if (!isOfQueue(error)) throw error
    this.#options.log.error({ reason: (error as Error).message }, 'the queue could not save what a job did')
  }

  async start(): Promise<void> {
    this.#runner = await this.#startRunner()
    this.#running = this.#keepRunning(this.#runner)
    // It rejects only while it is stopped, and then possibly before it is awaited.
    this.#running.catch(() => {})
  }

  async stop(): Promise<void> {
    this.#isStopping = true
    // Rejects where it has stopped by itself already.
    await this.#runner?.stop().catch(() => {})
    await this.#running.catch(() => {})
    await this.pool.end()
    process.off('unhandledRejection', this.#onRejection)
  }

  async #keepRunning(first: Runner): Promise<void> {
    let runner = first
    for (;;) {
      await runner.promise.catch(() => {})
      if (this.#isStopping) return
      this.#options.log.error('the queue has stopped by itself and is started again')
      await sleep(RESTART_MS)
      if (this.#isStopping) return
      runner = await this.#startAgain()
      this.#runner = runner
    }
  }

  async #startAgain(): Promise<Runner> {
    for (;;) {
      try {
        return await this.#startRunner()
      } catch (error) {
        this.#options.log.warn({ reason: (error as Error).message }, 'the queue cannot be started')
        await sleep(RESTART_MS)
        if (this.#isStopping) throw error
      }
    }
  }

  #startRunner(): Promise<Runner> {
    const { tasks, schedule, log, concurrency = CONCURRENCY, pollMs = POLL_MS, events } = this.#options
    return run({
      ...(events ? { events } : {}),
      pollInterval: pollMs,
      pgPool: this.pool,
      taskList: tasks,
      parsedCronItems: parseCronItems([...schedule]),
      concurrency,
      logger: queueLogger(log),
      noHandleSignals: true,
    })
  }
}

function isOfQueue(error: unknown): boolean {
  return error instanceof Error && /[/\\]graphile-worker[/\\]/.test(error.stack ?? '')
}

function openPool({ url, log, connections = QUEUE_CONNECTIONS }: QueueOptions): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    application_name: 'punchcard work',
    max: connections,
    connectionTimeoutMillis: 5_000,
    query_timeout: ANSWER_TIMEOUT_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_AFTER_MS,
  })
  pool.on('error', ({ message }) => log.warn({ reason: message }, 'an idle connection of the queue was lost'))
  // A connection that is lost in use fails its statements, which report it.
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}

/** Jobs that succeed every minute are not worth a line; failures are. */
function queueLogger(log: Logger): QueueLogger {
  return new QueueLogger(() => (level, message, meta) => {
    const error = meta?.error
    const reason = error instanceof Error ? { reason: error.message } : {}
    if (level === 'error') log.error(reason, message)
    else if (level === 'warning') log.warn(reason, message)
    else log.debug(reason, message)
  })
}
