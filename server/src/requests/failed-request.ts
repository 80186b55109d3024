import type { TenantId } from '../contract/ids.ts'
import type { Instant } from '../platform/clock.ts'

/** A call of the private API that was not done, or a hint about one that was; or what was alike within a minute. */
export interface FailedRequest {
  readonly tenantId: TenantId
  /** When it happened last. */
  readonly at: Instant
  readonly operation: string
  /** Of HTTP: 200 where the operation itself refused. */
  readonly status: number
  /** Of the catalog of errors; null: it has none. */
  readonly code: number | null
  /** What was answered, without what was sent. */
  readonly message: string
  /** Of the last one. */
  readonly requestId: string
  /** Of the first ones, up to `IDS_MAX`. */
  readonly requestIds: readonly string[]
  /** The shop's ids of the orders that they were about, up to `IDS_MAX`. */
  readonly orderIds: readonly string[]
  readonly apiToken: string
  readonly count: number
}

/** The call was done, and something that was sent with it was ignored. */
export function isHint({
  operation,
  status,
  code,
}: Pick<FailedRequest, 'operation' | 'status' | 'code'>): boolean {
  return status === 200 && code === null && operation !== OTHER_OPERATIONS
}

/** What is counted beyond the kinds that a merchant's minute has room for. */
export const OTHER_OPERATIONS = 'other'

export const MESSAGE_MAX = 300

export const IDS_MAX = 100
