import type { Socket } from 'node:net'

/** Counts the requests that are not answered yet. One whose sender has hung up needs no answer any more. */
export interface RequestsUnderWay {
  begin(socket: Socket): void
  /** The answer is sent. */
  end(socket: Socket): void
  readonly count: number
  isBusy(socket: Socket): boolean
}

/**
 * By connection, and not by the events of each answer: an answer that is never sent has no `finish`, and one that
 * waits behind another on its connection (pipelining) has no `close` either. A connection always closes.
 */
export function countRequestsUnderWay(): RequestsUnderWay {
  const ofSocket = new WeakMap<Socket, { count: number; isClosed: boolean }>()
  let total = 0
  return {
    begin(socket) {
      let own = ofSocket.get(socket)
      if (!own) {
        const made = { count: 0, isClosed: socket.destroyed }
        own = made
        ofSocket.set(socket, made)
        socket.once('close', () => {
          total -= made.count
          made.isClosed = true
        })
      }
      if (own.isClosed) return
      own.count += 1
      total += 1
    },
    end(socket) {
      const own = ofSocket.get(socket)
      if (!own || own.isClosed) return
      own.count -= 1
      total -= 1
    },
    isBusy: (socket) => (ofSocket.get(socket)?.count ?? 0) > 0,
    get count() {
      return total
    },
  }
}
