import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Decimal, decimalFromText, decimalToText } from '../platform/decimal.ts'
import { evaluateAdjustment, evaluateOrder, evaluateProductPoints } from './evaluate.ts'
import type { Explanation } from './explanation.ts'
import type { RuleKind } from './kinds.ts'
import type { OrderFacts } from './order-facts.ts'
import type { Program, Rule } from './program.ts'
import { parseProgram } from './program-schema.ts'

const d = decimalFromText

const sumOf = (explanation: Explanation): Decimal =>
  explanation.lines.reduce((sum, { points }) => sum + d(points), 0n)

/** Rules and facts from so few ids that they often meet. */
const decimalText = (max: number) => fc.integer({ min: 0, max }).map((value) => decimalToText(BigInt(value)))
const id = fc.constantFrom('a', 'b', 'c', 'd')
const ids = fc.array(id, { minLength: 1, maxLength: 5 })
const multiplier = fc.integer({ min: 10_000, max: 50_000 }).map((value) => decimalToText(BigInt(value)))
const bonus = fc.oneof(fc.record({ multiplier }), fc.record({ points: decimalText(1_000_000) }))
const isActive = fc.constantFrom(true, true, false)
const withBonus = (kind: RuleKind) =>
  fc.tuple(ids, bonus, isActive).map(([ids, bonus, isActive]) => ({ kind, ids, isActive, ...bonus }))

const purchaseJson = fc.record({
  kind: fc.constant('purchase'),
  points: decimalText(30_000).map((text) => (d(text) === 0n ? '1' : text)),
  perAmount: fc.constantFrom('1', '3', '0.7', '25000'),
  minimumOrder: fc.constantFrom('0', '0', '5000'),
  rounding: fc.constantFrom('floor', 'nearest', 'ceiling'),
})
const extraJson = fc.oneof(
  withBonus('product'),
  withBonus('brand'),
  withBonus('category'),
  withBonus('paymentMethod'),
  withBonus('branch'),
  fc.record({ kind: fc.constant('tier'), ids, multiplier, isActive }),
  fc.tuple(bonus, isActive).map(([bonus, isActive]) => ({ kind: 'firstPurchase', isActive, ...bonus })),
  fc.record({
    kind: fc.constant('campaign'),
    multiplier,
    startsAt: fc.constantFrom('1970-01-01T00:00:00.000Z', '1970-01-01T00:00:00.004Z'),
    endsAt: fc.constantFrom('1970-01-01T00:00:00.006Z', '1970-01-01T00:00:00.009Z'),
  }),
)
const program = fc
  .tuple(purchaseJson, fc.array(extraJson, { maxLength: 12 }), fc.boolean())
  .map(([purchase, extras, isOn]) =>
    parseProgram({
      version: 7,
      cashback: { isOn, pointValue: '0.0333' },
      rules: [purchase, ...extras].map((rule, position) => ({ id: position + 1, ...rule })),
    }),
  )
const total = fc.oneof(
  { weight: 1, arbitrary: fc.constant(0n) },
  { weight: 9, arbitrary: fc.bigInt({ min: 0n, max: 100_000_000n }) },
)
const lineFacts = fc.record({
  originalId: id,
  price: fc.option(total),
  brandId: fc.option(id),
  categoryIds: fc.uniqueArray(id, { maxLength: 3 }),
})
const orderFacts = fc.record({
  total,
  placedAt: fc.integer({ min: 0, max: 10 }),
  products: fc.array(lineFacts, { maxLength: 6 }),
  paymentMethodId: fc.option(id),
  branchId: fc.option(id),
  tierId: fc.option(id),
  isFirstPurchase: fc.boolean(),
})

