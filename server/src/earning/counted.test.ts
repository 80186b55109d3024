import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Decimal, decimalFromText as d } from '../platform/decimal.ts'
import { countedFor, leftOutOfTiers } from './counted.ts'
import type { LineFacts, OrderFacts } from './order-facts.ts'
import type { Program } from './program.ts'
import { parseProgram } from './program-schema.ts'

const NOW = Date.parse('2026-11-18T12:00:00Z')
const GIFT_CARDS = { kind: 'exclude', of: 'category', ids: ['gift-card'] }
const SHIPPING = { kind: 'exclude', of: 'shipping' }

function programOf(...rules: object[]): Program {
  const all = [{ kind: 'purchase', points: '1' }, ...rules].map((rule, index) => ({ id: index + 1, ...rule }))
  return parseProgram({ version: 1, cashback: { isOn: false, pointValue: '0' }, rules: all })
}

const line = (price: Decimal | null, more: Partial<LineFacts> = {}): LineFacts => ({
  originalId: 'p',
  price,
  brandId: null,
  categoryIds: [],
  ...more,
})
const card = (price: Decimal | null, more: Partial<LineFacts> = {}): LineFacts =>
  line(price, { originalId: 'card', categoryIds: ['gift-card'], ...more })

const order = (total: Decimal, products: LineFacts[], more: Partial<OrderFacts> = {}): OrderFacts => ({
  total,
  products,
  placedAt: NOW,
  timeZone: 'America/Sao_Paulo',
  paymentMethodId: null,
  branchId: null,
  tierId: null,
  isFirstPurchase: false,
  number: null,
  ...more,
})

const counted = (program: Program, facts: OrderFacts) => countedFor('points', program.index, facts)

describe('what counts of an order', () => {
  it('is its total, where nothing is left out or what is left out is not in it', () => {
    const facts = order(d('100'), [line(d('60'))], { shipping: d('15') })
    expect(counted(programOf(), facts)).toMatchObject({ amount: d('100'), isNothing: false, leftOut: [] })
    expect(counted(programOf(GIFT_CARDS), facts)).toMatchObject({ amount: d('100'), leftOut: [] })
    const elsewhere = { ...SHIPPING, when: { branches: ['centre'] } }
    expect(counted(programOf(elsewhere), facts).amount).toBe(d('100'))
  })

  it('takes of a line what it stands for, where a coupon has lowered the whole', () => {
    const program = programOf(GIFT_CARDS)
    for (const products of [
      [line(d('60')), card(d('40'))],
      [card(d('40')), line(d('60'))],
    ]) {
      expect(counted(program, order(d('80'), products)).amount).toBe(d('48'))
    }
    const three = [line(d('10')), card(d('10')), line(d('10'))]
    expect(counted(program, order(d('20'), three)).amount).toBe(d('13.3333'))
  })

  it('attributes a line that several rules leave out to the first of them, and the shares add up', () => {
    const program = programOf({ kind: 'exclude', of: 'product', ids: ['card'] }, GIFT_CARDS, SHIPPING)
    const { amount, leftOut } = counted(
      program,
      order(d('115'), [line(d('60')), card(d('40'))], { shipping: d('15') }),
    )
    expect(amount).toBe(d('60'))
    expect(leftOut.map(({ rule, amount: out }) => [rule.id, out])).toEqual([
      [4, d('15')],
      [2, d('40')],
    ])
  })

  it('tells of a line without a price, which takes nothing out unless all lines are left out', () => {
    const program = programOf(GIFT_CARDS)
    const some = counted(program, order(d('100'), [line(d('60')), card(null)]))
    expect([some.amount, some.unpriced.map(({ productId }) => productId)]).toEqual([d('100'), ['card']])
    const all = counted(program, order(d('100'), [card(null)]))
    expect([all.amount, all.isNothing, all.leftOut[0]?.amount]).toEqual([0n, true, d('100')])
  })

  it('says of an order of 0 whose lines are all left out that it is no purchase', () => {
    const facts = order(0n, [card(0n)])
    expect(counted(programOf(GIFT_CARDS), facts).isNothing).toBe(true)
    expect(leftOutOfTiers(programOf(GIFT_CARDS).index, facts)).toBe(0n)
    expect(leftOutOfTiers(programOf({ ...GIFT_CARDS, outOf: ['points'] }).index, facts)).toBeNull()
  })
})

