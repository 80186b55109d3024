import type { Server, Socket } from 'node:net'
import type { Clock, Instant } from '../clock.ts'

/**
 * Closes connections whose sender takes longer than this to read an answer: what is not read waits in our memory.
 * Looked at on a beat, because a timer for each answer would cost every request something.
 */
export function closeStalledConnections(server: Server, timeoutMs: number, clock: Clock): void {
  /** Since when something has been waiting to be read, without a moment in which nothing did. */
  const waitingSince = new Map<Socket, Instant | null>()
  server.on('connection', (socket: Socket) => {
    waitingSince.set(socket, null)
    socket.once('close', () => waitingSince.delete(socket))
  })
  const beat = setInterval(
    () => {
      const now = clock()
      for (const [socket, since] of waitingSince) {
        if (socket.writableLength === 0) {
          if (since !== null) waitingSince.set(socket, null)
        } else if (since === null) waitingSince.set(socket, now)
        else if (now - since >= timeoutMs) socket.destroy()
      }
    },
    Math.min(1_000, timeoutMs / 4),
  )
  beat.unref()
  server.once('close', () => clearInterval(beat))
}
