/** A refusal in any of the envelopes. */
interface Refused {
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
