import type { CustomerId, TenantId } from '../contract/ids.ts'
import type { Instant } from '../platform/clock.ts'
import type { Columns } from '../platform/postgres/columns.ts'
import { Fragment } from '../platform/postgres/sql.ts'

/* For `customer-data.ts` of each room: `forget` says what is erased of a customer, `exportOf` what their file holds. */

/** A customer who is erased. */
export interface Forgotten {
  readonly customerId: CustomerId
  readonly at: Instant
  /** By which the person is recognised who comes back. */
  readonly terms: readonly string[]
  /** The merchant's key for hashing them. */
  readonly key: Buffer
}

export type Erased = Forgotten & { readonly tenantId: TenantId }

export const ERASED: Columns<Erased> = {
  tenant_id: ['bigint', ({ tenantId }) => tenantId],
  customer_id: ['bigint', ({ customerId }) => customerId],
  at: ['timestamptz', ({ at }) => at],
  key: ['bytea', ({ key }) => key],
}

/** Whose file is made. */
export interface Exported {
  readonly tenantId: TenantId
  readonly customerId: CustomerId
  /** With those of customers who were merged into this one: a few rows are still kept with them. */
  readonly ids: readonly CustomerId[]
}

/** Of each kind, the newest: beyond, a file is no help to anybody. */
export const EXPORTED_ROWS_MAX = 20_000

export const momentOf = (column: string) =>
  new Fragment(`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`)
export const decimalOf = (column: string) => new Fragment(`trim_scale(${column})::text`)
