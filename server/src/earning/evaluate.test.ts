import { describe, expect, it } from 'vitest'
import { decimalFromText, decimalToText } from '../platform/decimal.ts'
import { evaluateAdjustment } from './adjustment.ts'
import { evaluateOrder } from './evaluate.ts'
import { evaluateAction } from './evaluate-action.ts'
import { evaluateProductPoints } from './evaluate-products.ts'
import type { LineFacts, OrderFacts } from './order-facts.ts'
import type { Program } from './program.ts'
import { parseProgram } from './program-schema.ts'

const d = decimalFromText
const NOW = Date.UTC(2026, 10, 15)

const purchase = { id: 1, kind: 'purchase', points: '1', validityDays: 365 }
const aurora = { id: 2, kind: 'brand', ids: ['aurora'], multiplier: '2' }
const november = {
  id: 3,
  kind: 'campaign',
  multiplier: '2',
  startsAt: '2026-11-01T00:00:00Z',
  endsAt: '2026-12-01T00:00:00Z',
}

const programOf = (rules: unknown[], cashback = { isOn: true, pointValue: '0.05' }): Program =>
  parseProgram({ version: 7, cashback, rules })

const demo = programOf([purchase, aurora])

const line = (price: string | null, facts: Partial<LineFacts> = {}): LineFacts => ({
  originalId: 'mug',
  price: price === null ? null : d(price),
  brandId: null,
  categoryIds: [],
  ...facts,
})
const auroraLine = (price: string | null) => line(price, { brandId: 'aurora' })

const PAGE = { now: NOW, timeZone: 'America/Sao_Paulo' }

const order = (total: string, facts: Partial<OrderFacts> = {}): OrderFacts => ({
  total: d(total),
  placedAt: NOW,
  products: [],
  paymentMethodId: null,
  branchId: null,
  tierId: null,
  isFirstPurchase: false,
  number: null,
  timeZone: 'America/Sao_Paulo',
  ...facts,
})

const pointsOf = (rules: unknown[], facts: OrderFacts) =>
  evaluateOrder(programOf(rules), facts).points / d('1')

describe('evaluateOrder for the demo merchant', () => {
  it('gives a point per real, worth five cents', () => {
    expect(evaluateOrder(demo, order('120.00', { products: [line('120.00')] }))).toEqual({
      points: d('120'),
      cashback: d('6'),
      waitingDays: 0,
      validityDays: 365,
      goodUntil: null,
      explanation: { v: 7, lines: [{ rule: 1, kind: 'purchase', amount: '120', points: '120' }] },
    })
  })

  it('doubles the aurora line only', () => {
    const earned = evaluateOrder(demo, order('100', { products: [auroraLine('40.00'), line('60')] }))
    expect(earned.points).toBe(d('140'))
    expect(earned.explanation.lines).toEqual([
      { rule: 1, kind: 'purchase', amount: '100', points: '100' },
      { rule: 2, kind: 'brand', amount: '40', points: '40' },
    ])
  })

  it('explains itself in few bytes', () => {
    const bytesOf = (facts: OrderFacts) => JSON.stringify(evaluateOrder(demo, facts).explanation).length
    expect(bytesOf(order('234.56', { products: [line('234.56')] }))).toBeLessThan(80)
    expect(bytesOf(order('234.56', { products: [auroraLine('34.56'), line('200')] }))).toBeLessThan(140)
  })
})

