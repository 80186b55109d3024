import type { FastifyInstance } from 'fastify'
import { EdgeError } from '../contract/edge-error.ts'
import { plainHostname } from '../platform/http/address.ts'

/** What customers of shops meet, by the routes: an address can be written in many ways. */
const OF_SHOPS = /^\/(shop|v1\/pub)(\/|$)/
/** What load balancers ask, on whatever host. */
const OF_ALL: ReadonlySet<string | undefined> = new Set(['/livez', '/readyz'])
/** What people open: it was printed on receipts before it had a host of its own. */
const PAGES: ReadonlyMap<string | undefined, string> = new Map([
  ['/shop/:slug', ''],
  ['/shop/:slug/terms', '/terms'],
])

/**
 * What customers meet is on a host of its own, and nothing else is there: no page with a merchant's words shares an
 * origin with the session of the panel. Ports are not compared, because cookies don't either.
 */
export function separateHosts(server: FastifyInstance, shopOrigin: string): void {
  const shopHost = plainHostname(new URL(shopOrigin).hostname)
  server.addHook('onRequest', (request, reply, done) => {
    const { url: route } = request.routeOptions
    const isThere = plainHostname(request.hostname) === shopHost
    if (OF_ALL.has(route) || isThere === OF_SHOPS.test(route ?? '')) return done()
    if (isThere) return done(new EdgeError(404, NOTHING_BUT_SHOPS))
    const path = PAGES.get(route)
    if (path === undefined) {
      return done(new EdgeError(404, `What customers of shops meet is at ${shopOrigin}.`))
    }
    const { slug } = request.params as { slug: string }
    void reply.redirect(`${shopOrigin}/shop/${encodeURIComponent(slug)}${path}`, 308)
  })
}

const NOTHING_BUT_SHOPS = 'Only pages of shops are served on this host.'
