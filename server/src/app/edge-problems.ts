import type { FastifyRequest } from 'fastify'
import type { EdgeError } from '../contract/edge-error.ts'
import type { LocalizedText } from '../contract/locale.ts'
import { type Problem, type ProblemName, problem } from '../contract/problem.ts'

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

interface Telling {
  /** What is said of a path that is not there. */
  readonly notFound: LocalizedText
  /** In place of what is said of a status; null: that. */
  readonly why: LocalizedText | null
}

/** What the edge has refused, as an API tells it that answers with problems. */
export function problemOfEdge(
  { statusCode, message, headers }: EdgeError,
  { routeOptions }: FastifyRequest,
  { notFound, why }: Telling,
): Problem {
  const name = NAME_OF_STATUS[statusCode] ?? (statusCode >= 500 ? 'fault' : 'malformed')
  // What the edge says of a request that it can't read names its place, and is in English.
  const told =
    why ?? (name === 'tooLarge' ? tooLarge(routeOptions.bodyLimit) : { ...DETAILS, notFound }[name])
  const detail = told ?? { en: message, 'pt-BR': message, es: message }
  return problem(name, detail, { headers })
}
