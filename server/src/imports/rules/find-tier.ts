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
    .map((tier) => ({ tier, distance: distanceOf(plain(tier.name), wanted) }))
    .filter(({ tier, distance }) => distance <= tier.name.length * NEAR_SHARE)
    .toSorted((a, b) => a.distance - b.distance)
  return near[0]?.tier ?? null
}

function plain(name: string): string {
  return name.normalize('NFD').replace(ACCENTS, '').trim().toLowerCase()
}

/** How many characters have to be added, removed or replaced. */
function distanceOf(a: string, b: string): number {
  const others = [...b]
  let row = [...Array(others.length + 1).keys()]
  for (const [index, character] of [...a].entries()) {
    const next = [index + 1]
    for (const [place, other] of others.entries()) {
      const replaced = (row[place] ?? 0) + (character === other ? 0 : 1)
      next.push(Math.min(replaced, (row[place + 1] ?? 0) + 1, (next[place] ?? 0) + 1))
    }
    row = next
  }
  return row[others.length] ?? 0
}
