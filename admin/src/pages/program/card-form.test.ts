import { describe, expect, it } from 'vitest'
import { cardOf, isWholeCard, lacksPrize, NEW_CARD, recipeOf, withReward } from './card-form.ts'
import { makeRule, type Program } from './program.ts'

const ZONE = 'America/Sao_Paulo'
const asked = { timeZone: ZONE, now: new Date('2026-12-01T01:00:00Z'), language: 'en' }
const EMPTY = { cashback: { isOn: false, pointValue: '0' }, rules: [] } as unknown as Program

describe('the form of a card', () => {
  it('is filled in by recipes, by the calendar of the merchant', () => {
    const { told, values } = recipeOf('spendInMonth', asked)
    expect(told).toEqual({ month: 'November' })
    expect(cardOf({ ...values, name: 'November' })).toEqual({
      counts: 'spend',
      perAmount: '300',
      stamps: 1,
      points: '100',
      once: true,
      when: { from: '2026-11-01T03:00:00.000Z', until: '2026-12-01T03:00:00.000Z' },
    })
    expect(isWholeCard({ ...values, name: 'November' })).toBe(true)
    const buyTen = recipeOf('buyTen', asked).values
    expect(lacksPrize(buyTen)).toBe(true)
    const gift = { ...buyTen, ...withReward(buyTen, '7') }
    expect(cardOf(gift)).toEqual({ counts: 'items', stamps: 10, reward: '7' })
    expect(isWholeCard({ ...gift, name: 'Coffee', ids: ['coffee'] })).toBe(true)
    expect(isWholeCard({ ...gift, name: 'Coffee' })).toBe(false)
    expect(isWholeCard({ ...buyTen, name: 'Coffee', ids: ['coffee'] })).toBe(false)
  })

  it('makes a rule that says nothing of products where none are chosen', () => {
    const values = { ...NEW_CARD, name: 'Visits', counts: 'orders' as const }
    const rule = makeRule(
      { kind: 'card', ids: [], key: '', name: 'Visits', card: cardOf(values) },
      EMPTY,
      ZONE,
      asked.now,
    )
    expect(rule).toMatchObject({ kind: 'card', counts: 'orders', stamps: 10, points: '100', name: 'Visits' })
    expect(rule).not.toHaveProperty('of')
    expect(rule).not.toHaveProperty('ids')
  })

  it('makes a rule without points, or when they expire, where it gives only a reward', () => {
    const values = { ...NEW_CARD, name: 'Visits', counts: 'orders' as const, points: '', reward: '7' }
    const card = cardOf(values)
    const rule = makeRule({ kind: 'card', ids: [], key: '', name: 'Visits', card }, EMPTY, ZONE, asked.now)
    expect(rule).toEqual({
      ...{ id: 1, name: 'Visits', isActive: true, kind: 'card', counts: 'orders', stamps: 10 },
      ...{ reward: '7', waitingDays: 0 },
    })
  })

  it('offers points again where the reward is taken out', () => {
    const gift = { ...NEW_CARD, reward: '7', points: '' }
    expect(withReward(gift, null)).toEqual({ reward: null, points: '100' })
    expect(withReward(gift, '8')).toEqual({ reward: '8', points: '' })
    expect(withReward({ ...gift, points: '5' }, null)).toEqual({ reward: null, points: '5' })
  })

  it('wants two stamps, unless money is counted, and a point', () => {
    const values = { ...NEW_CARD, name: 'Visits', counts: 'orders' as const }
    expect(isWholeCard({ ...values, stamps: '1' })).toBe(false)
    expect(isWholeCard({ ...values, stamps: '51' })).toBe(false)
    expect(isWholeCard({ ...values, points: '0.5' })).toBe(false)
    expect(isWholeCard({ ...values, points: '' })).toBe(false)
    expect(isWholeCard({ ...values, points: '0.5', reward: '7' })).toBe(false)
    expect(isWholeCard({ ...values, counts: 'spend', stamps: '1' })).toBe(true)
    expect(isWholeCard({ ...values, counts: 'spend', perAmount: '0' })).toBe(false)
  })
})
