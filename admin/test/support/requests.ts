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
  context.on('page', (page) => {
    const requests: Requests = { underWay: new Set(), lastAt: Date.now() }
    requestsOf.set(page, requests)
    const end = (request: Request): void => {
      requests.underWay.delete(request)
      requests.lastAt = Date.now()
    }
    page.on('request', (request) => void requests.underWay.add(request))
    page.on('requestfinished', end)
    page.on('requestfailed', end)
  })
}

/** For how many milliseconds a page has asked for nothing; 0: it waits for an answer. */
export function quietFor(page: Page): number {
  const requests = requestsOf.get(page)
  if (!requests) throw new Error('the requests of this page are not watched')
  return requests.underWay.size > 0 ? 0 : Date.now() - requests.lastAt
}
