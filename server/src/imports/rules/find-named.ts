/** Tiers and rewards by what a file calls them. */
import { editDistance } from '../../platform/edit-distance.ts'

export interface Named {
  readonly id: number
  readonly name: string
  /** By which files know it; left out: it has none. */
  readonly key?: string
}

const ACCENTS = /\p{M}+/gu
/** A name that differs by more is another one. */
const NEAR_SHARE = 0.5

/** By its name, whatever its case and accents, or by its number or key. */
export function findNamed<One extends Named>(all: readonly One[], name: string): One | null {
  const wanted = plain(name)
  const isWanted = (one: One) => plain(one.name) === wanted || String(one.id) === wanted || one.key === wanted
  return all.find(isWanted) ?? null
}

/** The one that was likely meant; null: none is like it. */
export function findNearest<One extends Named>(all: readonly One[], name: string): One | null {
  const wanted = plain(name)
  const near = all
    .map((one) => ({ one, distance: editDistance(plain(one.name), wanted) }))
    .filter(({ one, distance }) => distance <= one.name.length * NEAR_SHARE)
    .toSorted((a, b) => a.distance - b.distance)
  return near[0]?.one ?? null
}

function plain(name: string): string {
  return name.normalize('NFD').replace(ACCENTS, '').trim().toLowerCase()
}
