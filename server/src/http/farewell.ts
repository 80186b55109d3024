import type { FastifyInstance } from 'fastify'
import { unavailable } from '../contract/edge-error.ts'

export interface Farewell {
  /** Serves as before, but on no connection twice: whoever comes again shall come to another process. */
  leave(): void
  readonly isLeaving: boolean
  /** Sends every new request away with 503 while the answers under way are finished. */
  drain(): void
}

export function prepareFarewell(server: FastifyInstance): Farewell {
  let isLeaving = false
  let isDraining = false
  server.addHook('onRequest', (_request, _reply, done) => {
    done(isDraining ? unavailable('The server is stopping: send the request again.') : undefined)
  })
  // Also on the answers under way: a connection that its sender keeps would hold up the end for as long.
  server.addHook('onSend', (_request, reply, payload, done) => {
    if (isLeaving) void reply.header('connection', 'close')
    done(null, payload)
  })
  return {
    leave() {
      isLeaving = true
    },
    get isLeaving() {
      return isLeaving
    },
    drain() {
      isLeaving = true
      isDraining = true
    },
  }
}
