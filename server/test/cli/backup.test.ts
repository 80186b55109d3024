/** A dump that holds every row, and a database that is whole again after it was restored on another server. */
import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { readConfig } from '../../src/app/config.ts'
import { serve } from '../../src/http/serve.ts'
import { type LocalPostgres, startLocalPostgres } from '../../src/platform/local-postgres/server.ts'
import { createLogger } from '../../src/platform/log.ts'
import { createDatabase } from '../../src/platform/postgres/databases.ts'
import { clientOf } from '../support/client-of.ts'
import { PASSWORD, usePeople } from '../support/people.ts'
import { Receiver } from '../support/receiver.ts'
import { SERVER_URL } from '../support/server-url.ts'
import { program } from '../support/shop.ts'
import { useShops } from '../support/use-shops.ts'
import { startWorker, until } from '../support/workers.ts'
import { runHere } from './run-here.ts'

const run = promisify(execFile)
const shops = useShops()
const used = usePeople(() => shops.api)
const backup = `punchcard_backup_${randomBytes(5).toString('hex')}`
const owner = `punchcard_plain_${randomBytes(5).toString('hex')}`
const environment = {
  PUNCHCARD_SECRETS_KEY: randomBytes(32).toString('base64'),
  PUNCHCARD_WEBHOOK_ALLOW_PRIVATE: '1',
  PUNCHCARD_LOG_LEVEL: 'silent',
}
let admin: pg.Client

function urlOf(login: string): string {
  const url = new URL(shops.api.databaseUrl)
  url.username = login
  url.password = 'x'
  return url.href
}

async function majorOfPgDump(): Promise<number> {
  const { stdout } = await run('pg_dump', ['--version']).catch(() => ({ stdout: '' }))
  return Number(/ (\d+)/.exec(stdout)?.[1] ?? 0)
}

async function majorOfServer(): Promise<number> {
  const client = clientOf(SERVER_URL)
  await client.connect()
  const { rows } = await client.query<{ major: number }>(
    `select current_setting('server_version_num')::int / 10000 as major`,
  )
  await client.end()
  return rows[0]?.major ?? 0
}

// pg_dump refuses a server that is newer than itself.
const canDump = (await majorOfPgDump()) >= (await majorOfServer())

