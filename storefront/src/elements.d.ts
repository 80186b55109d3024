/** What elements take and tell, for the types of frameworks: an attribute that is missing is left out. */
export interface ElementAttributes {
  'punchcard-balance': { expiring?: boolean | undefined }
  'punchcard-earn': { worth?: boolean | undefined; mine?: boolean | undefined } & (
    | { product: string; price: number | string }
    | { items: string; total: number | string }
  )
  'punchcard-page': unknown
  'punchcard-summary': unknown
  'punchcard-cards': unknown
  'punchcard-rewards': { limit?: number | undefined }
  'punchcard-coupons': { limit?: number | undefined }
  'punchcard-history': { limit?: number | undefined }
  'punchcard-tier': unknown
  'punchcard-referral': unknown
  'punchcard-friend': { code?: string | undefined }
  'punchcard-join': unknown
  'punchcard-redeem': {
    total?: number | string | undefined
    maximum?: number | string | undefined
    applied?: number | string | undefined
    until?: string | undefined
    message?: string | undefined
  }
}

/** By their names; they bubble. */
export interface ElementEvents {
  'punchcard-ready': CustomEvent<null>
  'punchcard-redeemed': CustomEvent<{ readonly coupon: { readonly code: string | null } }>
  'punchcard-joined': CustomEvent<object>
  'punchcard-left': CustomEvent<object>
  'punchcard-apply': CustomEvent<{ readonly amount: string }>
  'punchcard-remove': CustomEvent<object>
  'punchcard-problem': CustomEvent<{ readonly status: number; readonly code?: string | undefined }>
}

declare global {
  interface GlobalEventHandlersEventMap extends ElementEvents {}
}
