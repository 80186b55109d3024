import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { toEdgeError } from '../app/edge-failures.ts'
import {
  PROBLEM_STATUS,
  type Problem,
  ProblemError,
  type ProblemName,
  presentProblem,
  problem,
} from '../contract/admin-api/problem.ts'
import { NOT_FOUND, TITLES } from '../contract/admin-api/texts.ts'
import type { EdgeError } from '../contract/edge-error.ts'
import { type LocalizedText, localeOfHeader } from '../contract/locale.ts'
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
    const found = problemOfEdge(toEdgeError(error, request), request, isTooNew ? PROGRAM_TOO_NEW : null)
    void answerProblem(request, reply, found)
    const status = PROBLEM_STATUS[found.name]
    const fields = { requestId: request.id, method: request.method, route: request.routeOptions.url, status }
    if (isTooNew) {
      if (isTimeToTell(error.tenantId)) log.error({ ...fields, reason: error.message }, 'requests refused')
    } else if (status === 503) log.warn({ ...fields, reason: error.message }, 'request refused')
    else if (status >= 500) log.error({ ...fields, err: error }, 'request failed')
  }
}

const NAME_OF_STATUS: Readonly<Record<number, ProblemName>> = {
  401: 'unauthenticated',
  404: 'notFound',
  405: 'notFound',
  413: 'tooLarge',
  415: 'unsupported',
  429: 'tooMany',
  503: 'unavailable',
}

const DETAILS: Partial<Readonly<Record<ProblemName, LocalizedText>>> = {
  notFound: NOT_FOUND.detail,
  unsupported: {
    en: 'Send the body as application/json, without Content-Encoding.',
    'pt-BR': 'Envie o corpo como application/json, sem Content-Encoding.',
    es: 'Envíe el cuerpo como application/json, sin Content-Encoding.',
  },
  unavailable: {
    en: 'Send the same request again in a moment.',
    'pt-BR': 'Envie a mesma requisição de novo em instantes.',
    es: 'Envíe la misma solicitud de nuevo en un momento.',
  },
  fault: {
    en: 'Quote the request id when you ask.',
    'pt-BR': 'Cite o id da requisição ao perguntar.',
    es: 'Cite el id de la solicitud al preguntar.',
  },
}

function tooLarge(bodyLimit: number | undefined): LocalizedText {
  const kib = Math.floor((bodyLimit ?? 0) / 1024)
  return {
    en: `The body is too large: this operation accepts up to ${kib} KiB.`,
    'pt-BR': `O corpo é grande demais: esta operação aceita até ${kib} KiB.`,
    es: `El cuerpo es demasiado grande: esta operación acepta hasta ${kib} KiB.`,
  }
}

function problemOfEdge(
  { statusCode, message, headers }: EdgeError,
  { routeOptions }: FastifyRequest,
  why: LocalizedText | null,
): Problem {
  const name = NAME_OF_STATUS[statusCode] ?? (statusCode >= 500 ? 'fault' : 'malformed')
  // What the edge says of a request that it can't read names its place, and is in English.
  const told = why ?? (name === 'tooLarge' ? tooLarge(routeOptions.bodyLimit) : DETAILS[name])
  const detail = told ?? { en: message, 'pt-BR': message, es: message }
  return problem(name, detail, { headers })
}
