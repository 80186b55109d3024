import { type ChildProcess, spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { constants } from 'node:fs'
import { type FileHandle, open, realpath } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { type Binaries, type BinariesKind, findBinaries, program } from './binaries.ts'
import {
  createData,
  majorVersionOfData,
  passwordOfData,
  urlOf,
  waitUntilFolderIsFree,
} from './data-folder.ts'
import { type Account, accountToRunAs, childOptions, usualSpareFolder } from './system-user.ts'

const startMilliseconds = 120_000
const leftoversMilliseconds = 30_000
const fastStopMilliseconds = 60_000
const largestLogBytes = 10_000_000

/** `fast` ends cleanly, `immediate` like a power cut, `kill` like the kernel short of memory. */
const stopSignals = { fast: 'SIGINT', immediate: 'SIGQUIT', kill: 'SIGKILL' } as const

type StopMode = keyof typeof stopSignals

export interface LocalPostgresOptions {
  /** Made if missing. It outlives the server: the caller removes a temporary one after `stop`. */
  readonly dataFolder: string
  /** A free one unless told. */
  readonly port?: number
  /** PostgreSQL's settings by name, above its own defaults (which are durable). */
  readonly settings?: Readonly<Record<string, string>>
  /** `any` unless told: installed ones, else those of the npm package. */
  readonly binaries?: BinariesKind
  /** Where things go that the account PostgreSQL runs under cannot reach in their place. */
  readonly spareFolder?: string
  readonly onProgress?: (text: string) => void
}

/** A PostgreSQL that we started. It stops by itself when our process dies without having stopped it. */
export interface LocalPostgres {
  readonly url: string
  readonly port: number
  /** Where the data really are: see `createData`. */
  readonly dataFolder: string
  readonly version: string
  /** Throws when it is not running: the number may be another process's by now. */
  readonly pid: number
  stop(mode?: StopMode): Promise<void>
  /** Again, with the same data and port, after a stop or a crash. */
  start(): Promise<void>
}

export async function startLocalPostgres(options: LocalPostgresOptions): Promise<LocalPostgres> {
  const wantedFolder = await realpath(options.dataFolder).catch(() => resolve(options.dataFolder))
  const report = options.onProgress ?? (() => undefined)
  const account = await accountToRunAs(wantedFolder)
  const spareFolder = resolve(options.spareFolder ?? usualSpareFolder)
  const binaries = await binariesFor(wantedFolder, options.binaries ?? 'any', account, spareFolder)
  if ((await majorVersionOfData(wantedFolder)) === undefined) {
    report(`Creating a PostgreSQL ${binaries.version} database in ${wantedFolder}`)
    await createData(wantedFolder, binaries, account, spareFolder)
  }
  const dataFolder = await realpath(wantedFolder)
  const port = options.port ?? (await freePort())
  const url = urlOf(port, await passwordOfData(dataFolder))
  const plan = { binaries, account, dataFolder, port, url, settings: options.settings ?? {} }
  report(`Starting PostgreSQL ${binaries.version} on port ${port} with its data in ${dataFolder}`)
  let server = await launch(plan)
  return {
    url,
    port,
    dataFolder,
    version: binaries.version,
    get pid() {
      if (hasEnded(server) || server.pid === undefined) throw new Error('PostgreSQL is not running')
      return server.pid
    },
    stop: (mode = 'fast') => end(server, mode),
    start: async () => {
      if (!hasEnded(server)) throw new Error('PostgreSQL is running already')
      server = await launch(plan)
    },
  }
}

async function binariesFor(
  dataFolder: string,
  kind: BinariesKind,
  account: Account | undefined,
  spareFolder: string,
): Promise<Binaries> {
  const dataMajor = await majorVersionOfData(dataFolder)
  const found = await findBinaries(kind, dataMajor, account, spareFolder)
  if (!('otherVersions' in found)) return found
  throw new Error(
    `The data in ${dataFolder} were made by PostgreSQL ${dataMajor}, ` +
      `but here is only PostgreSQL ${found.otherVersions.join(' and ')}. ` +
      `Install PostgreSQL ${dataMajor}, or name another data folder, or remove this one to begin anew.`,
  )
}

interface Plan {
  readonly binaries: Binaries
  readonly account: Account | undefined
  readonly dataFolder: string
  readonly port: number
  readonly url: string
  readonly settings: Readonly<Record<string, string>>
}

async function launch(plan: Plan): Promise<ChildProcess> {
  const began = Date.now()
  for (;;) {
    await waitUntilFolderIsFree(plan.dataFolder)
    const log = await openLog(plan)
    try {
      const server = spawnServer(plan, log)
      if (await becomesReady(server, plan)) return server
      const messages = await messagesSince(log)
      const isPassing = Date.now() - began < leftoversMilliseconds && saysDataAreInUse(messages)
      if (!isPassing) throw new Error(whyNotStarted(server, plan, messages))
    } finally {
      await log.file.close()
    }
    await sleep(50)
  }
}

/** A killed server's backends end a moment after it. Or another server was quicker than we. */
function saysDataAreInUse({ text }: Messages): boolean {
  return /pre-existing shared memory block|lock file ".*" already exists/.test(text)
}

function spawnServer({ binaries, account, dataFolder, port, settings }: Plan, log: Log): ChildProcess {
  const allSettings = { ...settings, listen_addresses: '127.0.0.1', unix_socket_directories: '', port }
  const parameters = Object.entries(allSettings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const server = spawn(program(binaries, 'postgres'), ['-D', dataFolder, ...parameters], {
    ...childOptions(account),
    stdio: ['ignore', log.file.fd, log.file.fd],
    // Ctrl-C in a terminal reaches the whole process group; when to stop is for our process to decide.
    detached: true,
  })
  // Without a listener it would be thrown; `becomesReady` sees that there is no process.
  server.on('error', () => undefined)
  server.unref()
  if (server.pid !== undefined) stopWhenWeAreGone(server, server.pid, account)
  return server
}

/**
 * However our process dies, the pipe to this shell closes and it ends the server. A line on the pipe says
 * that the server has ended and there is nothing to do.
 */
function stopWhenWeAreGone(server: ChildProcess, pid: number, account: Account | undefined): void {
  if (process.platform === 'win32') return
  const watch = spawn('/bin/sh', ['-c', 'read -r ended || kill -INT "$1"', 'sh', String(pid)], {
    ...childOptions(account),
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  })
  watch.on('error', () => undefined)
  watch.stdin.on('error', () => undefined)
  watch.unref()
  server.once('exit', () => watch.stdin.end('ended\n'))
}

async function becomesReady(server: ChildProcess, plan: Plan): Promise<boolean> {
  const deadline = Date.now() + startMilliseconds
  while (!hasEnded(server) && Date.now() < deadline) {
    if (await answers(plan)) return true
    await sleep(20)
  }
  await end(server, 'immediate')
  return false
}

/** Whether it is this server that answers at the port, and not another one. */
async function answers({ url, dataFolder }: Plan): Promise<boolean> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 1_000 })
  client.on('error', () => undefined)
  try {
    await client.connect()
    const { rows } = await client.query<{ folder: string }>(
      "select current_setting('data_directory') as folder",
    )
    return rows[0]?.folder === dataFolder
  } catch {
    return false
  } finally {
    await client.end().catch(() => undefined)
  }
}

