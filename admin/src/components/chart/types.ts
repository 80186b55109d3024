/** How parts are told apart without colour. Dashed is not final yet; owed lies on the other side of 0. */
export type Look = 'solid' | 'light' | 'hatched' | 'dashed' | 'owed'

export interface Series {
  readonly key: string
  readonly label: string
  readonly look: Look
  /** It goes down from 0: what leaves. */
  readonly isBelow?: boolean
  /** Drawn, but not named in the legend: its column says what it is. */
  readonly isUnnamed?: boolean
}

/** A page below the merchant, with the records behind a figure. */
export interface Target {
  readonly to: string
  readonly search?: Record<string, unknown>
}

/** One figure in words: the tip, the label that is read aloud and the table are made of these. */
export interface Line {
  readonly label: string
  readonly text: string
}

export interface ChartColumn {
  readonly key: string
  /** In full: “7 November, Saturday”. */
  readonly name: string
  /** Below the column, where there is room: “7 Nov”. */
  readonly tick: string
  /** A second line below it: the year, or a figure that is too small to see. */
  readonly under?: string
  /** One amount per series, as decimal text. More refunded than redeemed is below 0. */
  readonly amounts: readonly string[]
  readonly lines: readonly Line[]
  readonly opens?: Target
  /** It belongs to no place on the axis, and stands behind a dotted line. */
  readonly isApart?: boolean
}

/** “7 November: issued 1,179, redeemed 429”. */
export function spoken(name: string, lines: readonly Line[]): string {
  const said = lines.map(({ label, text }) => `${label.charAt(0).toLowerCase()}${label.slice(1)} ${text}`)
  return said.length === 0 ? name : `${name}: ${said.join(', ')}`
}
