import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { belowIn, mergeParts, type Part, type Place, SOURCES, type Source } from './audit-page.ts'

interface Entry {
  readonly at: number
  readonly id: number
  readonly isWanted: boolean
}

const LOOKED_AT_MAX = 7

/** What a store does: looks at so many below a place, and gives those that are wanted. */
function look(stored: readonly Entry[], below: { at: number; id: number }, limit: number): Part<Entry> {
  const looked = stored
    .toSorted((one, other) => other.at - one.at || other.id - one.id)
    .filter(({ at, id }) => at < below.at || (at === below.at && id < below.id))
    .slice(0, LOOKED_AT_MAX)
  const entries = looked.filter(({ isWanted }) => isWanted).slice(0, limit)
  const last = looked.at(-1)
  const isCut = looked.length === LOOKED_AT_MAX && entries.length < limit
  return { entries, lookedUntil: isCut && last ? { at: last.at, id: last.id } : null }
}

const entries = fc
  .array(fc.record({ at: fc.integer({ min: 0, max: 9 }), isWanted: fc.boolean() }), { maxLength: 40 })
  .map((list) => list.map((entry, index) => ({ ...entry, id: index + 1 })))

describe('pages over two sources', () => {
  it('show every wanted entry once, in order, and end', () => {
    fc.assert(
      fc.property(entries, entries, fc.integer({ min: 1, max: 9 }), (cell, directory, limit) => {
        const stored: Record<Source, Entry[]> = { cell, directory }
        const seen: (Entry & { source: Source })[] = []
        let after: Place | null = null
        for (let page = 0; ; page += 1) {
          expect(page).toBeLessThan(100)
          const parts = Object.fromEntries(
            SOURCES.map((source) => [source, look(stored[source], belowIn(source, after), limit + 1)]),
          ) as Record<Source, Part<Entry>>
          const merged = mergeParts(parts, limit)
          expect(merged.items.length).toBeLessThanOrEqual(limit)
          seen.push(...merged.items)
          after = merged.next
          if (!after) break
        }
        const wanted = SOURCES.flatMap((source) => stored[source].map((entry) => ({ ...entry, source })))
          .filter(({ isWanted }) => isWanted)
          .toSorted(
            (one, other) =>
              other.at - one.at ||
              SOURCES.indexOf(other.source) - SOURCES.indexOf(one.source) ||
              other.id - one.id,
          )
        expect(seen).toEqual(wanted)
      }),
      { numRuns: 500 },
    )
  })
})
