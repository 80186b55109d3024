import { CONTRAST_MIN, contrastRatio, luminance, ratioOf } from './contrast.ts'
import {
  hueDistance,
  type LinearRgb,
  linearRgb,
  type Oklch,
  octetOf,
  octetsOf,
  toLinearRgb,
  toOklch,
} from './oklch.ts'

const WHITE = '#ffffff'
/** So dark that it can be read on every ground on which white can't. */
const DARKEST_LIGHTNESS = 0.11
/** Below this a hue can’t be seen: the colour is a grey. */
export const GREY_CHROMA = 0.01
export const HUE_DEGREES_MAX = 2

/** What to write on a ground: white or the darkest shade of its hue, whichever can be read better. */
export function readableOn(ground: string): string {
  const { chroma, hue } = toOklch(ground)
  const darkest = hexOf(shownAt({ lightness: DARKEST_LIGHTNESS, chroma, hue }).map(octetOf))
  return contrastRatio(WHITE, ground) >= contrastRatio(darkest, ground) ? WHITE : darkest
}

/**
 * The nearest shade of a colour that can be read on a ground: its hue, and its strength as far as a screen can show it.
 * The colour itself where it can be read.
 */
export function readableShade(colour: string, ground: string): string {
  if (contrastRatio(colour, ground) >= CONTRAST_MIN) return colour
  const given = toOklch(colour)
  const groundLight = luminance(linearRgb(ground))
  const target = ratioOf(0, groundLight) > ratioOf(1, groundLight) ? 0 : 1
  // Halved until it is found where a shade begins to be read.
  let [bad, good] = [given.lightness, target]
  for (let step = 0; step < 20; step += 1) {
    const lightness = (bad + good) / 2
    const isRead = ratioOf(luminance(shownAt({ ...given, lightness })), groundLight) >= CONTRAST_MIN
    if (isRead) good = lightness
    else bad = lightness
  }
  // Colours of a screen are whole numbers: the next one may have another hue, or be read a little worse.
  for (let away = 0; away <= 1; away += 0.001) {
    const lightness = target === 0 ? good - away : good + away
    if (lightness < 0 || lightness > 1) break
    const found = nearestOf({ ...given, lightness }, ground)
    if (found) return found
  }
  return readableOn(ground)
}

/** Of the colours of a screen around this one, the nearest that can be read and has its hue; null: there is none. */
function nearestOf(wanted: Oklch, ground: string): string | null {
  const exact = shownAt(wanted).map(octetOf)
  const isGrey = wanted.chroma < GREY_CHROMA
  return (
    around(exact)
      .filter((colour) => {
        if (contrastRatio(colour, ground) < CONTRAST_MIN) return false
        const { hue, chroma } = toOklch(colour)
        return isGrey ? chroma < GREY_CHROMA : hueDistance(hue, wanted.hue) <= HUE_DEGREES_MAX
      })
      .map((colour) => ({ colour, away: distance(octetsOf(colour), exact) }))
      .toSorted((a, b) => a.away - b.away)[0]?.colour ?? null
  )
}

function around(exact: readonly number[]): string[] {
  const [reds = [], greens = [], blues = []] = exact.map((value) => {
    const low = Math.floor(value)
    return [low - 1, low, low + 1, low + 2].filter((octet) => octet >= 0 && octet <= 255)
  })
  return reds.flatMap((red) => greens.flatMap((green) => blues.map((blue) => hexOf([red, green, blue]))))
}

function distance(one: readonly number[], other: readonly number[]): number {
  return Math.hypot(...one.map((value, index) => value - (other[index] ?? 0)))
}

/** With as much of its strength as a screen can show. */
function shownAt(wanted: Oklch): LinearRgb {
  const whole = toLinearRgb(wanted)
  if (isShown(whole)) return whole
  let [low, high] = [0, wanted.chroma]
  for (let step = 0; step < 20; step += 1) {
    const chroma = (low + high) / 2
    if (isShown(toLinearRgb({ ...wanted, chroma }))) low = chroma
    else high = chroma
  }
  const [red, green, blue] = toLinearRgb({ ...wanted, chroma: low })
  return [within(red), within(green), within(blue)]
}

function isShown(rgb: LinearRgb): boolean {
  return rgb.every((part) => part >= 0 && part <= 1)
}

function within(part: number): number {
  return Math.min(Math.max(part, 0), 1)
}

function hexOf(octets: readonly number[]): string {
  return `#${octets.map((octet) => Math.round(octet).toString(16).padStart(2, '0')).join('')}`
}
