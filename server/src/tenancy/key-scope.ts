/**
 * What an API key may do. `points` changes what customers have without an order or a redemption, and `erase` can't be
 * undone: both are given apart, by owners only. A key has them as bits, so a request compares two numbers.
 */
export const KEY_SCOPES = ['read', 'write', 'points', 'erase'] as const
export type KeyScope = (typeof KEY_SCOPES)[number]

export const ALL_SCOPES = 0b1111

/** What a key of the command line has unless it is asked for otherwise. */
export const SCOPES_OF_COMMAND: readonly KeyScope[] = ['read', 'write', 'points']

export function scopeBit(scope: KeyScope): number {
  return 1 << KEY_SCOPES.indexOf(scope)
}

export function scopeBits(scopes: readonly string[]): number {
  return KEY_SCOPES.reduce((bits, scope) => (scopes.includes(scope) ? bits | scopeBit(scope) : bits), 0)
}

/** The scope that a route of the private API asks for, unless it says otherwise. */
export function scopeOfMethod(method: string | readonly string[]): KeyScope {
  return [method].flat().every((one) => one === 'GET' || one === 'HEAD') ? 'read' : 'write'
}
