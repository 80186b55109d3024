import type { IncomingHttpHeaders } from 'node:http'

/**
 * Whether a request comes from a page of ours, and not from another site that uses the cookie of a person who is
 * signed in. Browsers say so themselves: `Sec-Fetch-Site`, which no page can forge; older ones send `Origin`. A client that
 * sends neither is no browser that we know of a person in, and is refused: tools have tokens.
 */
export function isOfOwnSite(
  method: string,
  headers: Pick<IncomingHttpHeaders, 'origin' | 'host'> & { readonly 'sec-fetch-site'?: string | undefined },
  publicUrl: string | null,
): boolean {
  if (method === 'GET' || method === 'HEAD') return true
  const site = headers['sec-fetch-site']
  if (site !== undefined) return site === 'same-origin'
  const { origin, host } = headers
  if (origin === undefined || host === undefined || !URL.canParse(origin)) return false
  return origin === publicUrl || new URL(origin).host === host.toLowerCase()
}
