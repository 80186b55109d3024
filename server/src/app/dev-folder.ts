import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { makeSealingKey } from '../platform/sealing.ts'

/** What `punchcard dev` keeps between its runs: its database, the demo merchant's credentials, a key for secrets. */
const FOLDER = resolve('.punchcard')

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
  try {
    return JSON.parse(await readFile(join(FOLDER, 'demo.json'), 'utf8')) as DemoCredentials
  } catch {
    return null
  }
}

export async function writeCredentials(credentials: DemoCredentials): Promise<void> {
  await mkdir(FOLDER, { recursive: true })
  await writeFile(join(FOLDER, 'demo.json'), `${JSON.stringify(credentials, null, 2)}\n`, { mode: 0o600 })
}

/** The database of the last `punchcard dev` here, for the other commands. */
export async function databaseUrlOfDev(): Promise<string | undefined> {
  return (await readCredentials())?.databaseUrl
}

export async function secretsKeyOfDev(): Promise<string | undefined> {
  try {
    return (await readFile(join(FOLDER, 'secrets.key'), 'utf8')).trim()
  } catch {
    return undefined
  }
}

/** The same in every run: what one has sealed, the next has to open. */
export async function ensureSecretsKey(): Promise<string> {
  const kept = await secretsKeyOfDev()
  if (kept) return kept
  const key = makeSealingKey()
  await mkdir(FOLDER, { recursive: true })
  await writeFile(join(FOLDER, 'secrets.key'), `${key}\n`, { mode: 0o600 })
  return key
}
