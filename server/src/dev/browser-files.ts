import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const ROOT = fileURLToPath(new URL('../../../', import.meta.url))
const VITE = join(ROOT, 'node_modules/vite/bin/vite.js')

/** A workspace of which browsers load what was built. */
interface Workspace {
  readonly name: string
  readonly folder: string
  /** Folders and files whose change makes what was built out of date. */
  readonly sources: readonly string[]
  /** Below server/, as the workspace's own configuration says. */
  readonly built: string
  /** What Node runs to build it. */
  readonly program: readonly string[]
}

const PANEL: Workspace = {
  name: 'the panel',
  folder: join(ROOT, 'admin'),
  sources: ['src', 'public', 'index.html', 'vite.config.ts', 'package.json'],
  built: 'panel/index.html',
  program: [VITE, 'build', '.'],
}

const SHOP_FILES: Workspace = {
  name: 'the elements for shops',
  folder: join(ROOT, 'storefront'),
  sources: ['src', 'scripts', 'released', 'package.json'],
  built: 'shop/versions.json',
  program: ['scripts/build.ts'],
}

export const buildPanel = (say: (text: string) => void): Promise<void> => build(PANEL, say)

export const buildShopFiles = (say: (text: string) => void): Promise<void> => build(SHOP_FILES, say)

/** Builds where the sources are newer than what was built. A published package has what was built, and no sources. */
async function build(workspace: Workspace, say: (text: string) => void): Promise<void> {
  const { name, folder, program } = workspace
  if (!existsSync(join(folder, 'src')) || !existsSync(VITE)) return
  const built = await stat(join(ROOT, 'server', workspace.built)).catch(() => null)
  if (built && built.mtimeMs >= (await newestChange(workspace))) return
  say(`Building ${name}`)
  await promisify(execFile)(process.execPath, program, { cwd: folder })
}

async function newestChange({ folder, sources }: Workspace): Promise<number> {
  const changes = await Promise.all(sources.map((source) => changedAt(join(folder, source))))
  return Math.max(...changes)
}

async function changedAt(path: string): Promise<number> {
  const entry = await stat(path)
  if (!entry.isDirectory()) return entry.mtimeMs
  const inside = await Promise.all((await readdir(path)).map((name) => changedAt(join(path, name))))
  return Math.max(entry.mtimeMs, ...inside)
}
