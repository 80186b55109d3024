import { expect, it } from 'vitest'
import { bucketWords, periodName } from './bucket-words.ts'

const YEAR = { from: '2026-01-01', to: '2026-12-31' }

it('a day is told in full and in short, in three languages', () => {
  const wordsIn = (language: string) => bucketWords('2026-11-07', 'day', YEAR, language)
  expect(wordsIn('en')).toEqual({ name: '7 November', tick: '7 Nov' })
  expect(wordsIn('pt-BR')).toEqual({ name: '7 de novembro', tick: '7 nov' })
  expect(wordsIn('es')).toEqual({ name: '7 de noviembre', tick: '7 nov' })
})

it('a week names both its days, and ends with the period', () => {
  expect(bucketWords('2026-11-02', 'week', YEAR, 'en')).toEqual({ name: '2 – 8 Nov 2026', tick: '2 Nov' })
  expect(bucketWords('2026-12-28', 'week', YEAR, 'en').name).toBe('28 – 31 Dec 2026')
})

it('a month has its year below it where it begins', () => {
  const period = { from: '2025-11-17', to: '2027-02-10' }
  expect(bucketWords('2025-11-17', 'month', period, 'en')).toEqual({
    name: 'November 2025',
    tick: 'Nov',
    under: '2025',
  })
  expect(bucketWords('2026-01-01', 'month', period, 'pt-BR')).toEqual({
    name: 'janeiro de 2026',
    tick: 'jan',
    under: '2026',
  })
  expect(bucketWords('2026-02-01', 'month', period, 'es')).toEqual({ name: 'febrero de 2026', tick: 'feb' })
})

it('a period has its year once', () => {
  expect(periodName({ from: '2026-10-17', to: '2026-11-15' }, 'en')).toBe('17 Oct – 15 Nov 2026')
  expect(periodName({ from: '2026-10-17', to: '2026-10-17' }, 'pt-BR')).toBe('17 out 2026')
})
