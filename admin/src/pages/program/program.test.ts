import { describe, expect, it } from 'vitest'
import {
  addableOf,
  addCondition,
  addLimit,
  addPrize,
  changeSlot,
  EXCLUDABLE,
  groupsIn,
  isNullable,
  KINDS,
  limitSlotOf,
  makeRule,
  mayBeLimited,
  missingPrizes,
  ON_CERTAIN_DAYS,
  otherCardIn,
  type Program,
  picksOf,
  picksOfExcluded,
  type Rule,
  renameByDays,
  slotOf,
  whenOf,
} from './program.ts'

const program: Program = {
  cashback: { isOn: false, pointValue: '0' },
  rules: [{ id: 7, kind: 'brand', ids: ['aurora'], multiplier: '2' }],
}
const [brand] = program.rules as [Rule]

describe('a new rule', () => {
  it.each(KINDS)('%s has the next number and what its kind needs', (kind) => {
    const made = makeRule(
      { kind, ids: ['a'], key: 'review', name: 'New' },
      program,
      'America/Sao_Paulo',
      new Date(0),
    )
    expect(made).toMatchObject({ id: 8, kind, name: 'New', isActive: true })
  })

  it('is the first of an empty program', () => {
    const empty = { ...program, rules: [] }
    expect(
      makeRule({ kind: 'purchase', ids: [], key: '', name: '' }, empty, 'America/Sao_Paulo', new Date(0)).id,
    ).toBe(1)
  })
})

describe('a slot', () => {
  it('changes its member, and nothing else', () => {
    expect(changeSlot(brand, '/multiplier', '3')).toEqual({ ...brand, multiplier: '3' })
    expect(changeSlot(brand, '/ids', ['aurora', 'sol'])).toEqual({ ...brand, ids: ['aurora', 'sol'] })
  })

  it('changes a member inside another one', () => {
    const custom: Rule = {
      id: 1,
      kind: 'custom',
      key: 'review',
      points: '10',
      limits: { perDay: 1, ever: 20 },
    }
    expect(changeSlot(custom, '/limits/ever', null)).toMatchObject({ limits: { perDay: 1, ever: null } })
  })

  it('of the expiry has days, or what the calendar says, and never both', () => {
    const quiz: Rule = { id: 1, kind: 'quiz', validityDays: 365 }
    const untilMarch = changeSlot(quiz, '/validityDays', { yearDay: '03-31', years: 1 })
    expect(untilMarch).toEqual({ id: 1, kind: 'quiz', goodUntil: { yearDay: '03-31', years: 1 } })
    expect(changeSlot(untilMarch, '/goodUntil', { monthEnd: 0 })).toEqual({
      id: 1,
      kind: 'quiz',
      goodUntil: { monthEnd: 0 },
    })
    expect(changeSlot(untilMarch, '/goodUntil', null)).toEqual({ id: 1, kind: 'quiz', validityDays: null })
  })

  it('of the bonus turns one kind of bonus into the other, with its number', () => {
    expect(changeSlot(brand, '/bonus', 'points')).toEqual({
      id: 7,
      kind: 'brand',
      ids: ['aurora'],
      points: '2',
    })
  })
})

it('a campaign begins with seven whole days of the merchant, from tomorrow on', () => {
  const now = new Date('2026-11-17T01:30:00Z')
  const campaign = makeRule(
    { kind: 'campaign', ids: [], key: '', name: 'Week' },
    { rules: [] } as unknown as Program,
    'America/Sao_Paulo',
    now,
  )
  expect(campaign).toMatchObject({
    startsAt: '2026-11-17T03:00:00.000Z',
    endsAt: '2026-11-24T03:00:00.000Z',
  })
})

describe('what is left out', () => {
  const now = new Date('2026-11-17T12:00:00Z')
  const leaveOut = (of: (typeof EXCLUDABLE)[number], ids: readonly string[]) =>
    makeRule({ kind: 'exclude', ids, key: '', of, name: 'Out' }, program, 'America/Sao_Paulo', now)

  it.each(EXCLUDABLE)('%s has ids where it is chosen by them, and a time where it is everything', (of) => {
    const made = leaveOut(of, ['a'])
    expect(made).toMatchObject({ kind: 'exclude', of })
    expect('ids' in made).toBe(picksOfExcluded(of) !== null)
    expect('when' in made).toBe(of === 'all')
  })

  it('may lose its last condition', () => {
    const until = changeSlot(leaveOut('all', []), '/when/from', null)
    expect(isNullable(until, '/when/until')).toBe(true)
    const marked: Rule = { id: 1, kind: 'exclude', of: 'marked', when: { days: ['mon'] } }
    expect(isNullable(marked, '/when/days')).toBe(true)
    expect(changeSlot(marked, '/when/days', null)).toEqual({ id: 1, kind: 'exclude', of: 'marked' })
  })

  it('says what it is left out of', () => {
    const shipping = leaveOut('shipping', [])
    expect(changeSlot(shipping, '/outOf', ['points'])).toEqual({ ...shipping, outOf: ['points'] })
    expect(isNullable(shipping, '/outOf')).toBe(false)
  })

  it('can ask for all but what an order comes to and whose it is', () => {
    expect(addableOf(leaveOut('marked', []))).toEqual([
      'dates',
      'days',
      'hours',
      'tiers',
      'branches',
      'paymentMethods',
    ])
  })
})