// ── laws ────────────────────────────────────────────────────────────────────────────────────────────────────

const cents = (most: number) => fc.integer({ min: 0, max: most }).map((value) => BigInt(value) * 100n)
const id = fc.constantFrom('a', 'b', 'c')
const lines = fc.array(
  fc.record({
    originalId: id,
    price: fc.option(cents(100_00)),
    brandId: fc.option(id),
    categoryIds: fc.uniqueArray(id, { maxLength: 2 }),
  }),
  { maxLength: 6 },
)
const exclusion = fc.oneof(
  fc.record({
    kind: fc.constant('exclude'),
    of: fc.constantFrom('product', 'brand', 'category'),
    ids: fc.uniqueArray(id, { minLength: 1, maxLength: 2 }),
  }),
  fc.constant(SHIPPING),
  fc.constant({ kind: 'exclude', of: 'marked' }),
)

/** An order with what was given back of each of its lines. */
const returned = fc
  .tuple(
    lines,
    cents(300_00),
    fc.option(cents(20_00)),
    fc.array(fc.integer({ min: 0, max: 100 }), { maxLength: 6 }),
  )
  .map(([products, total, shipping, shares]) => {
    let left = total
    const after = products.map((one, index): LineFacts => {
      const wanted = ((one.price ?? 0n) * BigInt(shares[index] ?? 0)) / 100n
      const back = wanted < left ? wanted : left
      left -= back
      const isMarked = index % 3 === 0 ? { isMarked: true as const } : {}
      if (one.price === null) return { ...one, ...isMarked }
      return { ...one, ...isMarked, price: one.price - back, before: { price: one.price, returned: back } }
    })
    return order(left, after, { returned: total - left, ...(shipping !== null && { shipping }) })
  })

describe('laws of what counts', () => {
  it('lies between nothing and what is left, and what is left out is the rest', () => {
    fc.assert(
      fc.property(fc.array(exclusion, { maxLength: 4 }), returned, (rules, facts) => {
        const { amount, leftOut } = counted(programOf(...rules), facts)
        expect(amount >= 0n && amount <= facts.total).toBe(true)
        expect(leftOut.reduce((sum, one) => sum + one.amount, amount)).toBe(facts.total)
        for (const out of leftOut) expect(out.amount >= 0n).toBe(true)
      }),
      { numRuns: 2_000 },
    )
  })

  it('never grows with a further exclusion', () => {
    fc.assert(
      fc.property(fc.array(exclusion, { maxLength: 3 }), exclusion, returned, (rules, more, facts) => {
        const before = counted(programOf(...rules), facts).amount
        expect(counted(programOf(...rules, more), facts).amount <= before).toBe(true)
      }),
      { numRuns: 2_000 },
    )
  })

  it('depends on the order of the lines by less than a cent', () => {
    fc.assert(
      fc.property(fc.array(exclusion, { maxLength: 3 }), returned, (rules, facts) => {
        const program = programOf(...rules)
        const turned = { ...facts, products: facts.products.toReversed() }
        const difference = counted(program, facts).amount - counted(program, turned).amount
        expect(difference < 100n && difference > -100n).toBe(true)
      }),
      { numRuns: 2_000 },
    )
  })

  it('does not change where an excluded line comes back for what it stands for', () => {
    fc.assert(
      fc.property(cents(100_00), cents(100_00), cents(200_00), (goods, gift, total) => {
        fc.pre(goods > 0n && gift > 0n && total > 0n)
        const program = programOf(GIFT_CARDS)
        const facts = order(total, [line(goods), card(gift)])
        const { amount, leftOut } = counted(program, facts)
        const back = leftOut[0]?.amount ?? 0n
        const left = gift > back ? gift - back : 0n
        const after = order(
          total - back,
          [line(goods), card(left, { before: { price: gift, returned: back } })],
          {
            returned: back,
          },
        )
        expect(counted(program, after).amount).toBe(amount)
      }),
      { numRuns: 2_000 },
    )
  })
})
