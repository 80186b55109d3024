/**
 * What a worker needs while it writes a large file is bounded, and grows no more with ten times the lines. It is given
 * little room: where there is more, garbage lies in it for as long as it fits (89 MB above idle with a million lines and
 * 150 MB with ten million, where nothing is said about the heap).
 *
 * `MEMORY_LINES=1000000 npm test -- jobs/memory` writes a million lines and ten million.
 */
import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { makeSealingKey } from '../../src/platform/sealing.ts'
import type { WorkerProcess } from '../support/workers.ts'
import { useJobs } from './jobs-at-work.ts'
import { fileJob } from './kinds.ts'

const LINES = Number(process.env.MEMORY_LINES ?? 10_000)
const ABOVE_IDLE_MB = 60
const GROWTH_MB = 10
const GROWN_FROM = 200_000
const LOOK_EVERY_MS = 20
const IDLE_MS = 3_000

const jobs = useJobs()

function memoryMb({ child }: WorkerProcess): number {
  const status = readFileSync(`/proc/${child.pid}/status`, 'latin1')
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) / 1_024
}

/** The most that it has while it writes so many lines. */
async function mostWhile(worker: WorkerProcess, lines: number): Promise<number> {
  const job = await jobs.start(await jobs.openTenant(), fileJob, { lines })
  let most = 0
  let state = 'queued'
  for (let look = 0; state !== 'done'; look += 1) {
    most = Math.max(most, memoryMb(worker))
    if (look % 10 === 0) ({ state } = await jobs.find(job))
    expect(state).not.toBe('failed')
    await sleep(LOOK_EVERY_MS)
  }
  return most
}

it(`a worker that writes ${LINES} lines, and ten times as many`, {
  timeout: 60_000 + LINES * 5,
}, async () => {
  const worker = await jobs.startWorker({
    PUNCHCARD_SECRETS_KEY: makeSealingKey(),
    NODE_OPTIONS: '--max-old-space-size=80 --max-semi-space-size=4',
  })
  // A first job loads what every job needs.
  await mostWhile(worker, 1)
  await sleep(IDLE_MS)
  const idle = memoryMb(worker)
  const [few, many] = [await mostWhile(worker, LINES), await mostWhile(worker, 10 * LINES)]
  process.stderr.write(
    `idle ${idle.toFixed(0)} MB, ${LINES} lines ${few.toFixed(0)} MB, ${10 * LINES} lines ${many.toFixed(0)} MB\n`,
  )
  expect(few - idle).toBeLessThanOrEqual(ABOVE_IDLE_MB)
  expect(many - idle).toBeLessThanOrEqual(ABOVE_IDLE_MB + GROWTH_MB)
  // A heap that is still small grows with whatever is done: so it has grown before the two are compared.
  if (LINES >= GROWN_FROM) expect(many - few).toBeLessThanOrEqual(GROWTH_MB)
})
