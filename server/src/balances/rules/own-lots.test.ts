import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Account, NEW_ACCOUNT } from '../../accounts/account.ts'
import { localDateFromText } from '../../platform/zone.ts'
import type { Expiring } from './expiring.ts'
import { ownLotsOf } from './own-lots.ts'

const day = (text: string): number => localDateFromText(text) ?? Number.NaN
const at = (text: string): number => Date.parse(text)
const SAO_PAULO = { timeZone: 'America/Sao_Paulo', monthsMax: 24 }

function accountOf(points: bigint, inactivity: Partial<Account> = {}): Account {
  return { ...NEW_ACCOUNT, balance: { points, cashback: 0n }, ...inactivity }
}

const YEAR = {
  activeOn: day('2026-03-10'),
  inactivity: { months: 12, noticeDays: 0, startsOn: day('2026-01-01'), timeZone: 'America/Sao_Paulo' },
}

describe('points by the month in which they end', () => {
  it('are those of the merchant’s calendar: the last second counts', () => {
    const points = [
      { points: 10n, when: at('2026-12-01T03:00:00Z') },
      { points: 20n, when: at('2026-12-02T03:00:00Z') },
      { points: 30n, when: at('2027-01-01T03:00:00Z') },
      { points: 40n, when: at('2027-01-02T03:00:00Z') },
    ]
    expect(ownLotsOf(accountOf(105n), { points, cutAt: null }, SAO_PAULO)).toEqual({
      months: [
        { points: 10n, firstAt: at('2026-12-01T02:59:59Z') },
        { points: 50n, firstAt: at('2026-12-02T02:59:59Z') },
        { points: 40n, firstAt: at('2027-01-02T02:59:59Z') },
      ],
      later: 0n,
      never: 5n,
    })
  })

  it('are so many months at most, and the rest is later', () => {
    const points = [1n, 2n, 3n].map((points, month) => ({ points, when: Date.UTC(2026, month, 15) }))
    const two = { ...SAO_PAULO, monthsMax: 2 }
    expect(ownLotsOf(accountOf(10n), { points, cutAt: null }, two)).toMatchObject({
      months: [{ points: 1n }, { points: 2n }],
      later: 3n,
      never: 4n,
    })
  })

  it('are later from the first month that may not be known whole', () => {
    const points = [
      { points: 10n, when: at('2026-12-02T03:00:00Z') },
      { points: 20n, when: at('2027-01-02T03:00:00Z') },
    ]
    const known = (cutAt: string) => ownLotsOf(accountOf(100n), { points, cutAt: at(cutAt) }, SAO_PAULO)
    expect(known('2027-01-20T03:00:00Z')).toMatchObject({ months: [{ points: 10n }], later: 90n, never: 0n })
    // At that moment more ends than is listed, and it is the end of January.
    expect(known('2027-02-01T03:00:00Z').months).toHaveLength(1)
    expect(known('2027-02-02T03:00:00Z')).toMatchObject({
      months: [{}, { points: 20n }],
      later: 70n,
      never: 0n,
    })
  })

  it('end all with inactivity, where that is sooner', () => {
    const points = [
      { points: 10n, when: at('2026-12-02T03:00:00Z') },
      { points: 20n, when: at('2028-01-02T03:00:00Z') },
    ]
    const expected = {
      months: [{ points: 10n }, { points: 90n, firstAt: at('2027-03-11T02:59:59Z') }],
      later: 0n,
      never: 0n,
    }
    expect(ownLotsOf(accountOf(100n, YEAR), { points, cutAt: null }, SAO_PAULO)).toMatchObject(expected)
    const cutAt = at('2028-01-02T03:00:00Z')
    expect(ownLotsOf(accountOf(100n, YEAR), { points, cutAt }, SAO_PAULO)).toMatchObject(expected)
  })

  it('are none where something is owed', () => {
    expect(ownLotsOf(accountOf(-5n, YEAR), { points: [], cutAt: null }, SAO_PAULO)).toEqual({
      months: [],
      later: 0n,
      never: 0n,
    })
  })

  it('always add up to what can be used', () => {
    const lots = fc.array(
      fc.record({ points: fc.bigInt(1n, 10n ** 9n), day: fc.integer({ min: 20_000, max: 22_000 }) }),
      { maxLength: 60 },
    )
    fc.assert(
      fc.property(
        lots,
        fc.bigInt(0n, 10n ** 9n),
        fc.option(fc.nat(60)),
        fc.boolean(),
        fc.integer({ min: 1, max: 30 }),
        (some, never, cut, isEnding, monthsMax) => {
          const days = Map.groupBy(some, (lot) => lot.day)
          const all = [...days.keys()]
            .sort((one, other) => one - other)
            .map((date) => ({
              points: (days.get(date) ?? []).reduce((sum, { points }) => sum + points, 0n),
              when: date * 86_400_000 + 3 * 3_600_000,
            }))
          const total = all.reduce((sum, { points }) => sum + points, never)
          const cutAt = cut === null ? null : (all[cut]?.when ?? null)
          const expiring: Expiring = {
            points: all.filter(({ when }) => cutAt === null || when < cutAt),
            cutAt,
          }
          const found = ownLotsOf(accountOf(total, isEnding ? YEAR : {}), expiring, {
            ...SAO_PAULO,
            monthsMax,
          })
          const sum = found.months.reduce((rest, { points }) => rest + points, found.later + found.never)
          expect(sum).toBe(total)
          expect(found.months.length).toBeLessThanOrEqual(monthsMax)
          for (const part of [found.later, found.never]) expect(part).toBeGreaterThanOrEqual(0n)
          if (cutAt === null && !isEnding) expect(found.never).toBe(never)
        },
      ),
      { numRuns: 500 },
    )
  })
})
