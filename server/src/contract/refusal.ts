/**
 * Why a request is not carried out, in one form for every domain and every API. The reason is a word of the domain,
 * which each API translates into its own error codes; the message is for a person.
 */
export interface Refusal<Reason extends string = string> {
  readonly kind: 'refusal'
  readonly reason: Reason
  readonly message: string
  /** The member of the request that it is about. */
  readonly field?: string
}

export function refusal<Reason extends string>(
  reason: Reason,
  message: string,
  field?: string,
): Refusal<Reason> {
  return field === undefined
    ? { kind: 'refusal', reason, message }
    : { kind: 'refusal', reason, message, field }
}

export function isRefusal<Value>(value: Value): value is Extract<Value, Refusal> {
  return typeof value === 'object' && value !== null && (value as { kind?: unknown }).kind === 'refusal'
}
