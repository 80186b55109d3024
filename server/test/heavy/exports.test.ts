/**
 * Large exports: how quick they are beside what PostgreSQL and gzip need for the same rows, whether a row costs more
 * among many, that a killed worker leaves no part to be written again, and that a small merchant's export does not wait
 * for a large one. In full: `EXPORT_ROWS=1000000 FIGURE_KILLS=200 npm test -- heavy/exports`, which takes some minutes,
 * and a quarter of an hour with the kills.
 */
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { orderBody } from '../../bench/order-body.ts'
import { EXPORT_JOB } from '../../src/app/job-kinds.ts'
import { isRefusal } from '../../src/contract/refusal.ts'
import { octetsOf } from '../../src/jobs/files.ts'
import type { Job } from '../../src/jobs/job.ts'
import { PLAIN } from '../../src/jobs/rules/csv.ts'
import { filesOfJob } from '../../src/jobs/store/files.ts'
import { encodeDetails } from '../../src/orders/details-encoding.ts'
import { readOrder } from '../../src/orders/private-api/read.ts'
import type { OrderBody } from '../../src/orders/private-api/schema.ts'
import { mergeOrder } from '../../src/orders/rules/merge.ts'
import { createSealer, makeSealingKey } from '../../src/platform/sealing.ts'
import { MAIN_CELL } from '../../src/tenancy/cells.ts'
import { useJobs } from '../jobs/jobs-at-work.ts'
import { clientOf } from '../support/client-of.ts'
import { patient } from '../support/patience.ts'
import { chanceOf } from '../support/seed.ts'
import { startWorker, type WorkerProcess } from '../support/workers.ts'

vi.setConfig({ testTimeout: 1_800_000, hookTimeout: 1_800_000 })

const ROWS = Number(process.env.EXPORT_ROWS ?? 20_000)
/** Times are judged in the full size only: a small export is over before the worker's code is compiled. */
const IS_FULL = process.env.EXPORT_ROWS !== undefined
const ROUNDS = IS_FULL ? 3 : 1
const FEWER = ROWS / 10
const SMALL = 1_000
/** Of what `COPY … TO STDOUT | gzip` does with the same rows. */
const RATE_MIN = 0.1
/** Of the time per row, among ten times as many. */
const GROWTH_MAX = 1.2
const MORE_MEMORY_MAX_MB = 20
const SMALL_DONE_MS = 10_000
/** Rarely: a connection that asks makes the worker give way. */
const ASK_EVERY_MS = 400
const KILLS = Number(process.env.FIGURE_KILLS ?? 2)
const chance = chanceOf('Exports')
const KEY = makeSealingKey()
const sealer = createSealer([Buffer.from(KEY, 'base64')])

const jobs = useJobs()
let worker: WorkerProcess
let many: number
let fewer: number
let small: number

beforeAll(async () => {
  ;[many, fewer, small] = [await filled(ROWS), await filled(FEWER), await filled(SMALL)]
  await inDatabase('vacuum analyze')
  worker = await start()
})
afterAll(() => worker?.stop())

const start = () => startWorker(jobs.url, { PUNCHCARD_SECRETS_KEY: KEY })

async function inDatabase(text: string, values: unknown[] = []): Promise<void> {
  const client = clientOf(jobs.url)
  await client.connect()
  try {
    await client.query(`set statement_timeout = 0; set session_replication_role = replica`)
    await client.query(text, values)
  } finally {
    await client.end()
  }
}

/** A merchant with so many orders of two products, ten of each customer. */
async function filled(orders: number): Promise<number> {
  const tenantId = await jobs.openTenant()
  await inDatabase(
    `insert into customer (tenant_id, id, original_id, public_id, is_enrolled, created_at)
    select $1, n, 'c' || n, gen_random_uuid(), true, now() from generate_series(1, $2::int) as n`,
    [tenantId, orders / 10],
  )
  const sent = readOrder(JSON.parse(orderBody('o1', 'c1', 12_980)) as OrderBody, 'America/Sao_Paulo')
  if (isRefusal(sent)) throw new Error(sent.message)
  const order = mergeOrder(undefined, sent)
  if (isRefusal(order)) throw new Error(order.message)
  await inDatabase(
    `insert into customer_order (tenant_id, id, original_id, customer_id, state, origin, total, placed_at, completed_at,
      updated_at, program_version, details)
    select $1, n, 'order-' || n, 1 + n * 7919::bigint % $2::int, 2, 1, n % 50000 / 100.0, at, at, at, 1, $3::json
    from (
      select n, timestamptz '2025-06-01' + n * 365.0 / $4::int * interval '1 day' as at
      from generate_series(1, $4::int) as n
    ) as placed`,
    [tenantId, orders / 10, JSON.stringify(encodeDetails(order.details)), orders],
  )
  return tenantId
}

