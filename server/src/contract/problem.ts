import type { FieldProblem } from './field-problem.ts'
import type { Locale, LocalizedText } from './locale.ts'

/** The kinds of problems with their HTTP status; each has a title in `texts.ts`. */
export const PROBLEM_STATUS = {
  malformed: 400,
  unauthenticated: 401,
  confirm: 403,
  forbidden: 403,
  notFound: 404,
  conflict: 409,
  /** The same key is at work, or what it made shows a secret that is shown once. */
  inProgress: 409,
  changed: 412,
  tooLarge: 413,
  unsupported: 415,
  validation: 422,
  idempotency: 422,
  preconditionRequired: 428,
  tooMany: 429,
  fault: 500,
  unavailable: 503,
} as const
export type ProblemName = keyof typeof PROBLEM_STATUS

/** Why a request of the management API is not done. RFC 9457 is how it is told. */
export interface Problem {
  readonly kind: 'problem'
  readonly name: ProblemName
  readonly detail: LocalizedText
  readonly code?: string
  readonly errors?: readonly FieldProblem[]
  /** Further members, like who has changed it. */
  readonly more?: Readonly<Record<string, unknown>>
  readonly headers?: Readonly<Record<string, string>>
  /** What the log of the server calls it, where an operator has to know of it: a sign-in that failed. Never sent. */
  readonly securityEvent?: string
}

export function problem(
  name: ProblemName,
  detail: LocalizedText,
  more: Omit<Problem, 'kind' | 'name' | 'detail'> = {},
): Problem {
  return { kind: 'problem', name, detail, ...more }
}

export function isProblem<Value>(value: Value): value is Extract<Value, Problem> {
  return typeof value === 'object' && value !== null && (value as { kind?: unknown }).kind === 'problem'
}

/** For hooks and whatever else can't return one. */
export class ProblemError extends Error {
  override readonly name = 'ProblemError'
  readonly problem: Problem
  constructor(problem: Problem) {
    super(problem.detail.en)
    this.problem = problem
  }
}

export function unlessProblem<Value>(value: Value): Exclude<Value, Problem> {
  if (isProblem(value)) throw new ProblemError(value)
  return value as Exclude<Value, Problem>
}

/** No more errors are told: a longer list would not be read, and a hostile body could have a million. */
export const ERRORS_MAX = 100

/** The members of a body that are wrong, all at once. */
export function invalid(errors: readonly FieldProblem[]): Problem {
  const shown = errors.slice(0, ERRORS_MAX)
  const [first] = shown
  const one = shown.length === 1 && first ? first.message : null
  const { length: count } = shown
  const isAll = count === errors.length
  return problem(
    'validation',
    one ?? {
      en: `${isAll ? count : `More than ${count}`} members of the request are wrong.`,
      'pt-BR': `${isAll ? count : `Mais de ${count}`} campos da requisição estão errados.`,
      es: `${isAll ? count : `Más de ${count}`} campos de la solicitud son incorrectos.`,
    },
    { errors: shown },
  )
}

/** The body of an answer with a problem, in the language that was asked for. */
export function presentProblem(
  found: Problem,
  title: LocalizedText,
  locale: Locale,
  requestId: string,
): object {
  return {
    type: `urn:punchcard:problem:${found.name}`,
    title: title[locale],
    status: PROBLEM_STATUS[found.name],
    detail: found.detail[locale],
    ...(found.code === undefined ? {} : { code: found.code }),
    ...(found.errors === undefined
      ? {}
      : {
          errors: found.errors.map(({ message, more, ...error }) => ({
            ...error,
            message: message[locale],
            ...more,
          })),
        }),
    ...found.more,
    requestId,
  }
}
