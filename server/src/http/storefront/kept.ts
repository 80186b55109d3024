import type { FastifyReply, FastifyRequest } from 'fastify'
import { encodingFor, isKnownTo, type KeptAnswer } from '../../platform/http/answer-memory.ts'

/** The smallest that the browser can read; nothing, where it has this one already. */
export function sendKept(request: FastifyRequest, reply: FastifyReply, { bodies }: KeptAnswer): FastifyReply {
  const encoding = encodingFor(request.headers['accept-encoding'])
  const { bytes, etag } = bodies[encoding]
  void reply.header('etag', etag).header('vary', 'Accept-Encoding')
  if (isKnownTo(request.headers['if-none-match'], etag)) return reply.code(304).send()
  if (encoding !== 'identity') void reply.header('content-encoding', encoding)
  return reply.send(bytes)
}