describe('the purchase rule', () => {
  it.each([
    ['floor', '10.99', 10n],
    ['nearest', '10.49', 10n],
    ['nearest', '10.50', 11n],
    ['ceiling', '10.0001', 11n],
    ['ceiling', '10.00', 10n],
  ])('rounds by %s: %s', (rounding, total, expected) => {
    expect(pointsOf([{ ...purchase, rounding }], order(total))).toBe(expected)
  })

  it('counts 1 point per R$ 3 without losing the third', () => {
    const rule = { ...purchase, perAmount: '3' }
    expect(pointsOf([rule], order('3.00'))).toBe(1n)
    expect(pointsOf([rule], order('2.99'))).toBe(0n)
    expect(pointsOf([rule], order('300000.00'))).toBe(100_000n)
  })

  it('gives nothing below its minimum, bonuses included, and says so', () => {
    const rules = [
      { ...purchase, minimumOrder: '50' },
      aurora,
      { id: 5, kind: 'branch', ids: ['centro'], points: '5' },
    ]
    const facts = { products: [auroraLine('49.99')], branchId: 'centro' }
    expect(evaluateOrder(programOf(rules), order('49.99', facts))).toEqual({
      points: 0n,
      cashback: 0n,
      waitingDays: 0,
      validityDays: null,
      goodUntil: null,
      explanation: {
        v: 7,
        lines: [{ rule: 1, kind: 'purchase', amount: '49.99', points: '0' }],
        none: 'below-minimum',
      },
    })
    expect(pointsOf(rules, order('50', facts))).toBe(50n + 49n + 5n)
  })

  it.each([
    ['is missing', [aurora]],
    ['is inactive', [{ ...purchase, isActive: false }, aurora]],
  ])('gives nothing when it %s, and says so', (_, rules) => {
    const earned = evaluateOrder(programOf(rules), order('100', { products: [auroraLine('100')] }))
    expect(earned.points).toBe(0n)
    expect(earned.explanation).toEqual({ v: 7, lines: [], none: 'no-purchase-rule' })
  })

  it('hands on its waiting and validity days', () => {
    const rules = [{ ...purchase, waitingDays: 7, validityDays: null }]
    expect(evaluateOrder(programOf(rules), order('1'))).toMatchObject({ waitingDays: 7, validityDays: null })
  })
})

describe('multipliers', () => {
  const product = { id: 4, kind: 'product', ids: ['mug'], multiplier: '3' }
  const category = { id: 5, kind: 'category', ids: ['kitchen'], multiplier: '4' }

  it('count the best of product, brand and category for one line', () => {
    const products = [line('10', { brandId: 'aurora', categoryIds: ['cups', 'kitchen'] })]
    expect(pointsOf([purchase, product, aurora], order('10', { products }))).toBe(30n)
    expect(pointsOf([purchase, product, aurora, category], order('10', { products }))).toBe(40n)
  })

  it('of a campaign cover what no line covers, and lines only beyond it', () => {
    const products = [line('10'), line('10', { originalId: 'tea', brandId: 'aurora' })]
    const earned = evaluateOrder(programOf([purchase, product, aurora, november]), order('100', { products }))
    expect(earned.explanation.lines).toEqual([
      { rule: 1, kind: 'purchase', amount: '100', points: '100' },
      { rule: 3, kind: 'campaign', amount: '100', points: '100' },
      { rule: 4, kind: 'product', amount: '10', points: '10' },
    ])
    expect(earned.points).toBe(d('210'))
  })

  it('of several campaigns count the best that is running when the order is placed', () => {
    const december = { ...november, id: 9, multiplier: '5', startsAt: '2026-12-01T00:00:00Z' }
    const rules = [
      purchase,
      november,
      { ...november, id: 8, multiplier: '3' },
      { ...december, endsAt: '2027-01-01T00:00:00Z' },
    ]
    const placedAt = (text: string) => order('10', { placedAt: Date.parse(text) })
    expect(pointsOf(rules, placedAt('2026-10-31T23:59:59.999Z'))).toBe(10n)
    expect(pointsOf(rules, placedAt('2026-11-01T00:00:00Z'))).toBe(30n)
    expect(pointsOf(rules, placedAt('2026-11-30T23:59:59.999Z'))).toBe(30n)
    expect(pointsOf(rules, placedAt('2026-12-01T00:00:00Z'))).toBe(50n)
  })

  it('are rounded with the base and not each on its own', () => {
    // 99.50 × 2 is 199; two floors would give 198, less than the product page promised.
    expect(pointsOf([purchase, aurora], order('99.50', { products: [auroraLine('99.50')] }))).toBe(199n)
  })

  it('need a price that is not zero', () => {
    const products = [auroraLine(null), auroraLine('0')]
    const earned = evaluateOrder(demo, order('10', { products }))
    expect(earned.explanation.lines).toHaveLength(1)
  })
})

