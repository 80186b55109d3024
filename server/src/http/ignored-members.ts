import type { FastifyReply, FastifyRequest } from 'fastify'
import {
  findUnknownMembers,
  hintOfIgnored,
  joinUnknown,
  type KnownMembers,
  knownMembersOf,
} from '../contract/private-api/known-members.ts'
import type { FailedRequests } from '../requests/failed-requests.ts'
import type { PrivateApi } from '../tenancy/private-api/protection.ts'

const IGNORED_HEADER = 'punchcard-ignored'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The members of its body may come in the query too. */
    takesQuestion?: boolean
    known?: { readonly query: KnownMembers; readonly body: KnownMembers | null }
  }
}

const NO_PARAMETERS: KnownMembers = { names: new Map(), byLowerCase: new Map() }

/**
 * Refuses members and parameters that differ from a known one by case alone, and names all other unknown ones in a
 * header. To be called before routes are registered. A list looks at its items by itself.
 */
export function tellIgnoredMembers(api: PrivateApi, failedRequests: FailedRequests): void {
  api.addHook('onRoute', (route) => {
    const shared = api.getSchemas()
    const { body, querystring } = (route.schema ?? {}) as { body?: object; querystring?: object }
    const config = route.config ?? {}
    const query = knownMembersOf(config.takesQuestion ? body : querystring, shared) ?? NO_PARAMETERS
    route.config = {
      ...config,
      known: { query, body: config.takesLines ? null : knownMembersOf(body, shared) },
    }
  })
  api.addHook('preHandler', (request, reply, done) => {
    const { known, operation } = request.routeOptions.config
    const unknown = known
      ? joinUnknown(
          findUnknownMembers(known.body, request.body),
          findUnknownMembers(known.query, request.query, '?'),
        )
      : null
    if (!unknown) return done()
    if (unknown.misspelled && operation) {
      void reply.send(operation.refuse(unknown.misspelled))
      return
    }
    tellIgnored(reply, unknown.ignored)
    noteIgnored(failedRequests, request, unknown.ignored)
    done()
  })
}

export function tellIgnored(reply: FastifyReply, ignored: readonly string[]): void {
  if (ignored.length > 0) void reply.header(IGNORED_HEADER, ignored.join(', '))
}

/** As a hint: the call itself is done. */
export function noteIgnored(
  failedRequests: FailedRequests,
  { tenant, apiToken, id: requestId, routeOptions }: FastifyRequest,
  ignored: readonly string[],
): void {
  const message = hintOfIgnored(ignored)
  if (message === null) return
  const { operationId = '' } = (routeOptions.schema ?? {}) as { operationId?: string }
  failedRequests.note({
    ...{ tenant, operation: operationId, status: 200, code: null, message },
    ...{ requestId, orderId: null, apiToken, sent: [] },
  })
}
