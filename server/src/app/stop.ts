import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Doors } from '../platform/http/doors.ts'
import type { Api } from './api.ts'

/** A connection on which nothing was ever sent may still be about to: so long, and no longer. */
const SILENT_MAX_MS = 2_000

/** Every connection that is open, from now on. */
export function trackConnections(server: Server): ReadonlySet<Socket> {
  const open = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    open.add(socket)
    socket.once('close', () => open.delete(socket))
  })
  return open
}

export interface StopOptions {
  /** For how long to serve on, while balancers notice that we are leaving. */
  readonly lameDuckMs: number
  /** When everything is closed, whatever is under way; from the beginning. */
  readonly deadlineMs: number
}

/** Says farewell, finishes what is under way, and closes all connections, at the deadline by force. */
export async function stopServing(
  { server, farewell, underWay }: Api,
  { connections, doors }: { connections: ReadonlySet<Socket>; doors: Doors },
  { lameDuckMs, deadlineMs }: StopOptions,
): Promise<void> {
  const cut = setTimeout(() => server.server.closeAllConnections(), deadlineMs)
  farewell.leave()
  await sleep(Math.min(lameDuckMs, deadlineMs))
  farewell.drain()
  // Node no longer looks after them once it is closing: a silent or dripping one would stay for ever.
  const silence = setTimeout(() => {
    for (const socket of connections) if (!underWay.isBusy(socket)) socket.destroy()
  }, SILENT_MAX_MS)
  try {
    await Promise.all([server.close(), doors.close()])
  } finally {
    clearTimeout(cut)
    clearTimeout(silence)
  }
}