function asked(tenantId: number): Promise<Job> {
  const filter = { from: null, until: null }
  const format = { kind: 'csv', layout: PLAIN } as const
  return jobs.start(tenantId, EXPORT_JOB, { export: 'orders', filter, format, isMasked: false })
}

async function done(job: Job, look?: () => void): Promise<Job> {
  for (;;) {
    const found = await jobs.find(job)
    if (found.state === 'done') return found
    if (found.state === 'failed') throw new Error(JSON.stringify(found.problem))
    look?.()
    await sleep(ASK_EVERY_MS)
  }
}

interface Exported {
  readonly seconds: number
  readonly peakMb: number
}

/** From its first turn to its end, with all pauses. */
async function exported(tenantId: number): Promise<Exported> {
  let peakMb = 0
  const job = await done(await asked(tenantId), () => {
    peakMb = Math.max(peakMb, memoryMb())
  })
  return { seconds: ((job.finishedAt ?? 0) - (job.startedAt ?? 0)) / 1_000, peakMb }
}

/** What the worker has in memory. */
function memoryMb(): number {
  const status = readFileSync(`/proc/${worker.child.pid}/status`, 'latin1')
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) / 1_024
}

/** The same rows as PostgreSQL writes them and gzip packs them, each in a process of its own. */
async function copied(tenantId: number): Promise<number> {
  const rows = `
    select o.original_id, c.public_id, o.state, o.details ->> 's', o.placed_at, o.completed_at, o.cancelled_at, o.total,
      o.returned, o.details ->> 'h', o.details -> 'y' ->> 0, o.details -> 'b' ->> 0,
      json_array_length(o.details -> 'p'), o.is_first_purchase
    from customer_order as o join customer as c on c.tenant_id = o.tenant_id and c.id = o.customer_id
    where o.tenant_id = ${tenantId} order by o.placed_at, o.id`
  const startedAt = performance.now()
  const packing = spawn(
    'sh',
    ['-c', `psql "$0" -qAtc "$1" | gzip -c | wc -c`, jobs.url, `copy (${rows}) to stdout csv`],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { ...process.env, PGOPTIONS: '-c statement_timeout=0' },
    },
  )
  let octets = ''
  packing.stdout.on('data', (chunk) => {
    octets += chunk
  })
  await once(packing, 'close')
  expect(Number(octets)).toBeGreaterThan(SMALL)
  return (performance.now() - startedAt) / 1_000
}

const middle = (numbers: readonly number[]): number =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN
const listed = (numbers: readonly number[], digits = 2): string =>
  numbers.map((one) => one.toFixed(digits)).join(', ')

