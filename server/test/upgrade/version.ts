import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, readFile, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const run = promisify(execFile)
const REPOSITORY = fileURLToPath(new URL('../../..', import.meta.url))

export interface ProcessOfVersion {
  /** What it printed when it was ready. */
  readonly ready: Readonly<Record<string, unknown>>
  stop(): Promise<void>
}

/** A version of Punchcard, known by its command line alone: everything else may have changed. */
export interface Version {
  /** Runs a command with `--json` to its end, and returns what it printed. */
  run<Printed>(databaseUrl: string, args: readonly string[]): Promise<Printed>
  /** `serve` or `work`, until it logs that it is ready. */
  start(databaseUrl: string, command: 'serve' | 'work'): Promise<ProcessOfVersion>
  /** `dev --json`, with a database of its own on the server. */
  startDev(serverUrl: string, cwd: string): Promise<ProcessOfVersion>
}

export const THIS_VERSION: Version = versionIn(REPOSITORY)

/** The files of a commit in a folder of their own, with their dependencies. */
export async function checkOut(commit: string, folder: string): Promise<Version> {
  await mkdir(folder)
  const archive = join(folder, 'files.tar')
  await run('git', ['-C', REPOSITORY, 'archive', '--output', archive, commit])
  await run('tar', ['-xf', archive, '-C', folder])
  // Most versions have the dependencies of the one before: then nothing is fetched.
  if (await hasSameDependencies(folder)) {
    for (const of of ['.', 'server']) await linkDependencies(join(REPOSITORY, of), join(folder, of))
  } else await run('npm', ['ci', '--no-audit', '--no-fund'], { cwd: folder })
  return versionIn(folder)
}

async function hasSameDependencies(folder: string): Promise<boolean> {
  const [ours, theirs] = await Promise.all(
    [REPOSITORY, folder].map((of) => readFile(join(of, 'package-lock.json'), 'utf8')),
  )
  return ours === theirs
}

async function linkDependencies(from: string, to: string): Promise<void> {
  const modules = join(from, 'node_modules')
  if (existsSync(modules)) await symlink(modules, join(to, 'node_modules'))
}

function versionIn(folder: string): Version {
  const punchcard = join(folder, 'server/bin/punchcard.ts')
  const environmentWith = (databaseUrl: string) => ({
    PATH: process.env.PATH,
    HOME: process.env.HOME,
    DATABASE_URL: databaseUrl,
    PORT: '0',
    PUNCHCARD_METRICS_PORT: '0',
    PUNCHCARD_WORKER_METRICS_PORT: '0',
    PUNCHCARD_RATE_LIMIT_PER_SECOND: '1000000',
  })

  return {
    async run(databaseUrl, args) {
      const { stdout } = await run(process.execPath, [punchcard, ...args, '--json'], {
        env: environmentWith(databaseUrl),
        cwd: folder,
      })
      return JSON.parse(stdout)
    },
    start(databaseUrl, command) {
      const child = spawn(process.execPath, [punchcard, command], {
        env: environmentWith(databaseUrl),
        cwd: folder,
        stdio: ['ignore', 'ignore', 'pipe'],
      })
      return whenReady(child, child.stderr, ({ msg }) => msg === 'ready')
    },
    startDev(serverUrl, cwd) {
      const child = spawn(process.execPath, [punchcard, 'dev', '--json', '--port', '0'], {
        env: environmentWith(serverUrl),
        cwd,
        stdio: ['ignore', 'pipe', 'ignore'],
      })
      return whenReady(child, child.stdout, ({ url }) => url !== undefined)
    },
  }
}

async function whenReady(
  child: ChildProcess,
  output: NodeJS.ReadableStream,
  isReady: (line: Record<string, unknown>) => boolean,
): Promise<ProcessOfVersion> {
  const lines: string[] = []
  const ready = await new Promise<Record<string, unknown>>((resolve, reject) => {
    createInterface({ input: output }).on('line', (line) => {
      lines.push(line)
      const entry = line.startsWith('{') ? JSON.parse(line) : {}
      if (isReady(entry)) resolve(entry)
    })
    child.once('exit', () => reject(new Error(`it ended before it was ready:\n${lines.join('\n')}`)))
  })
  return {
    ready,
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
    },
  }
}
