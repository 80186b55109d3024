import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { IDS, randomProgram } from '../../test/support/random-program.ts'
import { decimalFromText as d, ZERO } from '../platform/decimal.ts'
import { evaluateProductPoints } from './evaluate-products.ts'
import { blockedBonuses, evaluateWithin, roomOfCaps } from './limits.ts'
import type { LineFacts, OrderFacts } from './order-facts.ts'
import type { Program } from './program.ts'
import { parseProgram } from './program-schema.ts'
import { promiseOrder } from './promise.ts'

/** Of each law; by name as many as one likes. */
const RUNS = Number(process.env.PROMISE_RUNS ?? 300)
const NOW = Date.parse('2026-11-16T12:00:00Z')
const TIME_ZONE = 'America/Sao_Paulo'
const AT = { now: NOW, timeZone: TIME_ZONE }
/** The first is the base tier. */
const TIERS = ['1', '2', '3'] as const

const ids = fc.constantFrom(...IDS)
const money = fc
  .oneof(fc.integer({ min: 0, max: 3_000_000 }), fc.constantFrom(0, 10_000, 100_000, 500_000))
  .map(BigInt)
const line = fc.record({
  originalId: ids,
  price: money,
  brandId: fc.option(ids),
  categoryIds: fc.uniqueArray(ids, { maxLength: 2 }),
})
const programs = randomProgram({ tierIds: TIERS, around: NOW }).map((content) =>
  parseProgram({ ...content, version: 1 }),
)
const multipliers = fc.tuple(
  ...TIERS.map(() => fc.option(fc.integer({ min: 10_001, max: 30_000 }).map(BigInt), { freq: 1 })),
)

/** An order as it may come, of whoever, however paid and wherever. */
const orders = fc.record({
  tier: fc.integer({ min: 0, max: TIERS.length - 1 }),
  branchId: fc.option(ids),
  paymentMethodId: fc.option(ids),
  isFirstPurchase: fc.boolean(),
  number: fc.integer({ min: 1, max: 120 }),
  marked: fc.array(fc.boolean(), { minLength: 5, maxLength: 5 }),
  used: fc.constantFrom('0', '1', '2', '40', '1000000'),
})
type Order = typeof orders extends fc.Arbitrary<infer One> ? One : never

/** One without anything for which a rule could give more, or leave out something. */
const PLAIN = {
  tier: 0,
  branchId: null,
  paymentMethodId: null,
  isFirstPurchase: false,
  number: 1_000,
  marked: [],
  used: '0',
} satisfies Order

const baskets = fc.record({ lines: fc.array(line, { minLength: 1, maxLength: 5 }), total: money })
type Basket = typeof baskets extends fc.Arbitrary<infer One> ? One : never

const usedOf =
  ({ used }: Order) =>
  () =>
    d(used)

function recorded(
  program: Program,
  { lines, total }: Basket,
  ofTiers: readonly (bigint | null)[],
  order: Order,
) {
  const { tier, marked, used: _used, ...rest } = order
  const products = lines.map((one, place): LineFacts => (marked[place] ? { ...one, isMarked: true } : one))
  const facts: OrderFacts = {
    ...rest,
    ...{ total, products, placedAt: NOW, timeZone: TIME_ZONE },
    tierId: TIERS[tier] ?? null,
    tierMultiplier: ofTiers[tier] ?? null,
  }
  return evaluateWithin(program, facts, { usedOf: usedOf(order), before: null })
}

/** What is said to someone of whom nothing is known. */
function said(program: Program, basket: Basket, ofTiers: readonly (bigint | null)[]) {
  const [base = null, ...otherMultipliers] = ofTiers
  return promiseOrder(
    program,
    basket,
    { tier: { id: TIERS[0], multiplier: base }, usedOf: null, otherMultipliers },
    AT,
  )
}

/** What is said to a customer. */
function saidTo(program: Program, basket: Basket, ofTiers: readonly (bigint | null)[], order: Order) {
  const tier = { id: TIERS[order.tier] ?? '', multiplier: ofTiers[order.tier] ?? null }
  return promiseOrder(program, basket, { tier, usedOf: usedOf(order), otherMultipliers: [] }, AT)
}

