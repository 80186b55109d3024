import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Redis } from 'ioredis'
import { forbidden, tooManyRequests, unauthorized } from '../../contract/edge-error.ts'
import { createBoundedLog } from '../../platform/bounded-log.ts'
import type { Logger } from '../../platform/log.ts'
import { monotonicClock } from '../../platform/system-clock.ts'
import type { Authentication, Authenticator } from '../authenticate.ts'
import { ALL_SCOPES, type KeyScope, scopeBit, scopeOfMethod } from '../key-scope.ts'
import { countInRedis, type RequestCounts, WINDOW_MS } from '../rate-limit.ts'
import type { Tenant } from '../tenant.ts'

/** Where the private operations are registered: each request has passed authentication and its limits. */
export type PrivateApi = FastifyInstance

declare module 'fastify' {
  interface FastifyRequest {
    tenant: Tenant
    apiToken: string
    /** Number of the key. */
    keyId: number
    /** What the key may do, as bits: see key-scope.ts. */
    keyScopes: number
  }
  interface FastifyContextConfig {
    /** What a key must be good for; default: GET reads, everything else writes. */
    scope?: KeyScope
  }
}

export interface PrivateApiOptions {
  readonly authenticator: Authenticator
  /** Requests with one key. */
  readonly rateLimitPerSecond: number
  /** Requests with all keys of a tenant together. */
  readonly tenantRateLimitPerSecond: number
  readonly log: Logger
  /** Shares the limits between servers; without it each server counts for itself. */
  readonly redis: Redis | null
  /** Where requests are counted without Redis. */
  readonly counts: RequestCounts
}

/** What the limits leave to a request that counts as several. */
export interface RequestBudget {
  /** Counts the request once more. False: that is more than its key or its merchant may send in this second. */
  takeMore(request: FastifyRequest): boolean | Promise<boolean>
}

export function protectPrivateApi(api: PrivateApi, options: PrivateApiOptions): RequestBudget {
  api.decorateRequest('tenant', null as unknown as Tenant)
  api.decorateRequest('apiToken', '')
  api.decorateRequest('keyId', 0)
  api.decorateRequest('keyScopes', 0)

  api.addHook('onRoute', (route) => {
    route.config = { ...route.config, scope: route.config?.scope ?? scopeOfMethod(route.method) }
  })
  const holdBack = createHoldBack()
  const note = createBoundedLog(options.log, monotonicClock)
  api.addHook('onRequest', (request, reply, done) => {
    // No cache on the way may keep a balance.
    reply.header('cache-control', 'no-store')
    function settle(authentication: Authentication): void {
      if (authentication.outcome === 'accepted') {
        request.tenant = authentication.tenant
        request.apiToken = authentication.token
        request.keyId = authentication.keyId
        request.keyScopes = authentication.scopes
        done(problemOfStanding(request) ?? problemOfScopes(request, authentication.scopes))
      } else if (authentication.outcome === 'throttled') {
        const { by, token: apiToken, retryAfterSeconds } = authentication
        note({ ...whoOf(request), apiToken, by }, 'login throttled')
        const whose = by === 'token' ? 'with this token' : 'from this address'
        const message = `Too many failed logins ${whose}: wait, and check the API key.`
        const error = tooManyRequests(message, retryAfterSeconds)
        if (by === 'address') holdBack(() => done(error))
        else done(error)
      } else {
        note({ ...whoOf(request), apiToken: authentication.token }, 'login failed')
        done(unauthorized())
      }
    }
    const authentication = options.authenticator.authenticate(request.headers.authorization, request.ip)
    // The key of a usual request is in memory, and then costs no turn of the event loop.
    if (authentication instanceof Promise) authentication.then(settle, done)
    else settle(authentication)
  })

  return limitRequests(api, options)
}

/** What was done before stays done; what is refused here was not done, and can be sent again when the merchant is back. */
function problemOfStanding(request: FastifyRequest): Error | undefined {
  const { state } = request.tenant.standing
  if (state === 'active') return undefined
  if (state === 'closed' && scopeOf(request) === 'read') return undefined
  return forbidden(
    state === 'closed'
      ? 'This merchant is closed: it can be read, but not changed. Ask the operator of the server to resume it.'
      : 'This merchant is suspended: nothing was done. Ask the operator of the server to resume it, then send the request again.',
  )
}

function scopeOf({ routeOptions }: FastifyRequest): KeyScope {
  return routeOptions.config.scope ?? 'write'
}

/** What the route asks for is looked at only for keys that may not do everything. */
function problemOfScopes(request: FastifyRequest, scopes: number): Error | undefined {
  if (scopes === ALL_SCOPES) return undefined
  const scope = scopeOf(request)
  if ((scopes & scopeBit(scope)) !== 0) return undefined
  return forbidden(`This API key has not the scope “${scope}”: use another one, or make one that has it.`)
}

/** For each key, and for all keys of a tenant together. */
function limitRequests(api: PrivateApi, options: PrivateApiOptions): RequestBudget {
  const { rateLimitPerSecond: ofKey, tenantRateLimitPerSecond: ofTenant, redis } = options
  const counts = redis ? countInRedis(redis, options.counts) : options.counts
  const retryAfterSeconds = Math.ceil(WINDOW_MS / 1_000)
  const count = (request: FastifyRequest) => counts.count([request.apiToken, `tenant-${request.tenant.id}`])
  function problemOf(counted: readonly number[]): Error | undefined {
    const [byKey = 0, byTenant = 0] = counted
    if (byKey > ofKey) {
      return tooManyRequests(`More than ${ofKey} requests in a second with this key.`, retryAfterSeconds)
    }
    if (byTenant > ofTenant) {
      const message = `More than ${ofTenant} requests in a second with the keys of this merchant.`
      return tooManyRequests(message, retryAfterSeconds)
    }
    return undefined
  }
  api.addHook('onRequest', (request, _reply, done) => {
    const counted = count(request)
    if (counted instanceof Promise) counted.then((known) => done(problemOf(known)), done)
    else done(problemOf(counted))
  })
  return {
    takeMore(request) {
      const counted = count(request)
      if (counted instanceof Promise) return counted.then((known) => problemOf(known) === undefined)
      return problemOf(counted) === undefined
    },
  }
}

function whoOf(request: FastifyRequest): { requestId: string; address: string | undefined } {
  return { requestId: request.id, address: request.ip }
}

const HELD_BACK_MS = 1_000
const HELD_BACK_MAX = 1_000

/**
 * A sender of one invented token after the other gets its answers a second later, and so sends a thousandth of what it
 * could: refusing a thousand connections at once took all of a processor, and a merchant's list took half a second.
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
