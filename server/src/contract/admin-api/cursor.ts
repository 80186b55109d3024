import type { Problem } from '../problem.ts'
import { CURSOR_OF_OTHER_LIST } from './texts.ts'

type KeyPart = string | number
export type CursorKeys = readonly KeyPart[]

/**
 * Where a list goes on: the keys of the last item and the filter that it was made with, so that a cursor of another
 * list is told apart from one of this list. Nothing in it is secret: the database binds every read to its tenant.
 */
export function writeCursor(filter: Readonly<Record<string, unknown>>, keys: CursorKeys): string {
  return Buffer.from(JSON.stringify([textOfFilter(filter), ...keys])).toString('base64url')
}

/** null: from the beginning. */
export function readCursor(
  filter: Readonly<Record<string, unknown>>,
  cursor: string | undefined,
  count: number,
): CursorKeys | null | Problem {
  if (cursor === undefined) return null
  const [text, ...keys] = parsed(cursor)
  const isOurs = keys.length === count && keys.every((key) => typeof key === 'string' || isNumber(key))
  return isOurs && text === textOfFilter(filter) ? (keys as KeyPart[]) : CURSOR_OF_OTHER_LIST
}

function isNumber(value: unknown): boolean {
  return typeof value === 'number' && Number.isFinite(value)
}

function parsed(cursor: string): readonly unknown[] {
  try {
    const value: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'))
    return Array.isArray(value) ? value : []
  } catch {
    return []
  }
}

/** The filters that were sent, in their order by name; a page's size is no filter. */
function textOfFilter({ limit: _, cursor: __, ...filter }: Readonly<Record<string, unknown>>): string {
  return Object.keys(filter)
    .filter((name) => filter[name] !== undefined)
    .sort()
    .map((name) => `${name}=${String(filter[name])}`)
    .join('&')
}
