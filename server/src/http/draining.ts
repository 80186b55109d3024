import type { FastifyInstance } from 'fastify'
import { unavailable } from '../contract/edge-error.ts'

/** The two steps in which a server that stops sends its clients away. */
export class Draining {
  #isLeaving = false
  #isDraining = false
  #isGoingAway = false

  constructor(server: FastifyInstance) {
    server.addHook('onRequest', (_request, _reply, done) => {
      done(this.#isDraining ? unavailable('The server is stopping: send the request again.') : undefined)
    })
    // Also on the answers under way: a connection that its sender keeps open would delay the end for as long.
    server.addHook('onSend', (_request, reply, payload, done) => {
      if (this.#isLeaving) void reply.header('connection', 'close')
      done(null, payload)
    })
  }

  get isLeaving(): boolean {
    return this.#isLeaving
  }

  /** True if senders should go elsewhere: not where another process takes over on the same port. */
  get isGoingAway(): boolean {
    return this.#isGoingAway
  }

  /** True if new requests are refused, and what was begun should come to its end. */
  get isDraining(): boolean {
    return this.#isDraining
  }

  /** Serves as before, but closes each connection after its answer: the sender's next one goes to another process. */
  leave({ isReplaced = false } = {}): void {
    this.#isLeaving = true
    this.#isGoingAway = !isReplaced
  }

  /** Refuses every new request with 503 while the answers under way are finished. */
  drain(): void {
    this.#isLeaving = true
    this.#isDraining = true
  }
}
