import type { Socket } from 'node:net'

interface Connection {
  unsent: number
  atWork: number
  isClosed: boolean
  /** A part of an answer is sent already, and the rest is still being made. */
  isMidAnswer: boolean
}

/**
 * Counts requests until their answers are sent. A request whose sender has hung up needs no answer any more.
 *
 * It counts by connection, and not by the events of each answer: an answer that is never sent has no `finish`, and one
 * that waits behind another on its connection (pipelining) has no `close` either. A connection always closes.
 */
export class RequestsInProgress {
  readonly #connections = new WeakMap<Socket, Connection>()
  readonly #perConnectionMax: number
  #atWork = 0

  constructor(perConnectionMax: number) {
    this.#perConnectionMax = perConnectionMax
  }

  /** Requests whose answers are not made yet. */
  get atWork(): number {
    return this.#atWork
  }

  /** True if answers are still to be sent on this connection. */
  isBusy(socket: Socket): boolean {
    return (this.#connections.get(socket)?.unsent ?? 0) > 0
  }

  /** False, and not counted, if too many requests of this connection wait for their answers already. */
  begin(socket: Socket): boolean {
    const connection = this.#connections.get(socket) ?? this.#track(socket)
    if (connection.isClosed) return true
    if (connection.unsent >= this.#perConnectionMax) return false
    connection.unsent += 1
    connection.atWork += 1
    this.#atWork += 1
    return true
  }

  /** The answer is made. From now on it waits only to be read by its sender. */
  finishWork(socket: Socket): void {
    const connection = this.#connections.get(socket)
    if (!connection || connection.isClosed || connection.atWork === 0) return
    connection.atWork -= 1
    this.#atWork -= 1
  }

  /** The answer is sent. */
  end(socket: Socket): void {
    const connection = this.#connections.get(socket)
    if (!connection) return
    connection.unsent -= 1
    connection.isMidAnswer = false
  }

  /** From now on until it ends, an answer is sent part by part. */
  beginParts(socket: Socket): void {
    const connection = this.#connections.get(socket)
    if (connection) connection.isMidAnswer = true
  }

  /** True if whatever else were written to this connection would be taken for a part of an answer. */
  isMidAnswer(socket: Socket): boolean {
    return this.#connections.get(socket)?.isMidAnswer ?? false
  }

  #track(socket: Socket): Connection {
    const connection = { unsent: 0, atWork: 0, isClosed: socket.destroyed, isMidAnswer: false }
    this.#connections.set(socket, connection)
    socket.once('close', () => {
      this.#atWork -= connection.atWork
      connection.isClosed = true
    })
    return connection
  }
}
