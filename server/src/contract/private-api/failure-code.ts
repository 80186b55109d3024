import type { ApiRefusal } from './errors.ts'

/** A refusal in any of the envelopes. */
export interface Refused {
  readonly HasError: true
  readonly ErrorCode?: number | null
  readonly ErrorDescriptions?: readonly { readonly Description: number }[]
  readonly ErrorMessage?: string | null
  readonly ErrorMessages?: readonly string[]
}

export function isRefused(answer: unknown): answer is Refused {
  return typeof answer === 'object' && answer !== null && (answer as { HasError?: unknown }).HasError === true
}

/** The number of its error. null: it has none. Each envelope keeps it in another place. */
export function codeOfRefused({ ErrorCode, ErrorDescriptions, ErrorMessages }: Refused): number | null {
  if (typeof ErrorCode === 'number') return ErrorCode
  const [described] = ErrorDescriptions ?? []
  if (described) return described.Description
  const number = /^\d+/.exec(ErrorMessages?.[0] ?? '')?.[0]
  return number === undefined ? null : Number(number)
}

/** What it says to a person, without the number and name that a list has before it. */
export function messageOfRefused({ ErrorMessage, ErrorMessages }: Refused): string {
  return ErrorMessage || (ErrorMessages?.[0] ?? '').replace(/^\d+ \w+: /, '')
}

/** The envelopes have no place for it. */
const fields = new WeakMap<object, string>()

/** Remembers which member was wrong, for as long as the answer is there. */
export function ofField<Answer extends object>(answer: Answer, { field }: ApiRefusal): Answer {
  if (field !== undefined && field !== '') fields.set(answer, field)
  return answer
}

export function fieldOfRefused(answer: object): string | undefined {
  return fields.get(answer)
}
