/** The methods that some route takes at this address, for an answer of 405 instead of 404. */
export function allowedMethods(
  routes: readonly { method: string; url: string }[],
  requestUrl: string,
): readonly string[] {
  const path = requestUrl.split('?', 1)[0] ?? ''
  const methods = routes.filter(({ url }) => isMatch(url, path)).map(({ method }) => method)
  return [...new Set(methods)].sort()
}

function isMatch(pattern: string, path: string): boolean {
  const wanted = pattern.split('/')
  const given = path.split('/')
  const isOpenEnded = wanted.at(-1) === '*'
  if (isOpenEnded) wanted.pop()
  return (
    (isOpenEnded ? wanted.length < given.length : wanted.length === given.length) &&
    wanted.every((part, index) => (part.startsWith(':') ? given[index] !== '' : part === given[index]))
  )
}
