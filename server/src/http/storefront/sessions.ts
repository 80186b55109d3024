import { readOwn } from '../../accounts/public-api/own-reads.ts'
import type { SettledReads } from '../../accounts/settled-reads.ts'
import { isProblem } from '../../contract/problem.ts'
import { BAD_TOKEN } from '../../contract/public-api/texts.ts'
import { tokenScopesOf } from '../../contract/token-scope.ts'
import type { Clock } from '../../platform/clock.ts'
import { openSession } from '../../storefront/public-api/schema.ts'
import type { PublicApi } from '../../tenancy/public-api/api.ts'
import { sealNew } from '../../tenancy/storefront-token.ts'

/** As long as a token that a shop's backend makes. */
const SESSION_SECONDS = 900

export interface SessionOptions {
  readonly reads: SettledReads
  /** The real time, also for sandboxes. */
  readonly clock: Clock
}

/** A link is exchanged on every load of the page, for as long as it is good. */
export function sessionRoutes(api: PublicApi, { reads, clock }: SessionOptions): void {
  api.exchange(openSession, async ({ shop, tenant, link }) => {
    // Before the look: what is ended after it ends this token too.
    const now = clock()
    // Also a link ends with all tokens of its customer.
    const owner = await readOwn(reads, { tenant, token: link }, async () => true)
    if (owner === null || isProblem(owner)) return BAD_TOKEN
    const leftSeconds = link.expiresAt - Math.floor(now / 1_000)
    if (leftSeconds <= 0) return BAD_TOKEN
    const expiresIn = Math.min(SESSION_SECONDS, leftSeconds)
    const of = { tenantId: tenant.id, keys: shop.keys, now }
    const sealed = sealNew('pc1', of, { ...link, expiresInSeconds: expiresIn })
    return sealed ? { token: sealed.text, expiresIn, scopes: tokenScopesOf(link.scopes) } : BAD_TOKEN
  })
}
