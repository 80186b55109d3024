import type { FastifyReply, FastifyRequest } from 'fastify'
import {
  type AnswerMemory,
  encodingFor,
  isKnownTo,
  type KeptAnswer,
} from '../../platform/http/answer-memory.ts'
import { within } from '../../platform/within.ts'
import type { KnownShop } from '../../tenancy/known-shops.ts'

export const ANSWER_WITHIN_MS = 3_000
/** Of an answer to everyone: a browser asks again after a minute, and goes on with what it has meanwhile. */
export const SHARED_CACHE = 'public, max-age=60, stale-while-revalidate=600, stale-if-error=86400'

/** Whose it is, and in which language. */
interface Kept {
  readonly shop: KnownShop
  readonly locale: string
}

/** What is the same for everyone, made again when the shop or what it is made of has changed. */
export function keptOf(
  memory: AnswerMemory,
  name: string,
  { shop, locale }: Kept,
  make: () => Promise<string>,
): KeptAnswer | Promise<KeptAnswer> {
  const found = memory.get(`${name} ${shop.tenant.id} ${locale}`, shop.version, async () =>
    Buffer.from(await make()),
  )
  return found instanceof Promise ? within(ANSWER_WITHIN_MS, found) : found
}

/** The smallest that the browser can read; nothing, where it has this one already. */
export function sendKept(request: FastifyRequest, reply: FastifyReply, { bodies }: KeptAnswer): FastifyReply {
  const encoding = encodingFor(request.headers['accept-encoding'])
  const { bytes, etag } = bodies[encoding]
  void reply.header('etag', etag).header('vary', 'Accept-Encoding')
  if (isKnownTo(request.headers['if-none-match'], etag)) return reply.code(304).send()
  if (encoding !== 'identity') void reply.header('content-encoding', encoding)
  return reply.send(bytes)
}
