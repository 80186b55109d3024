import type { IncomingMessage } from 'node:http'

/** What a URL may have as its host, with or without a port. */
const HOST = /^[\w.~%:[\]-]*$/

/** What is wrong with the head of a request, for a person; null when nothing is. */
export function problemOfHead({ headers, httpVersion, rawHeaders }: IncomingMessage): string | null {
  const { host } = headers
  if (host === undefined) return httpVersion === '1.1' ? 'The request has no Host header.' : null
  if (!HOST.test(host)) return 'The Host header is not the name of a host.'
  return hasTwoHosts(rawHeaders) ? 'The request has more than one Host header.' : null
}

/** Node keeps the first and forgets the others; a proxy may have gone by the last. */
function hasTwoHosts(rawHeaders: readonly string[]): boolean {
  let count = 0
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]
    if (name?.length === 4 && name.toLowerCase() === 'host') count += 1
  }
  return count > 1
}
