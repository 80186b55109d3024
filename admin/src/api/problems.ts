import type { ProblemName } from '../../../server/src/contract/problem.ts'

/** What the server answers instead of what was asked for (RFC 9457), in the language of the page. */
export interface Problem {
  /** `cancelled`: the person was asked for the password and did not give it. */
  readonly name: ProblemName | 'offline' | 'cancelled'
  readonly title: string
  readonly detail: string
  readonly code?: string
  readonly errors?: readonly { readonly pointer: string; readonly code?: string; readonly message: string }[]
  readonly requestId?: string
  /** Of `changed`: who was quicker. */
  readonly changedBy?: string
  readonly changedAt?: string
  readonly etag?: string
  /** Of a publication that other versions do not agree with: which rules. */
  readonly conflicts?: readonly unknown[]
  /** Of a reward that is not archived: which rules give it. */
  readonly rules?: readonly { readonly id: number; readonly name: string }[]
}

export class ProblemError extends Error {
  override readonly name = 'ProblemError'
  readonly problem: Problem
  constructor(problem: Problem) {
    super(problem.detail || problem.title)
    this.problem = problem
  }
}

/** The problem of whatever was thrown; a fault of the panel itself is thrown on. */
export function problemOf(thrown: unknown): Problem {
  if (thrown instanceof ProblemError) return thrown.problem
  throw thrown
}

const PREFIX = 'urn:punchcard:problem:'

export function readProblem(status: number, body: unknown): Problem {
  const sent = (typeof body === 'object' && body !== null ? body : {}) as Record<string, unknown>
  const type = typeof sent.type === 'string' ? sent.type : ''
  return {
    ...(sent as Partial<Problem>),
    name: type.startsWith(PREFIX) ? (type.slice(PREFIX.length) as ProblemName) : nameOfStatus(status),
    title: typeof sent.title === 'string' ? sent.title : `HTTP ${status}`,
    detail: typeof sent.detail === 'string' ? sent.detail : '',
  }
}

function nameOfStatus(status: number): Problem['name'] {
  if (status === 401) return 'unauthenticated'
  if (status === 404) return 'notFound'
  if (status === 429) return 'tooMany'
  return status >= 500 ? 'unavailable' : 'malformed'
}
