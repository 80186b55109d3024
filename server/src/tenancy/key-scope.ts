/**
 * What an API key may do: `points` changes what customers have without an order or a redemption, so it is given apart.
 * A key has them as bits, so that a request asks for one of them at the price of comparing numbers.
 */
export const KEY_SCOPES = ['read', 'write', 'points'] as const
export type KeyScope = (typeof KEY_SCOPES)[number]

export const ALL_SCOPES = 0b111

export function scopeBit(scope: KeyScope): number {
  return 1 << KEY_SCOPES.indexOf(scope)
}

/** null: keys that were made before there were scopes may do everything. */
export function scopeBits(scopes: readonly string[] | null): number {
  if (scopes === null) return ALL_SCOPES
  return KEY_SCOPES.reduce((bits, scope) => (scopes.includes(scope) ? bits | scopeBit(scope) : bits), 0)
}

/** The scope that a route of the private API asks for, unless it says otherwise. */
export function scopeOfMethod(method: string | readonly string[]): KeyScope {
  return [method].flat().every((one) => one === 'GET' || one === 'HEAD') ? 'read' : 'write'
}
