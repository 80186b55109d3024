import { describe, expect, it } from 'vitest'
import { firstDayOfWeek, readLocal, typedLocal } from './local-date.ts'

describe('a date that is typed', () => {
  it.each([
    ['1 Dec 2026 9:30', 'en', '2026-12-01T09:30'],
    ['01/12/2026 09:30', 'en', '2026-12-01T09:30'],
    ['2026-12-01T09:30', 'en', '2026-12-01T09:30'],
    ['1 December 2026', 'en', '2026-12-01T00:00'],
    ['1 de dezembro de 2026, 18h00', 'pt-BR', '2026-12-01T18:00'],
    ['15 set 2026', 'pt-BR', '2026-09-15T00:00'],
    ['3 de ene. de 2027 08:05', 'es', '2027-01-03T08:05'],
    ['30 Jan 2027 24:00', 'en', '2027-01-30T24:00'],
    ['30 Jan 2027, end of day', 'en', '2027-01-30T24:00'],
    ['30/1/2027 fim do dia', 'pt-BR', '2027-01-30T24:00'],
  ])('%s in %s is %s', (typed, language, local) => {
    expect(readLocal(typed, language, true)).toBe(local)
  })

  it.each([
    '31/02/2026',
    '12/31/2026',
    '1 Dec',
    'soon',
    '',
    '1 Dec 2026 25:00',
    '1 Dec 2026 24:01',
    '1 Foo 2026',
  ])('is refused as %s', (typed) => {
    expect(readLocal(typed, 'en', true)).toBe(null)
  })

  it('is a day alone where no time is wanted', () => {
    expect(readLocal('7/3/1990', 'en', false)).toBe('1990-03-07')
    expect(readLocal('7/3/1990 10:00', 'en', false)).toBe(null)
  })

  it('means the whole day as an end, unless a time is typed', () => {
    expect(readLocal('30 Jan 2027', 'en', true, true)).toBe('2027-01-30T24:00')
    expect(readLocal('30 Jan 2027 18:00', 'en', true, true)).toBe('2027-01-30T18:00')
  })

  it('comes back as it is shown, in every language and month', () => {
    for (const language of ['en', 'pt-BR', 'es'])
      for (let month = 1; month <= 12; month += 1) {
        const local = `2026-${String(month).padStart(2, '0')}-09T17:05`
        expect(readLocal(typedLocal(local, language), language, true)).toBe(local)
        const end = `${local.slice(0, 10)}T24:00`
        expect(readLocal(typedLocal(end, language), language, true)).toBe(end)
      }
  })
})

describe('a week', () => {
  it('begins as the reader’s country has it', () => {
    expect(firstDayOfWeek('en', ['en-GB', 'en'])).toBe(1)
    expect(firstDayOfWeek('en', ['en-US'])).toBe(0)
    expect(firstDayOfWeek('pt-BR', ['en-US'])).toBe(0)
    expect(firstDayOfWeek('es', ['es-ES'])).toBe(1)
  })
})
