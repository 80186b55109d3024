import { type CursorKeys, readCursor, writeCursor } from './cursor.ts'
import { isProblem, type Problem } from './problem.ts'

/** How long a page is where the query does not say it; the same as in the schema. */
const LIMIT = 50

type Query = Readonly<Record<string, unknown>> & { readonly limit?: number; readonly cursor?: string }

/** Where a page of a list that goes by one number begins, and how many rows to look for: one more than are shown. */
export function pageById(query: Query): { readonly afterId: number; readonly limit: number } | Problem {
  const keys = readCursor(query, query.cursor, 1)
  if (isProblem(keys)) return keys
  return { afterId: keys === null ? 0 : Number(keys[0]), limit: (query.limit ?? LIMIT) + 1 }
}

/** The page that was asked for: the row beyond it says that there is a next one. */
export function pageOf<Row, Item>(
  query: Query,
  rows: readonly Row[],
  keysOf: (row: Row) => CursorKeys,
  present: (row: Row) => Item,
): { items: Item[]; nextCursor: string | null } {
  const shown = rows.slice(0, query.limit ?? LIMIT)
  const last = shown.at(-1)
  const isMore = rows.length > shown.length && last !== undefined
  return { items: shown.map(present), nextCursor: isMore ? writeCursor(query, keysOf(last)) : null }
}
