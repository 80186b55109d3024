import type { ConnectionRoom } from '../platform/postgres/connection-room.ts'
import { MAIN_CELL } from '../tenancy/cells.ts'

/** `storefront`: one that serves browsers and nothing else. */
export type ProcessKind = 'serve' | 'storefront' | 'work'

/** One connection looks up keys, one asks whether the directory has changed: neither waits for the other. */
export const DIRECTORY_CONNECTIONS = 2
/** Of the management API for each cell: no screen can hold up a sale. */
export const ADMIN_CONNECTIONS = 4
/** Of the storefront, for each cell: a page view must not take a connection from a sale. */
export const STOREFRONT_CONNECTIONS = { alone: 4, besideSales: 2 } as const
/** Asks how many others are at work. */
const LOAD_CONNECTIONS = 1
/** Two for each of two jobs, three for the queue itself, one that holds the lock of the nightly verification. */
export const QUEUE_CONNECTIONS = 8
/** One listens, and by its lock the others know that this worker lives. One takes turns and ends them, in this order. */
export const TURN_CONNECTIONS = 2
/** By which workers share the endpoints of webhooks. */
const PRESENCE_CONNECTIONS = 1
const PROBE_CONNECTIONS = 1
const KINDS: readonly ProcessKind[] = ['serve', 'storefront', 'work']

/** How the connection is called with which a process asks whether a database is there: one for each process. */
export function probeName(kind: ProcessKind): string {
  return `punchcard ${kind} probe`
}

/** How many connections a process opens to the database of a cell at most; docs/operating/capacity.md has the sum. */
export function connectionsOf(kind: ProcessKind, cell: string, connectionCount: number): number {
  const isDirectory = cell === MAIN_CELL
  if (kind === 'work') {
    const ofDirectory = isDirectory ? DIRECTORY_CONNECTIONS : 0
    const ofWork = QUEUE_CONNECTIONS + TURN_CONNECTIONS + PRESENCE_CONNECTIONS + PROBE_CONNECTIONS
    return connectionCount + ofWork + ofDirectory
  }
  if (kind === 'storefront') {
    const ofDirectory = isDirectory ? DIRECTORY_CONNECTIONS : 0
    return STOREFRONT_CONNECTIONS.alone + LOAD_CONNECTIONS + PROBE_CONNECTIONS + ofDirectory
  }
  // The API, the management API and the storefront look into the directory on connections of their own.
  const ofStorefront = STOREFRONT_CONNECTIONS.besideSales + LOAD_CONNECTIONS
  const ofDirectory = isDirectory ? 3 * DIRECTORY_CONNECTIONS : 0
  return connectionCount + ADMIN_CONNECTIONS + ofStorefront + PROBE_CONNECTIONS + ofDirectory
}

/**
 * What to set where all processes that use a database may need more connections than it has; null where it has enough.
 * Siblings are taken to have the same configuration, and one process more is expected, as in a rolling restart.
 */
export function tellShortOfConnections(
  room: ConnectionRoom,
  { kind, cell, connectionCount }: { kind: ProcessKind; cell: string; connectionCount: number },
): string | null {
  const counts = KINDS.map((one) => ({ one, count: room.probes.get(probeName(one)) ?? 0 }))
  const needed = counts.reduce(
    (sum, { one, count }) => sum + count * connectionsOf(one, cell, connectionCount),
    0,
  )
  const wanted = needed + connectionsOf(kind, cell, connectionCount) + room.others + room.reserved
  const free = room.maxConnections - room.reserved - room.others
  if (needed <= free) return null
  const processes = counts.filter(({ count }) => count > 0).map(({ one, count }) => `${count} ${one}`)
  return (
    `${processes.join(' and ')} may open ${needed} connections, and PostgreSQL has ${free} for them: ` +
    `max_connections is ${room.maxConnections}, of which ${room.reserved} are reserved and ${room.others} are used by others. ` +
    `Set max_connections to ${Math.ceil(wanted / 10) * 10} or more and restart PostgreSQL, ` +
    `or lower PUNCHCARD_DATABASE_CONNECTIONS, which is ${connectionCount}.`
  )
}
