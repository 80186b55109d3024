import type { Config } from '../../app/config.ts'

/* What the primary and its processes both know; not in the file of either, because the primary loads no server. */

/** The first file descriptor of the sockets that a process is given: behind stdin, stdout, stderr and the channel. */
export const FIRST_SOCKET = 4

/** How many connections each of the processes takes, of those that all of them may have. */
export function connectionsOfEach({ connectionsMax, processes }: Config): number {
  return Math.ceil(connectionsMax / processes)
}

/** What a process says when it listens. */
export interface Started {
  readonly url: string
  readonly isReady: boolean
}
