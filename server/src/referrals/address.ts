import { CODE_PLACE } from '../storefront/content.ts'

export interface ReferralAddress {
  readonly url: string
  readonly whatsappUrl: string
}

/** Where friends come by a code; null: the merchant has no address for them. */
export function addressOf(referralUrl: string | null, code: string): ReferralAddress | null {
  if (referralUrl === null) return null
  const url = referralUrl.replace(CODE_PLACE, code)
  return { url, whatsappUrl: `https://wa.me/?text=${encodeURIComponent(url)}` }
}
