import { describe, expect, it } from 'vitest'
import {
  type Appearance,
  type AppearanceValues,
  appearanceBody,
  appearanceOf,
  changedColours,
  colourOf,
  wellTyped,
} from './appearance-values.ts'

const rest = { corners: 'soft', type: 'shop', icon: 'card' } as const
const without: Appearance = {
  ...{ accent: '#0b6150', onAccent: '#ffffff', accentDark: '#5fc9ae', onAccentDark: '#06231c' },
  ...{ card: '#0b6150', onCard: '#ffffff', ...rest },
}
const following: Appearance = {
  ...{ accent: '#9a3b1d', onAccent: '#ffffff', accentDark: '#c96342', onAccentDark: '#200a03' },
  ...{ card: '#9a3b1d', onCard: '#ffffff', ...rest },
}
const usual = { without, following }
const read = (appearance: Appearance) =>
  appearanceOf({ programName: 'Aurora', appearance } as Parameters<typeof appearanceOf>[0], usual)

describe('what is read', () => {
  it('follows the accent where nothing else was chosen', () => {
    expect(read(without)).toMatchObject({ accent: '#0b6150', accentDark: '', card: '' })
    expect(read(following)).toMatchObject({ accent: '#9a3b1d', accentDark: '', card: '' })
  })

  it('is one’s own where it is another colour', () => {
    expect(read({ ...following, card: '#2b1a12' })).toMatchObject({ accentDark: '', card: '#2b1a12' })
  })
})

describe('what is sent', () => {
  const before: AppearanceValues = read({ ...following, card: '#2b1a12' })

  it('leaves out colours that are as they were', () => {
    expect(appearanceBody({ ...before, programName: ' ', corners: 'round' }, before)).toEqual({
      programName: null,
      appearance: { corners: 'round', type: 'shop', icon: 'card' },
    })
  })

  it('has with a new accent all that follows from it, and keeps what was chosen by itself', () => {
    expect(changedColours({ ...before, accent: '#1d4f9a' }, before)).toEqual({
      ...{ accent: '#1d4f9a', onAccent: null, accentDark: null, onAccentDark: null },
    })
  })

  it('lets a colour follow again', () => {
    expect(changedColours({ ...before, card: '' }, before)).toEqual({ card: null, onCard: null })
  })
})

describe('a colour', () => {
  it.each([
    ['#9A3B1D', '#9a3b1d'],
    ['9a3b1d', '#9a3b1d'],
    [' #93d ', '#9933dd'],
    ['#9a3b1', null],
    ['red', null],
    ['', null],
  ])('%j is %j', (typed, colour) => {
    expect(colourOf(typed)).toBe(colour)
  })

  it('that is still being typed is as it was', () => {
    const before = read(without)
    expect(wellTyped({ ...before, accent: '#9a3', card: '#2b' }, before)).toMatchObject({
      ...{ accent: '#99aa33', accentDark: '', card: '' },
    })
  })
})
