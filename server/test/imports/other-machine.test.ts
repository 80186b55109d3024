/**
 * Imports by workers that are processes of their own: they pause soon, go on in another process, and what is cancelled
 * half-way is undone to the last point.
 */
import { once } from 'node:events'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { JOB_KINDS } from '../../src/app/job-kinds.ts'
import { isRefusal } from '../../src/contract/refusal.ts'
import type { Job } from '../../src/jobs/job.ts'
import { changeOneJob } from '../../src/jobs/manage.ts'
import type { JobChange } from '../../src/jobs/rules/change-job.ts'
import { createLogger } from '../../src/platform/log.ts'
import { type Database, openDatabase } from '../../src/platform/postgres/database.ts'
import { createSealer, makeSealingKey } from '../../src/platform/sealing.ts'
import { migrateQueue } from '../../src/worker/queue.ts'
import { ImportsAtWork } from '../support/imports-at-work.ts'
import { LedgerReader, verifyMerchant } from '../support/ledger.ts'
import { urlOfLogin } from '../support/logins.ts'
import { openShop, SIMPLE_PROGRAM } from '../support/open-shop.ts'
import { patient } from '../support/patience.ts'
import { cloneDatabase } from '../support/test-database.ts'
import { startWorker, until, type WorkerProcess } from '../support/workers.ts'

const KEY = makeSealingKey()
/** Longer than a worker needs to read it while this test looks twice. */
const CHECKED_LINES = 60_000
const APPLIED_LINES = 6_000
const PAUSE_MS = 2_000

let url: string
let database: Database
let reader: LedgerReader
let tenantId: number
let imports: ImportsAtWork
let drop: () => Promise<void>
beforeAll(async () => {
  const cloned = await cloneDatabase()
  ;({ url, drop } = cloned)
  await migrateQueue(urlOfLogin(url, 'owner'), createLogger({ level: 'error', destination: process.stderr }))
  database = openDatabase({
    ...{ url, connectionCount: 3, applicationName: 'punchcard test', onIdleError: () => {} },
    sealer: createSealer([Buffer.from(KEY, 'base64')]),
  })
  reader = new LedgerReader(url)
  await reader.open()
  tenantId = (await openShop(database, { program: SIMPLE_PROGRAM })).tenantId
  imports = new ImportsAtWork({ database, tenantId, clock: Date.now })
})
afterAll(async () => {
  await reader?.close()
  await database?.close()
  await drop?.()
})

async function worker(): Promise<WorkerProcess> {
  const started = await startWorker(url, { PUNCHCARD_SECRETS_KEY: KEY })
  onTestFinished(async () => void (await started.stop()))
  return started
}

/** As a machine that is gone: it saves nothing any more. */
async function lose({ child }: WorkerProcess): Promise<void> {
  const ended = once(child, 'exit')
  child.kill('SIGKILL')
  await ended
}

async function change({ id }: Job, wish: JobChange): Promise<void> {
  const changed = await database.transaction([tenantId], (tx) =>
    changeOneJob(tx, ({ kind }) => JOB_KINDS.get(kind) ?? null, {
      ...{ tenantId, id, change: wish, now: Date.now() },
    }),
  )
  if (!changed || isRefusal(changed)) throw new Error(changed?.message ?? 'the job is gone')
}

/** How long it took until the job was so. */
async function changedTo(job: Job, wish: JobChange, state: Job['state']): Promise<number> {
  const askedAt = performance.now()
  await change(job, wish)
  await until(async () => (await imports.job(job)).state === state)
  return performance.now() - askedAt
}

const untilBegun = (job: Job) => until(async () => (await imports.job(job)).done > 0)
const untilDone = (job: Job) => until(async () => (await imports.job(job)).state === 'done')

const balances = () =>
  reader.query<{ id: string; points: number; cashback: number }>(
    `select original_id as id, points_balance::float as points, cashback_balance::float as cashback
    from customer where tenant_id = $1 order by original_id`,
    [tenantId],
  )

function balancesOf(lines: number, points: (n: number) => number): string[] {
  return ['ID;Pontos;Validade', ...Array.from({ length: lines }, (_, n) => `c${n};${points(n)};2037-12-31`)]
}

it('pauses within two seconds, and goes on in another process', { timeout: 300_000 }, async () => {
  const took: Record<string, number> = {}
  const first = await worker()
  const large = await imports.make(balancesOf(CHECKED_LINES, () => 1))
  const checking = await imports.check(large)
  await untilBegun(checking)
  took.check = await changedTo(checking, 'pause', 'paused')
  const { done } = await imports.job(checking)
  expect(done).toBeLessThan(CHECKED_LINES)
  await lose(first)
  const second = await worker()
  await change(checking, 'resume')
  await untilDone(checking)
  expect((await imports.find(large.id)).plan?.findings).toMatchObject({
    ...{ lines: CHECKED_LINES, counts: { create: CHECKED_LINES }, sums: { points: String(CHECKED_LINES) } },
  })

  const small = await imports.make(balancesOf(APPLIED_LINES, (n) => n + 1))
  await untilDone(await imports.check(small))
  const applying = await imports.apply(small)
  await untilBegun(applying)
  took.apply = await changedTo(applying, 'pause', 'paused')
  const paused = await imports.job(applying)
  expect(paused.done).toBeLessThan(APPLIED_LINES)
  expect(await balances()).toHaveLength(paused.done)
  await lose(second)
  await worker()
  expect(await imports.job(applying)).toMatchObject({ state: 'paused', done: paused.done })
  await change(applying, 'resume')
  await untilDone(applying)
  expect(await imports.find(small.id)).toMatchObject({
    ...{ state: 'applied', applied: { counts: { create: APPLIED_LINES } } },
  })
  const sum = (await balances()).reduce((points, one) => points + one.points, 0)
  expect(sum).toBe((APPLIED_LINES * (APPLIED_LINES + 1)) / 2)

  // Half of a second file, and back.
  const before = await balances()
  const more = await imports.make(balancesOf(APPLIED_LINES + 100, () => 8_000))
  await untilDone(await imports.check(more))
  const cut = await imports.apply(more)
  await untilBegun(cut)
  took.cancel = await changedTo(cut, 'cancel', 'cancelled')
  const half = (await imports.job(cut)).done
  expect(half).toBeLessThan(APPLIED_LINES)
  const between = (await balances()).reduce((points, one) => points + one.points, 0)
  expect(between - sum).toBe(8_000 * half)
  const undoing = await imports.undo(more)
  await untilDone(undoing)
  expect(await imports.find(more.id)).toMatchObject({ state: 'undone', undone: { lines: half } })
  expect(await balances()).toEqual(before)
  expect((await verifyMerchant(database, tenantId)).differences).toEqual([])
  const told = Object.entries(took).map(([what, ms]) => `${what} ${Math.round(ms)} ms`)
  process.stderr.write(`until it was paused or cancelled: ${told.join(', ')}\n`)
  for (const ms of Object.values(took)) expect(ms).toBeLessThanOrEqual(patient(PAUSE_MS))
})