describe('a limit', () => {
  it('is offered once, to rules that can have one', () => {
    expect(mayBeLimited(brand)).toBe(true)
    expect(mayBeLimited(addLimit(brand))).toBe(false)
    expect(mayBeLimited({ id: 1, kind: 'cap', points: '500', per: 'day' })).toBe(false)
    expect(mayBeLimited({ id: 1, kind: 'firstPurchase', points: '50' })).toBe(false)
  })

  it('is changed in its sentence, and leaves nothing behind', () => {
    const limited = addLimit(brand)
    expect(limited).toEqual({ ...brand, limit: { times: 1, per: 'month' } })
    const often = changeSlot(changeSlot(limited, '/limit/times', 3), '/limit/per', 'week')
    expect(often).toMatchObject({ limit: { times: 3, per: 'week' } })
    expect(isNullable(often, '/limit/times')).toBe(true)
    expect(isNullable(often, '/limit/per')).toBe(false)
    expect(changeSlot(often, '/limit/times', null)).toEqual(brand)
  })
})

describe('a limit of stamps', () => {
  const card: Rule = {
    id: 3,
    kind: 'card',
    counts: 'items',
    of: 'category',
    ids: ['coffee'],
    stamps: 10,
    points: '100',
  }

  it('is offered once, and not to a card that one sum fills', () => {
    expect(mayBeLimited(card)).toBe(true)
    expect(mayBeLimited(addLimit(card))).toBe(false)
    const spent = { id: 3, kind: 'card', counts: 'spend', perAmount: '30', points: '5' } as const
    expect(mayBeLimited({ ...spent, stamps: 10 })).toBe(true)
    expect(mayBeLimited({ ...spent, stamps: 1 })).toBe(false)
  })

  it('is changed in its sentence, and leaves nothing behind', () => {
    const limited = addLimit(card)
    expect(limited).toEqual({ ...card, stampLimit: { stamps: 1, per: 'day' } })
    expect(limitSlotOf(limited)).toBe('/stampLimit/stamps')
    const often = changeSlot(changeSlot(limited, '/stampLimit/stamps', 3), '/stampLimit/per', 'order')
    expect(often).toMatchObject({ stampLimit: { stamps: 3, per: 'order' } })
    expect(isNullable(often, '/stampLimit/stamps')).toBe(true)
    expect(isNullable(often, '/stampLimit/per')).toBe(false)
    expect(changeSlot(often, '/stampLimit/stamps', null)).toEqual(card)
  })
})

it('stamps that expire can be good for ever again', () => {
  const card: Rule = { id: 3, kind: 'card', counts: 'orders', stamps: 10, stampsGoodDays: 180, points: '5' }
  expect(isNullable(card, '/stampsGoodDays')).toBe(true)
  expect(changeSlot(card, '/stampsGoodDays', null)).toEqual({ ...card, stampsGoodDays: null })
})

describe('a prize', () => {
  const signup = { id: 1, kind: 'signup', points: '20', validityDays: 365 } as const
  const gift = { id: 1, kind: 'signup', reward: '7' } as const

  it('is offered what it does not give yet', () => {
    expect(missingPrizes(signup)).toEqual(['reward'])
    expect(missingPrizes(gift)).toEqual(['points'])
    expect(missingPrizes({ ...signup, reward: '7' })).toEqual([])
    expect(missingPrizes({ id: 1, kind: 'referral', points: '20' })).toEqual([])
    expect(addPrize(signup, 'reward', '7')).toEqual({ ...signup, reward: '7' })
    expect(addPrize(gift, 'points', '')).toEqual({ ...signup, reward: '7' })
  })

  it('is the reward, the points or both, and never neither', () => {
    const both = { ...signup, reward: '7', waitingDays: 3 }
    expect(changeSlot(both, '/points', null)).toEqual({ ...gift, waitingDays: 3 })
    expect(changeSlot(both, '/reward', null)).toEqual({ ...signup, waitingDays: 3 })
    expect([isNullable(both, '/points'), isNullable(both, '/reward')]).toEqual([true, true])
    expect([isNullable(signup, '/points'), isNullable(gift, '/reward')]).toEqual([false, false])
    expect(changeSlot(gift, '/reward', '8')).toEqual({ ...gift, reward: '8' })
  })

  it('is for tiers that are picked as any others', () => {
    expect(picksOf('tierReached')).toBe('tier')
  })
})

