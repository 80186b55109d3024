import type { Answer, Input } from '../../api/client.ts'

type Storefront = Answer<'storefront.get'>
export type Appearance = Storefront['appearance']
export type Check = Answer<'storefront.check'>['checks'][number]
type AppearanceBody = NonNullable<NonNullable<Input<'storefront.change'>['body']>['appearance']>

/** The colours that one chooses. What is written on them follows. */
export const GROUNDS = ['accent', 'accentDark', 'card'] as const
export type Ground = (typeof GROUNDS)[number]

/** What is written on each. */
const WRITTEN_ON = { accent: 'onAccent', accentDark: 'onAccentDark', card: 'onCard' } as const

export interface AppearanceValues {
  /** Empty: that of the business. */
  readonly programName: string
  readonly accent: string
  /** Empty: it follows from the accent, like the next. */
  readonly accentDark: string
  readonly card: string
  readonly corners: Appearance['corners']
  readonly type: Appearance['type']
  readonly icon: Appearance['icon']
}

/** What a shop has without any choice, and what follows from its accent. */
export interface Usual {
  readonly without: Appearance
  readonly following: Appearance
}

export function appearanceOf({ programName, appearance }: Storefront, usual: Usual): AppearanceValues {
  const { accent, corners, type, icon } = appearance
  const isUntouched = GROUNDS.every((ground) => appearance[ground] === usual.without[ground])
  const own = (ground: Ground): string =>
    isUntouched || appearance[ground] === usual.following[ground] ? '' : appearance[ground]
  return { programName, accent, accentDark: own('accentDark'), card: own('card'), corners, type, icon }
}

/** Asks for what follows from this accent. */
export function followingFrom(accent: string): Input<'storefront.check'> {
  const rest = { onAccent: null, accentDark: null, onAccentDark: null, card: null, onCard: null }
  return { body: { appearance: { accent, ...rest } } }
}

/** The colours that are not as they were; what is written on such a one is chosen anew. */
export function changedColours(values: AppearanceValues, before: AppearanceValues): AppearanceBody {
  const isNewAccent = values.accent !== before.accent
  const body: Record<string, string | null> = {}
  for (const ground of GROUNDS) {
    const follows = values[ground] === ''
    if (values[ground] === before[ground] && !(follows && isNewAccent)) continue
    body[ground] = follows ? null : values[ground]
    body[WRITTEN_ON[ground]] = null
  }
  return body
}

export function appearanceBody(
  values: AppearanceValues,
  before: AppearanceValues,
): NonNullable<Input<'storefront.change'>['body']> {
  const { programName, corners, type, icon } = values
  return {
    programName: programName.trim() === '' ? null : programName.trim(),
    appearance: { ...changedColours(values, before), corners, type, icon },
  }
}

const COLOUR = /^#?([0-9a-f]{6}|[0-9a-f]{3})$/i

/** `9A3B1D`, `#9a3b1d` and `#93d` as they are sent; null: it is no colour. */
export function colourOf(typed: string): string | null {
  const [, digits] = COLOUR.exec(typed.trim()) ?? []
  if (digits === undefined) return null
  const long = digits.length === 3 ? digits.replaceAll(/./g, '$&$&') : digits
  return `#${long.toLowerCase()}`
}

/** With colours that can be sent: one that is still being typed is as it was. */
export function wellTyped(values: AppearanceValues, before: AppearanceValues): AppearanceValues {
  const colour = (ground: Ground): string =>
    values[ground] === '' && ground !== 'accent' ? '' : (colourOf(values[ground]) ?? before[ground])
  return { ...values, accent: colour('accent'), accentDark: colour('accentDark'), card: colour('card') }
}

/** The nearest shades that can be read, for the colours that can't. */
export function shadesInstead(checks: readonly Check[]): Partial<Record<Ground, string>> {
  return Object.fromEntries(
    checks.flatMap(({ colour, suggestion }) =>
      suggestion !== null && (GROUNDS as readonly string[]).includes(colour) ? [[colour, suggestion]] : [],
    ),
  )
}

/** How well a colour is read where it is read worst, and where that is. */
export function readingOf(ground: Ground, checks: readonly Check[]): readonly Check[] {
  const written = WRITTEN_ON[ground]
  return checks.filter(({ colour, on }) => colour === ground || (colour === written && on === ground))
}
