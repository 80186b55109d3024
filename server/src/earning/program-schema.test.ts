import { describe, expect, it } from 'vitest'
import type { ErrorName } from '../contract/private-api/errors.ts'
import { decimalFromText } from '../platform/decimal.ts'
import { parseProgram, readProgram } from './program-schema.ts'

const program = (...rules: unknown[]) => ({
  cashback: { isOn: true, pointValue: '0.05' },
  rules,
})
const purchase = { id: 1, kind: 'purchase', points: '1' }
const brand = { id: 2, kind: 'brand', ids: ['aurora'], multiplier: '2' }
const campaign = {
  id: 3,
  kind: 'campaign',
  multiplier: '1.5',
  startsAt: '2026-11-01T00:00:00-03:00',
  endsAt: '2026-12-01T00:00:00-03:00',
}
const custom = { id: 4, kind: 'custom', key: 'review', points: '15' }

const everyKind = [
  purchase,
  brand,
  campaign,
  custom,
  { id: 5, kind: 'product', ids: ['mug'], points: '10' },
  { id: 6, kind: 'category', ids: ['coffee'], multiplier: '3' },
  { id: 7, kind: 'paymentMethod', ids: ['visa'], multiplier: '1.1' },
  { id: 8, kind: 'branch', ids: ['centro'], points: '5' },
  { id: 9, kind: 'tier', ids: ['12'], multiplier: '1.25' },
  { id: 10, kind: 'firstPurchase', points: '100' },
  { id: 11, kind: 'signup', points: '20', validityDays: 30 },
  { id: 12, kind: 'birthday', points: '30' },
  { id: 13, kind: 'referral', points: '40', waitingDays: 7 },
  { id: 14, kind: 'quiz', validityDays: 90 },
]

const stored = (content: object) => parseProgram({ ...content, version: 3 })

const problemsOf = (json: unknown) => {
  const read = readProgram(json)
  return 'problems' in read ? read.problems : []
}
const pointersOf = (json: unknown) => problemsOf(json).map(({ pointer }) => pointer)

describe('parseProgram', () => {
  it('reads every kind of rule', () => {
    expect(stored(program(...everyKind)).rules.map((rule) => rule.kind)).toEqual(
      everyKind.map((rule) => rule.kind),
    )
  })

  it('turns texts into decimals and dates into instants, exactly', () => {
    const read = stored(program({ ...purchase, points: '0.3333', perAmount: '12.5' }, campaign))
    expect(read.cashback).toEqual({ isOn: true, pointValue: 500n })
    expect(read.rules).toEqual([
      {
        id: 1,
        name: '',
        isActive: true,
        kind: 'purchase',
        points: 3333n,
        perAmount: 125_000n,
        minimumOrder: 0n,
        rounding: 'floor',
        waitingDays: 0,
        validityDays: null,
        goodUntil: null,
      },
      {
        id: 3,
        name: '',
        isActive: true,
        kind: 'campaign',
        multiplier: 15_000n,
        startsAt: Date.UTC(2026, 10, 1, 3),
        endsAt: Date.UTC(2026, 11, 1, 3),
        when: null,
        stacks: null,
        limit: null,
      },
    ])
  })

  it('leaves inactive rules out of the index, and in the program', () => {
    const read = stored(program({ ...purchase, isActive: false }, { ...brand, isActive: false }))
    expect(read.rules).toHaveLength(2)
    expect(read.index.purchase).toBeNull()
    expect(read.index.lineMultipliers.brand.size).toBe(0)
  })

  it('lets an inactive rule stand beside the active one of its kind', () => {
    const read = stored(program(purchase, { ...purchase, id: 9, points: '7', isActive: false }))
    expect(read.index.purchase?.points).toBe(decimalFromText('1'))
  })

  it('throws for what should never have been stored, naming the field', () => {
    expect(() => stored(program(purchase, { ...brand, multiplier: '0' }))).toThrow(/rules.1.multiplier/)
  })
})

