/** Keys by which files know what a merchant configures: small letters, digits and hyphens. */

/** So that a number fits behind it. */
const MADE_MAX = 40

/** A key out of a title, like `frete-gratis` of “Frete grátis”; the fallback where nothing of it can be in a key. */
export function keyFromTitle(title: string, fallback: string): string {
  const plain = title
    .normalize('NFD')
    .replaceAll(/\p{Diacritic}/gu, '')
    .toLowerCase()
  const hyphened = plain.replaceAll(/[^a-z0-9]+/g, '-').replace(/^-+/, '')
  return hyphened.slice(0, MADE_MAX).replace(/-+$/, '') || fallback
}

/** The key, or the first of key-2, key-3 … that is not taken. */
export function freeKey(wanted: string, taken: ReadonlySet<string>): string {
  if (!taken.has(wanted)) return wanted
  for (let number = 2; ; number += 1) {
    const key = `${wanted}-${number}`
    if (!taken.has(key)) return key
  }
}
