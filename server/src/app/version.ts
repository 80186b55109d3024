import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

const { version, gitHead } = JSON.parse(
  readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
) as { version: string; gitHead?: string }

export const VERSION = version

/** What runs. The package knows its commit since it was made; a checkout asks git. */
export function describeVersion(): { readonly version: string; readonly commit: string } {
  return { version, commit: gitHead ?? commitOfCheckout() ?? 'unknown' }
}

function commitOfCheckout(): string | null {
  try {
    const options = { cwd: import.meta.dirname, encoding: 'utf8', stdio: 'pipe', timeout: 2_000 } as const
    return execFileSync('git', ['rev-parse', 'HEAD'], options).trim()
  } catch {
    return null
  }
}