const NOON = '2026-11-16T12:00:00Z'

describe('readProgram', () => {
  it.each<[string, unknown, string]>([
    ['nothing', null, ''],
    ['an array', [], ''],
    ['no cashback', { rules: [] }, '/cashback'],
    [
      'a point value that is a number',
      { ...program(), cashback: { isOn: true, pointValue: 0.05 } },
      '/cashback/pointValue',
    ],
    ['an unknown member', { ...program(), colour: 'red' }, '/colour'],
    ['an unknown kind', program({ id: 1, kind: 'magic' }), '/rules/0/kind'],
    ['a kind that objects inherit', program({ id: 1, kind: 'constructor' }), '/rules/0/kind'],
    ['a rule that is a text', program('purchase'), '/rules/0'],
    ['too many rules', program(...Array(201).fill(purchase)), '/rules'],
    ['a rule without id', program({ kind: 'purchase', points: '1' }), '/rules/0/id'],
    ['a rate that is a number', program({ ...purchase, points: 1 }), '/rules/0/points'],
    ['a rate of zero', program({ ...purchase, points: '0.0000' }), '/rules/0/points'],
    ['a rate with five decimals', program({ ...purchase, points: '0.00001' }), '/rules/0/points'],
    ['a rate per nothing', program({ ...purchase, perAmount: '0' }), '/rules/0/perAmount'],
    ['a negative minimum', program({ ...purchase, minimumOrder: '-1' }), '/rules/0/minimumOrder'],
    ['an exponent', program({ ...purchase, minimumOrder: '1e9' }), '/rules/0/minimumOrder'],
    ['an unknown rounding', program({ ...purchase, rounding: 'up' }), '/rules/0/rounding'],
    ['part of a day', program({ ...purchase, waitingDays: 0.5 }), '/rules/0/waitingDays'],
    ['a negative validity', program({ ...purchase, validityDays: -1 }), '/rules/0/validityDays'],
    ['two ends', program({ ...purchase, validityDays: 1, goodUntil: { monthEnd: 1 } }), '/rules/0/goodUntil'],
    ['no end at all', program({ ...purchase, goodUntil: {} }), '/rules/0/goodUntil'],
    ['a day of no year', program({ ...purchase, goodUntil: { yearDay: '03-31' } }), '/rules/0/goodUntil'],
    [
      'a month and a day',
      program({ ...purchase, goodUntil: { monthEnd: 1, yearDay: '03-31', years: 1 } }),
      '/rules/0/goodUntil',
    ],
    [
      'a day that not every year has',
      program({ ...purchase, goodUntil: { yearDay: '02-29', years: 1 } }),
      '/rules/0/goodUntil/yearDay',
    ],
    [
      'too many months',
      program({ ...purchase, goodUntil: { monthEnd: 121 } }),
      '/rules/0/goodUntil/monthEnd',
    ],
    [
      'too many years',
      program({ ...purchase, goodUntil: { yearDay: '03-31', years: 11 } }),
      '/rules/0/goodUntil/years',
    ],
    ['an end of a bonus', program({ ...brand, goodUntil: { monthEnd: 1 } }), '/rules/0/goodUntil'],
    ['a misspelt member', program(purchase, { ...brand, multipler: '2' }), '/rules/1/multipler'],
    ['a multiplier below 1', program(purchase, { ...brand, multiplier: '0.5' }), '/rules/1/multiplier'],
    ['a multiplier of 100', program(purchase, { ...brand, multiplier: '100' }), '/rules/1/multiplier'],
    ['both kinds of bonus', program(purchase, { ...brand, points: '5' }), '/rules/1/multiplier'],
    ['no bonus', program({ id: 2, kind: 'brand', ids: ['aurora'] }), '/rules/0/multiplier'],
    ['no ids', program({ ...brand, ids: [] }), '/rules/0/ids'],
    ['a blank id', program({ ...brand, ids: ['aurora', ''] }), '/rules/0/ids/1'],
    [
      'a tier with points and a multiplier',
      program({ id: 1, kind: 'tier', ids: ['1'], points: '1', multiplier: '2' }),
      '/rules/0/multiplier',
    ],
    ['conditions without one', program({ ...brand, when: {} }), '/rules/0/when'],
    ['an order without conditions', program({ id: 1, kind: 'order', points: '5' }), '/rules/0/when'],
    ['a condition that it is itself', program({ ...campaign, when: { from: NOON } }), '/rules/0/when/from'],
    [
      'an end before its beginning',
      program({ ...brand, when: { from: NOON, until: NOON } }),
      '/rules/0/when/until',
    ],
    [
      'a moment that is none',
      program({ ...brand, when: { from: '2026-11-31T00:00:00Z' } }),
      '/rules/0/when/from',
    ],
    ['a weekday twice', program({ ...brand, when: { days: ['tue', 'tue'] } }), '/rules/0/when/days'],
    ['a day that is none', program({ ...brand, when: { days: ['Tuesday'] } }), '/rules/0/when/days/0'],
    [
      'hours without time between them',
      program({ ...brand, when: { hours: [{ from: '16:00', until: '16:00' }] } }),
      '/rules/0/when/hours/0',
    ],
    [
      'hours that begin when the day ends',
      program({ ...brand, when: { hours: [{ from: '24:00', until: '02:00' }] } }),
      '/rules/0/when/hours/0/from',
    ],
    [
      'a minimum of nothing',
      program({ ...brand, when: { minimumOrder: '0' } }),
      '/rules/0/when/minimumOrder',
    ],
    [
      'more than 100 first orders',
      program({ ...brand, when: { firstOrders: 101 } }),
      '/rules/0/when/firstOrders',
    ],
    ['a local date-time', program({ ...campaign, startsAt: '2026-11-01T00:00:00' }), '/rules/0/startsAt'],
    ['the 31st of November', program({ ...campaign, endsAt: '2026-11-31T00:00:00Z' }), '/rules/0/endsAt'],
    ['a campaign that never runs', program({ ...campaign, endsAt: campaign.startsAt }), '/rules/0/endsAt'],
    ['the same id twice', program(purchase, { ...brand, id: 1 }), '/rules/1/id'],
    ['two purchase rules', program(purchase, { ...purchase, id: 2 }), '/rules/1/kind'],
    ['the same action twice', program(custom, { ...custom, id: 5 }), '/rules/1/key'],
    ['a limit of zero', program({ ...custom, limits: { perDay: 0 } }), '/rules/0/limits/perDay'],
  ])('refuses %s', (_, json, pointer) => expect(pointersOf(json)).toContain(pointer))

  it('says in three languages what is wrong', () => {
    const [multiplier] = problemsOf(program({ ...brand, multiplier: '0.5' }))
    expect(multiplier?.message).toEqual({
      en: 'This must be text with a multiplier from 1 to 99.9999, such as "1.5".',
      'pt-BR': 'Isto deve ser um texto com um multiplicador de 1 a 99.9999, como "1.5".',
      es: 'Esto debe ser un texto con un multiplicador de 1 a 99.9999, como "1.5".',
    })
    expect(problemsOf({ ...program(), colour: 'red' })[0]?.message.en).toContain('no such member')
    expect(problemsOf(program({ kind: 'purchase', points: '1' }))[0]?.message.en).toContain('next free one')
    expect(problemsOf(program({ id: 1, kind: 'purchase' }))[0]?.message.en).toBe('This is missing.')
  })

  it('tells everything at once, also within one rule and beyond eight', () => {
    const rule = { id: 0, name: 1, isActive: 'x', kind: 'purchase', points: '', perAmount: 5, rounding: 'up' }
    const wrong = { ...rule, waitingDays: -1, validityDays: 'a', minimumOrder: '-1', zzz: 1, 'a/b~c': 2 }
    const pointers = pointersOf({ ...program(wrong, { ...campaign, endsAt: campaign.startsAt }), colour: 1 })
    expect(new Set(pointers)).toEqual(
      new Set([
        '/colour',
        ...Object.keys(wrong)
          .filter((member) => member !== 'kind')
          .map((member) => `/rules/0/${member.replace('~', '~0').replace('/', '~1')}`),
        '/rules/1/endsAt',
      ]),
    )
    expect(pointers).toHaveLength(new Set(pointers).size)
  })

  it.each<[ErrorName, unknown, string]>([
    ['Campaign_InvalidDateRange', program({ ...campaign, endsAt: campaign.startsAt }), '/rules/0/endsAt'],
    // The same moments, written with another offset.
    [
      'Campaign_Conflict',
      program(campaign, {
        ...campaign,
        id: 9,
        multiplier: '4',
        startsAt: '2026-11-01T03:00:00Z',
        endsAt: '2026-12-01T03:00:00Z',
      }),
      '/rules/1/startsAt',
    ],
    ['Objective_AmountOfPointsCannotBeLessThanOne', program({ ...custom, points: '0.5' }), '/rules/0/points'],
    [
      'Objective_AmountOfPointsCannotBeLessThanOne',
      program({ id: 1, kind: 'signup', points: '-5' }),
      '/rules/0/points',
    ],
    [
      'Objective_DiscountValueCannotBeLessThanOne',
      program({ id: 1, kind: 'firstPurchase', points: '0' }),
      '/rules/0/points',
    ],
    [
      'Objective_OrderMinimumValueCannotBeLessThanZero',
      program({ ...purchase, minimumOrder: '-0.01' }),
      '/rules/0/minimumOrder',
    ],
    [
      'Objective_DaysToWaitToGrantPointsCannotBeLessThanZero',
      program({ ...purchase, waitingDays: -1 }),
      '/rules/0/waitingDays',
    ],
  ])('names %s of the catalog', (code, json, pointer) => {
    expect(problemsOf(json)).toEqual([expect.objectContaining({ code, pointer })])
  })

  it('reads what was stored before it refused as much', () => {
    const old = program({ id: 1, kind: 'signup', points: '0' }, campaign, { ...campaign, id: 9 })
    expect(problemsOf(old)).toHaveLength(2)
    expect(stored(old).rules).toHaveLength(3)
  })

  it('says of a million rules no more than a person can read', () => {
    const many = { ...program(), rules: Array(100_000).fill({}) }
    expect(pointersOf(many)[0]).toBe('/rules')
    expect(pointersOf(many).length).toBeLessThanOrEqual(200)
    const wide = Object.fromEntries(Array.from({ length: 10_000 }, (_, index) => [`m${index}`, 1]))
    expect(pointersOf(program({ ...purchase, ...wide }))).toHaveLength(200)
  })

  it('allows two different actions, and any number of bonuses of a kind', () => {
    const rules = [custom, { ...custom, id: 5, key: 'visit' }, brand, { ...brand, id: 6, multiplier: '3' }]
    expect(problemsOf(program(...rules))).toEqual([])
  })

  it('refuses texts that cannot be stored', () => {
    expect(pointersOf(program({ ...purchase, name: 'a\u0000b' }, { ...brand, ids: ['\ud800'] }))).toEqual([
      '/rules/0/name',
      '/rules/1/ids/0',
    ])
  })
})

describe('the key of an action', () => {
  const action = (key: string) => ({
    cashback: { isOn: true, pointValue: '0.1' },
    rules: [{ id: 1, kind: 'custom', key, points: '1' }],
  })

  it('is more than digits: those alone name a rule by its id', () => {
    expect(pointersOf(action('4711'))).toEqual(['/rules/0/key'])
    expect(pointersOf(action('review-4711'))).toEqual([])
  })
})
