import type { FastifyInstance } from 'fastify'
import { EdgeError } from '../contract/edge-error.ts'

/** What customers of shops meet. */
const OF_SHOPS = /^\/(shop|v1\/pub)(\/|$|\?)/
/** What load balancers ask, on whatever host. */
const OF_ALL = /^\/(livez|readyz)$/

/**
 * What customers meet is on a host of its own, and nothing else is there: no page with a merchant's words shares an
 * origin with the session of the panel.
 */
export function separateHosts(server: FastifyInstance, shopOrigin: string): void {
  const { host: shopHost } = new URL(shopOrigin)
  server.addHook('onRequest', ({ url, host }, _reply, done) => {
    const isThere = host.toLowerCase() === shopHost
    if (OF_ALL.test(url) || isThere === OF_SHOPS.test(url)) return done()
    done(new EdgeError(404, isThere ? NOTHING_BUT_SHOPS : `Pages of shops are at ${shopOrigin}.`))
  })
}

const NOTHING_BUT_SHOPS = 'There are pages of shops here, and nothing else.'
