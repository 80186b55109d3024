/** What a merchant's receiver notices of long work: ten merchants keep a worker's turns busy, and no webhook is late. */
import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it, onTestFinished } from 'vitest'
import { EventWriter } from '../../bench/webhook-events.ts'
import { createSealer } from '../../src/platform/sealing.ts'
import { addEndpoint } from '../../src/webhooks/manage.ts'
import { patient } from '../support/patience.ts'
import { Receiver } from '../support/receiver.ts'
import { webhookTools } from '../support/webhooks.ts'
import { until } from '../support/workers.ts'
import { useJobs } from './jobs-at-work.ts'
import { countJob } from './kinds.ts'

const KEY = randomBytes(32)
const TENANTS = 10
/** One page of two tenths of a second after the other. A turn takes two seconds. */
const JOB = { to: 1_000_000, rows: 5, pageMs: 200 }
const JOBS_OF_TENANT = 3
const WATCHED_MS = 20_000
const WRITE_EVERY_MS = 200
const LATE_MS = 5_000

const jobs = useJobs()

it(`no webhook is later than ${LATE_MS / 1_000} s`, { timeout: 180_000 }, async () => {
  const receiver = await Receiver.start()
  onTestFinished(() => receiver.stop())
  const customers = await Promise.all(
    Array.from({ length: TENANTS }, async (_, id) => ({ tenantId: await jobs.openTenant(), id: id + 1 })),
  )
  await jobs.reader.query(
    `insert into customer (tenant_id, id, original_id, public_id, is_enrolled, created_at)
    select tenant_id, id, 'c' || id, gen_random_uuid(), true, now() from unnest($1::bigint[], $2::bigint[]) as made (tenant_id, id)`,
    [customers.map(({ tenantId }) => tenantId), customers.map(({ id }) => id)],
  )
  const tools = { ...webhookTools(jobs), sealer: createSealer([KEY]) }
  for (const { tenantId } of customers) {
    const url = `${receiver.url}/${tenantId}`
    await addEndpoint(tools, tenantId, { url, topics: ['Point_Add'], description: '', headers: {} })
  }
  const writer = await EventWriter.connect(jobs.url)
  onTestFinished(() => writer.close())
  await jobs.startWorker({
    PUNCHCARD_SECRETS_KEY: KEY.toString('base64'),
    PUNCHCARD_WEBHOOK_ALLOW_PRIVATE: '1',
  })
  // Endpoints are taken on one after the other: what is late before that is late without any job.
  await writer.write(customers)
  await until(async () => receiver.received.length === TENANTS)

  const started = await Promise.all(
    customers.flatMap(({ tenantId }) =>
      Array.from({ length: JOBS_OF_TENANT }, () => jobs.start(tenantId, countJob, JOB)),
    ),
  )
  const turnsOf = async () => {
    const [row] = await jobs.reader.query<{ turns: number }>(
      'select sum(lease_number)::int as turns from job',
    )
    return row?.turns ?? 0
  }
  await until(async () => (await turnsOf()) > 0)
  // When the event of each number was there; all customers have the same number of them.
  const writtenAt: number[] = []
  const before = receiver.received.length
  const watchedUntil = performance.now() + WATCHED_MS
  while (performance.now() < watchedUntil) {
    await writer.write(customers)
    writtenAt.push(Date.now())
    await sleep(WRITE_EVERY_MS)
  }
  const expected = writtenAt.length * TENANTS
  await until(async () => receiver.received.length >= before + expected)
  const turns = await turnsOf()
  const lateMs = receiver.received
    .slice(before)
    .map(({ at, sequence }) => at - (writtenAt[sequence - 2] ?? Number.NaN))
    .toSorted((a, b) => a - b)
  const [median, most] = [lateMs[Math.floor(lateMs.length / 2)], lateMs.at(-1)]
  process.stderr.write(
    `${lateMs.length} webhooks beside ${turns} turns of ${started.length} jobs: ${median} ms after their event, ${most} ms at most\n`,
  )
  expect(new Set(receiver.received.map(({ path, sequence }) => `${path} ${sequence}`)).size).toBe(
    TENANTS + expected,
  )
  expect(most).toBeLessThan(patient(LATE_MS))
  // They were at work all the while.
  expect(turns).toBeGreaterThan(WATCHED_MS / 2_400)
})
