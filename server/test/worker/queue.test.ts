/** The queue when the database is gone at the worst moment: src/worker/queue.ts. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { createLogger } from '../../src/platform/log.ts'
import { migrateQueue } from '../../src/worker/queue.ts'
import { clientOf } from '../support/client-of.ts'
import { startGateway } from '../support/gateway.ts'
import { useTestApi } from '../support/test-api.ts'

const test = useTestApi()
const SCRIPT = new URL('queue-process.ts', import.meta.url).pathname

beforeAll(async () => {
  await migrateQueue(test.api.databaseUrl, createLogger({ level: 'silent', destination: process.stderr }))
})

let running: ChildProcess | null = null
afterEach(() => void running?.kill('SIGKILL'))

function start(url = test.api.databaseUrl, ...more: string[]) {
  const child = spawn(process.execPath, [SCRIPT, url, ...more], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  running = child
  const heard = { out: '', errors: '' }
  child.stdout.on('data', (chunk: Buffer) => {
    heard.out += chunk.toString()
  })
  child.stderr.on('data', (chunk: Buffer) => {
    heard.errors += chunk.toString()
  })
  return { child, heard }
}

async function addJob(): Promise<void> {
  const client = clientOf(test.api.databaseUrl)
  await client.connect()
  await client.query("select graphile_worker.add_job('job')")
  await client.end()
}

it('outlives a database that is gone when a job is done, and goes on when it is back', async () => {
  const name = new URL(test.api.databaseUrl).pathname.slice(1)
  const admin = new pg.Client({
    connectionString: Object.assign(new URL(test.api.databaseUrl), { pathname: '/postgres' }).toString(),
  })
  await admin.connect()
  const { child, heard } = start()
  await expect.poll(() => heard.out, { timeout: 15_000 }).toContain('ready')
  await addJob()
  await expect.poll(() => heard.out, { timeout: 10_000 }).toContain('begun')
  await admin.query(`alter database "${name}" allow_connections false`)
  try {
    await admin.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where datname = $1 and application_name = 'punchcard work'",
      [name],
    )
    await expect.poll(() => heard.errors, { timeout: 15_000 }).toContain('could not save what a job did')
  } finally {
    await admin.query(`alter database "${name}" allow_connections true`)
    await admin.end()
  }
  expect(child.exitCode).toBeNull()
  await addJob()
  await expect.poll(() => heard.out.split('done').length, { timeout: 30_000 }).toBeGreaterThan(2)
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  expect(await ended).toEqual([0, null])
})

it('outlives a database that says nothing when a job is done, and goes on when it answers again', async () => {
  const url = new URL(test.api.databaseUrl)
  const gateway = await startGateway({ hostname: url.hostname, port: Number(url.port) })
  const { child, heard } = start(
    Object.assign(new URL(url), { hostname: '127.0.0.1', port: String(gateway.port) }).href,
  )
  await expect.poll(() => heard.out, { timeout: 15_000 }).toContain('ready')
  await addJob()
  await expect.poll(() => heard.out, { timeout: 10_000 }).toContain('begun')
  gateway.goSilent()
  // Longer than a connection is waited for, and an answer.
  await sleep(20_000)
  expect(child.exitCode, heard.errors).toBeNull()
  gateway.goOn()
  await addJob()
  await expect.poll(() => heard.out.split('done').length, { timeout: 40_000 }).toBeGreaterThan(2)
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  expect(await ended).toEqual([0, null])
})

it('does not hide a fault of our own: that still ends the process', async () => {
  const { child, heard } = start(test.api.databaseUrl, 'spoiled')
  const [code] = await once(child, 'exit')
  expect(code).not.toBe(0)
  expect(heard.errors).toContain('a fault of our own')
})
