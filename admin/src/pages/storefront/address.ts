/** Where customers ask: a host of its own, which the page of the panel names, or this one. */
export function serverOfShops(): string {
  const named = document.querySelector<HTMLMetaElement>('meta[name=shop-origin]')?.content ?? ''
  return URL.canParse(named) ? new URL(named).origin : location.origin
}

/** The page of the program. */
export function addressOfPage(slug: string): string {
  return `${serverOfShops()}/shop/${slug}`
}

export const SLUG = /^[a-z0-9](-?[a-z0-9]){1,39}$/

/** `Café Aurora` → `cafe-aurora`: what to begin with. */
export function slugOf(name: string): string {
  return name
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, 40)
    .replaceAll(/^-|-$/g, '')
}

/** What was typed, as an address: `shop.example/` → `https://shop.example/`. */
export function withScheme(text: string): string {
  const typed = text.trim()
  return typed === '' || /^[a-z]+:/i.test(typed) ? typed : `https://${typed}`
}

/** Of an address that was pasted, the part that browsers go by; what is none stays, and the server says why. */
export function originOf(text: string): string {
  const address = withScheme(text)
  return URL.canParse(address) && new URL(address).origin !== 'null' ? new URL(address).origin : address
}
