import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const SOURCES = fileURLToPath(new URL('../../../admin/', import.meta.url))
/** As vite.config.ts of the panel says. */
const BUILT = fileURLToPath(new URL('../../panel/index.html', import.meta.url))
const VITE = fileURLToPath(new URL('../../../node_modules/vite/bin/vite.js', import.meta.url))

/** Builds the panel when its sources are newer than what was built. A published package has no sources, but the panel. */
export async function buildPanel(say: (text: string) => void): Promise<void> {
  if (!existsSync(join(SOURCES, 'src')) || !existsSync(VITE)) return
  const built = await stat(BUILT).catch(() => null)
  if (built && built.mtimeMs >= (await newestChange())) return
  say('Building the panel')
  await promisify(execFile)(process.execPath, [VITE, 'build', SOURCES], { cwd: SOURCES })
}

async function newestChange(): Promise<number> {
  const sources = await Promise.all(
    ['src', 'public'].map(async (folder) =>
      (await readdir(join(SOURCES, folder), { recursive: true })).map((name) => join(folder, name)),
    ),
  )
  const changes = await Promise.all(
    [...sources.flat(), 'index.html', 'vite.config.ts', 'package.json'].map(
      async (name) => (await stat(join(SOURCES, name))).mtimeMs,
    ),
  )
  return Math.max(...changes)
}
