import { expect, it } from 'vitest'
import { localDateFromText } from '../../platform/zone.ts'
import { activeCustomers } from './overview.ts'

const day = (text: string) => localDateFromText(text) ?? 0

it('active customers of a month are compared with one of as many days, else with none', () => {
  const of = (text: string, value: number) => ({ day: day(text), kind: 30, value, base: 0, countedAt: 0 })
  const customers = [of('2026-11-30', 5), of('2026-10-31', 3)]
  const today = day('2026-12-01')
  const period = { from: day('2026-11-01'), to: day('2026-11-30') }
  const october = { from: day('2026-10-01'), to: day('2026-10-31') }
  expect(activeCustomers({ customers }, { period, before: october, today })).toMatchObject({
    value: 5,
    before: null,
  })
  const asLong = { from: day('2026-10-02'), to: day('2026-10-31') }
  expect(activeCustomers({ customers }, { period, before: asLong, today })).toMatchObject({
    value: 5,
    before: 3,
  })
})

it('a day that nothing has counted is not said to be counted soon', () => {
  const of = (to: string, length: number) => {
    const period = { from: day(to) - length + 1, to: day(to) }
    return activeCustomers({ customers: [] }, { period, before: null, today: day('2026-12-01') }).state
  }
  expect([of('2026-11-30', 30), of('2026-11-23', 7), of('2026-10-29', 30), of('2026-11-30', 31)]).toEqual([
    ...['counting', 'counting', 'notCounted', 'notCounted'],
  ])
})
