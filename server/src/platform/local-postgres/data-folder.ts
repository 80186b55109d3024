import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { constants } from 'node:fs'
import {
  chown,
  mkdir,
  mkdtemp,
  open,
  readFile,
  readlink,
  realpath,
  rename,
  rm,
  rmdir,
  stat,
  symlink,
  unlink,
  writeFile,
} from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { commandLineOf, isTaken } from '../processes.ts'
import { type Binaries, program } from './binaries.ts'
import { type Account, canEnter, childOptions, makeSpareFolder } from './system-user.ts'

const run = promisify(execFile)

/** A server whose starter was killed needs a moment to notice, and then may have much to write. */
const noticingMilliseconds = 1_500
const stoppingMilliseconds = 60_000

interface RunningServer {
  readonly pid: number
  readonly url: string
}

/** Undefined: no data there yet. */
export async function majorVersionOfData(dataFolder: string): Promise<number | undefined> {
  const version = await readFile(join(dataFolder, 'PG_VERSION'), 'utf8').catch(() => undefined)
  return version === undefined ? undefined : Number.parseInt(version, 10)
}

/**
 * Makes the data aside and puts them in place at once: a kill in the middle leaves nothing half, and of two
 * that do it at the same time one wins. Where the account cannot go to the wanted place, the data live in
 * the spare folder and the wanted place is a link to them.
 */
export async function createData(
  dataFolder: string,
  binaries: Binaries,
  account: Account | undefined,
  spareFolder: string,
): Promise<void> {
  try {
    await mkdir(dirname(dataFolder), { recursive: true })
    await makeWay(dataFolder)
    await createAsideAndPutInPlace(dataFolder, binaries, account, spareFolder)
  } catch (error) {
    const anotherWasQuicker = (await majorVersionOfData(dataFolder)) !== undefined
    if (!anotherWasQuicker) throw error
  }
}

/** Removes an empty folder, or a link to data that are no more; never data. */
async function makeWay(folder: string): Promise<void> {
  const leadsNowhere = await stat(folder).then(
    () => false,
    () => true,
  )
  try {
    if (leadsNowhere) await unlink(folder)
    else await rmdir(folder)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOTEMPTY' || code === 'EEXIST') {
      throw new Error(`${folder} is not empty and holds no PostgreSQL data. Name another folder.`)
    }
    if (code !== 'ENOENT') throw error
  }
}

async function createAsideAndPutInPlace(
  dataFolder: string,
  binaries: Binaries,
  account: Account | undefined,
  spareFolder: string,
): Promise<void> {
  const here = await canEnter(dirname(dataFolder), account)
  if (!here) await makeSpareFolder(spareFolder)
  const fresh = await mkdtemp(here ? `${dataFolder}.new-` : join(spareFolder, 'data-'))
  try {
    if (account) await chown(fresh, account.uid, account.gid)
    await initialize(fresh, binaries, account)
    if (here) await rename(fresh, dataFolder)
    else await symlink(fresh, dataFolder)
  } catch (error) {
    await rm(fresh, { recursive: true, force: true })
    throw error
  }
}

/**
 * With its own password: other users of this machine can reach the port as well. The password is kept with the data,
 * for the next start, and is readable by the same users as the data.
 */
async function initialize(folder: string, binaries: Binaries, account: Account | undefined): Promise<void> {
  // Beside the folder, which has to be empty as yet, and the account's, which has to read it.
  const passwordFile = `${folder}.password`
  try {
    await writeFile(passwordFile, `${randomBytes(24).toString('base64url')}\n`, { mode: 0o600, flag: 'wx' })
    if (account) await chown(passwordFile, account.uid, account.gid)
    const parameters = ['-D', folder, '--username=postgres', '--encoding=UTF8', '--no-instructions']
    parameters.push('--auth=scram-sha-256', `--pwfile=${passwordFile}`, ...localeParameters(binaries.major))
    await run(program(binaries, 'initdb'), parameters, childOptions(account))
    await rename(passwordFile, join(folder, PASSWORD_FILE))
  } finally {
    await rm(passwordFile, { force: true })
  }
}

