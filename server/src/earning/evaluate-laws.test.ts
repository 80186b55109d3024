import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Decimal, decimalFromText, decimalToText } from '../platform/decimal.ts'
import { evaluateAdjustment } from './adjustment.ts'
import { evaluateOrder } from './evaluate.ts'
import { evaluateProductPoints } from './evaluate-products.ts'
import type { Explanation } from './explanation.ts'
import type { RuleKind } from './kinds.ts'
import type { OrderFacts } from './order-facts.ts'
import { indexRules, type Program, type Rule } from './program.ts'
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
const moment = (least: number, most: number) =>
  fc.integer({ min: least, max: most }).map((at) => new Date(at).toISOString())
const when = {
  from: moment(0, 4),
  until: moment(5, 10),
  tiers: fc.uniqueArray(id, { minLength: 1, maxLength: 3 }),
  branches: fc.uniqueArray(id, { minLength: 1, maxLength: 3 }),
  paymentMethods: fc.uniqueArray(id, { minLength: 1, maxLength: 3 }),
  minimumOrder: fc.constantFrom('0.5', '3000'),
  firstOrders: fc.integer({ min: 1, max: 3 }),
}
/** Half of the rules ask for something, and a third says how it goes beside others. */
const asked = (...without: (keyof typeof when)[]) => {
  const rest = Object.fromEntries(
    Object.entries(when).filter(([name]) => !without.includes(name as keyof typeof when)),
  )
  const some = fc.record(rest, { requiredKeys: [] }).filter((one) => Object.keys(one).length > 0)
  return fc
    .tuple(fc.option(some), fc.constantFrom(undefined, undefined, true, false))
    .map(([when, stacks]) => ({ ...(when && { when }), ...(stacks !== undefined && { stacks }) }))
}
const withBonus = (kind: RuleKind, ...without: (keyof typeof when)[]) =>
  fc
    .tuple(ids, bonus, isActive, asked(...without))
    .map(([ids, bonus, isActive, asked]) => ({ kind, ids, isActive, ...bonus, ...asked }))

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
  withBonus('paymentMethod', 'paymentMethods'),
  withBonus('branch', 'branches'),
  withBonus('tier', 'tiers'),
  fc
    .tuple(bonus, isActive, asked('firstOrders'))
    .map(([bonus, isActive, asked]) => ({ kind: 'firstPurchase', isActive, ...bonus, ...asked })),
  fc
    .tuple(bonus, asked())
    .map(([bonus, asked]) => ({ kind: 'order', ...bonus, when: { minimumOrder: '2' }, ...asked })),
  fc
    .record({
      kind: fc.constant('campaign'),
      multiplier,
      startsAt: fc.constantFrom('1970-01-01T00:00:00.000Z', '1970-01-01T00:00:00.004Z'),
      endsAt: fc.constantFrom('1970-01-01T00:00:00.006Z', '1970-01-01T00:00:00.009Z'),
    })
    .chain((campaign) => asked('from', 'until').map((asked) => ({ ...campaign, ...asked }))),
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
  number: fc.integer({ min: 1, max: 4 }),
  timeZone: fc.constant('UTC'),
})

const NO_CONDITIONS = {
  from: null,
  until: null,
  days: null,
  hours: null,
  tiers: null,
  branches: null,
  paymentMethods: null,
  minimumOrder: null,
  firstOrders: null,
}

type Extra = Extract<Rule, { stacks: unknown }>

const isExtra = (rule: Rule): rule is Extra => 'stacks' in rule

/** Whether all that a rule asks for is true, each thing asked by itself. */
function isTrueOf({ when }: Extra, facts: OrderFacts): boolean {
  if (when === null) return true
  const among = (ids: ReadonlySet<string> | null, name: string | null) =>
    ids === null || (name !== null && ids.has(name))
  return [
    when.from === null || when.from <= facts.placedAt,
    when.until === null || facts.placedAt < when.until,
    among(when.tiers, facts.tierId),
    among(when.branches, facts.branchId),
    among(when.paymentMethods, facts.paymentMethodId),
    when.minimumOrder === null || facts.total >= when.minimumOrder,
    when.firstOrders === null || (facts.number ?? 9) <= when.firstOrders,
  ].every(Boolean)
}

/** What a rule multiplies by; null: it gives points. */
function timesOf(rule: Extra): bigint | null {
  if (rule.kind === 'campaign') return rule.multiplier
  return rule.bonus.type === 'multiplier' ? rule.bonus.multiplier : null
}

function pointsOf(rule: Extra): bigint {
  return rule.kind !== 'campaign' && rule.bonus.type === 'points' ? rule.bonus.points : 0n
}

const isOfLines = (rule: Extra) => ['product', 'brand', 'category'].includes(rule.kind)

function competes(rule: Extra): boolean {
  if (rule.stacks !== null) return !rule.stacks
  return rule.kind === 'campaign' || (isOfLines(rule) && timesOf(rule) !== null)
}