function hasEnded(server: ChildProcess): boolean {
  return server.pid === undefined || server.exitCode !== null || server.signalCode !== null
}

async function end(server: ChildProcess, mode: StopMode): Promise<void> {
  if (hasEnded(server)) return
  const ended = new Promise((resolve) => server.once('exit', resolve))
  // Else Node would take this wait for the end of its work.
  server.ref()
  server.kill(stopSignals[mode])
  // Even then nothing is lost: the next start recovers.
  const losePatience = setTimeout(() => server.kill(stopSignals.immediate), fastStopMilliseconds)
  await ended
  clearTimeout(losePatience)
}

interface Log {
  readonly file: FileHandle
  readonly path: string
  readonly sizeBefore: number
}

async function openLog({ dataFolder, account }: Plan): Promise<Log> {
  const path = join(dataFolder, 'server.log')
  // The folder is the account's: as root we follow no link that it may have put there.
  const flags = constants.O_APPEND | constants.O_CREAT | constants.O_RDWR | constants.O_NOFOLLOW
  const file = await open(path, flags, 0o600)
  if (account) await file.chown(account.uid, account.gid)
  if ((await file.stat()).size > largestLogBytes) await file.truncate()
  return { file, path, sizeBefore: (await file.stat()).size }
}

interface Messages {
  readonly path: string
  readonly text: string
}

async function messagesSince({ file, path, sizeBefore }: Log): Promise<Messages> {
  const size = (await file.stat()).size - sizeBefore
  const { buffer } = await file.read(Buffer.alloc(size), 0, size, sizeBefore)
  return { path, text: buffer.toString() }
}

function whyNotStarted(server: ChildProcess, plan: Plan, { path, text }: Messages): string {
  const lastLines = text.trimEnd().split('\n').slice(-20).join('\n')
  const how =
    server.pid === undefined ? `cannot run ${program(plan.binaries, 'postgres')}` : `see the end of ${path}`
  return `PostgreSQL ${plan.binaries.version} did not start on port ${plan.port}: ${how}\n${lastLines}`
}

/** Below the range from which systems give ports to outgoing connections: it is still free at a restart. */
async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(15_000, 30_000)
    if (await isPortFree(port)) return port
  }
}

/** On this machine alone; another process may still take the port afterwards. */
export function isPortFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', () => resolve(false))
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)))
  })
}
