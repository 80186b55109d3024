import { readFileSync } from 'node:fs'

let known: ReadonlySet<string> | undefined

/** Among the common passwords of eight characters or more; shorter ones are refused anyway. NOTICE says whose list. */
export function isCommonPassword(plain: string): boolean {
  known ??= new Set(readFileSync(new URL('common-passwords.txt', import.meta.url), 'utf8').split('\n'))
  return known.has(plain)
}
