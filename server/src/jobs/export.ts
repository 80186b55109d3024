import type { Permission } from '../contract/permission.ts'
import type { Instant } from '../platform/clock.ts'
import type { Database, Tx } from '../platform/postgres/database.ts'
import type { TimeZoneSince } from '../tenancy/store/zones.ts'
import type { Tenant } from '../tenancy/tenant.ts'

/** Decimals and moments are text, so that no float touches them. */
export type ExportCell = string | number | boolean | null

/** Which rows are wanted, by the moment that the kind says; null: from the first or to the last. */
export interface ExportFilter {
  readonly from: Instant | null
  /** Exclusive. */
  readonly until: Instant | null
  /** Of a kind that takes one: as of the end of this day, like 2026-10-31; left out: now. */
  readonly asOf?: string | null
}

export interface ExportPage {
  readonly tenant: Tenant
  /** For what the cell of the merchant does not know. */
  readonly directory: Database
  /** The time zones that the merchant has had: a day that is over is what it was. */
  readonly spans: readonly TimeZoneSince[]
  /** Where the page before ended, as the kind has told it; null: this is the first. */
  readonly after: unknown
  readonly limit: number
  readonly filter: ExportFilter
  /** Who a customer is, is shown as to those who may not see it. */
  readonly isMasked: boolean
  /**
   * What `begin` told when the export began, where its pages are read one after the other; left out: they are read in one
   * transaction, which sees one moment.
   */
  readonly moment?: unknown
}

/** What is exported, in the domain that owns it. */
export interface ExportKind {
  /** A word, which API, command line and files show. It never changes. */
  readonly name: string
  /** It tells who customers are, unless it is masked. */
  readonly holdsPersons: boolean
  /** Beside what every export needs: to start it. */
  readonly needs?: Permission
  /** Whether its rows have the moment by which they are filtered. */
  readonly hasDates: boolean
  /** It can be as of the end of a past day. */
  readonly takesDay?: true
  /** Of a kind whose rows are all of the moment at which the export begins: what its pages have to know of it. */
  readonly begin?: (tx: Tx, page: Pick<ExportPage, 'tenant'>) => Promise<unknown>
  /** In the order of the cells. Imports know them too: docs/reference/files.md. */
  readonly columns: readonly string[]
  /** Columns of decimals whose sums the manifest has. */
  readonly sums: readonly string[]
  /** The rows behind `after`, in one order. Fewer than `limit`: they were the last, unless the page says itself. */
  readonly page: (
    tx: Tx,
    page: ExportPage,
  ) => Promise<{
    readonly rows: readonly (readonly ExportCell[])[]
    readonly after: unknown
    readonly isLast?: boolean
    /** What was there at that moment can't be told any more: the export has to begin again. */
    readonly isLost?: boolean
  }>
}

/** A place in rows that go by a moment, and among equal moments by number. The moment is as exact as it is stored. */
export interface ExportPlace {
  readonly at: string
  readonly id: number
}

/** Behind which the first rows of a filter are, or those behind a page. */
export function placeBefore({ after, filter }: Pick<ExportPage, 'after' | 'filter'>): ExportPlace {
  if (after !== null) return after as ExportPlace
  return { at: filter.from === null ? '-infinity' : new Date(filter.from).toISOString(), id: -1 }
}

/** Exclusive. */
export function endOf({ until }: ExportFilter): string {
  return until === null ? 'infinity' : new Date(until).toISOString()
}
