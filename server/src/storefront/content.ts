import { DEFAULT_SWITCHES, type Switches } from '../contract/storefront-switch.ts'

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

export interface Links {
  readonly page: string | null
  readonly signIn: string | null
  readonly privacy: string | null
}

/** As it is stored. */
export interface Content {
  readonly programName?: string
  readonly appearance?: Partial<Appearance>
  readonly switches?: Partial<Switches>
  readonly links?: Partial<Links>
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
  readonly links: Links
  readonly hiddenRules: readonly number[]
}

export function shownContent(
  { programName, appearance, switches, links, hiddenRules = [] }: Content,
  shopName: string,
): ShownContent {
  return {
    programName: programName ?? shopName.slice(0, PROGRAM_NAME_MAX),
    appearance: { ...DEFAULT_APPEARANCE, ...appearance },
    switches: { ...DEFAULT_SWITCHES, ...switches },
    links: { ...NO_LINKS, ...links },
    hiddenRules,
  }
}

export const PROGRAM_NAME_MAX = 60