describe('bonuses', () => {
  const rules = [
    purchase,
    { id: 2, kind: 'product', ids: ['mug'], points: '7' },
    { id: 3, kind: 'category', ids: ['cups', 'kitchen', 'cups'], points: '2.5' },
    { id: 4, kind: 'paymentMethod', ids: ['visa', 'visa'], multiplier: '1.15' },
    { id: 5, kind: 'branch', ids: ['centro'], points: '5' },
    { id: 6, kind: 'tier', ids: ['20', '30'], multiplier: '1.5' },
    { id: 7, kind: 'firstPurchase', points: '100' },
  ]

  it('add up, each with its own line', () => {
    const earned = evaluateOrder(
      programOf(rules),
      order('99.90', {
        products: [line('10', { categoryIds: ['cups', 'kitchen'] }), line('20'), line('0')],
        paymentMethodId: 'visa',
        branchId: 'centro',
        tierId: '30',
        isFirstPurchase: true,
      }),
    )
    expect(earned.explanation.lines).toEqual([
      { rule: 1, kind: 'purchase', amount: '99.9', points: '99' },
      { rule: 2, kind: 'product', count: 2, points: '14' },
      { rule: 3, kind: 'category', count: 1, points: '2.5' },
      { rule: 4, kind: 'paymentMethod', id: 'visa', points: '14' },
      { rule: 5, kind: 'branch', id: 'centro', points: '5' },
      { rule: 6, kind: 'tier', id: '30', points: '49' },
      { rule: 7, kind: 'firstPurchase', points: '100' },
    ])
    expect(decimalToText(earned.points)).toBe('283.5000')
    expect(decimalToText(earned.cashback)).toBe('14.1750')
  })

  it('count the benefits of the tier beside the rules for it, with the multiplier in the explanation', () => {
    const rules = [purchase, { id: 6, kind: 'tier', ids: ['30'], multiplier: '1.5' }]
    const facts = { tierId: '30', tierMultiplier: d('1.25'), products: [auroraLine('99')] }
    const earned = evaluateOrder(programOf([...rules, aurora]), order('99', facts))
    expect(earned.points).toBe(d('271'))
    expect(earned.explanation.lines).toEqual([
      { rule: 1, kind: 'purchase', amount: '99', points: '99' },
      { rule: 2, kind: 'brand', amount: '99', points: '99' },
      { rule: 6, kind: 'tier', id: '30', points: '49' },
      { kind: 'tierBenefit', id: '30', multiplier: '1.25', points: '24' },
    ])
  })

  it('do not fire for other payment methods, branches, tiers and later purchases', () => {
    const facts = { paymentMethodId: 'pix', branchId: 'norte', tierId: '10' }
    expect(pointsOf(rules, order('99.90', facts))).toBe(99n)
  })
})

describe('cashback', () => {
  it('keeps four places', () => {
    const program = programOf([purchase], { isOn: true, pointValue: '0.0333' })
    expect(decimalToText(evaluateOrder(program, order('7')).cashback)).toBe('0.2331')
  })

  it('is 0 when it is off', () => {
    const program = programOf([purchase], { isOn: false, pointValue: '0.05' })
    expect(evaluateOrder(program, order('120'))).toMatchObject({ points: d('120'), cashback: 0n })
  })
})

describe('evaluateProductPoints', () => {
  const priced = (price: string, facts: Partial<LineFacts> = {}) => ({
    ...line(null, facts),
    price: d(price),
  })

  it('takes the best multiplier of each product and always rounds down', () => {
    const program = programOf([
      { ...purchase, rounding: 'ceiling', minimumOrder: '1000' },
      aurora,
      { id: 6, kind: 'category', ids: ['kitchen'], multiplier: '1.5' },
      { id: 7, kind: 'product', ids: ['mug'], points: '500' },
      { id: 8, kind: 'tier', ids: ['1'], multiplier: '9' },
    ])
    const products = [
      priced('99.50', { originalId: 'a', brandId: 'aurora', categoryIds: ['kitchen'] }),
      priced('9.99', { originalId: 'b', categoryIds: ['cups', 'kitchen'] }),
      priced('0.99', { originalId: 'mug' }),
    ]
    expect(evaluateProductPoints(program, products, PAGE)).toEqual([
      { originalId: 'a', points: d('199'), cashback: d('9.95') },
      { originalId: 'b', points: d('14'), cashback: d('0.70') },
      { originalId: 'mug', points: 0n, cashback: 0n },
    ])
  })

  it('counts a campaign while it runs', () => {
    const program = programOf([purchase, aurora, { ...november, multiplier: '3' }])
    const products = [priced('10', { brandId: 'aurora' }), priced('10')]
    const pointsAt = (now: number) => {
      const result = evaluateProductPoints(program, products, { ...PAGE, now })
      return 'refused' in result ? null : result.map(({ points }) => decimalToText(points))
    }
    expect(pointsAt(NOW)).toEqual(['30.0000', '30.0000'])
    expect(pointsAt(Date.UTC(2026, 11, 1))).toEqual(['20.0000', '10.0000'])
  })

  it('rounds cashback to two decimals, and gives none when it is off', () => {
    const cashbackWith = (isOn: boolean) =>
      evaluateProductPoints(programOf([purchase], { isOn, pointValue: '0.0333' }), [priced('5')], PAGE)
    expect(cashbackWith(true)).toMatchObject([{ cashback: d('0.17') }])
    expect(cashbackWith(false)).toMatchObject([{ points: d('5'), cashback: 0n }])
  })

  it('is refused without an active purchase rule', () => {
    expect(evaluateProductPoints(programOf([aurora]), [], PAGE)).toEqual({ refused: 'no-purchase-rule' })
  })
})

