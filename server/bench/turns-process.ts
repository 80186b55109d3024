/**
 * Takes the turns of a merchant's jobs until one of them has ended, with nothing of a worker beside them: no figures, no
 * webhooks, no daily runs. What it costs is what the job costs.
 */
import { createTill } from '../src/accounts/till/till.ts'
import type { JobState } from '../src/jobs/job.ts'
import { findJob } from '../src/jobs/store/jobs.ts'
import { takeTurn } from '../src/jobs/take-turn.ts'
import { ALL_JOB_KINDS } from '../src/management/job-kinds.ts'
import { REWARDS_DUE } from '../src/orders/due.ts'
import { openDatabase } from '../src/platform/postgres/database.ts'
import { createSealer } from '../src/platform/sealing.ts'
import { systemClock } from '../src/platform/system-clock.ts'
import { findTenant } from '../src/tenancy/store/tenants.ts'

export interface TurnsAsked {
  readonly tenantId: number
  readonly jobId: number
}

export interface TurnsTaken {
  readonly state: JobState
  /** The first fault of a page. */
  readonly problem: string | null
  readonly seconds: number
  /** The most memory that it had, and what it had before. */
  readonly mostBytes: number
  readonly idleBytes: number
}

const LOOK_EVERY_MS = 50
const ROOM = { quotas: { ofTenant: 10e9, ofCell: 50e9 }, bytesOfCell: 0 }

const database = openDatabase({
  ...{ url: process.env.DATABASE_URL ?? '', connectionCount: 4, applicationName: 'punchcard work' },
  sealer: createSealer([Buffer.from(process.env.PUNCHCARD_SECRETS_KEY ?? '', 'base64')]),
  onIdleError: () => {},
})
const till = createTill({ database, clock: systemClock, ...REWARDS_DUE })

async function take({ tenantId, jobId }: TurnsAsked): Promise<TurnsTaken> {
  const idleBytes = process.memoryUsage.rss()
  let mostBytes = idleBytes
  let problem: string | null = null
  const looking = setInterval(() => {
    mostBytes = Math.max(mostBytes, process.memoryUsage.rss())
  }, LOOK_EVERY_MS)
  const startedAt = performance.now()
  try {
    for (;;) {
      const { tenant, job } = await database.read([tenantId], async (tx) => ({
        tenant: await findTenant(tx, tenantId),
        job: await findJob(tx, tenantId, jobId),
      }))
      if (!tenant || !job) throw new Error('the job is gone')
      if (problem !== null || !['queued', 'running'].includes(job.state)) {
        return {
          state: job.state,
          problem,
          seconds: (performance.now() - startedAt) / 1_000,
          mostBytes,
          idleBytes,
        }
      }
      await takeTurn(
        {
          ...{ database, directory: database, kinds: ALL_JOB_KINDS, clock: systemClock },
          ...{ signal: new AbortController().signal, pace: (page) => page(0), tillBeside: () => till },
          ...{ fileRoom: async () => ROOM, zones: async () => [] },
          onFailure: (_, error) => {
            problem ??= String((error as Error).stack ?? error)
          },
        },
        tenant,
      )
    }
  } finally {
    clearInterval(looking)
  }
}

process.on('message', async (asked: TurnsAsked) => {
  process.send?.(await take(asked))
})
process.once('SIGTERM', () => database.close().finally(() => process.exit(0)))
await database.read([], async () => {})
process.send?.('ready')
