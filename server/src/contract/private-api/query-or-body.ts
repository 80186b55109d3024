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

/** A POST that needs no body may come without one. */
export function emptyBodyIsNone(request: { body: unknown }, _reply: unknown, done: () => void): void {
  request.body ??= {}
  done()
}
