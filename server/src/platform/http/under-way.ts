import type { Socket } from 'node:net'

/** Counts requests until their answers are sent. One whose sender has hung up needs no answer any more. */
export interface RequestsUnderWay {
  /** False, and not counted, when so many of this connection wait for their answers already. */
  begin(socket: Socket): boolean
  /** The answer is made: what it waits for from now on is to be read, and that is the sender's part. */
  finishWork(socket: Socket): void
  /** The answer is sent. */
  end(socket: Socket): void
  /** Requests that we are still at. */
  readonly atWork: number
  /** Whether answers are still to be sent. */
  isBusy(socket: Socket): boolean
}

interface OfSocket {
  unsent: number
  atWork: number
  isClosed: boolean
}

/**
 * By connection, and not by the events of each answer: an answer that is never sent has no `finish`, and one that
 * waits behind another on its connection (pipelining) has no `close` either. A connection always closes.
 */
export function countRequestsUnderWay(onConnectionMax: number): RequestsUnderWay {
  const ofSocket = new WeakMap<Socket, OfSocket>()
  let atWork = 0

  function track(socket: Socket): OfSocket {
    const own = { unsent: 0, atWork: 0, isClosed: socket.destroyed }
    ofSocket.set(socket, own)
    socket.once('close', () => {
      atWork -= own.atWork
      own.isClosed = true
    })
    return own
  }

  return {
    begin(socket) {
      const own = ofSocket.get(socket) ?? track(socket)
      if (own.isClosed) return true
      if (own.unsent >= onConnectionMax) return false
      own.unsent += 1
      own.atWork += 1
      atWork += 1
      return true
    },
    finishWork(socket) {
      const own = ofSocket.get(socket)
      if (!own || own.isClosed || own.atWork === 0) return
      own.atWork -= 1
      atWork -= 1
    },
    end(socket) {
      const own = ofSocket.get(socket)
      if (own) own.unsent -= 1
    },
    isBusy: (socket) => (ofSocket.get(socket)?.unsent ?? 0) > 0,
    get atWork() {
      return atWork
    },
  }
}