/** The rules as the decisions tell them: every rule tried on every line, nothing looked up or shared. */
function naivePoints({ rules }: Program, facts: OrderFacts): Decimal {
  const active = rules.filter((rule) => rule.isActive)
  const purchase = active.find((rule) => rule.kind === 'purchase')
  if (purchase === undefined || facts.total < purchase.minimumOrder || facts.total === 0n) return 0n
  const whole = (numerator: bigint, denominator: bigint) => {
    const quotient = numerator / denominator
    const rest = numerator % denominator
    const isUp =
      purchase.rounding === 'ceiling'
        ? rest > 0n
        : purchase.rounding === 'nearest' && 2n * rest >= denominator
    return (isUp ? quotient + 1n : quotient) * 10_000n
  }
  const highest = (values: bigint[]) => values.toSorted((a, b) => (a < b ? 1 : -1))[0] ?? 10_000n
  const runs = (rule: Rule) =>
    rule.kind === 'campaign' && rule.startsAt <= facts.placedAt && facts.placedAt < rule.endsAt
  const campaign = highest(
    active.flatMap((rule) => (rule.kind === 'campaign' && runs(rule) ? rule.multiplier : [])),
  )
  const base = whole(facts.total * purchase.points, purchase.perAmount * 10_000n)

  let weight = facts.total * campaign
  let fixed = 0n
  let left = facts.total
  for (const line of facts.products) {
    if (line.price === null || line.price === 0n) continue
    const isCovered = line.price <= left
    const counted = isCovered ? line.price : left
    left -= counted
    const names = { product: [line.originalId], brand: [line.brandId], category: line.categoryIds }
    const bonuses = active.flatMap((rule) =>
      rule.kind === 'product' || rule.kind === 'brand' || rule.kind === 'category'
        ? names[rule.kind].some((name) => name !== null && rule.ids.includes(name))
          ? [rule.bonus]
          : []
        : [],
    )
    const best = highest(bonuses.flatMap((bonus) => (bonus.type === 'multiplier' ? bonus.multiplier : [])))
    if (best > campaign) weight += counted * (best - campaign)
    for (const bonus of bonuses) if (bonus.type === 'points' && counted > 0n) fixed += bonus.points
  }
  const proportional = whole(weight * purchase.points, purchase.perAmount * 100_000_000n)

  const extraOfBase = (multiplier: bigint) => whole((multiplier - 10_000n) * base, 100_000_000n)
  const orderBonuses = active.map((rule) => {
    switch (rule.kind) {
      case 'paymentMethod':
      case 'branch': {
        const id = rule.kind === 'branch' ? facts.branchId : facts.paymentMethodId
        if (id === null || !rule.ids.includes(id)) return 0n
        return rule.bonus.type === 'points' ? rule.bonus.points : extraOfBase(rule.bonus.multiplier)
      }
      case 'tier':
        return facts.tierId !== null && rule.ids.includes(facts.tierId) ? extraOfBase(rule.multiplier) : 0n
      case 'firstPurchase':
        if (!facts.isFirstPurchase) return 0n
        return rule.bonus.type === 'points' ? rule.bonus.points : extraOfBase(rule.bonus.multiplier)
      default:
        return 0n
    }
  })
  return proportional + fixed + orderBonuses.reduce((sum, points) => sum + points, 0n)
}

describe('laws', () => {
  it('the index finds what trying every rule finds', () => {
    fc.assert(
      fc.property(program, orderFacts, (program, facts) => {
        expect(evaluateOrder(program, facts).points).toBe(naivePoints(program, facts))
      }),
      { numRuns: 1_000 },
    )
  })

  it('the lines add up to the points exactly, also through JSON, and none is negative', () => {
    fc.assert(
      fc.property(program, orderFacts, (program, facts) => {
        const earned = evaluateOrder(program, facts)
        expect(sumOf(JSON.parse(JSON.stringify(earned.explanation)))).toBe(earned.points)
        for (const { points } of earned.explanation.lines) expect(d(points)).toBeGreaterThanOrEqual(0n)
      }),
      { numRuns: 500 },
    )
  })

  it('no rule is explained twice', () => {
    fc.assert(
      fc.property(program, orderFacts, (program, facts) => {
        const { lines } = evaluateOrder(program, facts).explanation
        const rules = lines.map((line) => ('rule' in line ? line.rule : 'recorded'))
        expect(new Set(rules).size).toBe(rules.length)
      }),
    )
  })

  it('the order of the lines does not matter while they cost no more than the order', () => {
    fc.assert(
      fc.property(program, orderFacts, (program, sent) => {
        const lines = sent.products.reduce((sum, { price }) => sum + (price ?? 0n), 0n)
        const facts = { ...sent, total: sent.total + lines }
        const reversed = { ...facts, products: facts.products.toReversed() }
        expect(evaluateOrder(program, reversed).points).toBe(evaluateOrder(program, facts).points)
      }),
    )
  })

  it('an adjustment leads from what was recorded to what the order earns now', () => {
    fc.assert(
      fc.property(program, orderFacts, orderFacts, (program, before, after) => {
        const recorded = evaluateOrder(program, before)
        const standing = { standing: recorded, expiredPoints: 0n, writtenOffPoints: 0n, missedPoints: 0n }
        const adjustment = evaluateAdjustment(program, standing, after, program.cashback)
        const now = evaluateOrder(program, after)
        expect(recorded.points + adjustment.points).toBe(now.points)
        // Each is rounded for itself.
        const difference = recorded.cashback + adjustment.cashback - now.cashback
        expect(difference >= -1n && difference <= 1n).toBe(true)
        if (now.points === 0n) expect(recorded.cashback + adjustment.cashback).toBe(0n)
        expect(sumOf(adjustment.explanation)).toBe(adjustment.points)
        expect(evaluateAdjustment(program, standing, before, program.cashback)).toMatchObject({
          points: 0n,
          cashback: 0n,
        })
      }),
    )
  })

  it('an order that costs nothing earns nothing, whatever its lines, its tier and its bonuses are', () => {
    fc.assert(
      fc.property(program, orderFacts, (program, facts) => {
        expect(evaluateOrder(program, { ...facts, total: 0n })).toMatchObject({ points: 0n, cashback: 0n })
      }),
    )
  })

  it('an order of one product earns what the product page promised, or more by other bonuses', () => {
    fc.assert(
      fc.property(program, orderFacts, lineFacts, total, (program, facts, product, price) => {
        const priced = { ...product, price }
        const promised = evaluateProductPoints(program, [priced], facts.placedAt)
        const earned = evaluateOrder(program, { ...facts, total: price, products: [priced] })
        if ('refused' in promised || earned.explanation.none !== undefined) return
        expect(earned.points).toBeGreaterThanOrEqual(promised[0]?.points ?? -1n)
      }),
    )
  })
})