describe.runIf(canDump)('a backup with pg_dump', () => {
  beforeAll(async () => {
    admin = clientOf(SERVER_URL)
    await admin.connect()
    await admin.query(`create role ${backup} login bypassrls password 'x'`)
    await admin.query(`grant pg_read_all_data to ${backup}`)
    await admin.query(`create role ${owner} login password 'x'; grant pg_read_all_data to ${owner}`)
  })
  afterAll(async () => {
    await admin.query(`drop role ${backup}; drop role ${owner}`)
    await admin.end()
  })

  it('by a role that row-level security holds is refused, with what to do', async () => {
    const { exitCode, stderr } = await runHere(['backup', 'check'], { DATABASE_URL: urlOf(owner) })
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining('would hold no rows of merchants')])
    expect(stderr).toContain('create role punchcard_backup login bypassrls')
  })

  it('by a pg_dump that is older than the server is refused, with what to install', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'punchcard-old-pg-dump-'))
    onTestFinished(() => rm(folder, { recursive: true, force: true }))
    const older = `#!/bin/sh
echo 'pg_dump: error: aborting because of server version mismatch' >&2
echo 'pg_dump: detail: server version: 18.4 (Debian 18.4-1); pg_dump version: 15.20 (Debian 15.20-0)' >&2
exit 1
`
    await writeFile(join(folder, 'pg_dump'), older, { mode: 0o755 })
    vi.stubEnv('PATH', `${folder}${delimiter}${process.env.PATH}`)
    onTestFinished(() => void vi.unstubAllEnvs())
    const { exitCode, stderr } = await runHere(['backup', 'check'], { DATABASE_URL: urlOf(backup) })
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining('server version mismatch')])
    expect(stderr).toContain("Install PostgreSQL's client programs of version 18 or newer")
  })

  it('by one that sees all rows holds them all', async () => {
    const shop = await shops.open(program())
    for (let count = 0; count < 20; count += 1) await shop.completed(`o${count}`, `c${count % 3}`, 10)
    const { exitCode, stdout } = await runHere(['backup', 'check', '--json'], { DATABASE_URL: urlOf(backup) })
    expect(exitCode).toBe(0)
    const report = JSON.parse(stdout) as { tables: number; rows: number; differences: unknown[] }
    expect(report.differences).toEqual([])
    expect(report.rows).toBeGreaterThan(60)
  })

  it('is told to Prometheus when it went well, and only then', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'punchcard-checked-'))
    const file = join(folder, 'backup.prom')
    const check = ['backup', 'check', '--metrics', file]
    try {
      expect(await runHere(check, { DATABASE_URL: urlOf(owner) })).toMatchObject({ exitCode: 2 })
      await expect(readFile(file)).rejects.toThrow('ENOENT')
      expect(await runHere(check, { DATABASE_URL: urlOf(backup) })).toMatchObject({ exitCode: 0 })
      const [, at] = /^punchcard_backup_check_timestamp_seconds{cell="main"} (\d+)$/m.exec(
        await readFile(file, 'utf8'),
      ) ?? ['', '0']
      expect(Math.abs(Number(at) - Date.now() / 1_000)).toBeLessThan(60)
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  })

  it('is restored on another server, healed by `migrate`, verified, and its webhooks and gifts go on', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'punchcard-restored-'))
    // PostgreSQL does not run as root, and has to get in.
    await chmod(folder, 0o755)
    const receiver = await Receiver.start()
    let server: LocalPostgres | undefined
    try {
      const shop = await shops.open(program())
      const reward = String(await shop.makeReward({ title: 'House coffee' }))
      const card = {
        id: 12,
        kind: 'card',
        name: 'Two orders',
        counts: 'orders',
        stamps: 2,
        reward,
        waitingDays: 1,
      } as const
      await shop.publish(program({}, card))
      const here = { ...environment, DATABASE_URL: shops.api.databaseUrl }
      const tenant = ['--tenant', String(shop.tenantId)]
      const add = ['webhook', 'add', ...tenant, '--url', receiver.url, '--topics', 'Point_Add']
      expect(await runHere(add, here)).toMatchObject({ exitCode: 0 })
      await shop.completed('before', 'ana', 100)
      // The card is full, and its coupon is made a day later.
      await shop.completed('second', 'ana', 50)
      const person = await used.people.member(shop.tenantId, 'owner')
      await person.browser.done('PATCH', `/tenants/${shop.tenantId}`, { name: 'Renamed' }, { ifMatch: '*' })
      await run('pg_dump', ['-Fc', '--dbname', urlOf(backup), '--file', join(folder, 'dump')])

      server = await startLocalPostgres({
        dataFolder: join(folder, 'data'),
        spareFolder: join(folder, 'spare'),
      })
      const url = await createDatabase(server.url, 'restored')
      await run('pg_restore', ['--no-owner', '--no-privileges', '--dbname', url, join(folder, 'dump')])
      const there = { ...environment, DATABASE_URL: url }
      expect((await runHere(['serve'], there)).exitCode).toBe(2)
      expect(await runHere(['migrate'], there)).toMatchObject({ exitCode: 0 })
      expect(await giftsIn(url)).toBe('due 0')
      const verified = await runHere(['verify', '--json'], there)
      expect(JSON.parse(verified.stdout)).toMatchObject({ differences: 0 })

      await peopleComeBack(there, shop.tenantId, person.email)

      const realigned = await runHere(['webhook', 'realign', '--json'], there)
      expect(JSON.parse(realigned.stdout)).toMatchObject({ endpoints: 1 })
      const worker = await startWorker(url, { ...environment, PUNCHCARD_LOG_LEVEL: 'info' })
      await until(async () => receiver.received.length === 2)
      await until(async () => (await giftsIn(url)) === 'given 1')
      // Beside a worker it is refused.
      expect((await runHere(['webhook', 'realign'], there)).stderr).toContain('Stop the workers first')
      expect(await worker.stop()).toBe(0)
    } finally {
      await server?.stop('immediate')
      await receiver.stop()
      await rm(folder, { recursive: true, force: true })
    }
  })
})

/** What became of the award, and how many coupons there are. */
async function giftsIn(url: string): Promise<string> {
  const client = clientOf(url)
  await client.connect()
  const { rows } = await client.query<{ state: number; coupons: number }>(
    'select award.state, (select count(*)::int from coupon) as coupons from award',
  )
  await client.end()
  return rows.map(({ state, coupons }) => `${['due', 'given', 'held'][state]} ${coupons}`).join()
}

/** With their passwords, and what they did has their names on it. */
async function peopleComeBack(there: NodeJS.ProcessEnv, tenantId: number, email: string): Promise<void> {
  const log = createLogger({ level: 'silent', destination: process.stderr })
  const server = await serve({ ...readConfig(there), port: 0, metricsPort: null, drainSeconds: 0 }, log)
  try {
    const own = { 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' }
    const signedIn = await fetch(`${server.url}/v1/admin/session`, {
      method: 'POST',
      headers: own,
      body: JSON.stringify({ email, password: PASSWORD }),
    })
    expect(signedIn.status, await signedIn.text()).toBe(200)
    const cookie = signedIn.headers.get('set-cookie')?.split(';')[0] ?? ''
    const audit = await fetch(`${server.url}/v1/admin/tenants/${tenantId}/audit`, {
      headers: { ...own, cookie },
    })
    expect(await audit.json()).toMatchObject({
      items: [{ action: 'settings.update', actor: { label: 'Bia' } }],
    })
  } finally {
    await server.stop('SIGINT')
  }
}
