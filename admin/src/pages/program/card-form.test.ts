import { describe, expect, it } from 'vitest'
import { cardOf, isWholeCard, NEW_CARD, recipeOf } from './card-form.ts'
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
    expect(isWholeCard({ ...buyTen, name: 'Coffee' })).toBe(false)
    expect(isWholeCard({ ...buyTen, name: 'Coffee', ids: ['coffee'] })).toBe(true)
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

  it('wants two stamps, unless money is counted, and a point', () => {
    const values = { ...NEW_CARD, name: 'Visits', counts: 'orders' as const }
    expect(isWholeCard({ ...values, stamps: '1' })).toBe(false)
    expect(isWholeCard({ ...values, stamps: '51' })).toBe(false)
    expect(isWholeCard({ ...values, points: '0.5' })).toBe(false)
    expect(isWholeCard({ ...values, counts: 'spend', stamps: '1' })).toBe(true)
    expect(isWholeCard({ ...values, counts: 'spend', perAmount: '0' })).toBe(false)
  })
})
