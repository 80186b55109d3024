import type { Locale } from '../contract/locale.ts'
import { DEFAULT_SWITCHES, type Switches } from '../contract/storefront-switch.ts'
import { completeColours } from './rules/appearance.ts'
import type { Picture } from './rules/picture.ts'

/** What a merchant decides about its storefront; what is not there is the default. */

export const CORNERS = ['square', 'soft', 'round'] as const
export const TYPES = ['shop', 'system', 'serif'] as const
export const ICONS = ['card', 'none'] as const

export interface Appearance {
  readonly accent: string
  readonly onAccent: string
  readonly accentDark: string
  readonly onAccentDark: string
  readonly card: string
  readonly onCard: string
  readonly corners: (typeof CORNERS)[number]
  readonly type: (typeof TYPES)[number]
  readonly icon: (typeof ICONS)[number]
}

/** The picture that is shown; its octets are kept apart. */
export interface Logo extends Picture {
  readonly hash: string
}

export interface Links {
  readonly page: string | null
  readonly signIn: string | null
  readonly privacy: string | null
}

/** What a merchant says instead of the usual texts, by key and language. */
export type OwnWords = Readonly<Record<string, Readonly<Partial<Record<Locale, string>>>>>

/** As it is stored. */
export interface Content {
  readonly programName?: string
  readonly appearance?: Partial<Appearance>
  readonly switches?: Partial<Switches>
  readonly words?: OwnWords
  readonly links?: Partial<Links>
  readonly logo?: Logo
  /** Where friends come who are referred, with the place of the code. */
  readonly referralUrl?: string | null
  /** Of the program, by their ids: what customers are not told of. */
  readonly hiddenRules?: readonly number[]
}

export const DEFAULT_APPEARANCE: Appearance = {
  accent: '#0b6150',
  onAccent: '#ffffff',
  accentDark: '#5fc9ae',
  onAccentDark: '#06231c',
  card: '#0b6150',
  onCard: '#ffffff',
  corners: 'soft',
  type: 'shop',
  icon: 'card',
}

export const NO_LINKS: Links = { page: null, signIn: null, privacy: null }

/** With all defaults filled in. */
export interface ShownContent {
  readonly programName: string
  readonly appearance: Appearance
  readonly switches: Switches
  readonly words: OwnWords
  readonly links: Links
  readonly logo: Logo | null
  readonly referralUrl: string | null
  readonly hiddenRules: readonly number[]
}

export function shownContent(
  {
    programName,
    appearance,
    switches,
    words = {},
    links,
    logo,
    referralUrl = null,
    hiddenRules = [],
  }: Content,
  shopName: string,
): ShownContent {
  return {
    programName: programName ?? shopName.slice(0, PROGRAM_NAME_MAX),
    appearance: completeAppearance(appearance),
    switches: { ...DEFAULT_SWITCHES, ...switches },
    words,
    links: { ...NO_LINKS, ...links },
    logo: logo ?? null,
    referralUrl,
    hiddenRules,
  }
}

/** With an accent of the merchant, the colours that it has not chosen follow from that. */
export function completeAppearance(chosen: Partial<Appearance> = {}): Appearance {
  const { accent } = chosen
  return { ...DEFAULT_APPEARANCE, ...chosen, ...(accent && completeColours({ ...chosen, accent })) }
}

export const PROGRAM_NAME_MAX = 60

/** Where the code of a customer stands in the address that friends come by. */
export const CODE_PLACE = '{code}'
