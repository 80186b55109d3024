import { editDistance } from '../../platform/edit-distance.ts'
import type { Tier, Tiers } from '../../tiers/tier.ts'

const ACCENTS = /\p{M}+/gu
/** A name that differs by more is another one. */
const NEAR_SHARE = 0.5

/** By its name, whatever its case and accents, or by its number. */
export function tierNamed(tiers: Tiers, name: string): Tier | null {
  const wanted = plain(name)
  return tiers.find((tier) => plain(tier.name) === wanted || String(tier.id) === wanted) ?? null
}

/** The tier that was likely meant; null: none is like it. */
export function nearestTier(tiers: Tiers, name: string): Tier | null {
  const wanted = plain(name)
  const near = tiers
    .map((tier) => ({ tier, distance: editDistance(plain(tier.name), wanted) }))
    .filter(({ tier, distance }) => distance <= tier.name.length * NEAR_SHARE)
    .toSorted((a, b) => a.distance - b.distance)
  return near[0]?.tier ?? null
}

function plain(name: string): string {
  return name.normalize('NFD').replace(ACCENTS, '').trim().toLowerCase()
}