const PASSWORD_FILE = 'punchcard-password'

export async function passwordOfData(dataFolder: string): Promise<string> {
  return (await readFile(join(dataFolder, PASSWORD_FILE), 'utf8')).trim()
}

/** Sorted by bytes, the same everywhere; but `lower('Á')` works, as it would not with plain C. */
function localeParameters(major: number): string[] {
  if (major >= 17) return ['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
  return ['--locale=C', `--lc-ctype=${process.platform === 'darwin' ? 'en_US.UTF-8' : 'C.UTF-8'}`]
}

/** The server that runs on this folder now, even if another process started it. */
export async function findRunningServer(dataFolder: string): Promise<RunningServer | undefined> {
  const lock = await readLock(dataFolder)
  if (lock === undefined || !(await isServerOf(lock.pid, await realpath(dataFolder)))) return undefined
  return { pid: lock.pid, url: urlOf(lock.port) }
}

/** Without a password it is for showing. */
export function urlOf(port: number, password = ''): string {
  return `postgres://postgres${password && `:${password}`}@127.0.0.1:${port}/postgres`
}

/** Two servers never share a folder. One that is stopping is waited for, any other is an error. */
export async function waitUntilFolderIsFree(dataFolder: string): Promise<void> {
  const began = Date.now()
  for (;;) {
    const server = await findRunningServer(dataFolder)
    if (server === undefined) return forgetReusedPid(dataFolder)
    const isStopping = (await readLock(dataFolder))?.status === 'stopping'
    if (Date.now() - began > (isStopping ? stoppingMilliseconds : noticingMilliseconds)) {
      throw new Error(
        `A PostgreSQL is already running on ${dataFolder}, as process ${server.pid}, at ${server.url}. ` +
          `Stop what started it, or stop it itself with: kill -INT ${server.pid}`,
      )
    }
    await sleep(50)
  }
}

interface Lock {
  readonly pid: number
  readonly port: number
  readonly status: string | undefined
}

async function readLock(dataFolder: string): Promise<Lock | undefined> {
  return parseLock(await readFile(join(dataFolder, 'postmaster.pid'), 'utf8').catch(() => ''))
}

function parseLock(text: string): Lock | undefined {
  const lines = text.split('\n')
  const pid = Number(lines[0])
  return pid > 0 ? { pid, port: Number(lines[3]), status: lines[7]?.trim() } : undefined
}

async function isServerOf(pid: number, dataFolder: string): Promise<boolean> {
  const command = await commandLineOf(pid)
  if (!/postgres|postmaster/.test(command)) return false
  // A server's working folder is its data folder, but not every user may see it.
  const workingFolder = await readlink(`/proc/${pid}/cwd`).catch(() => undefined)
  return workingFolder === undefined ? command.includes(dataFolder) : workingFolder === dataFolder
}

/**
 * After a crash the lock file stays, and PostgreSQL refuses to start when its number meanwhile belongs to
 * another process. It does not mind its parent's number, which is ours. Removing the file would be wrong:
 * by its other lines PostgreSQL finds out whether parts of the crashed server still use the data.
 */
async function forgetReusedPid(dataFolder: string): Promise<void> {
  if (process.platform === 'win32') return
  const path = join(dataFolder, 'postmaster.pid')
  const file = await open(path, constants.O_RDWR | constants.O_NOFOLLOW).catch(() => undefined)
  if (file === undefined) return
  try {
    // Reads and writes the one file it opened: a server that starts meanwhile makes a new one, which stays.
    const text = await file.readFile('utf8')
    const lock = parseLock(text)
    if (lock === undefined || !isTaken(lock.pid) || (await isServerOf(lock.pid, dataFolder))) return
    const corrected = text.replace(/^\d+/, String(process.pid))
    await file.write(corrected, 0)
    await file.truncate(Buffer.byteLength(corrected))
  } finally {
    await file.close()
  }
}
