import { expect, it } from 'vitest'
import { NEW_ACCOUNT } from '../../accounts/account.ts'
import { localDateFromText } from '../../platform/zone.ts'
import { expiringOf } from './expiring.ts'

const day = (text: string): number => localDateFromText(text) ?? Number.NaN
const at = (text: string): number => Date.parse(text)
const account = {
  ...NEW_ACCOUNT,
  balance: { points: 100n, cashback: 0n },
  activeOn: day('2026-03-10'),
  inactivity: { months: 12, noticeDays: 0, startsOn: day('2026-01-01'), timeZone: 'America/Sao_Paulo' },
}
const END = at('2027-03-11T03:00:00Z')
const early = { points: 30n, when: at('2026-12-01T03:00:00Z') }
const late = { points: 20n, when: at('2028-01-01T03:00:00Z') }

it('is what the lots say where nothing ends by inactivity', () => {
  const listed = { points: [early, late], cutAt: null }
  expect(expiringOf({ ...account, inactivity: null }, listed)).toEqual([early, late])
  const noticed = { ...account, inactivity: { ...account.inactivity, noticeDays: 45 } }
  expect(expiringOf(noticed, listed)).toEqual([early, late])
})

it('is all the rest at the end of inactivity, whatever its own end', () => {
  expect(expiringOf(account, { points: [early, late], cutAt: null })).toEqual([
    early,
    { points: 70n, when: END },
  ])
  expect(expiringOf(account, { points: [], cutAt: null })).toEqual([{ points: 100n, when: END }])
  const all = { points: 100n, when: early.when }
  expect(expiringOf(account, { points: [all], cutAt: null })).toEqual([all])
})

it('tells no sum that it does not know', () => {
  expect(expiringOf(account, { points: [early], cutAt: at('2027-01-01T03:00:00Z') })).toEqual([early])
  expect(expiringOf(account, { points: [early], cutAt: late.when })).toEqual([
    early,
    { points: 70n, when: END },
  ])
})
