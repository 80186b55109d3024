/** `a, b and c`. */
export function listed(items: readonly string[], and: string): string {
  const last = items.at(-1)
  if (last === undefined || items.length === 1) return last ?? ''
  return `${items.slice(0, -1).join(', ')} ${and} ${last}`
}
