import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { toEdgeError } from '../app/edge-failures.ts'
import { problemOfEdge } from '../app/edge-problems.ts'
import { NOT_FOUND, TITLES } from '../contract/admin-api/texts.ts'
import { localeOfHeader } from '../contract/locale.ts'
import { PROBLEM_STATUS, type Problem, ProblemError, presentProblem } from '../contract/problem.ts'
import { ProgramTooNewError } from '../earning/format.ts'
import { PROGRAM_TOO_NEW } from '../earning/texts.ts'
import { createBoundedLog } from '../platform/bounded-log.ts'
import type { Logger } from '../platform/log.ts'
import { oncePerMinute } from '../platform/once-per-minute.ts'
import { monotonicClock } from '../platform/system-clock.ts'

export function answerProblem(request: FastifyRequest, reply: FastifyReply, found: Problem): FastifyReply {
  const locale = localeOfHeader(request.headers['accept-language'])
  return reply
    .code(PROBLEM_STATUS[found.name])
    .headers(found.headers ?? {})
    .header('content-language', locale)
    .type('application/problem+json; charset=utf-8')
    .send(JSON.stringify(presentProblem(found, TITLES[found.name], locale, request.id)))
}

/** Everything that is thrown becomes a problem; what is a fault of ours is logged with its stack. */
export function problemAnswering(log: Logger) {
  const note = createBoundedLog(log, monotonicClock)
  const isTimeToTell = oncePerMinute(monotonicClock)
  return (error: FastifyError, request: FastifyRequest, reply: FastifyReply): void => {
    if (error instanceof ProblemError) {
      const { securityEvent } = error.problem
      if (securityEvent !== undefined) note({ requestId: request.id, address: request.ip }, securityEvent)
      void answerProblem(request, reply, error.problem)
      return
    }
    const isTooNew = error instanceof ProgramTooNewError
    const found = problemOfEdge(toEdgeError(error, request), request, {
      notFound: NOT_FOUND.detail,
      why: isTooNew ? PROGRAM_TOO_NEW : null,
    })
    void answerProblem(request, reply, found)
    const status = PROBLEM_STATUS[found.name]
    const fields = { requestId: request.id, method: request.method, route: request.routeOptions.url, status }
    if (isTooNew) {
      if (isTimeToTell(error.tenantId)) log.error({ ...fields, reason: error.message }, 'requests refused')
    } else if (status === 503) log.warn({ ...fields, reason: error.message }, 'request refused')
    else if (status >= 500) log.error({ ...fields, err: error }, 'request failed')
  }
}
