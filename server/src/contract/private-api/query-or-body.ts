/**
 * Reads that the API family takes as POST work as GET too, and answer the same. Their members come from the query or
 * from a JSON body, and are read as text either way: the body wins.
 */
export function textsOf(
  query: Readonly<Record<string, unknown>>,
  body: Readonly<Record<string, unknown>> | null | undefined,
): Record<string, unknown> {
  const sent = Object.entries(body ?? {}).filter(([, value]) => value !== null && value !== undefined)
  return { ...query, ...Object.fromEntries(sent.map(([name, value]) => [name, String(value)])) }
}

/** Bytes of such a body: it has a handful of short members, and all that is sent is turned into text. */
export const QUESTION_BODY_MAX = 16 * 1024

/** A POST that needs no body may come without one. */
export function emptyBodyIsNone(request: { body: unknown }, _reply: unknown, done: () => void): void {
  request.body ??= {}
  done()
}
