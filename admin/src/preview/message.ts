import type { Locale } from '../../../server/src/contract/locale.ts'
import type { Switches } from '../../../server/src/contract/storefront-switch.ts'

/** What the page of the preview is told by the panel. */
export interface PreviewMessage {
  readonly view: 'balance' | 'product' | 'page' | 'checkout'
  readonly scheme: 'light' | 'dark'
  /** A visitor is anyone who has not signed in. */
  readonly person: 'customer' | 'visitor'
  readonly shop: PreviewShop
}

/** A shop as browsers of its customers read it, as it would be if it was saved now. */
export interface PreviewShop {
  readonly name: string
  readonly programName: string
  readonly language: Locale
  readonly currency: string
  readonly timeZone: string
  readonly pointsName: { readonly one: string; readonly many: string }
  readonly cashback: boolean
  readonly appearance: {
    readonly accent: string
    readonly onAccent: string
    readonly accentDark: string
    readonly onAccentDark: string
    readonly card: string
    readonly onCard: string
    readonly corners: 'square' | 'soft' | 'round'
    readonly type: 'shop' | 'system' | 'serif'
    readonly icon: 'card' | 'none'
    readonly logo: string | null
    readonly logoSize: { readonly width: number; readonly height: number } | null
  }
  readonly switches: Switches
  readonly texts: Readonly<Record<string, string>>
}

/** What the page says when it has loaded and can be told something. */
export const READY = 'punchcard-preview'
