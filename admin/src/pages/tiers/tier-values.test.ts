import { expect, it } from 'vitest'
import { bodyOf, ladderOf, newTier, orderOf, pointerToField, type TierAnswer } from './tier-values.ts'

const tier = (key: string, more: Partial<TierAnswer> = {}): TierAnswer => ({
  id: 1,
  key,
  name: key,
  base: false,
  isActive: true,
  color: null,
  iconUrl: null,
  identifier: key,
  caption: null,
  archived: false,
  archivedAt: null,
  goals: [{ name: 'R$ 500', measure: 'spend', value: '500', months: 12 }],
  benefits: [
    { text: 'Free shipping', reward: 'free-shipping', multiplier: null },
    { text: 'More points', reward: null, multiplier: '1.5' },
    { text: 'A coffee', reward: null, multiplier: null },
  ],
  customers: 3,
  ...more,
})

it('a ladder that is opened and saved says the same again, without what was ended', () => {
  const stored = [tier('bronze', { base: true }), tier('gold'), tier('old', { archived: true })]
  const { tiers } = bodyOf(ladderOf(stored))
  expect(tiers).toEqual(
    stored.slice(0, 2).map(({ id, archivedAt, customers, ...said }) => ({ ...said, archived: false })),
  )
})

it('a problem of the third tier is shown at that tier, whatever moved', () => {
  const ladder = { ...ladderOf([tier('a'), tier('b')]), order: ['b', 'a'] }
  expect(orderOf(ladder).map(({ key }) => key)).toEqual(['b', 'a'])
  expect(pointerToField(ladder, '/tiers/0/goals/0/value')).toBe('/byKey/b/goals/0/value')
  expect(pointerToField(ladder, '/tiers')).toBe('/tiers')
})

it('a new tier has a key of its name that no other has', () => {
  expect(newTier('Café Ção!', []).key).toBe('cafe-cao')
  expect(newTier('Gold', ['gold']).key).toBe('gold-2')
  expect(newTier('金', []).key).toBe('tier')
})

it('the first tier is where everybody begins, and has no goals', () => {
  expect(newTier('Bronze', [])).toMatchObject({ base: true, goals: [] })
  expect(newTier('Gold', ['bronze'])).toMatchObject({ base: false, goals: [{ months: '12' }] })
})