/** Whether a rule for whole orders is about this one. */
function isAbout(rule: Extra, facts: OrderFacts): boolean {
  switch (rule.kind) {
    case 'campaign':
      return rule.startsAt <= facts.placedAt && facts.placedAt < rule.endsAt
    case 'paymentMethod':
      return facts.paymentMethodId !== null && rule.ids.includes(facts.paymentMethodId)
    case 'branch':
      return facts.branchId !== null && rule.ids.includes(facts.branchId)
    case 'tier':
      return facts.tierId !== null && rule.ids.includes(facts.tierId)
    case 'firstPurchase':
      return facts.isFirstPurchase
    default:
      return rule.kind === 'order'
  }
}

function isOnLine(rule: Extra, line: OrderFacts['products'][number]): boolean {
  if (rule.kind === 'product') return rule.ids.includes(line.originalId)
  if (rule.kind === 'brand') return line.brandId !== null && rule.ids.includes(line.brandId)
  return rule.kind === 'category' && line.categoryIds.some((name) => rule.ids.includes(name))
}

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
  const highest = (values: readonly bigint[]) =>
    values.reduce((best, one) => (one > best ? one : best), 10_000n)
  const proportional = (weight: bigint) => whole(weight * purchase.points, purchase.perAmount * 100_000_000n)
  const held = active.filter(isExtra).filter((rule) => isTrueOf(rule, facts))
  const ofOrder = held.filter((rule) => !isOfLines(rule) && isAbout(rule, facts))
  const best = highest(ofOrder.filter(competes).flatMap((rule) => timesOf(rule) ?? []))

  let left = facts.total
  const lines = facts.products.flatMap((line) => {
    if (line.price === null || line.price === 0n || left === 0n) return []
    const amount = line.price < left ? line.price : left
    left -= amount
    return [{ amount, rules: held.filter((rule) => isOnLine(rule, line)) }]
  })
  const weight = lines.reduce((sum, { amount, rules: own }) => {
    const times = highest([best, ...own.filter(competes).flatMap((rule) => timesOf(rule) ?? [])])
    return sum + amount * (times - best)
  }, facts.total * best)

  // What each rule gives besides, and whether it competes for that.
  const given = held.map((rule) => {
    const own = isOfLines(rule) ? lines.filter((line) => line.rules.includes(rule)) : []
    const times = timesOf(rule)
    if (times === null) {
      const count = isOfLines(rule) ? own.length : ofOrder.includes(rule) ? 1 : 0
      return { points: pointsOf(rule) * BigInt(count), isRival: competes(rule) }
    }
    if (competes(rule)) return { points: 0n, isRival: false }
    const money = own.reduce((sum, { amount }) => sum + amount, 0n)
    const base = whole(facts.total * purchase.points, purchase.perAmount * 10_000n)
    const points = isOfLines(rule)
      ? proportional(money * (times - 10_000n))
      : ofOrder.includes(rule)
        ? whole((times - 10_000n) * base, 100_000_000n)
        : 0n
    return { points, isRival: false }
  })
  const rivals = given.filter(({ isRival }) => isRival).map(({ points }) => points)
  const winner = rivals.reduce((most, one) => (one > most ? one : most), 0n)
  const others = given.filter(({ isRival }) => !isRival).reduce((sum, { points }) => sum + points, 0n)
  return proportional(weight) + winner + others
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

  it('one bonus more that competes never takes points away, and one condition more never adds any', () => {
    const more = fc.record({ multiplier, at: fc.nat(12) })
    fc.assert(
      fc.property(program, orderFacts, more, (program, facts, { multiplier, at }) => {
        const before = evaluateOrder(program, facts).points
        const rival = { id: 99, kind: 'order', multiplier, stacks: false, when: { minimumOrder: '0.0001' } }
        const read = parseProgram({ version: 7, cashback: { isOn: false, pointValue: '0' }, rules: [rival] })
        const rules = [...program.rules, ...read.rules]
        expect(
          evaluateOrder({ ...program, rules, index: indexRules(rules) }, facts).points,
        ).toBeGreaterThanOrEqual(before)
        const stricter = program.rules.map((rule, position) =>
          position === at && isExtra(rule) ? { ...rule, when: { ...NO_CONDITIONS, firstOrders: 1 } } : rule,
        )
        const isLate = { ...facts, number: 2 }
        expect(
          evaluateOrder({ ...program, rules: stricter, index: indexRules(stricter) }, isLate).points,
        ).toBeLessThanOrEqual(evaluateOrder(program, isLate).points)
      }),
      { numRuns: 500 },
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
        const promised = evaluateProductPoints(program, [priced], { now: facts.placedAt, timeZone: 'UTC' })
        const earned = evaluateOrder(program, { ...facts, total: price, products: [priced] })
        if ('refused' in promised || earned.explanation.none !== undefined) return
        expect(earned.points).toBeGreaterThanOrEqual(promised[0]?.points ?? -1n)
      }),
    )
  })
})
