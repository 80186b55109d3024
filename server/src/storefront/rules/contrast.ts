import { type LinearRgb, linearRgb } from './oklch.ts'

/** How well a text can be read on a ground, as WCAG 2.x measures it: from 1 to 21. Colours are like `#9a3b1d`. */
export function contrastRatio(one: string, other: string): number {
  return ratioOf(luminance(linearRgb(one)), luminance(linearRgb(other)))
}

/** What text of usual size needs. */
export const CONTRAST_MIN = 4.5

export function luminance([red, green, blue]: LinearRgb): number {
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

export function ratioOf(one: number, other: number): number {
  return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05)
}
