import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../cli/punchcard-process.ts'
import { clientOf } from './client-of.ts'

/** The program and what stands before its own arguments; several words where a loader has to be named. */
const COMMAND = (process.env.PUNCHCARD_TEST_PGBOUNCER ?? 'pgbouncer').split(' ')

/** From 1.21 on, prepared statements are known in transaction mode. */
export const HAS_PGBOUNCER = isNewEnough()

function isNewEnough(): boolean {
  try {
    const [program = '', ...before] = COMMAND
    const output = execFileSync(program, [...before, '--version'], { encoding: 'utf8' })
    const [, major, minor] = /PgBouncer (\d+)\.(\d+)/.exec(output) ?? []
    return Number(major) > 1 || Number(minor) >= 21
  } catch {
    return false
  }
}

export interface Pooler {
  /** The same database and login by way of the pooler. */
  urlOf(url: string): string
  stop(): Promise<void>
}

/** In transaction mode, in front of the server of these logins, with fewer connections than there are clients. */
export async function startPgbouncer(urls: readonly string[]): Promise<Pooler> {
  const { hostname, port: serverPort } = new URL(urls[0] ?? '')
  const port = await freePort()
  const folder = await mkdtemp(join(tmpdir(), 'punchcard-pgbouncer-'))
  await chmod(folder, 0o755)
  const users = urls.map((url) => {
    const { username, password } = new URL(url)
    return `"${username}" "${password}"`
  })
  await writeFile(join(folder, 'users.txt'), users.join('\n'))
  await writeFile(
    join(folder, 'pgbouncer.ini'),
    `[databases]
    * = host=${hostname} port=${serverPort}
    [pgbouncer]
    listen_addr = 127.0.0.1
    listen_port = ${port}
    unix_socket_dir =
    auth_type = trust
    auth_file = ${join(folder, 'users.txt')}
    pool_mode = transaction
    max_prepared_statements = 1000
    default_pool_size = 3
    ignore_startup_parameters = extra_float_digits`.replace(/^ +/gm, ''),
  )
  const child = runPgbouncer(folder)
  const urlOf = (url: string): string => {
    const through = new URL(url)
    through.host = `127.0.0.1:${port}`
    return through.href
  }
  await untilItAnswers(child, urlOf(urls[0] ?? ''))
  return {
    urlOf,
    async stop() {
      const ended = once(child, 'exit')
      child.kill('SIGKILL')
      await ended
      await rm(folder, { recursive: true, force: true })
    },
  }
}

function runPgbouncer(folder: string): ChildProcess {
  const [program = '', ...before] = COMMAND
  // It refuses to run as root.
  const account = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}
  return spawn(program, [...before, join(folder, 'pgbouncer.ini')], { stdio: 'ignore', ...account })
}

async function untilItAnswers(child: ChildProcess, url: string): Promise<void> {
  while (child.exitCode === null) {
    const client = clientOf(url)
    const isThere = await client.connect().then(
      () => true,
      () => false,
    )
    await client.end().catch(() => {})
    if (isThere) return
    await sleep(50)
  }
  throw new Error('pgbouncer ended before it answered')
}
