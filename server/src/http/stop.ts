import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Listeners } from '../platform/http/listeners.ts'
import type { Api } from './private-api.ts'

/** How long to wait for the first request of a connection on which nothing was sent yet. */
const SILENT_MAX_MS = 2_000

/** The reason to stop of a process whose successor serves already, on the same sockets. */
export const REPLACED = 'replaced'

/** The connections that are open, of those that are made from now on. */
export function trackConnections(server: Server): ReadonlySet<Socket> {
  const open = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    open.add(socket)
    socket.once('close', () => open.delete(socket))
  })
  return open
}

export interface StopOptions {
  /** How long to go on serving, while load balancers notice that this process leaves. */
  readonly lameDuckMs: number
  /** After how long everything is closed, even answers under way; counted from the beginning. */
  readonly deadlineMs: number
  /** Another process takes over on the same port: balancers have nothing to notice. */
  readonly isReplaced: boolean
}

/** Tells senders to leave, finishes what is under way, and closes all connections, at the deadline by force. */
export async function stopServing(
  { server, draining, requests }: Api,
  { connections, listeners }: { connections: ReadonlySet<Socket>; listeners: Listeners },
  { lameDuckMs, deadlineMs, isReplaced }: StopOptions,
): Promise<void> {
  const cut = setTimeout(() => server.server.closeAllConnections(), deadlineMs)
  if (isReplaced) listeners.stopAccepting()
  draining.leave({ isReplaced })
  await sleep(Math.min(lameDuckMs, deadlineMs))
  draining.drain()
  // Node no longer checks time-outs once it is closing: a silent or very slow connection would stay for ever.
  const silence = setTimeout(() => {
    for (const socket of connections) if (!requests.isBusy(socket)) socket.destroy()
  }, SILENT_MAX_MS)
  try {
    await Promise.all([server.close(), listeners.close()])
  } finally {
    clearTimeout(cut)
    clearTimeout(silence)
  }
}
