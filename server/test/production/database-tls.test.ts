/**
 * TLS to the database, and a database whose administrator is no superuser: docs/operating/tls.md, and the blocks of
 * docs/operating/managed-postgresql.md word for word, on a PostgreSQL with a CA of its own that refuses plain
 * connections.
 */
import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  copyFileSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type LocalPostgres, startLocalPostgres } from '../../src/platform/local-postgres/server.ts'
import { punchcard, startPunchcard, startServe } from '../cli/punchcard-process.ts'
import { clientOf } from '../support/client-of.ts'
import { basic } from '../support/test-api.ts'
import { until } from '../support/workers.ts'
import { ChecklistShell, readChecklist } from './checklist.ts'

const steps = await readChecklist('docs/operating/managed-postgresql.md', 'Start')

let folder: string
let server: LocalPostgres
let shell: ChecklistShell
/** Where Punchcard's own files are, and the CA that it trusts. */
let own: string
let ca: string

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'punchcard-tls-'))
  // PostgreSQL does not run as root, and has to get in.
  chmodSync(folder, 0o755)
  own = join(folder, 'punchcard')
  server = await startLocalPostgres({
    dataFolder: join(folder, 'data'),
    spareFolder: join(folder, 'spare'),
    settings: { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' },
  })
  ca = join(folder, 'ca.pem')
  makeAuthority('first')
  makeAuthority('second')
  copyFileSync(join(folder, 'first-ca.pem'), ca)
  await presentCertificateOf('first')
  // The superuser is for the test alone; everybody else comes over TLS.
  giveToServer('pg_hba.conf', 'host all postgres all scram-sha-256\nhostssl all all all scram-sha-256\n')
  await asSuperuser(`create role administrator login createdb createrole password 'test'`)
  await asSuperuser('alter system set ssl = on')
  await reload()
  shell = new ChecklistShell(folder, { PATH: process.env.PATH, HOME: process.env.HOME })
})
afterAll(async () => {
  await shell?.stop()
  await server?.stop('immediate')
  rmSync(folder, { recursive: true, force: true })
})

