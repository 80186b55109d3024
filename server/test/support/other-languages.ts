import { execFileSync } from 'node:child_process'

/** A program of another language that is missing skips its test, and fails it in CI. */
export function isMissing(command: string): boolean {
  try {
    execFileSync(command, ['--version'], { stdio: 'ignore' })
    return false
  } catch {
    if (process.env.CI) throw new Error(`${command} is not installed`)
    return true
  }
}
