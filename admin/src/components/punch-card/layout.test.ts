import { describe, expect, it } from 'vitest'
import { type CardCounts, type HoleState, layOutCard, layOutLine } from './layout.ts'

const SIGNS: Readonly<Record<HoleState, string>> = {
  punched: '●',
  pending: '◌',
  next: '◉',
  open: '○',
  owed: '⊘',
}

/** The card as one would draw it in a letter. */
function drawn(counts: Partial<CardCounts>): string {
  return layOutCard({ size: 10, stamps: 0, owed: 0, pending: 0, ...counts })
    .holes.map(({ state }) => SIGNS[state])
    .join('')
}

describe('the holes of a card', () => {
  it('are punched from the first on, and the next one is marked', () => {
    expect(drawn({})).toBe('◉○○○○○○○○○')
    expect(drawn({ stamps: 7 })).toBe('●●●●●●●◉○○')
    expect(drawn({ stamps: 9 })).toBe('●●●●●●●●●◉')
    expect(drawn({ stamps: 10 })).toBe('●●●●●●●●●●')
  })

  it('are struck through from the last on where stamps are owed, and none is next: the debt is', () => {
    expect(drawn({ owed: 2 })).toBe('○○○○○○○○⊘⊘')
    expect(drawn({ stamps: 7, owed: 1 })).toBe('●●●●●●●○○⊘')
    expect(drawn({ owed: 14 })).toBe('⊘⊘⊘⊘⊘⊘⊘⊘⊘⊘')
    expect(drawn({ stamps: 8, owed: 5 })).toBe('●●●●●●●●⊘⊘')
  })

  it('are perforated where a basket would punch them', () => {
    expect(drawn({ stamps: 4, pending: 2 })).toBe('●●●●◌◌○○○○')
    expect(drawn({ stamps: 8, pending: 5 })).toBe('●●●●●●●●◌◌')
    expect(drawn({ pending: 1, owed: 2 })).toBe('◌○○○○○○○⊘⊘')
  })

  it('are all punched where there are more stamps, and the rest is told', () => {
    const of = (counts: Partial<CardCounts>) =>
      layOutCard({ size: 10, stamps: 0, owed: 0, pending: 0, ...counts }).over
    expect(drawn({ stamps: 22 })).toBe('●●●●●●●●●●')
    expect(of({ stamps: 22 })).toBe(12)
    expect(of({ stamps: 8, pending: 5 })).toBe(3)
    expect(of({ stamps: 10 })).toBe(0)
  })

  it.each([
    [1, 5, 1, false],
    [2, 5, 1, false],
    [10, 5, 2, false],
    [11, 7, 2, false],
    [14, 7, 2, false],
    [15, 10, 2, false],
    [20, 10, 2, false],
    [21, 10, 3, true],
    [50, 10, 5, true],
  ])('of a card of %i are in rows of %i', (size, perRow, rows, isDense) => {
    const layout = layOutCard({ size, stamps: 0, owed: 0, pending: 0 })
    expect(layout).toMatchObject({ perRow, isDense })
    expect(Math.ceil(layout.holes.length / layout.perRow)).toBe(rows)
  })

  it('are as many as the size, with every stamp in a hole or told, whatever is counted', () => {
    for (const size of [1, 2, 7, 20, 50])
      for (const stamps of [0, 1, size - 1, size, size + 12])
        for (const owed of [0, 1, size, size + 3])
          for (const pending of [0, 1, size, size + 3]) {
            const { holes, over } = layOutCard({ size, stamps, owed, pending })
            const count = (state: HoleState) => holes.filter((hole) => hole.state === state).length
            expect(holes.map(({ place }) => place)).toEqual(Array.from({ length: size }, (_, i) => i + 1))
            expect(count('punched') + count('pending') + over).toBe(stamps + pending)
            expect(count('punched')).toBe(Math.min(stamps, size))
            expect(count('owed')).toBe(Math.min(owed, count('owed') + count('open')))
            expect(count('next')).toBe(owed === 0 && pending === 0 && stamps < size ? 1 : 0)
          }
  })
})

it('the line of a sum never leaves the card', () => {
  expect(layOutLine(0.7, 0)).toEqual({ reached: 70, pending: 0 })
  expect(layOutLine(0.25, 0.5)).toEqual({ reached: 25, pending: 50 })
  expect(layOutLine(0.75, 0.5)).toEqual({ reached: 75, pending: 25 })
  expect(layOutLine(1.2, 0.5)).toEqual({ reached: 100, pending: 0 })
  expect(layOutLine(-0.1, 0)).toEqual({ reached: 0, pending: 0 })
})
