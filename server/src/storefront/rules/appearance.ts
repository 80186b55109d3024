import { CONTRAST_MIN, contrastRatio } from './contrast.ts'
import { readableOn, readableShade } from './shades.ts'

/** The page behind it, light and dark. */
export const LIGHT_SURFACE = '#ffffff'
export const DARK_SURFACE = '#121715'

export const COLOURS = ['accent', 'onAccent', 'accentDark', 'onAccentDark', 'card', 'onCard'] as const
export type Colours = Readonly<Record<(typeof COLOURS)[number], string>>

/** The colours that a merchant has not chosen follow from its accent. */
export function completeColours({ accent, ...chosen }: Partial<Colours> & Pick<Colours, 'accent'>): Colours {
  const accentDark = chosen.accentDark ?? readableShade(accent, DARK_SURFACE)
  const card = chosen.card ?? accent
  return {
    accent,
    onAccent: chosen.onAccent ?? readableOn(accent),
    accentDark,
    onAccentDark: chosen.onAccentDark ?? readableOn(accentDark),
    card,
    onCard: chosen.onCard ?? readableOn(card),
  }
}

/** How well one colour can be read on what is behind it. */
export interface ColourCheck {
  readonly colour: keyof Colours
  readonly on: 'surface' | 'darkSurface' | keyof Colours
  /** Rounded down to two decimals. */
  readonly ratio: number
  readonly passes: boolean
  /** To take instead; null: it can stay. Where all suggestions are taken, everything passes. */
  readonly suggestion: string | null
}

export function checkColours(colours: Colours): ColourCheck[] {
  return [
    ...onSurface(colours, ['accent', 'onAccent'], { name: 'surface', ground: LIGHT_SURFACE }),
    ...onSurface(colours, ['accentDark', 'onAccentDark'], { name: 'darkSurface', ground: DARK_SURFACE }),
    check(colours, ['onCard', 'card'], suggestedOn(colours.onCard, colours.card)),
  ]
}

function onSurface(
  colours: Colours,
  [accent, text]: readonly ['accent', 'onAccent'] | readonly ['accentDark', 'onAccentDark'],
  { name, ground }: { readonly name: 'surface' | 'darkSurface'; readonly ground: string },
): ColourCheck[] {
  const shade = readableShade(colours[accent], ground)
  const ratio = contrastRatio(colours[accent], ground)
  const ofAccent: ColourCheck = {
    ...{ colour: accent, on: name, ratio: shown(ratio), passes: ratio >= CONTRAST_MIN },
    suggestion: shade === colours[accent] ? null : shade,
  }
  return [ofAccent, check(colours, [text, accent], suggestedOn(colours[text], shade))]
}

function suggestedOn(text: string, ground: string): string | null {
  return contrastRatio(text, ground) >= CONTRAST_MIN ? null : readableOn(ground)
}

function check(
  colours: Colours,
  [colour, on]: readonly [keyof Colours, keyof Colours],
  suggestion: string | null,
): ColourCheck {
  const ratio = contrastRatio(colours[colour], colours[on])
  return { colour, on, ratio: shown(ratio), passes: ratio >= CONTRAST_MIN, suggestion }
}

function shown(ratio: number): number {
  return Math.floor(ratio * 100) / 100
}
