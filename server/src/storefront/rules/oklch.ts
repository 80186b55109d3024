/**
 * Colours as people see them: how light, how strong, and of which hue (in degrees). As “A perceptual color space for
 * image processing” by B. Ottosson has it, with 1 for white.
 */
export interface Oklch {
  readonly lightness: number
  readonly chroma: number
  readonly hue: number
}

/** From 0 to 1, as light adds up. */
export type LinearRgb = readonly [red: number, green: number, blue: number]

/** Of one like `#9a3b1d`. */
export function linearRgb(colour: string): LinearRgb {
  const [red, green, blue] = octetsOf(colour)
  return [linear(red / 255), linear(green / 255), linear(blue / 255)]
}

export function octetsOf(colour: string): [red: number, green: number, blue: number] {
  const at = (index: number): number => Number.parseInt(colour.slice(index, index + 2), 16)
  return [at(1), at(3), at(5)]
}

export function toOklch(colour: string): Oklch {
  const [red, green, blue] = linearRgb(colour)
  const long = Math.cbrt(0.412_221_470_8 * red + 0.536_332_536_3 * green + 0.051_445_992_9 * blue)
  const medium = Math.cbrt(0.211_903_498_2 * red + 0.680_699_545_1 * green + 0.107_396_956_6 * blue)
  const short = Math.cbrt(0.088_302_461_9 * red + 0.281_718_837_6 * green + 0.629_978_700_5 * blue)
  const a = 1.977_998_495_1 * long - 2.428_592_205 * medium + 0.450_593_709_9 * short
  const b = 0.025_904_037_1 * long + 0.782_771_766_2 * medium - 0.808_675_766 * short
  return {
    lightness: 0.210_454_255_3 * long + 0.793_617_785 * medium - 0.004_072_046_8 * short,
    chroma: Math.hypot(a, b),
    hue: (Math.atan2(b, a) * 180) / Math.PI,
  }
}

/** A screen can show it if each part is from 0 to 1. */
export function toLinearRgb({ lightness, chroma, hue }: Oklch): LinearRgb {
  const a = chroma * Math.cos((hue * Math.PI) / 180)
  const b = chroma * Math.sin((hue * Math.PI) / 180)
  const long = (lightness + 0.396_337_777_4 * a + 0.215_803_757_3 * b) ** 3
  const medium = (lightness - 0.105_561_345_8 * a - 0.063_854_172_8 * b) ** 3
  const short = (lightness - 0.089_484_177_5 * a - 1.291_485_548 * b) ** 3
  return [
    4.076_741_662_1 * long - 3.307_711_591_3 * medium + 0.230_969_929_2 * short,
    -1.268_438_004_6 * long + 2.609_757_401_1 * medium - 0.341_319_396_5 * short,
    -0.004_196_086_3 * long - 0.703_418_614_7 * medium + 1.707_614_701 * short,
  ]
}

/** The difference of two hues, from 0 to 180 degrees. */
export function hueDistance(one: number, other: number): number {
  const apart = Math.abs(one - other) % 360
  return Math.min(apart, 360 - apart)
}

function linear(share: number): number {
  return share <= 0.040_45 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
}

/** From 0 to 255, not rounded. */
export function octetOf(light: number): number {
  return 255 * (light <= 0.003_130_8 ? light * 12.92 : 1.055 * light ** (1 / 2.4) - 0.055)
}