describe('managed PostgreSQL, over TLS', { timeout: 180_000 }, () => {
  it('is set up by the page, without a superuser', async () => {
    expect(steps.map(({ title }) => title)).toEqual([
      '0. What is yours to choose.',
      '1. Database and logins.',
      '2. Migrate.',
    ])
    const [choose, logins, migrate] = steps
    if (!choose || !logins || !migrate) throw new Error('the page has other steps')
    await shell.run(choose)
    const values = {
      administrator: `postgres://administrator:test@localhost:${server.port}/postgres?sslmode=verify-full&sslrootcert=${ca}`,
      database: `localhost:${server.port}`,
      ca,
      folder: own,
    }
    const chosen = [...choose.block.matchAll(/^(\w+)=/gm)].map(([, name]) => name)
    expect(chosen.sort()).toEqual(Object.keys(values).sort())
    const lines = Object.entries(values).map(([name, value]) => `${name}='${value}'`)
    await shell.run({ title: 'the values of this machine', block: lines.join('\n') })
    await shell.run(logins)
    const printed = await shell.run(migrate)
    expect(printed).toContain('The database is up to date.')
    expect(printed).not.toContain('superuser')
    const { rows } = await asSuperuser(
      `select rolname from pg_roles where rolname like 'punchcard%' and (rolsuper or rolbypassrls)`,
    )
    expect(rows).toEqual([])
  })

  it('serves and works, every connection encrypted', async () => {
    await using serve = await startServe({ DATABASE_URL: urlOf('api') })
    await using work = await startPunchcard(
      ['work'],
      { DATABASE_URL: urlOf('worker'), PUNCHCARD_WORKER_METRICS_PORT: '0' },
      ({ log }) => log().includes('"msg":"ready"'),
    )
    expect((await fetch(`${serve.url}/readyz`)).status).toBe(200)
    const create = ['tenant', 'create', '--name', 'Book corner', '--currency', 'EUR', '--locale', 'en']
    const zone = ['--time-zone', 'Europe/Lisbon']
    expect((await punchcard([...create, ...zone], { DATABASE_URL: urlOf('api') })).exitCode).toBe(0)
    const { rows } = await asSuperuser(
      `select usename, bool_and(ssl) as encrypted from pg_stat_activity join pg_stat_ssl using (pid)
      where datname = 'punchcard' group by usename order by usename`,
    )
    expect(rows).toEqual([
      { usename: 'punchcard_api', encrypted: true },
      { usename: 'punchcard_worker', encrypted: true },
    ])
    expect(await work.stop()).toBe(0)
  })

  it('answers 503 while the certificate is not accepted, and goes on with a new CA file', async () => {
    const made = await punchcard(['key', 'create', '--tenant', '1', '--json'], { DATABASE_URL: urlOf('api') })
    const key = JSON.parse(made.stdout) as { token: string; key: string }
    await using serve = await startServe({ DATABASE_URL: urlOf('api') })
    await presentCertificateOf('second')
    await asSuperuser(
      `select pg_terminate_backend(pid) from pg_stat_activity where usename = 'punchcard_api'`,
    )
    const ask = () =>
      fetch(`${serve.url}/v1/pvt/RewardConfigurations`, {
        headers: { authorization: basic(key.token, key.key) },
      })
    await until(async () => (await ask()).status === 503)
    const refused = await ask()
    expect([refused.status, refused.headers.has('retry-after')]).toEqual([503, true])
    // While an operator replaces the file it may be missing for a moment.
    rmSync(ca)
    const answers = await Promise.all(Array.from({ length: 20 }, ask))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([503]))
    expect(serve.process.exitCode).toBeNull()
    copyFileSync(join(folder, 'second-ca.pem'), ca)
    await until(async () => (await ask()).status === 200)
  })
})

describe('what is wrong with a connection', () => {
  const said = async (url: string): Promise<{ exitCode: number | null; stderr: string }> => {
    const { exitCode, stderr } = await punchcard(['tenant', 'list'], { DATABASE_URL: url })
    return { exitCode, stderr }
  }
  const address = (host: string, parameters: string): string =>
    urlOf('api').replace('@localhost:', `@${host}:`).replace(/\?.*/, parameters)

  it('the CA is not known', async () => {
    const { exitCode, stderr } = await said(address('localhost', '?sslmode=verify-full'))
    expect(exitCode).toBe(2)
    expect(stderr).toContain(
      'CA that is not known here: name the CA’s certificate in DATABASE_URL, with sslrootcert=',
    )
  })

  it('the certificate is for another host', async () => {
    const { exitCode, stderr } = await said(address('127.0.0.1', `?sslmode=verify-full&sslrootcert=${ca}`))
    expect(exitCode).toBe(2)
    expect(stderr).toContain('The certificate of the database is for another host')
  })

  it('the CA alone can be checked, where the certificate has no name of the host', async () => {
    const parameters = `?sslmode=verify-ca&uselibpqcompat=true&sslrootcert=${ca}`
    expect(await said(address('127.0.0.1', parameters))).toEqual({ exitCode: 0, stderr: '' })
    const other = parameters.replace(ca, join(folder, 'first-ca.pem'))
    expect(await said(address('127.0.0.1', other))).toMatchObject({ exitCode: 2 })
  })

  it('plain is refused', async () => {
    const { exitCode, stderr } = await said(address('localhost', ''))
    expect(exitCode).toBe(2)
    expect(stderr).toContain(
      'The database refuses plain connections: add sslmode=verify-full to DATABASE_URL',
    )
  })

  it('the file of the CA is missing', async () => {
    const { exitCode, stderr } = await said(
      address('localhost', '?sslmode=verify-full&sslrootcert=/nowhere/ca.pem'),
    )
    expect(exitCode).toBe(2)
    expect(stderr).toBe(
      `The address of the database at localhost:${server.port} says sslrootcert=/nowhere/ca.pem, but that file cannot be read (ENOENT): correct the path, or let this user read it.\n`,
    )
  })

  it('the file of the CA is no certificate', async () => {
    const wrong = join(folder, 'wrong.pem')
    writeFileSync(wrong, 'a letter to my aunt\n')
    const { exitCode, stderr } = await said(address('localhost', `?sslmode=verify-full&sslrootcert=${wrong}`))
    expect(exitCode).toBe(2)
    expect(stderr).toMatch(/not in PEM|CA that is not known here/)
  })

  it('the server has no TLS', async () => {
    await asSuperuser('alter system set ssl = off')
    await reload()
    const { exitCode, stderr } = await said(urlOf('api'))
    await asSuperuser('alter system set ssl = on')
    await reload()
    expect(exitCode).toBe(2)
    expect(stderr).toContain('DATABASE_URL asks for TLS: switch it on in PostgreSQL (ssl = on)')
  })

  it('pg_dump gets the same CA', async () => {
    await asSuperuser(`create role dumper login bypassrls password 'test'; grant pg_read_all_data to dumper`)
    const url = urlOf('api').replace(/\/\/[^@]+@/, '//dumper:test@')
    const { exitCode, stdout, stderr } = await punchcard(['backup', 'check'], { DATABASE_URL: url })
    // A pg_dump that is older than the server says so, after it has connected.
    if (!/server version mismatch/.test(stderr))
      expect([exitCode, stdout]).toEqual([0, expect.stringContaining('The dump holds all')])
  })
})