describe(`an export of ${ROWS} rows (EXPORT_ROWS=1000000 for all)`, () => {
  it('keeps up with COPY and gzip, costs as much per row as a small one, and needs no more memory', async () => {
    // So that the code is compiled, and memory is what it stays at.
    await exported(fewer)
    const rates: number[] = []
    const growths: number[] = []
    const [peaks, peaksOfFewer]: [number[], number[]] = [[], []]
    for (let round = 1; round <= ROUNDS; round += 1) {
      const before = await exported(fewer)
      const copyBefore = await copied(many)
      const large = await exported(many)
      const copyAfter = await copied(many)
      const after = await exported(fewer)
      rates.push((copyBefore + copyAfter) / 2 / large.seconds)
      growths.push(large.seconds / ROWS / ((before.seconds + after.seconds) / 2 / FEWER))
      peaks.push(large.peakMb)
      peaksOfFewer.push(before.peakMb, after.peakMb)
      process.stderr.write(
        `round ${round}: ${Math.round(ROWS / large.seconds)} rows/s, COPY | gzip ${Math.round((2 * ROWS) / (copyBefore + copyAfter))} rows/s\n`,
      )
    }
    process.stderr.write(
      `rate beside COPY | gzip: ${listed(rates)} (at least ${RATE_MIN}); time per row at ${ROWS} beside ${FEWER}: ` +
        `${listed(growths)} (at most ${GROWTH_MAX}); memory at most ${listed(peaks, 0)} MB, at ${FEWER} ${listed(peaksOfFewer, 0)} MB\n`,
    )
    if (!IS_FULL) return
    expect(middle(rates)).toBeGreaterThanOrEqual(RATE_MIN)
    expect(middle(growths)).toBeLessThanOrEqual(GROWTH_MAX)
    expect(Math.max(...peaks)).toBeLessThanOrEqual(Math.max(...peaksOfFewer) + MORE_MEMORY_MAX_MB)
  })

  it(`goes on after each of ${KILLS} kills, writes no part again, and has the same octets`, {
    timeout: 600_000 + KILLS * 60_000,
  }, async () => {
    const whole = await hashOf(await done(await asked(many)))
    const killedAt: number[] = []
    while (killedAt.length < KILLS) {
      const cutOff = await asked(many)
      let parts: Part[] = []
      while (killedAt.length < KILLS && (await hasMoreThan(cutOff, parts.length))) {
        const ended = once(worker.child, 'exit')
        worker.child.kill('SIGKILL')
        await ended
        const now = await partsOf(cutOff)
        // A row that was written again would be another version of it.
        expect(now.slice(0, parts.length)).toEqual(parts)
        parts = now
        killedAt.push((await jobs.find(cutOff)).done)
        worker = await start()
      }
      await done(cutOff)
      expect((await partsOf(cutOff)).slice(0, parts.length)).toEqual(parts)
      expect(await hashOf(cutOff)).toBe(whole)
    }
    process.stderr.write(`killed after ${killedAt.join(', ')} of ${ROWS} rows: no part was written again\n`)
  })

  it(`does not keep another merchant's ${SMALL} rows waiting`, async () => {
    const large = await asked(many)
    while ((await jobs.find(large)).done === 0) await sleep(50)
    const little = await done(await asked(small))
    const tookMs = (little.finishedAt ?? 0) - little.createdAt
    const meanwhile = await jobs.find(large)
    process.stderr.write(
      `${SMALL} rows were done ${(tookMs / 1_000).toFixed(1)} s after they were asked for, beside ${meanwhile.done} of ${ROWS}\n`,
    )
    expect(tookMs).toBeLessThanOrEqual(patient(SMALL_DONE_MS))
    // Else nothing was beside it.
    if (IS_FULL) expect(meanwhile.state).not.toBe('done')
    await done(large)
  })
})

interface Part {
  readonly number: number
  readonly version: string
}

/** Waits until it has a few parts more than so many. false: it has ended before. */
async function hasMoreThan(job: Job, before: number): Promise<boolean> {
  const wanted = before + chance.between(1, Math.max(2, ROWS / 5_000))
  while ((await partsOf(job)).length < wanted) {
    if ((await jobs.find(job)).state === 'done') return false
    await sleep(20)
  }
  return (await jobs.find(job)).state !== 'done'
}

/** The stored parts of its data, each with the place and the transaction in which it was written. */
function partsOf(job: Job): Promise<Part[]> {
  return jobs.reader.query<Part>(
    `select number, part.xmin::text || ' ' || part.ctid::text as version
    from file join file_part as part on part.tenant_id = file.tenant_id and part.file_id = file.id
    where file.tenant_id = $1 and file.job_id = $2 and file.name = 'orders.csv' order by number`,
    [job.tenantId, job.id],
  )
}

async function hashOf({ tenantId, id }: Job): Promise<string> {
  const database = jobs.cells.of({ cell: MAIN_CELL })
  const files = await database.read([tenantId], (tx) => filesOfJob(tx, tenantId, id))
  const file = files.find(({ name }) => name === 'orders.csv')
  if (!file) throw new Error('there is no file')
  const hash = createHash('sha256')
  let lines = -1
  for await (const octets of octetsOf(database, sealer, file)) {
    hash.update(octets)
    for (const octet of octets) if (octet === 10) lines += 1
  }
  expect([lines, file.lines]).toEqual([ROWS, ROWS])
  return hash.digest('hex')
}