describe('evaluateAction', () => {
  const program = programOf([
    { id: 1, kind: 'signup', points: '20', validityDays: 30 },
    { id: 2, kind: 'birthday', points: '30', isActive: false },
    { id: 3, kind: 'referral', points: '40', waitingDays: 7 },
    { id: 4, kind: 'quiz', validityDays: 90 },
    { id: 5, kind: 'custom', key: 'review', points: '15', limits: { perDay: 1 } },
  ])

  it('gives the points of the rule', () => {
    expect(evaluateAction(program, { kind: 'signup' })).toEqual({
      points: d('20'),
      cashback: d('1'),
      waitingDays: 0,
      validityDays: 30,
      goodUntil: null,
      limits: null,
      rewardId: null,
      explanation: { v: 7, lines: [{ rule: 1, kind: 'signup', points: '20' }] },
    })
    expect(evaluateAction(program, { kind: 'referral' })).toMatchObject({ points: d('40'), waitingDays: 7 })
  })

  it('gives a reward beside the points, or instead of them', () => {
    const gifts = programOf([
      { id: 1, kind: 'signup', reward: '7' },
      { id: 2, kind: 'birthday', points: '30', reward: '8' },
    ])
    const lines = [{ rule: 1, kind: 'signup', points: '0' }]
    const welcome = { points: d('0'), rewardId: 7, explanation: { lines } }
    expect(evaluateAction(gifts, { kind: 'signup' })).toMatchObject(welcome)
    expect(evaluateAction(gifts, { kind: 'birthday' })).toMatchObject({ points: d('30'), rewardId: 8 })
  })

  it('gives the points of the quiz', () => {
    expect(evaluateAction(program, { kind: 'quiz', quizId: '12', points: d('50') })).toMatchObject({
      points: d('50'),
      validityDays: 90,
      explanation: { lines: [{ rule: 4, kind: 'quiz', id: '12', points: '50' }] },
    })
  })

  it('hands on the limits of a custom action', () => {
    expect(evaluateAction(program, { kind: 'custom', key: 'review' })).toMatchObject({
      points: d('15'),
      limits: { perDay: 1, ever: null },
    })
  })

  it('is refused where no rule is active', () => {
    const refused = { refused: 'no-active-rule' }
    expect(evaluateAction(program, { kind: 'birthday' })).toEqual(refused)
    expect(evaluateAction(program, { kind: 'custom', key: 'visit' })).toEqual(refused)
    expect(evaluateAction(demo, { kind: 'quiz', quizId: '12', points: d('50') })).toEqual(refused)
  })
})

