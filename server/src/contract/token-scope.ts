/** What a token of a customer may be good for. Their places are bits of tokens that are out there: never change one. */
export const TOKEN_SCOPES = ['read', 'redeem', 'quiz', 'refer', 'join'] as const
export type TokenScope = (typeof TOKEN_SCOPES)[number]

/** One bit more than there are scopes: without it, no answer shows the code of a coupon. */
export const CODES_BIT = 1 << TOKEN_SCOPES.length

export function tokenScopeBit(scope: TokenScope): number {
  return 1 << TOKEN_SCOPES.indexOf(scope)
}

export function tokenScopeBits(scopes: readonly TokenScope[]): number {
  return scopes.reduce((bits, scope) => bits | tokenScopeBit(scope), 0)
}

export function tokenScopesOf(bits: number): TokenScope[] {
  return TOKEN_SCOPES.filter((scope) => (bits & tokenScopeBit(scope)) !== 0)
}
