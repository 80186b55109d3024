import { isProblem, type Problem } from '../problem.ts'
import { type CursorKeys, readCursor, writeCursor } from './cursor.ts'
import { CURSOR_OF_OTHER_LIST } from './texts.ts'

/** How long a page is where the query does not say it; the same as in the schema. */
const LIMIT = 50

type Query = Readonly<Record<string, unknown>> & { readonly limit?: number; readonly cursor?: string }

/** Where a page of a list that goes by one number begins, and how many rows to look for: one more than are shown. */
export function pageById(query: Query): { readonly afterId: number; readonly limit: number } | Problem {
  const keys = readCursor(query, query.cursor, 1)
  if (isProblem(keys)) return keys
  const [afterId = 0] = keys ?? []
  return isId(afterId) ? { afterId, limit: rowsOf(query) } : CURSOR_OF_OTHER_LIST
}

/** The same for a list that begins with the highest number. */
export function pageBelowId(query: Query): { readonly belowId: number; readonly limit: number } | Problem {
  const keys = readCursor(query, query.cursor, 1)
  if (isProblem(keys)) return keys
  const [belowId = Number.MAX_SAFE_INTEGER] = keys ?? []
  return isId(belowId) ? { belowId, limit: rowsOf(query) } : CURSOR_OF_OTHER_LIST
}

/** A place in a list that goes by moments, and among equal moments by number. */
export interface TimePlace {
  /** `Infinity`: from the newest on. */
  readonly at: number
  readonly id: number
}

/** The same for a list that begins with the newest. */
export function pageBefore(query: Query): { readonly below: TimePlace; readonly limit: number } | Problem {
  const keys = readCursor(query, query.cursor, 2)
  if (isProblem(keys)) return keys
  if (keys === null) {
    return { below: { at: Number.POSITIVE_INFINITY, id: Number.MAX_SAFE_INTEGER }, limit: rowsOf(query) }
  }
  const [at, id] = keys
  return isMoment(at) && isId(id) ? { below: { at, id }, limit: rowsOf(query) } : CURSOR_OF_OTHER_LIST
}

/** How many rows to look for: one more than are shown. */
export function rowsOf({ limit = LIMIT }: Query): number {
  return limit + 1
}

const MOMENT_MAX = 8_640_000_000_000_000

/** A cursor comes from outside: what is in it is a number that the database takes, or the cursor is none of ours. */
export function isMoment(value: unknown): value is number {
  return Number.isSafeInteger(value) && Math.abs(value as number) <= MOMENT_MAX
}

export function isId(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0
}

/** The page that was asked for: the row beyond it says that there is a next one. */
export function pageOf<Row, Item>(
  query: Query,
  rows: readonly Row[],
  keysOf: (row: Row) => CursorKeys,
  present: (row: Row) => Item,
  /** Where looking ended before enough was found; null: there is nothing further, or enough. */
  lookedUntil: CursorKeys | null = null,
): { items: Item[]; nextCursor: string | null } {
  const shown = rows.slice(0, query.limit ?? LIMIT)
  const last = shown.at(-1)
  const isMore = rows.length > shown.length && last !== undefined
  const next = isMore ? keysOf(last) : lookedUntil
  return { items: shown.map(present), nextCursor: next && writeCursor(query, next) }
}
