import { execFile } from 'node:child_process'
import { chmod, mkdir, readFile, stat } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** The account PostgreSQL runs under when it cannot be ours: it refuses to run as root. */
export interface Account {
  readonly uid: number
  readonly gid: number
}

const isRoot = process.getuid?.() === 0

/** Undefined: our own account. For root: the owner of the data, else `postgres`, else `nobody`. */
export async function accountToRunAs(dataFolder: string): Promise<Account | undefined> {
  if (!isRoot) return undefined
  return (await ownerOfData(dataFolder)) ?? (await accountNamed('postgres')) ?? (await nobody())
}

/** How every child is started: in a folder that any account may enter, with messages in English. */
export function childOptions(account: Account | undefined) {
  return { cwd: '/', env: { ...process.env, LC_ALL: 'C' }, windowsHide: true, ...account }
}

/** Asks the system rather than reading modes: folders further up and access lists count as well. */
export async function canEnter(folder: string, account: Account | undefined): Promise<boolean> {
  if (account === undefined) return true
  return run('/bin/sh', ['-c', 'test -x "$1"', 'sh', folder], childOptions(account)).then(
    () => true,
    () => false,
  )
}

/**
 * For data that cannot stay where it was wanted, because the account may not enter that folder. Only our account can
 * write here, so no other user can place files in it, and unlike the temporary folder it is not emptied.
 */
export const usualSpareFolder = isRoot ? '/var/lib/punchcard' : join(homedir(), '.cache', 'punchcard')

export async function makeSpareFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true })
  // The account must get in, whatever the umask says.
  await chmod(folder, 0o755)
}

async function ownerOfData(dataFolder: string): Promise<Account | undefined> {
  const version = await stat(join(dataFolder, 'PG_VERSION')).catch(() => undefined)
  if (version === undefined) return undefined
  if (version.uid === 0) {
    throw new Error(
      `The data in ${dataFolder} belong to root, as whom PostgreSQL refuses to run. ` +
        `Give them to an ordinary account, for example with: chown -R postgres ${dataFolder}`,
    )
  }
  return { uid: version.uid, gid: version.gid }
}

async function accountNamed(name: string): Promise<Account | undefined> {
  const accounts = await readFile('/etc/passwd', 'utf8').catch(() => '')
  const fields = accounts
    .split('\n')
    .map((line) => line.split(':'))
    .find(([account]) => account === name)
  return fields && { uid: Number(fields[2]), gid: Number(fields[3]) }
}

async function nobody(): Promise<Account> {
  const account = await accountNamed('nobody')
  if (account) return account
  throw new Error(
    'PostgreSQL refuses to run as root, and there is neither an account "postgres" nor "nobody". ' +
      'Run Punchcard as an ordinary user, or set DATABASE_URL to a server you have.',
  )
}