describe('evaluateOrder with lines that cost more than the order', () => {
  it('counts them for its total in all, the first of them first', () => {
    const many = order('10', { products: [auroraLine('1000')] })
    expect(evaluateOrder(demo, many).points).toBe(d('20'))
    const plain = { ...auroraLine('6'), brandId: null }
    const some = order('10', { products: [plain, auroraLine('6'), auroraLine('6')] })
    expect(evaluateOrder(demo, some).explanation.lines).toEqual([
      { rule: 1, kind: 'purchase', amount: '10', points: '10' },
      { rule: 2, kind: 'brand', amount: '4', points: '4' },
    ])
  })
  it('gives no points of their own for those that nothing is left for', () => {
    const program = programOf([purchase, { id: 2, kind: 'brand', ids: ['aurora'], points: '50' }])
    const points = (total: string, ...prices: string[]) =>
      evaluateOrder(program, order(total, { products: prices.map((price) => auroraLine(price)) })).points
    expect(points('10', '6', '6')).toBe(d('110'))
    expect(points('10', '10', '10', '10')).toBe(d('60'))
    expect(points('0', '10')).toBe(0n)
  })
})

describe('evaluateAdjustment', () => {
  const earnedBefore = (standing: { points: bigint; cashback: bigint }, expired = '0', missed = '0') => ({
    standing,
    expiredPoints: d(expired),
    writtenOffPoints: 0n,
    missedPoints: d(missed),
  })

  it('neither adds again nor takes back what has expired or was missed', () => {
    const adjust = (total: string) => {
      const half = earnedBefore({ points: d('60'), cashback: d('3') }, '40', '20')
      const { points, missedPoints } = evaluateAdjustment(demo, half, order(total), demo.cashback)
      return [points, missedPoints]
    }
    expect(adjust('121')).toEqual([d('1'), d('20')])
    expect(adjust('120')).toEqual([0n, d('20')])
    expect(adjust('105')).toEqual([0n, d('5')])
    expect(adjust('60')).toEqual([0n, 0n])
    expect(adjust('59')).toEqual([d('-1'), 0n])
  })

  it('adds what points are worth now, and takes back what they were worth', () => {
    const recorded = { points: d('100'), cashback: d('3') }
    const worth = (total: string, cashback = demo.cashback) =>
      evaluateAdjustment(demo, earnedBefore(recorded), order(total), cashback).cashback
    expect(worth('150')).toBe(d('2.5'))
    expect(worth('150', { isOn: true, pointValue: d('1') })).toBe(d('50'))
    expect(worth('150', { isOn: false, pointValue: d('1') })).toBe(0n)
    expect(worth('90', { isOn: true, pointValue: d('1') })).toBe(d('-0.3'))
    expect(worth('0', { isOn: false, pointValue: d('1') })).toBe(d('-3'))
  })

  it('is the signed difference to what was recorded, explained', () => {
    const now = order('80', { products: [auroraLine('20')] })
    const recorded = { points: d('140'), cashback: d('7') }
    expect(evaluateAdjustment(demo, earnedBefore(recorded), now, demo.cashback)).toMatchObject({
      points: d('-40'),
      cashback: d('-2'),
      explanation: {
        v: 7,
        lines: [
          { kind: 'recorded', points: '-140' },
          { rule: 1, kind: 'purchase', amount: '80', points: '80' },
          { rule: 2, kind: 'brand', amount: '20', points: '20' },
        ],
      },
    })
  })

  it('takes everything back from an order that fell below the minimum', () => {
    const program = programOf([{ ...purchase, minimumOrder: '50' }])
    const adjustment = evaluateAdjustment(
      program,
      earnedBefore({ points: d('60'), cashback: d('1.2345') }),
      order('40'),
      program.cashback,
    )
    expect(adjustment).toMatchObject({ points: d('-60'), cashback: d('-1.2345') })
    expect(adjustment.explanation.none).toBe('below-minimum')
  })
})

