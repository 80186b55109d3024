import type { IncomingHttpHeaders } from 'node:http'
import type { Problem } from '../../contract/admin-api/problem.ts'
import type { Caller } from '../actor.ts'

/** What a request says about who sends it. */
export interface Credentials {
  readonly method: string
  readonly headers: IncomingHttpHeaders
  readonly address: string
}

/**
 * Says who sends a request and what they may do for a merchant; null: it has no credentials at all. A problem:
 * it has some that are no good, or comes from another site's page.
 */
export type Authenticate = (
  credentials: Credentials,
  tenantId: number | null,
) => Promise<Caller | Problem | null>