describe('what a visitor is told', () => {
  it('is what a plain order earns, and never more than any other, unless it is “up to”', {
    timeout: 3_600_000,
  }, () => {
    fc.assert(
      fc.property(programs, baskets, multipliers, orders, (program, basket, ofTiers, order) => {
        const { points, isUpTo } = said(program, basket, ofTiers)
        const plain = recorded(program, basket, ofTiers, PLAIN).points
        if (isUpTo) {
          const spent = recorded(program, basket, ofTiers, {
            ...PLAIN,
            used: order.used,
            marked: order.marked,
          })
          expect(points >= plain && points >= spent.points).toBe(true)
        } else {
          expect(points).toBe(plain)
          expect(points <= recorded(program, basket, ofTiers, order).points).toBe(true)
        }
      }),
      { numRuns: RUNS },
    )
  })

  it('is not “up to” by the mere existence of rules that have nothing to do with it', () => {
    const program = programOf(
      { kind: 'branch', ids: ['b'], points: '10' },
      { kind: 'product', ids: ['other'], points: '10', limit: { times: 1, per: 'ever' } },
      { kind: 'tier', ids: ['2'], multiplier: '2' },
      { kind: 'cap', points: '500', per: 'order' },
      { kind: 'exclude', of: 'product', ids: ['other'], when: { branches: ['b'] } },
    )
    expect(of(program)).toMatchObject({ points: d('42'), isUpTo: false })
  })

  it.each<[string, object]>([
    ['a cap per day', { kind: 'cap', points: '500', per: 'day' }],
    [
      'a bonus with a limit',
      { kind: 'product', ids: ['mug'], points: '10', limit: { times: 1, per: 'ever' } },
    ],
    ['a bonus for the base tier', { kind: 'tier', ids: ['1'], points: '10' }],
    ['an exclusion by branch', { kind: 'exclude', of: 'product', ids: ['mug'], when: { branches: ['b'] } }],
    ['an exclusion by tier', { kind: 'exclude', of: 'all', when: { tiers: ['2'] } }],
    ['an exclusion of marked lines', { kind: 'exclude', of: 'marked' }],
  ])('is “up to” because of %s', (_what, rule) => {
    expect(of(programOf(rule)).isUpTo).toBe(true)
  })

  it('is “up to” where the benefits of the base tier are better than those of another', () => {
    const tiers = { tier: { id: '1', multiplier: d('2') }, usedOf: null, otherMultipliers: [null] }
    expect(promiseOrder(programOf(), BASKET, tiers, AT)).toMatchObject({ points: d('84'), isUpTo: true })
  })

  it('counts a cap per order, and says where the order is too small', () => {
    expect(of(programOf({ kind: 'cap', points: '30', per: 'order' }))).toMatchObject({ points: d('30') })
    const program = programOf()
    program.index.purchase = { ...program.index.purchase, minimumOrder: d('50') } as never
    expect(of(program)).toEqual({ points: ZERO, cashback: ZERO, isBelowMinimum: true, isUpTo: false })
  })
})

describe('what a customer is told', () => {
  it('is what their order earns where it is paid and placed as any, and mostly never more', {
    timeout: 3_600_000,
  }, () => {
    fc.assert(
      fc.property(programs, baskets, multipliers, orders, (program, basket, ofTiers, order) => {
        const { points, isUpTo } = saidTo(program, basket, ofTiers, order)
        const plain = { ...PLAIN, tier: order.tier, used: order.used }
        expect(points).toBe(recorded(program, basket, ofTiers, plain).points)
        if (!isUpTo) expect(points <= recorded(program, basket, ofTiers, order).points).toBe(true)
      }),
      { numRuns: RUNS },
    )
  })

  it('of a product is no more than an order of it alone earns', { timeout: 3_600_000 }, () => {
    fc.assert(
      fc.property(programs, line, multipliers, orders, (program, product, ofTiers, order) => {
        const plain = { ...PLAIN, tier: order.tier, used: order.used }
        const buyer = {
          tierId: TIERS[order.tier] ?? null,
          tierMultiplier: ofTiers[order.tier] ?? null,
          blocked: blockedBonuses(program, { placedAt: NOW, timeZone: TIME_ZONE }, usedOf(order)),
          most: roomOfCaps(program, { placedAt: NOW, timeZone: TIME_ZONE }, usedOf(order)),
        }
        const found = evaluateProductPoints(program, [product], AT, buyer)
        if ('refused' in found || product.price < (program.index.purchase?.minimumOrder ?? ZERO)) return
        const earned = recorded(program, { lines: [product], total: product.price }, ofTiers, plain)
        expect((found[0]?.points ?? ZERO) <= earned.points).toBe(true)
      }),
      { numRuns: RUNS },
    )
  })

  it('of a product has what the tier multiplies, and no more than is left', () => {
    const program = programOf(
      { kind: 'tier', ids: ['2'], multiplier: '1.5' },
      { kind: 'cap', points: '70', per: 'day' },
    )
    const buyer = { tierId: '2', tierMultiplier: d('1.2'), blocked: new Set<never>(), most: null }
    const mug = { originalId: 'mug', price: d('40'), brandId: null, categoryIds: [] }
    expect(evaluateProductPoints(program, [mug], AT, buyer)).toMatchObject([
      { points: d('68'), cashback: d('6.8') },
    ])
    const most = roomOfCaps(program, { placedAt: NOW, timeZone: TIME_ZONE }, () => d('60'))
    expect(evaluateProductPoints(program, [mug], AT, { ...buyer, most })).toMatchObject([{ points: d('10') }])
  })
})

const BASKET = {
  lines: [{ originalId: 'mug', price: d('42'), brandId: null, categoryIds: [] }],
  total: d('42'),
}

function programOf(...rules: object[]): Program {
  const all = [{ kind: 'purchase', points: '1' }, ...rules].map((rule, place) => ({ id: place + 1, ...rule }))
  return parseProgram({ version: 1, cashback: { isOn: true, pointValue: '0.1' }, rules: all })
}

function of(program: Program) {
  const buyer = { tier: { id: TIERS[0], multiplier: null }, usedOf: null, otherMultipliers: [] }
  return promiseOrder(program, BASKET, buyer, AT)
}
