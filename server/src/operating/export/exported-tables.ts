import type { TableName } from '../../platform/postgres/tables.ts'
import { TABLE_KINDS, type TableKind } from '../../tenancy/table-kinds.ts'

/*
 * What a whole export contains. It is made from the kinds of the tables: a new table of a tenant is in the export unless
 * it is left out here, with a reason.
 */

/** Tables that no copy of a merchant needs. */
export const LEFT_OUT: Partial<Readonly<Record<TableName, string>>> = {
  idempotency_key: 'answers of one day, for requests that are repeated at this installation',
  webhook_attempt: 'what receivers answered, for 30 days',
  webhook_cursor: 'how far each endpoint has read the log of this database',
  webhook_retry: 'what this installation still tries to deliver',
  webhook_hour: 'counts of deliveries',
  failed_request: 'refused calls of the last 7 days',
  job: 'work that goes on at this installation, and its results of some days',
  backtest: 'what jobs of some days came to',
  backtest_check: 'what the nightly check of this installation found last',
  verification: 'how far the nightly verification of this installation has come',
  term_filling: 'how far the search index is filled; it is made again',
  figure_head: 'how far the figures are counted; they are counted again',
  figure_sum: 'figures, which are counted again from the accounts',
  figure_counted: 'accounts in a count of figures that is under way',
  figure_verification: 'when the figures of this installation were checked last',
  quiet_entry: 'what is not in the figures yet; they are counted again',
  order_figures: 'how far the orders are counted; they are counted again',
  order_day_due: 'days whose orders are to be counted again',
  touched_customer: 'customers whose orders are to be counted again',
  order_day: 'figures of orders by day, which are counted again',
  cohort_sum: 'figures of cohorts, which are counted again',
  customer_first: 'the first order of each customer, which is found again',
  customer_month: 'what each customer bought in a month, which is counted again',
}

/** Secrets, and what could be used to find out who an erased person was. */
export const SECRET_COLUMNS: Partial<Readonly<Record<TableName, readonly string[]>>> = {
  webhook_endpoint: ['sealed_headers', 'sealed_secret', 'sealed_previous_secret'],
  // `sealed_key` stays: it opens only with the PUNCHCARD_SECRETS_KEY of the installation.
  erasure_key: ['key'],
}

/** Which rows, where not all of them: without PUNCHCARD_SECRETS_KEY the key lies open, and then it stays here. */
export const ONLY_WHERE: Partial<Readonly<Record<TableName, string>>> = {
  erasure_key: 'sealed_key is not null',
}

/** Of which columns the manifest has the sums, so that a reader can tell that nothing is missing. */
export const SUMMED: Partial<Readonly<Record<TableName, readonly string[]>>> = {
  customer: ['points_balance', 'cashback_balance'],
  point_record: ['points', 'cashback'],
  customer_order: ['total', 'returned'],
}

export interface ExportedTable {
  readonly name: TableName
  readonly kind: Exclude<TableKind, 'cell' | 'derived'>
}

/** In the order in which rows can be inserted: a table comes after those that its foreign keys refer to. */
export const EXPORTED_TABLES: readonly ExportedTable[] = (
  Object.entries(TABLE_KINDS) as [TableName, TableKind][]
).flatMap(([name, kind]) =>
  kind === 'cell' || kind === 'derived' || LEFT_OUT[name] !== undefined ? [] : [{ name, kind }],
)
