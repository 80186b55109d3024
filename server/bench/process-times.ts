import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

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

/** Microseconds of CPU per order or request. */
export interface Cost {
  readonly nodeMicroseconds: number
  readonly postgresMicroseconds: number
}

export const costOf = ({ nodeMicroseconds, postgresMicroseconds }: Cost): number =>
  nodeMicroseconds + postgresMicroseconds

/**
 * From now until `stop`: all threads of the Node processes and all processes of PostgreSQL. What `stop` returns divides
 * it by the orders or requests that there were.
 */
export function countCost(
  nodePids: number | readonly number[],
  postgresPid: number,
): () => Promise<(count: number) => Cost> {
  const read = () => ({
    node: [nodePids].flat().reduce((sum, pid) => sum + (timesOf(pid)?.own ?? Number.NaN), 0),
    postgres: postgresSeconds(postgresPid),
  })
  const before = read()
  return async () => {
    // What is under way when the sender stops is still worked on.
    await sleep(100)
    const after = read()
    return (count) => ({
      nodeMicroseconds: ((after.node - before.node) * 1e6) / count,
      postgresMicroseconds: ((after.postgres - before.postgres) * 1e6) / count,
    })
  }
}

/** PostgreSQL's first process, all that it has started, and all that have ended. */
export function postgresSeconds(pid: number): number {
  const first = timesOf(pid)
  const children = childrenOf(pid).map((child) => timesOf(child)?.own ?? 0)
  // One that ended meanwhile would be in neither sum, or in both: look again.
  if (timesOf(pid)?.ended !== first?.ended) return postgresSeconds(pid)
  return (first?.own ?? 0) + (first?.ended ?? 0) + children.reduce((sum, seconds) => sum + seconds, 0)
}
