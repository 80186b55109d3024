import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { toEdgeError } from '../../app/edge-failures.ts'
import { problemOfEdge } from '../../app/edge-problems.ts'
import { type Locale, localeOfHeader, localeWanted } from '../../contract/locale.ts'
import { PROBLEM_STATUS, type Problem, ProblemError } from '../../contract/problem.ts'
import { NOT_HERE } from '../../contract/public-api/texts.ts'
import { ProgramTooNewError } from '../../earning/format.ts'
import type { Logger } from '../../platform/log.ts'
import { oncePerMinute } from '../../platform/once-per-minute.ts'
import { monotonicClock } from '../../platform/system-clock.ts'

/** Of a shop that is not there. */
const NOT_HERE_CACHE = 'public, max-age=10'
/** Browsers that were refused together must not come back together. */
const RETRY_SECONDS_MAX = 3

/** Everything that is thrown becomes a problem; what is a fault of ours is logged with its stack. */
export function problemAnswering(
  log: Logger,
  answer: (request: FastifyRequest, reply: FastifyReply, found: Problem) => FastifyReply,
) {
  const isTimeToTell = oncePerMinute(monotonicClock)
  return (error: FastifyError, request: FastifyRequest, reply: FastifyReply): void => {
    if (error instanceof ProblemError) {
      void answer(request, reply, error.problem)
      return
    }
    const found = problemOfEdge(toEdgeError(error, request), request, {
      notFound: NOT_HERE.detail,
      why: null,
    })
    void answer(request, reply, found)
    const status = PROBLEM_STATUS[found.name]
    const fields = { requestId: request.id, method: request.method, route: request.routeOptions.url, status }
    if (error instanceof ProgramTooNewError) {
      if (isTimeToTell(error.tenantId)) log.error({ ...fields, reason: error.message }, 'requests refused')
    } else if (status === 503) log.warn({ ...fields, reason: error.message }, 'request refused')
    else if (status >= 500) log.error({ ...fields, err: error }, 'request failed')
  }
}

export function headersOfProblem(request: FastifyRequest, found: Problem): Record<string, string> {
  const headers: Record<string, string> = { ...found.headers, 'content-language': localeOfProblem(request) }
  if (found.name === 'unavailable')
    headers['retry-after'] = String(1 + Math.floor(Math.random() * RETRY_SECONDS_MAX))
  if (found.name === 'notFound' && request.method === 'GET' && request.headers.authorization === undefined) {
    headers['cache-control'] = NOT_HERE_CACHE
    headers.vary = 'Accept-Language'
  }
  return headers
}

export function localeOfProblem(request: FastifyRequest): Locale {
  return localeOfQuery(request) ?? localeOfHeader(request.headers['accept-language'])
}

/** null: none that there is. */
export function localeOfQuery({ query }: FastifyRequest): Locale | null {
  const { lang } = (query ?? {}) as { lang?: unknown }
  return localeWanted(typeof lang === 'string' ? lang : undefined)
}
