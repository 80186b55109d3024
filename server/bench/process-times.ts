import { readdirSync, readFileSync } from 'node:fs'

const TICKS_PER_SECOND = 100

export interface ProcessTimes {
  readonly parent: number
  /** Its own, in seconds. */
  readonly own: number
  /** Of children that have ended and were waited for. */
  readonly ended: number
}

/** null: it has ended meanwhile. */
export function timesOf(pid: number): ProcessTimes | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'latin1')
    // Its name, in brackets, may hold anything.
    const fields = text
      .slice(text.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number)
    const [parent = 0, utime = 0, stime = 0, cutime = 0, cstime = 0] = [1, 11, 12, 13, 14].map(
      (at) => fields[at],
    )
    return { parent, own: (utime + stime) / TICKS_PER_SECOND, ended: (cutime + cstime) / TICKS_PER_SECOND }
  } catch {
    return null
  }
}

export function childrenOf(parent: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => timesOf(pid)?.parent === parent)
}

/** PostgreSQL's first process, all that it has started, and all that have ended. */
export function postgresSeconds(pid: number): number {
  const first = timesOf(pid)
  const children = childrenOf(pid).map((child) => timesOf(child)?.own ?? 0)
  return (first?.own ?? 0) + (first?.ended ?? 0) + children.reduce((sum, seconds) => sum + seconds, 0)
}
