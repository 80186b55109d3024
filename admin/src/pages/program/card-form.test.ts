import { describe, expect, it } from 'vitest'
import { cardOf, lacksPrize, missingIn, NEW_CARD, recipeOf, withReward } from './card-form.ts'
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
    expect(missingIn({ ...values, name: 'November' })).toEqual([])
    const buyTen = recipeOf('buyTen', asked).values
    expect(lacksPrize(buyTen)).toBe(true)
    const gift = { ...buyTen, ...withReward(buyTen, '7') }
    expect(cardOf(gift)).toEqual({ counts: 'items', stamps: 10, reward: '7' })
    expect(missingIn({ ...gift, name: 'Coffee', ids: ['coffee'] })).toEqual([])
    expect(missingIn({ ...gift, name: 'Coffee' })).toEqual(['which'])
    const coffee = { ...buyTen, name: 'Coffee', ids: ['coffee'] }
    expect(missingIn(coffee)).toEqual(['prize'])
    // A reward that is made with the card needs a name.
    expect(missingIn(coffee, ' ')).toEqual(['newReward'])
    expect(missingIn(coffee, 'Free coffee')).toEqual([])
    expect(missingIn(buyTen)).toEqual(['name', 'which', 'prize'])
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
    expect(missingIn({ ...values, stamps: '1' })).toEqual(['stamps'])
    expect(missingIn({ ...values, stamps: '51' })).toEqual(['stamps'])
    expect(missingIn({ ...values, points: '0.5' })).toEqual(['points'])
    expect(missingIn({ ...values, points: '' })).toEqual(['prize'])
    expect(missingIn({ ...values, points: '0.5', reward: '7' })).toEqual(['points'])
    expect(missingIn({ ...values, counts: 'spend', stamps: '1' })).toEqual([])
    expect(missingIn({ ...values, counts: 'spend', perAmount: '0' })).toEqual(['amount'])
  })
})