it('a condition that was added is found in the sentence', () => {
  expect(slotOf('dates')).toBe('/when/from')
  expect(slotOf('minimumOrder')).toBe('/when/minimumOrder')
})

it('a minimum of nothing is no condition', () => {
  const order: Rule = { id: 4, kind: 'order', points: '5', when: { days: ['tue'], minimumOrder: '200' } }
  const without = { id: 4, kind: 'order', points: '5', when: { days: ['tue'] } }
  expect(changeSlot(order, '/when/minimumOrder', '0')).toEqual(without)
  expect(changeSlot(order, '/when/minimumOrder', '0.00')).toEqual(without)
  expect(changeSlot(order, '/when/minimumOrder', '0.5')).toMatchObject({ when: { minimumOrder: '0.5' } })
})

it('certain days start with double points on Tuesdays, without a minimum', () => {
  const made = makeRule(
    { ...ON_CERTAIN_DAYS, ids: [], key: '', name: 'Days' },
    program,
    'America/Sao_Paulo',
    new Date(),
  )
  expect(made).toMatchObject({ kind: 'order', multiplier: '2', when: { days: ['tue'] } })
  expect('points' in made).toBe(false)
  expect(whenOf(made)).toEqual({ days: ['tue'] })
})

it('ids of one kind go when a rule is about another', () => {
  const out: Rule = { id: 1, kind: 'exclude', of: 'category', ids: ['coffee'] }
  expect(changeSlot(out, '/of', 'product')).toEqual({ ...out, of: 'product', ids: [] })
  expect(changeSlot(out, '/of', 'category')).toEqual(out)
  const brand: Rule = { id: 2, kind: 'brand', ids: ['aurora'], multiplier: '2' }
  expect(changeSlot(brand, '/kind', 'product')).toMatchObject({ kind: 'product', ids: [] })
  const signup: Rule = { id: 3, kind: 'signup', points: '5' }
  expect(changeSlot(signup, '/kind', 'birthday')).toEqual({ ...signup, kind: 'birthday' })
})

it('weekdays start with none, so that none has to be taken out', () => {
  const asked = { timeZone: 'America/Sao_Paulo', now: new Date(), first: '?' }
  expect(whenOf(addCondition(brand, 'days', asked))).toEqual({ days: [] })
})

it('a rule is called after its days until it has a name of its own', () => {
  const nameOf = (days: readonly string[]): string => days.join(' and ')
  const onDays = (rule: Rule, days: readonly string[]): Rule =>
    renameByDays(changeSlot(rule, '/when/days', days), rule, nameOf)
  const order: Rule = { id: 1, kind: 'order', name: 'tue', multiplier: '2', when: { days: ['tue'] } }
  expect(onDays(order, ['tue', 'fri']).name).toBe('tue and fri')
  expect(onDays({ ...order, name: 'Slow days' }, ['fri']).name).toBe('Slow days')
  // Also where the condition was taken out, and another one was added.
  const without = renameByDays(changeSlot(order, '/when/days', null), order, nameOf)
  expect(without.name).toBe('tue')
  expect(onDays(without, ['sun']).name).toBe('sun')
  expect(renameByDays(changeSlot(order, '/multiplier', '3'), order, nameOf).name).toBe('tue')
})

it('a rule names brands and categories by its kind, or by what it is of', () => {
  expect(groupsIn(brand)).toEqual([{ of: 'brand', id: 'aurora' }])
  const out: Rule = { id: 1, kind: 'exclude', of: 'category', ids: ['gift-card', 'coffee'] }
  expect(groupsIn(out).map(({ id }) => id)).toEqual(['gift-card', 'coffee'])
  expect(groupsIn({ ...out, of: 'product' })).toEqual([])
  expect(groupsIn({ id: 2, kind: 'exclude', of: 'shipping' })).toEqual([])
  expect(groupsIn({ id: 3, kind: 'signup', points: '5' })).toEqual([])
})

describe('the other card of a warning', () => {
  const card = (id: number, name: string, isActive = true): Rule => ({
    id,
    kind: 'card',
    name,
    isActive,
    counts: 'items',
    of: 'product',
    ids: ['espresso'],
    stamps: 10,
    points: '100',
  })
  const found = (rules: readonly Rule[], otherRule?: number) =>
    otherCardIn(otherRule === undefined ? {} : { otherRule }, { ...program, rules: [...rules] })

  it('is the one that it names', () => {
    expect(found([card(3, 'Old card'), card(4, 'Old card')], 4)).toEqual({ id: 4, name: 'Old card' })
  })

  it('is none where the warning names none, or the card is off or gone', () => {
    expect(found([card(3, 'Old card')])).toBeNull()
    expect(found([card(3, 'Old card', false)], 3)).toBeNull()
    expect(found([card(3, 'Old card')], 4)).toBeNull()
  })
})
