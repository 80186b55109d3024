import { expect, it } from 'vitest'
import { lastsFor, timeLeft } from './time-left.ts'

it('work is said to take at least as long as it takes', () => {
  expect(timeLeft(0)).toEqual({ unit: 'moment' })
  expect(timeLeft(59)).toEqual({ unit: 'moment' })
  expect(timeLeft(60)).toEqual({ unit: 'minutes', count: 1 })
  expect(timeLeft(61)).toEqual({ unit: 'minutes', count: 2 })
  expect(timeLeft(89 * 60)).toEqual({ unit: 'minutes', count: 89 })
  expect(timeLeft(90 * 60)).toEqual({ unit: 'hours', count: 2 })
})

it('what expires is said to last no longer than it does', () => {
  const now = new Date('2026-11-18T12:00:00Z')
  expect(lastsFor('2026-11-25T12:00:00Z', now)).toEqual({ unit: 'days', count: 7 })
  expect(lastsFor('2026-11-25T11:59:59Z', now)).toEqual({ unit: 'days', count: 6 })
  expect(lastsFor('2026-11-20T12:00:00Z', now)).toEqual({ unit: 'days', count: 2 })
  expect(lastsFor('2026-11-20T11:59:00Z', now)).toEqual({ unit: 'hours', count: 47 })
  expect(lastsFor('2026-11-18T12:10:00Z', now)).toEqual({ unit: 'hours', count: 1 })
  expect(lastsFor('2026-11-18T11:00:00Z', now)).toEqual({ unit: 'hours', count: 1 })
})
