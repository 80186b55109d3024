import type { IncomingHttpHeaders } from 'node:http'
import type { TenantId } from '../../contract/ids.ts'
import type { Problem } from '../../contract/problem.ts'
import type { Database } from '../../platform/postgres/database.ts'
import { findTenant } from '../../tenancy/store/tenants.ts'
import type { Tenant } from '../../tenancy/tenant.ts'
import type { Caller } from '../actor.ts'

/** What a request says about who sends it. */
export interface Credentials {
  readonly method: string
  readonly headers: IncomingHttpHeaders
  readonly address: string
}

export interface Known {
  readonly caller: Caller
  /** The merchant that was asked for; null: none was, or there is none of that number. */
  readonly tenant: Tenant | null
}

/**
 * Says who sends a request and what they may do for a merchant; null: it has no credentials at all. A problem:
 * it has some that are no good, or comes from another site's page.
 */
export type Authenticate = (
  credentials: Credentials,
  tenantId: TenantId | null,
) => Promise<Known | Problem | null>

/** For who is known without a look at sessions and tokens, such as an operator who has the database. */
export function authenticateAs(
  directory: Database,
  callerOf: (credentials: Credentials, tenantId: TenantId | null) => Caller | null,
): Authenticate {
  return async (credentials, tenantId) => {
    const caller = callerOf(credentials, tenantId)
    if (!caller) return null
    const tenant = tenantId === null ? null : await directory.read([], (tx) => findTenant(tx, tenantId))
    return { caller, tenant }
  }
}
