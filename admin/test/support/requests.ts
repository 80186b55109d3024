import type { BrowserContext, Page, Request } from 'playwright-core'

interface Requests {
  readonly underWay: Set<Request>
  lastAt: number
}

const requestsOf = new WeakMap<Page, Requests>()

/**
 * Playwright's own `networkidle` is reached once for each loaded document: after that it no longer waits, and a page
 * that changes without a new document, as all of the panel do, counts as idle while it loads.
 */
export function watchRequests(context: BrowserContext): void {
  context.on('page', (page) => requestsOf.set(page, { underWay: new Set(), lastAt: Date.now() }))
  const of = (request: Request): Requests | undefined => {
    const page = request.serviceWorker() ? undefined : request.frame().page()
    return page && requestsOf.get(page)
  }
  context.on('request', (request) => {
    const requests = of(request)
    requests?.underWay.add(request)
  })
  const end = (request: Request): void => {
    const requests = of(request)
    if (!requests) return
    requests.underWay.delete(request)
    requests.lastAt = Date.now()
  }
  context.on('requestfinished', end)
  context.on('requestfailed', end)
}

/** For how many milliseconds a page has asked for nothing; 0: it waits for an answer. */
export function quietFor(page: Page): number {
  const requests = requestsOf.get(page)
  if (!requests) throw new Error('the requests of this page are not watched')
  return requests.underWay.size > 0 ? 0 : Date.now() - requests.lastAt
}
