/**
 * “Install in production”, word for word, on an empty PostgreSQL of the newest version, without a superuser: what a
 * step promises is looked at after it. Only the values of the first block are replaced, by those of this machine.
 */
import { execFileSync } from 'node:child_process'
import { chmod, mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import type pg from 'pg'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type LocalPostgres, startLocalPostgres } from '../../src/platform/local-postgres/server.ts'
import { freePort } from '../cli/punchcard-process.ts'
import { acceptInvitation, hasChromium } from '../support/chromium.ts'
import { clientOf } from '../support/client-of.ts'
import { Receiver } from '../support/receiver.ts'
import { until } from '../support/workers.ts'
import { ChecklistShell, copyCheckout, readChecklist, type Step } from './checklist.ts'
import { makeCertificate } from './proxied.ts'

/** Debian 12 has no pg_dump that is new enough: `.ci/run` fetches one and names its folder. */
const PATH = [process.env.PUNCHCARD_TEST_POSTGRES_CLIENT, process.env.PATH].filter(Boolean).join(delimiter)

function versionOf(program: string, flag: string): string | null {
  try {
    return execFileSync(program, [flag], { env: { PATH }, encoding: 'utf8' })
  } catch {
    return null
  }
}

const missing = [
  { program: 'haproxy', flag: '-v' },
  { program: 'psql', flag: '--version' },
].flatMap(({ program, flag }) => (versionOf(program, flag) === null ? [program] : []))
if (missing.length > 0) {
  const reason = `The installation is not tested here: install ${missing.join(' and ')}`
  // Where it is skipped, nobody would notice that it is no longer true.
  if (process.env.CI) throw new Error(reason)
  process.stderr.write(`\n${reason}\n\n`)
}
const canDump = Number(/ (\d+)/.exec(versionOf('pg_dump', '--version') ?? '')?.[1] ?? 0) >= 18
if (!canDump) {
  process.stderr.write(
    '\nThe backup of the installation is not tested here: there is no pg_dump of PostgreSQL 18 ' +
      '(PUNCHCARD_TEST_POSTGRES_CLIENT may name its folder)\n\n',
  )
}

let folder: string
let server: LocalPostgres
let receiver: Receiver
let shell: ChecklistShell
let values: Record<string, string>
const steps = await readChecklist()