describe('what adds up and what competes', () => {
  const gold = { id: 8, kind: 'tier', ids: ['3'], multiplier: '1.5' }
  const pix = { id: 9, kind: 'paymentMethod', ids: ['pix'], multiplier: '1.2' }
  const thrice = { ...november, multiplier: '3' }
  const facts = order('100.90', {
    products: [auroraLine('39.90')],
    tierId: '3',
    paymentMethodId: 'pix',
  })
  const linesOf = (rules: unknown[]) =>
    evaluateOrder(programOf(rules), facts).explanation.lines.map(({ kind, points }) => [kind, points])

  it('S1: by default multipliers of lines and campaigns compete, the others come on top', () => {
    expect(linesOf([purchase, aurora, thrice, pix, gold])).toEqual([
      ['purchase', '100'],
      ['campaign', '202'],
      ['paymentMethod', '20'],
      ['tier', '50'],
    ])
  })

  it('S2: a tier that competes loses to a better campaign', () => {
    expect(pointsOf([purchase, aurora, thrice, pix, { ...gold, stacks: false }], facts)).toBe(322n)
  })

  it('S3: a campaign that comes on top leaves the others as they are', () => {
    expect(linesOf([purchase, aurora, { ...thrice, stacks: true }, pix, gold])).toEqual([
      ['purchase', '100'],
      ['brand', '40'],
      ['paymentMethod', '20'],
      ['tier', '50'],
      ['campaign', '200'],
    ])
  })

  it('S4: a multiplier of lines that comes on top is rounded by itself', () => {
    expect(linesOf([purchase, { ...aurora, stacks: true }, gold])).toEqual([
      ['purchase', '100'],
      ['brand', '39'],
      ['tier', '50'],
    ])
  })

  it('S5: of points that compete, the most count', () => {
    const rules = [
      purchase,
      { id: 5, kind: 'order', points: '50', stacks: false, when: { minimumOrder: '200' } },
      { id: 6, kind: 'order', points: '150', stacks: false, when: { minimumOrder: '500' } },
    ]
    const totals = ['199', '200', '499', '500'].map((total) => pointsOf(rules, order(total)))
    expect(totals).toEqual([199n, 250n, 549n, 650n])
  })

  it('what wins for the whole order says on what money, and on account of what', () => {
    const { lines } = evaluateOrder(
      programOf([purchase, aurora, { ...pix, multiplier: '4', stacks: false }]),
      facts,
    ).explanation
    expect(lines.slice(1)).toEqual([
      { rule: 9, kind: 'paymentMethod', amount: '100.9', id: 'pix', points: '303' },
    ])
  })

  it('of equal points the first in the program counts, and lines count with their sum', () => {
    const perLine = { id: 5, kind: 'brand', ids: ['aurora'], points: '30', stacks: false }
    const fixed = { id: 6, kind: 'order', points: '60', stacks: false, when: { minimumOrder: '1' } }
    const two = order('100', { products: [auroraLine('10'), auroraLine('10')] })
    const givenBy = (rules: unknown[]) =>
      evaluateOrder(programOf([purchase, ...rules]), two).explanation.lines.map((line) =>
        'rule' in line ? line.rule : null,
      )
    expect(givenBy([perLine, fixed])).toEqual([1, 5])
    expect(givenBy([fixed, perLine])).toEqual([1, 6])
  })

  it('a rule that does not hold gives nothing, and another takes its place', () => {
    const onTuesdays = { ...aurora, id: 20, multiplier: '5', when: { days: ['tue'] } }
    const tuesday = order('10', { products: [auroraLine('10')], placedAt: Date.parse('2026-11-17T12:00Z') })
    const wednesday = { ...tuesday, placedAt: Date.parse('2026-11-18T12:00Z') }
    expect(pointsOf([purchase, aurora, onTuesdays], tuesday)).toBe(50n)
    expect(pointsOf([purchase, aurora, onTuesdays], wednesday)).toBe(20n)
  })

  it('a product page knows the time, and not who buys what how', () => {
    const rules = [
      purchase,
      { ...aurora, id: 20, multiplier: '3', when: { days: ['tue'] } },
      { ...aurora, id: 21, multiplier: '9', when: { tiers: ['3'] } },
      { ...aurora, id: 22, multiplier: '1.5', stacks: true },
      { id: 23, kind: 'order', multiplier: '8', stacks: false, when: { minimumOrder: '1' } },
      {
        id: 24,
        kind: 'order',
        multiplier: '2',
        stacks: false,
        when: { hours: [{ from: '09:00', until: '10:00' }] },
      },
    ]
    const at = (now: string) => {
      const told = evaluateProductPoints(programOf(rules), [{ ...auroraLine('10'), price: d('10') }], {
        ...PAGE,
        now: Date.parse(now),
      })
      return 'refused' in told ? null : decimalToText(told[0]?.points ?? 0n)
    }
    expect(at('2026-11-17T12:30:00Z')).toBe('35.0000')
    expect(at('2026-11-18T12:30:00Z')).toBe('25.0000')
    expect(at('2026-11-18T13:00:00Z')).toBe('15.0000')
  })
})
