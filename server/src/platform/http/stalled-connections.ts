import type { Server, Socket } from 'node:net'
import type { Clock, Instant } from '../clock.ts'

/** Reading so much within the time is no stall: a large download over a slow line goes on, at 17 kB/s with a minute. */
const READ_ON_BYTES = 1024 * 1024

interface Waiting {
  readonly since: Instant
  /** What had been read by then. */
  readonly read: number
}

/**
 * Closes connections whose sender takes longer than this to read an answer: what is not read waits in our memory.
 * Looked at on a beat, because a timer for each answer would cost every request something.
 */
export function closeStalledConnections(server: Server, timeoutMs: number, clock: Clock): void {
  /** Since when something has been waiting to be read, without a moment in which nothing did. */
  const waiting = new Map<Socket, Waiting | null>()
  server.on('connection', (socket: Socket) => {
    waiting.set(socket, null)
    socket.once('close', () => waiting.delete(socket))
  })
  const beat = setInterval(
    () => {
      const now = clock()
      for (const [socket, known] of waiting) {
        if (socket.writableLength === 0) {
          if (known !== null) waiting.set(socket, null)
          continue
        }
        const read = socket.bytesWritten - socket.writableLength
        if (known === null || read - known.read >= READ_ON_BYTES) waiting.set(socket, { since: now, read })
        else if (now - known.since >= timeoutMs) socket.destroy()
      }
    },
    Math.min(1_000, timeoutMs / 4),
  )
  beat.unref()
  server.once('close', () => clearInterval(beat))
}