function urlOf(login: 'owner' | 'api' | 'worker'): string {
  return readFileSync(join(own, `${login}-url`), 'utf8').trim()
}

async function asSuperuser(text: string): Promise<pg.QueryResult> {
  const client = clientOf(server.url)
  await client.connect()
  try {
    return await client.query(text)
  } finally {
    await client.end()
  }
}

/** A new connection sees what was changed; the reload itself returns at once. */
async function reload(): Promise<void> {
  await asSuperuser('select pg_reload_conf()')
  await new Promise((resolve) => setTimeout(resolve, 500))
}

/** A CA and a certificate for `localhost` that it has signed. */
function makeAuthority(name: string): void {
  const file = (what: string): string => join(folder, `${name}-${what}`)
  const openssl = (...args: string[]) => execFileSync('openssl', args, { stdio: 'pipe' })
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes']
  openssl(
    ...['req', '-x509', '-days', '2', ...key, '-keyout', file('ca.key'), '-out', file('ca.pem')],
    ...['-subj', `/CN=${name} authority`],
  )
  openssl('req', ...key, '-keyout', file('server.key'), '-out', file('server.csr'), '-subj', '/CN=localhost')
  writeFileSync(file('names'), 'subjectAltName=DNS:localhost\n')
  openssl(
    ...['x509', '-req', '-days', '2', '-in', file('server.csr'), '-extfile', file('names')],
    ...['-CA', file('ca.pem'), '-CAkey', file('ca.key'), '-CAcreateserial', '-out', file('server.pem')],
  )
}

async function presentCertificateOf(name: string): Promise<void> {
  giveToServer('server.crt', readFileSync(join(folder, `${name}-server.pem`), 'utf8'))
  giveToServer('server.key', readFileSync(join(folder, `${name}-server.key`), 'utf8'))
  await reload()
}

function giveToServer(name: string, text: string): void {
  const path = join(server.dataFolder, name)
  const { uid, gid } = statSync(server.dataFolder)
  rmSync(path, { force: true })
  writeFileSync(path, text, { mode: 0o600 })
  if (process.getuid?.() === 0) chownSync(path, uid, gid)
}
