import rateLimit, { type FastifyRateLimitStore } from '@fastify/rate-limit'
import type { FastifyInstance } from 'fastify'
import type { Redis } from 'ioredis'
import { tooManyRequests, unauthorized } from '../contract/edge-error.ts'
import type { Instant } from '../platform/clock.ts'
import { monotonicClock } from '../platform/system-clock.ts'
import type { Authentication, Authenticator } from './authenticate.ts'
import type { Tenant } from './tenant.ts'

/** Where the private operations are registered: each request has passed authentication and its limits. */
export type PrivateApi = FastifyInstance

declare module 'fastify' {
  interface FastifyRequest {
    tenant: Tenant
    apiToken: string
  }
}

export interface PrivateApiOptions {
  readonly authenticator: Authenticator
  readonly rateLimitPerSecond: number
  /** Shares the limits between processes; without it each process counts for itself. */
  readonly redis: Redis | null
}

export async function protectPrivateApi(api: PrivateApi, options: PrivateApiOptions): Promise<void> {
  api.decorateRequest('tenant', null as unknown as Tenant)
  api.decorateRequest('apiToken', '')

  const holdBack = createHoldBack()
  api.addHook('onRequest', (request, reply, done) => {
    // Nobody's balance stays in a cache on the way.
    reply.header('cache-control', 'no-store')
    function settle(authentication: Authentication): void {
      if (authentication.outcome === 'accepted') {
        request.tenant = authentication.tenant
        request.apiToken = authentication.token
        done()
      } else if (authentication.outcome === 'throttled') {
        const { by, retryAfterSeconds } = authentication
        const whose = by === 'token' ? 'with this token' : 'from this address'
        const message = `Too many failed logins ${whose}: wait, and check the API key.`
        const error = tooManyRequests(message, retryAfterSeconds)
        if (by === 'address') holdBack(() => done(error))
        else done(error)
      } else {
        done(unauthorized())
      }
    }
    const authentication = options.authenticator.authenticate(request.headers.authorization, request.ip)
    // The usual request is answered from the cache, and then costs no turn of the event loop.
    if (authentication instanceof Promise) authentication.then(settle, done)
    else settle(authentication)
  })

  await api.register(rateLimit, {
    max: options.rateLimitPerSecond,
    timeWindow: 1_000,
    keyGenerator: (request) => request.apiToken,
    nameSpace: 'punchcard-rate-',
    // Redis is a convenience: without it the sale goes on.
    skipOnError: true,
    addHeaders: { 'x-ratelimit-limit': false, 'x-ratelimit-remaining': false, 'x-ratelimit-reset': false },
    addHeadersOnExceeding: {
      'x-ratelimit-limit': false,
      'x-ratelimit-remaining': false,
      'x-ratelimit-reset': false,
    },
    errorResponseBuilder: (_request, { max, ttl }) =>
      tooManyRequests(
        `More than ${max} requests in a second with this key.`,
        Math.max(1, Math.ceil(ttl / 1_000)),
      ),
    ...(options.redis ? { redis: options.redis } : { store: CountsOfProcess }),
  })
}

const HELD_BACK_MS = 1_000
const HELD_BACK_MAX = 1_000

/**
 * Whoever sends one invented token after the other gets its answers a second later, and so sends a thousandth of what
 * it could: refusing a thousand connections at once took all of a processor, and a merchant's list half a second.
 */
function createHoldBack(): (answer: () => void) => void {
  let held = 0
  return (answer) => {
    if (held >= HELD_BACK_MAX) return answer()
    held += 1
    setTimeout(() => {
      held -= 1
      answer()
    }, HELD_BACK_MS)
  }
}

const COUNTED_KEYS_MAX = 10_000

/**
 * Counts in this process. The plugin's own store hands all requests of one turn of the event loop the same
 * object, so that a burst over the limit would be refused whole instead of from the limit on.
 */
class CountsOfProcess implements FastifyRateLimitStore {
  readonly #windows = new Map<string, { count: number; endsAt: Instant }>()

  incr(
    key: string,
    callback: (error: null, result: { current: number; ttl: number }) => void,
    windowMs: number,
  ): void {
    const now = monotonicClock()
    let window = this.#windows.get(key)
    if (!window || window.endsAt <= now) {
      if (this.#windows.size >= COUNTED_KEYS_MAX) this.#windows.clear()
      window = { count: 0, endsAt: now + windowMs }
      this.#windows.set(key, window)
    }
    window.count += 1
    callback(null, { current: window.count, ttl: window.endsAt - now })
  }

  child(): this {
    return this
  }
}
