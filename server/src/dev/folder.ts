import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { NotReadyError } from '../platform/not-ready.ts'
import { commandLineOf, isTaken } from '../platform/processes.ts'
import { makeSealingKey } from '../platform/sealing.ts'

/** What `punchcard dev` keeps between its runs: its database, the demo merchant's credentials, a key for secrets. */
const FOLDER = resolve('.punchcard')
const RUNS = join(FOLDER, 'runs')

export interface DemoCredentials {
  readonly databaseUrl: string
  readonly tenant: number
  readonly token: string
  readonly key: string
}

export function databaseFolder(): string {
  return join(FOLDER, 'postgres')
}

export async function readCredentials(): Promise<DemoCredentials | null> {
  return readJson<DemoCredentials>(join(FOLDER, 'demo.json'))
}

export async function writeCredentials(credentials: DemoCredentials): Promise<void> {
  await writeOwn(join(FOLDER, 'demo.json'), `${JSON.stringify(credentials, null, 2)}\n`)
}

/** A `punchcard dev` that was started in this folder: written when it has a database, removed when it ends. */
export interface DevRun {
  readonly pid: number
  readonly databaseUrl: string
  /** Where its API and panel answer; null until they do. */
  readonly url: string | null
  /** Of a run with --fresh: what has to be removed after its end. */
  readonly leftovers: Leftovers | null
}

export interface Leftovers {
  /** The server on which its database is to be dropped; null: the server was its own, and goes with its folders. */
  readonly serverUrl: string | null
  readonly database: string
  readonly folders: readonly string[]
}

export async function writeRun(run: DevRun): Promise<void> {
  await writeOwn(runFile(run.pid), `${JSON.stringify(run)}\n`)
}

export async function removeRun(pid: number): Promise<void> {
  await rm(runFile(pid), { force: true })
}

/** The runs that still go on, and those that were killed before they could clean up. */
export async function readRuns(): Promise<{ alive: DevRun[]; killed: DevRun[] }> {
  const names = await readdir(RUNS).catch(() => [])
  const found = await Promise.all(names.map((name) => readJson<DevRun>(join(RUNS, name))))
  const runs = found.filter((run) => run !== null)
  const areAlive = await Promise.all(runs.map(({ pid }) => isDev(pid)))
  return {
    alive: runs.filter((_, index) => areAlive[index]),
    killed: runs.filter((_, index) => !areAlive[index]),
  }
}

/** The system uses numbers of processes again: the process that has this one now may be another program. */
async function isDev(pid: number): Promise<boolean> {
  return isTaken(pid) && /punchcard/.test(await commandLineOf(pid))
}

function runFile(pid: number): string {
  return join(RUNS, `${pid}.json`)
}

/**
 * The database of the `punchcard dev` here, for the other commands: of the one that runs, or the last one that kept its
 * database. One with --fresh is meant only where it is alone.
 */
export async function databaseUrlOfDev(): Promise<string | undefined> {
  const { alive } = await readRuns()
  const lasting = alive.find(({ leftovers }) => leftovers === null)
  if (lasting) return lasting.databaseUrl
  if (alive.length > 1) {
    throw new NotReadyError(
      `${alive.length} runs of \`punchcard dev --fresh\` go on in this folder: set DATABASE_URL to the database of the one that you mean. With --json a run prints it as databaseUrl.`,
    )
  }
  return alive[0]?.databaseUrl ?? (await readCredentials())?.databaseUrl
}

/**
 * The database of a `punchcard dev` that runs here, where another one of its server is named: DATABASE_URL says to `dev`
 * on which server to make its database, and to other commands which database to use.
 */
export async function databaseOfDevBeside(databaseUrl: string): Promise<string | undefined> {
  const { alive } = await readRuns()
  const beside = alive.find((run) => new URL(run.databaseUrl).host === new URL(databaseUrl).host)
  return beside && beside.databaseUrl !== databaseUrl
    ? new URL(beside.databaseUrl).pathname.slice(1)
    : undefined
}

/** Where people open the `punchcard dev` that runs on this database. */
export async function publicUrlOfDev(databaseUrl: string): Promise<string | undefined> {
  const { alive } = await readRuns()
  return alive.find((run) => run.databaseUrl === databaseUrl)?.url ?? undefined
}

/** True if a `punchcard dev` of this folder has made the database: its key opens secrets only there. */
export async function isDatabaseOfDev(url: string): Promise<boolean> {
  if (url === (await readCredentials())?.databaseUrl) return true
  const { alive, killed } = await readRuns()
  return [...alive, ...killed].some(({ databaseUrl }) => databaseUrl === url)
}

export async function secretsKeyOfDev(): Promise<string | undefined> {
  const text = await readFile(join(FOLDER, 'secrets.key'), 'utf8').catch(() => undefined)
  return text?.trim()
}

/** The same key in every run: what one run has sealed, the next one has to open. */
export async function ensureSecretsKey(): Promise<string> {
  const kept = await secretsKeyOfDev()
  if (kept) return kept
  const key = makeSealingKey()
  await writeOwn(join(FOLDER, 'secrets.key'), `${key}\n`)
  return key
}

async function readJson<Value>(path: string): Promise<Value | null> {
  try {
    return JSON.parse(await readFile(path, 'utf8')) as Value
  } catch {
    return null
  }
}

/** Readable by this user only: the files hold passwords and keys. */
async function writeOwn(path: string, text: string): Promise<void> {
  await mkdir(resolve(path, '..'), { recursive: true })
  await writeFile(path, text, { mode: 0o600 })
}
