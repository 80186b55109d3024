import type { CustomerId, TenantId } from '../contract/ids.ts'
import type { Instant } from '../platform/clock.ts'
import type { Columns } from '../platform/postgres/columns.ts'
import type { Tx } from '../platform/postgres/database.ts'
import { Fragment } from '../platform/postgres/sql.ts'

/* For `customer-data.ts` of each room: `forget` says what is erased of a customer, `exported` which lists their file has. */

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

/** Where a page of a list begins: behind a key, which is JSON because a job's checkpoint keeps it. */
export interface PageAfter<Key> {
  readonly after: Key
  readonly limit: number
}

/** Rows of a list behind a place, and the place of the last one. Fewer rows than `limit`: there are no more. */
export type ExportedList<Row> = (
  tx: Tx,
  whose: Exported,
  page: PageAfter<unknown>,
) => Promise<{ readonly rows: readonly Row[]; readonly after: unknown }>

interface ListBy<Key, Found, Row> {
  /** Before all rows, in the order in which they are found. */
  readonly first: Key
  readonly find: (tx: Tx, whose: Exported, page: PageAfter<Key>) => Promise<readonly Found[]>
  readonly keyOf: (found: Found) => Key
  /** As the file has it. */
  readonly shown: (found: Found) => Row
}

/** A list that is read page by page, each one in a transaction of its own. */
export function listBy<Key, Found, Row>({
  first,
  find,
  keyOf,
  shown,
}: ListBy<Key, Found, Row>): ExportedList<Row> {
  return async (tx, whose, { after, limit }) => {
    const found = await find(tx, whose, { after: (after ?? first) as Key, limit })
    const last = found.at(-1)
    return { rows: found.map(shown), after: last === undefined ? after : keyOf(last) }
  }
}

/** Above every number. */
export const TOP = Number.MAX_SAFE_INTEGER

/** The same by number, newest first. */
export function newestFirst<Found extends { readonly id: number }, Row>(
  find: ListBy<number, Found, Row>['find'],
  shown: (found: Found) => Row,
): ExportedList<Row> {
  return listBy({ first: TOP, find, keyOf: ({ id }) => id, shown })
}

/** By two columns, the first of which is a number, from the top. */
export const TOP_PAIR: readonly [number, string] = [TOP, '']

export const asItIs = <Row>(row: Row): Row => row

export const momentOf = (column: string) =>
  new Fragment(`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`)
export const decimalOf = (column: string) => new Fragment(`trim_scale(${column})::text`)
