import type { Instant } from '../../platform/clock.ts'

/*
 * A merchant's audit lies in two databases: what changed in its cell, and what changed in the directory. One list of
 * both has the order (moment, source, number), newest first.
 */

export const SOURCES = ['directory', 'cell'] as const
export type Source = (typeof SOURCES)[number]

export interface Place {
  readonly at: Instant
  readonly source: Source
  readonly id: number
}

export interface Part<Entry> {
  readonly entries: readonly Entry[]
  /** Where looking ended before enough was found; null: there is nothing further, or enough. */
  readonly lookedUntil: { readonly at: Instant; readonly id: number } | null
}

/** Below what a source is asked for, when a page goes on behind a place; null: from the newest on. */
export function belowIn(source: Source, after: Place | null): { readonly at: Instant; readonly id: number } {
  if (!after) return { at: Number.POSITIVE_INFINITY, id: Number.MAX_SAFE_INTEGER }
  const order = SOURCES.indexOf(source) - SOURCES.indexOf(after.source)
  // Of the same moment, a source that comes later in the list still has all its entries; an earlier one has none left.
  const id = order === 0 ? after.id : order < 0 ? Number.MAX_SAFE_INTEGER : 0
  return { at: after.at, id }
}

export interface Merged<Entry> {
  readonly items: readonly (Entry & { readonly source: Source })[]
  /** Where the next page begins; null: this is the last. */
  readonly next: Place | null
}

/** The newest of both. Behind a place up to which one source has not looked, nothing is taken from the other. */
export function mergeParts<Entry extends { readonly at: Instant; readonly id: number }>(
  parts: Readonly<Record<Source, Part<Entry>>>,
  limit: number,
): Merged<Entry> {
  const all = SOURCES.flatMap((source) => parts[source].entries.map((entry) => ({ ...entry, source })))
  const ends = SOURCES.flatMap((source) => {
    const { lookedUntil } = parts[source]
    return lookedUntil ? [{ ...lookedUntil, source }] : []
  }).sort(newestFirst)
  const [end] = ends
  const known = all.sort(newestFirst).filter((entry) => !end || newestFirst(entry, end) <= 0)
  const items = known.slice(0, limit)
  const last = items.at(-1)
  const isFull = all.length > limit && items.length === limit
  const next = isFull ? last : end
  return { items, next: next ? { at: next.at, source: next.source, id: next.id } : null }
}

function newestFirst(one: Place, other: Place): number {
  return other.at - one.at || SOURCES.indexOf(other.source) - SOURCES.indexOf(one.source) || other.id - one.id
}
