/** Colours that a merchant saves can be read, and what is suggested instead of others is of their hue. */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { DEFAULT_APPEARANCE } from '../content.ts'
import { checkColours, completeColours, DARK_SURFACE, LIGHT_SURFACE } from './appearance.ts'
import { CONTRAST_MIN, contrastRatio } from './contrast.ts'
import { hueDistance, toOklch } from './oklch.ts'
import { GREY_CHROMA, HUE_DEGREES_MAX, readableOn, readableShade } from './shades.ts'

const colour = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`)
const RUNS = { numRuns: 10_000 }

it('10⁴ accents: the shade that is suggested passes, is of the same hue, and is itself where it passed', () => {
  fc.assert(
    fc.property(colour, fc.constantFrom(LIGHT_SURFACE, DARK_SURFACE), (accent, surface) => {
      const shade = readableShade(accent, surface)
      expect(contrastRatio(shade, surface)).toBeGreaterThanOrEqual(CONTRAST_MIN)
      if (contrastRatio(accent, surface) >= CONTRAST_MIN) expect(shade).toBe(accent)
      const [given, found] = [toOklch(accent), toOklch(shade)]
      if (given.chroma < GREY_CHROMA) expect(found.chroma).toBeLessThan(GREY_CHROMA)
      else expect(hueDistance(given.hue, found.hue)).toBeLessThanOrEqual(HUE_DEGREES_MAX)
      expect(found.chroma).toBeLessThanOrEqual(given.chroma + 0.02)
    }),
    RUNS,
  )
})

it('10⁴ grounds: white or the darkest shade can be read on each', () => {
  fc.assert(
    fc.property(colour, (ground) => {
      expect(contrastRatio(readableOn(ground), ground)).toBeGreaterThanOrEqual(CONTRAST_MIN)
    }),
    RUNS,
  )
})

it('with all suggestions taken, any six colours pass', () => {
  const six = fc.tuple(colour, colour, colour, colour, colour, colour)
  fc.assert(
    fc.property(six, ([accent, onAccent, accentDark, onAccentDark, card, onCard]) => {
      const colours = { accent, onAccent, accentDark, onAccentDark, card, onCard }
      const taken = Object.fromEntries(
        checkColours(colours).flatMap(({ colour: name, suggestion }) =>
          suggestion === null ? [] : [[name, suggestion]],
        ),
      )
      const after = checkColours({ ...colours, ...taken })
      expect(after.filter(({ passes, suggestion }) => !passes || suggestion !== null)).toEqual([])
    }),
    { numRuns: 1_000 },
  )
})

it.each([
  ['#9a3b1d', { onAccent: '#ffffff', card: '#9a3b1d' }],
  ['#ffd400', { onAccent: '#060400' }],
])('what goes with %s follows from it, and can be read', (accent, expected) => {
  const colours = completeColours({ accent })
  expect(colours).toMatchObject(expected)
  expect(checkColours(colours).filter(({ colour: name, passes }) => !passes && name !== 'accent')).toEqual([])
})

it('the usual colours can be read', () => {
  expect(checkColours(DEFAULT_APPEARANCE).map(({ passes, suggestion }) => [passes, suggestion])).toEqual(
    Array.from({ length: 5 }, () => [true, null]),
  )
})
