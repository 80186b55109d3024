import type { Redis } from 'ioredis'
import type { ServedPart } from '../app/config.ts'
import type { AdminApiOptions } from '../management/management-api.ts'
import type { Clock } from '../platform/clock.ts'
import type { Cells } from '../tenancy/cells.ts'
import type { Limits } from '../tenancy/limits.ts'
import type { ServerOptions } from './edge.ts'
import type { ReferenceLogin } from './reference/page.ts'
import type { StorefrontOptions } from './storefront/shop-window.ts'

export interface ApiOptions extends ServerOptions {
  readonly cells: Cells
  readonly redis: Redis | null
  /** Where requests and failed logins are counted; default: in this process. */
  readonly limits?: Limits
  readonly clock: Clock
  readonly rateLimitPerSecond: number
  /** Of all keys of a tenant together. Default: no limit. */
  readonly tenantRateLimitPerSecond?: number
  readonly readsAtOnce?: number
  /** Since the start of the process. Default: yes. */
  readonly hasDirectoryAnswered?: () => boolean
  /** For how long items of a list are begun. Default: a minute. */
  readonly bulkTryForMs?: number
  /** Which parts are served, as far as there are options for them. Default: all. */
  readonly serves?: ReadonlySet<ServedPart>
  /** What browsers ask; null: not served. */
  readonly storefront?: StorefrontOptions | null
  /** A host of its own for what customers of shops meet; null: it is on the same as everything else. */
  readonly shopOrigin?: string | null
  /** The management API; null: not served. */
  readonly admin?: Omit<AdminApiOptions, 'tillOf'> | null
  /** The folder of the panel that was built; null: it is not served. */
  readonly panel?: string | null
  /** It is wanted, but was not built. */
  readonly isPanelMissing?: boolean
  /** The folder of the elements for shops; null: they were not built. Default: they are not served. */
  readonly shopFiles?: string | null
  /** Whether the reference page and `/openapi.json` are served, without a log-in. Default: yes. */
  readonly isDocumented?: boolean
  /** What the reference page fills in to try an operation; default: nothing. */
  readonly referenceLogin?: ReferenceLogin | null
}
