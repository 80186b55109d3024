import { execFileSync } from 'node:child_process'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Files of tests run side by side, and Debian's package manager does not wait for itself. */
const LOCK = join(tmpdir(), 'punchcard-apt.lock')

/** Installs Debian's packages of programs that are missing here; as root, or by sudo. */
export function ensurePrograms(packageOf: Readonly<Record<string, string>>): void {
  const missing = Object.entries(packageOf).filter(([program]) => !isInstalled(program))
  if (missing.length === 0) return
  const asRoot = process.getuid?.() === 0 ? [] : ['sudo', '-n']
  const run = (args: readonly string[]): void => {
    const command = [...asRoot, 'env', 'DEBIAN_FRONTEND=noninteractive', 'apt-get', ...args]
    execFileSync('flock', [LOCK, ...command], { stdio: ['ignore', 'pipe', 'inherit'] })
  }
  run(['update', '-q'])
  run(['install', '-y', '-q', '--no-install-recommends', ...new Set(missing.map(([, name]) => name))])
}

export function isInstalled(program: string): boolean {
  try {
    execFileSync('sh', ['-c', `command -v ${program}`], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}