describe.skipIf(missing.length > 0)('“Install in production”', { timeout: 300_000 }, () => {
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'punchcard-production-'))
    // PostgreSQL does not run as root, and has to get in.
    await chmod(folder, 0o755)
    receiver = await Receiver.start()
    server = await startLocalPostgres({
      dataFolder: join(folder, 'data'),
      spareFolder: join(folder, 'spare'),
      binaries: 'embedded',
      settings: { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' },
    })
    await query(
      server.url,
      `create role administrator login createdb createrole bypassrls password 'test';
      grant pg_read_all_data to administrator with admin option`,
    )
    const administrator = new URL(server.url)
    administrator.username = 'administrator'
    administrator.password = 'test'
    const certificate = join(folder, 'certificate.pem')
    makeCertificate(certificate)
    values = {
      administrator: administrator.href,
      database: `127.0.0.1:${server.port}`,
      folder: join(folder, 'punchcard'),
      domain: 'localhost',
      certificate,
      webhook: receiver.url,
      https_port: String(await freePort()),
      PORT: String(await freePort()),
      PUNCHCARD_METRICS_PORT: String(await freePort()),
      PUNCHCARD_WORKER_METRICS_PORT: String(await freePort()),
    }
    const environment = {
      PATH,
      HOME: process.env.HOME,
      // The receiver is on this machine; and no balancer has to notice when it is over.
      PUNCHCARD_WEBHOOK_ALLOW_PRIVATE: '1',
      PUNCHCARD_DRAIN_SECONDS: '0',
      CURL_CA_BUNDLE: certificate,
      // Certificates that npm needs where a proxy stands before the registry.
      NODE_EXTRA_CA_CERTS: process.env.NODE_EXTRA_CA_CERTS,
    }
    shell = new ChecklistShell(folder, environment, await copyCheckout(join(folder, 'checkout')))
  })
  afterAll(async () => {
    const proxy = await readFile(join(values.folder ?? '', 'haproxy.pid'), 'utf8').catch(() => '')
    for (const pid of proxy.split('\n').filter(Boolean)) process.kill(Number(pid))
    await shell?.stop()
    await receiver?.stop()
    await server?.stop('immediate')
    await rm(folder, { recursive: true, force: true })
  })

  /** Each step has a test of its own below: a new one is noticed. */
  const take = (title: string): Step => {
    const step = steps.find((one) => one.title === title)
    if (!step)
      throw new Error(
        `The installation has no step “${title}”, but ${steps.map((one) => one.title).join(', ')}`,
      )
    return step
  }
  const run = (title: string): Promise<string> => shell.run(take(title))

  it('has the steps that are tested here', () => {
    expect(steps.map(({ title }) => title)).toEqual([
      '0. Your settings.',
      '1. Packages and the panel.',
      '2. Database and logins.',
      '3. The key for secrets.',
      '4. Migrate',
      '5. The API.',
      '6. The worker.',
      '7. A merchant',
      '8. The proxy',
      '9. The first person.',
      '10. A webhook',
      '11. The first order.',
      '12. A backup',
    ])
  })

  it('begins with all that has to be chosen', async () => {
    const { title, block } = take('0. Your settings.')
    const chosen = [...block.matchAll(/(?<=^|\s)(\w+)=/gm)].map(([, name]) => name)
    expect(Object.keys(values).sort()).toEqual(chosen.sort())
    await shell.run({ title, block })
    const ours = Object.entries(values).map(([name, value]) => `${name}='${value}'`)
    await shell.run({ title: 'the values of this machine', block: ours.join('\n') })
  })

  it('builds the panel in a new checkout', async () => {
    await run('1. Packages and the panel.')
    expect((await stat(join(folder, 'checkout/server/panel/index.html'))).isFile()).toBe(true)
  })

  it('makes the database, and logins of which none is a superuser', async () => {
    await run('2. Database and logins.')
    const { rows } = await query(
      server.url,
      `select rolname, rolsuper, rolcreaterole, rolbypassrls from pg_roles
      where rolname like 'punchcard%' order by 1`,
    )
    expect(rows.map((row) => Object.values(row))).toEqual([
      ['punchcard_api', false, false, false],
      ['punchcard_backup', false, false, true],
      ['punchcard_owner', false, true, false],
      ['punchcard_worker', false, false, false],
    ])
    expect((await stat(join(values.folder ?? '', 'owner-url'))).mode & 0o077).toBe(0)
  })

  it('migrates', async () => {
    await run('3. The key for secrets.')
    const printed = await run('4. Migrate')
    expect(printed).toContain('The database is up to date.')
    expect(printed).not.toContain('superuser')
  })

  it('starts the API and the worker, each as its own login', async () => {
    await run('5. The API.')
    await run('6. The worker.')
    const { rows } = await query(
      server.url,
      `select distinct usename from pg_stat_activity where datname = 'punchcard' and usename is not null order by 1`,
    )
    expect(rows).toEqual([{ usename: 'punchcard_api' }, { usename: 'punchcard_worker' }])
  })

  it('makes a merchant with a key and a program', async () => {
    const printed = await run('7. A merchant')
    expect(printed).toContain('Tenant 1 “Book corner” was created.')
    expect(printed).toMatch(/^Token: pct_live_1_\w+\nKey: {3}pcs_live_\w+$/m)
    expect(printed).toContain('Version 1 of the program was published.')
  })

  it('puts a proxy with TLS in front', async () => {
    await run('8. The proxy')
    const log = join(values.folder ?? '', 'serve.log')
    const asked = `curl --silent --output /dev/null --write-out '%{http_code} %{scheme}' --user wrong:wrong \\
      --header 'X-Forwarded-For: 203.0.113.9' "https://$domain:$https_port/v1/pvt/RewardConfigurations"`
    expect(await shell.run({ title: 'a stranger', block: asked })).toMatch(/^401 https$/i)
    // The proxy says who called; what the caller says of itself is not believed.
    await until(async () => (await readFile(log, 'utf8')).includes('"address":"127.0.0.1"'))
    expect(await readFile(log, 'utf8')).not.toContain('203.0.113.9')
  })

  it('prints an invitation that leads through the proxy to the panel', async () => {
    const printed = await run('9. The first person.')
    expect(printed).toContain(`https://localhost:${values.https_port}/panel/join/`)
    expect(printed).not.toContain('PUNCHCARD_PUBLIC_URL')
    const [link = ''] = /https:\S+/.exec(printed) ?? []
    if (!hasChromium('The panel of the installation')) return
    const opened = await acceptInvitation(link)
    expect(opened.url).toContain(`https://localhost:${values.https_port}/panel/t/1`)
    expect(opened.text).toContain('Book corner')
  })

  it('answers the first order with points, and the webhook arrives with a right signature', async () => {
    const added = await run('10. A webhook')
    const secret = /whsec_\S+/.exec(added)?.[0] ?? ''
    const answer = await run('11. The first order.')
    expect(answer).toContain('"PointsBalance":80')
    expect(answer).toContain('"Cashback":4')
    await until(async () => receiver.received.length >= 2)
    const [made, real] = receiver.received.map(({ headers, body }) =>
      new Webhook(secret).verify(body, headers),
    )
    expect(made).toBeDefined()
    expect(real).toMatchObject({ Points: 80, PointsBalance: { PointsBalance: 80, CashbackBalance: 4 } })
    expect(receiver.received[1]?.headers['punchcard-topic']).toBe('Point_Add')
  })

  it.skipIf(!canDump)('makes a backup that holds every row', async () => {
    const printed = await run('12. A backup')
    expect(printed).toMatch(/The dump holds all \d+ rows/)
    expect(printed).toContain('1 account verified, 0 differences.')
    const list = execFileSync('pg_restore', ['--list', join(values.folder ?? '', 'punchcard.dump')], {
      env: { PATH },
      encoding: 'utf8',
    })
    expect(list).toContain('TABLE DATA public customer_order')
  })
})

async function query(url: string, text: string): Promise<pg.QueryResult> {
  const client = clientOf(url)
  await client.connect()
  try {
    return await client.query(text)
  } finally {
    await client.end()
  }
}
