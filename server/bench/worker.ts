/** `punchcard work` for a benchmark, and what it is given to do beside orders. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { EXPORT_JOB, JOB_KINDS } from '../src/app/job-kinds.ts'
import { BACKTEST_JOB } from '../src/backtests/job.ts'
import { insertBacktest } from '../src/backtests/store/backtests.ts'
import { isRefusal } from '../src/contract/refusal.ts'
import type { ProgramContent } from '../src/earning/program-json.ts'
import type { JobKind } from '../src/jobs/define.ts'
import type { Job } from '../src/jobs/job.ts'
import { changeOneJob, startJob } from '../src/jobs/manage.ts'
import { PLAIN } from '../src/jobs/rules/csv.ts'
import { findJob } from '../src/jobs/store/jobs.ts'
import { type Database, openDatabase, type Tx } from '../src/platform/postgres/database.ts'
import { makeSealingKey, type Sealer } from '../src/platform/sealing.ts'
import { systemClock } from '../src/platform/system-clock.ts'
import { endWithThis } from './children.ts'

const LOOK_EVERY_MS = 300
const BY = { key: 'person:1', label: 'bench' }

export interface Worker {
  readonly pid: number
  /** What it has in memory. */
  memoryMb(): number
  stop(): Promise<void>
}

export async function startWorker(
  url: string,
  say: (text: string) => void,
  secretsKey = makeSealingKey(),
): Promise<Worker> {
  const file = fileURLToPath(new URL('../bin/punchcard.ts', import.meta.url))
  const child: ChildProcess = spawn(process.execPath, [file, 'work'], {
    env: {
      ...process.env,
      DATABASE_URL: url,
      PUNCHCARD_WORKER_METRICS_PORT: '0',
      PUNCHCARD_VERIFY_HOUR: 'never',
      PUNCHCARD_SECRETS_KEY: secretsKey,
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  endWithThis(child)
  const { stderr, pid = 0 } = child
  if (!stderr) throw new Error('a child has a pipe')
  await new Promise<void>((resolve, reject) => {
    createInterface({ input: stderr }).on('line', (line) => {
      if (line.includes('"msg":"ready"')) resolve()
      else if (!line.includes('"level":"info"')) say(line)
    })
    child.once('exit', () => reject(new Error('the worker ended before it was ready')))
  })
  return {
    pid,
    memoryMb: () =>
      Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))?.[1]) / 1_024,
    async stop() {
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
    },
  }
}

/** As one of the workers, so that they do not make way for what watches them. */
export function openAsWorker(url: string, sealer: Sealer | null = null): Database {
  return openDatabase({
    ...{ url, sealer, connectionCount: 2, applicationName: 'punchcard work', onIdleError: () => {} },
  })
}

/** Jobs of one merchant. */
export class JobsOfOne {
  readonly #database: Database
  readonly #tenantId: number

  constructor(database: Database, tenantId: number) {
    this.#database = database
    this.#tenantId = tenantId
  }

  /** Tries a program out on all orders of these days. */
  startBacktest(program: ProgramContent, days: { readonly from: string; readonly to: string }): Promise<Job> {
    const tenantId = this.#tenantId
    return this.#inTenant(async (tx) => {
      const job = await this.#started(tx, BACKTEST_JOB, { of: 'file', ...days })
      await insertBacktest(tx, tenantId, job.id, program)
      return job
    })
  }

  startExport(): Promise<Job> {
    const input = {
      ...{ export: 'orders', filter: { from: null, until: null }, isMasked: false },
      format: { kind: 'csv', layout: PLAIN },
    } as const
    return this.#inTenant((tx) => this.#started(tx, EXPORT_JOB, input))
  }

  async find({ id }: Job): Promise<Job> {
    const job = await this.#inTenant((tx) => findJob(tx, this.#tenantId, id))
    if (!job) throw new Error('the job is gone')
    if (job.state === 'failed') throw new Error(`a job failed: ${JSON.stringify(job.problem)}`)
    return job
  }

  async done(job: Job, look?: () => void): Promise<Job> {
    for (;;) {
      const found = await this.find(job)
      if (found.state === 'done' || found.state === 'cancelled') return found
      look?.()
      await sleep(LOOK_EVERY_MS)
    }
  }

  /** Ends it, and waits until it has ended. */
  async cancel({ id }: Job): Promise<Job> {
    const asked = { tenantId: this.#tenantId, id, change: 'cancel' as const, now: systemClock() }
    const changed = await this.#inTenant((tx) =>
      changeOneJob(tx, ({ kind }) => JOB_KINDS.get(kind) ?? null, asked),
    )
    if (!changed || isRefusal(changed)) throw new Error(changed?.message ?? 'there is no such job')
    return this.done(changed.after)
  }

  #inTenant<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    return this.#database.transaction([this.#tenantId], work)
  }

  async #started<Input>(tx: Tx, kind: JobKind<Input>, input: Input): Promise<Job> {
    const asked = { tenantId: this.#tenantId, input, by: BY, now: systemClock() }
    const started = await startJob(tx, kind, asked)
    if (isRefusal(started)) throw new Error(started.message)
    return started
  }
}
