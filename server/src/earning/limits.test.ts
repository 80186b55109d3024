import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Decimal, decimalFromText as d } from '../platform/decimal.ts'
import type { Earning } from './earned.ts'
import { evaluateAsTaken, evaluateWithin } from './limits.ts'
import type { OrderFacts } from './order-facts.ts'
import type { Program } from './program.ts'
import { parseProgram } from './program-schema.ts'
import type { Taken, UsedOf } from './taken.ts'

const DAY_MS = 86_400_000
const START = Date.parse('2026-11-16T12:00:00Z')

const facts = (total: Decimal, placedAt = START): OrderFacts => ({
  total,
  placedAt,
  products: [{ originalId: 'p', price: total, brandId: 'a', categoryIds: [] }],
  timeZone: 'America/Sao_Paulo',
  paymentMethodId: null,
  branchId: null,
  tierId: null,
  isFirstPurchase: false,
  number: null,
})

function programOf(...rules: object[]): Program {
  const all = [{ kind: 'purchase', points: '1' }, ...rules].map((rule, index) => ({ id: index + 1, ...rule }))
  return parseProgram({ version: 1, cashback: { isOn: true, pointValue: '0.1' }, rules: all })
}

interface StandingOrder {
  readonly lines: Earning['explanation']['lines']
  readonly facts: OrderFacts
  readonly taken: readonly Taken[]
  readonly points: Decimal
}

const NONE: readonly Taken[] = []

/** One customer with the orders that stand, as the database would have them. */
class Customer {
  readonly #program: Program
  readonly orders = new Map<number, StandingOrder>()

  constructor(program: Program) {
    this.#program = program
  }

  readonly usedOf: UsedOf = ({ ruleId, measure, period }) =>
    [...this.orders.values()]
      .flatMap(({ taken }) => taken)
      .filter((one) => one.ruleId === ruleId && one.measure === measure && one.period === period)
      .reduce((sum, { amount }) => sum + amount, 0n)

  send(id: number, now: OrderFacts): StandingOrder {
    const before = this.orders.get(id)
    const earning = evaluateWithin(this.#program, now, {
      usedOf: this.usedOf,
      before: before ? { facts: before.facts, taken: before.taken } : null,
    })
    const explained = earning.explanation.lines.reduce((sum, { points }) => sum + d(points), 0n)
    expect(explained).toBe(earning.points)
    const { points, explanation } = earning
    const order = { facts: now, taken: earning.taken ?? NONE, points, lines: explanation.lines }
    this.orders.set(id, order)
    return order
  }

  cancel(id: number): void {
    this.orders.delete(id)
  }

  /** Whether no limit is exceeded in any period, and every order has what it says. */
  verify(): void {
    for (const order of this.orders.values()) {
      for (const one of order.taken) {
        const rule = this.#program.rules.find(({ id }) => id === one.ruleId)
        const most =
          rule?.kind === 'cap'
            ? rule.points
            : BigInt((rule as { limit: { times: number } }).limit.times) * d('1')
        expect(this.usedOf(one) <= most).toBe(true)
        expect(one.amount >= 0n).toBe(true)
      }
      const again = evaluateAsTaken(this.#program, order.facts, order.taken)
      expect(again.points).toBe(order.points)
      // Nor does it say that a limit was reached which was not.
      expect(again.explanation.lines).toEqual(order.lines)
    }
  }
}

const per = fc.constantFrom('day', 'week', 'month', 'year', 'ever')
const limit = fc.record({ times: fc.integer({ min: 1, max: 3 }), per })
const rule = fc.oneof(
  fc.record({ kind: fc.constant('cap'), points: fc.constantFrom('50', '120', '300'), per }),
  fc.record({ kind: fc.constant('cap'), points: fc.constantFrom('80', '200'), per: fc.constant('order') }),
  fc.record({
    kind: fc.constant('order'),
    points: fc.constantFrom('10', '50', '70'),
    stacks: fc.boolean(),
    when: fc.constantFrom('10', '50', '150').map((minimumOrder) => ({ minimumOrder })),
    limit,
  }),
  fc.record({
    kind: fc.constant('brand'),
    ids: fc.constant(['a']),
    multiplier: fc.constantFrom('2', '3'),
    stacks: fc.boolean(),
    limit,
  }),
)
/** Of caps with the same period only one is active. */
const program = fc.array(rule, { minLength: 1, maxLength: 5 }).map((rules) => {
  const seen = new Set<string>()
  return programOf(
    ...rules.filter((one) => {
      const name = one.kind === 'cap' ? one.per : null
      if (name === null) return true
      if (seen.has(name)) return false
      seen.add(name)
      return true
    }),
  )
})
const total = fc.integer({ min: 0, max: 400_00 }).map((cents) => BigInt(cents) * 100n)
const moment = fc.integer({ min: 0, max: 40 }).map((days) => START + days * DAY_MS)
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('send'), id: fc.nat(5), total, at: moment }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('grow'), id: fc.nat(5), by: total }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('shrink'), id: fc.nat(5), percent: fc.nat(100) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('move'), id: fc.nat(5), at: moment }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('cancel'), id: fc.nat(5) }) },
)
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never

function take(customer: Customer, one: Step): void {
  const before = customer.orders.get(one.id)
  if (one.kind === 'send' && 'total' in one && !before) customer.send(one.id, facts(one.total, one.at))
  if (!before) return
  const { facts: was, points } = before
  if (one.kind === 'cancel') customer.cancel(one.id)
  if (one.kind === 'grow' && 'by' in one) customer.send(one.id, facts(was.total + one.by, was.placedAt))
  if (one.kind === 'move' && 'at' in one && !('total' in one)) {
    // Never more than it had.
    expect(customer.send(one.id, facts(was.total, one.at)).points <= points).toBe(true)
  }
  if (one.kind === 'shrink' && 'percent' in one) {
    const left = (was.total * BigInt(100 - one.percent)) / 100n
    expect(customer.send(one.id, facts(left, was.placedAt)).points <= points).toBe(true)
  }
}

describe('several caps', () => {
  it('are each applied to what the one before it has left, also where an order grows', () => {
    const customer = new Customer(
      programOf(
        { kind: 'cap', points: '150', per: 'month' },
        { kind: 'cap', points: '100', per: 'day' },
        { kind: 'cap', points: '140', per: 'order' },
      ),
    )
    customer.send(1, facts(d('60')))
    const first = customer.send(2, facts(d('130')))
    expect(first.points).toBe(d('40'))
    expect(first.taken.map(({ ruleId, period, amount }) => [ruleId, period, amount])).toEqual([
      [3, 'd2026-11-16', d('40')],
      [2, 'm2026-11', d('40')],
    ])
    customer.cancel(1)
    // 20 were bought in addition, but an order counts for 140 at most.
    expect(customer.send(2, facts(d('150'))).points).toBe(d('50'))
  })
})

describe('laws of limits', () => {
  it('no step exceeds a limit, a return adds nothing, and what is cancelled is free again', () => {
    fc.assert(
      fc.property(program, fc.array(step, { maxLength: 25 }), (published, steps) => {
        const customer = new Customer(published)
        for (const one of steps) {
          take(customer, one)
          customer.verify()
        }
        for (const id of [...customer.orders.keys()]) customer.cancel(id)
        const fresh = new Customer(published)
        expect(customer.send(9, facts(d('400'))).points).toBe(fresh.send(9, facts(d('400'))).points)
      }),
      { numRuns: 3_000 },
    )
  })

  it('the same returns, in any order and in any portions, leave the same', () => {
    fc.assert(
      fc.property(
        program,
        fc.array(total, { maxLength: 3 }),
        total,
        fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 5 }),
        fc.nat(1_000),
        (published, others, bought, portions, seed) => {
          const leftAfter = (order: readonly number[]): StandingOrder => {
            const customer = new Customer(published)
            others.forEach((one, id) => {
              customer.send(id + 1, facts(one))
            })
            let stands = customer.send(0, facts(bought))
            let left = 100
            for (const percent of order) {
              left = Math.max(0, left - percent)
              stands = customer.send(0, facts((bought * BigInt(left)) / 100n))
            }
            return stands
          }
          const turned = portions.toSorted((a, b) => ((a * 7 + seed) % 11) - ((b * 7 + seed) % 11))
          const atOnce = [portions.reduce((sum, one) => sum + one, 0)]
          const { points, taken } = leftAfter(portions)
          for (const other of [turned, atOnce]) {
            const stands = leftAfter(other)
            expect([stands.points, stands.taken]).toEqual([points, taken])
          }
        },
      ),
      { numRuns: 2_000 },
    )
  })

  it('a limit or a cap never adds points', () => {
    fc.assert(
      fc.property(program, fc.array(total, { maxLength: 6 }), (published, bought) => {
        const unlimited = programOf(
          ...published.rules.slice(1).flatMap((one) => (one.kind === 'cap' ? [] : [withoutLimit(one)])),
        )
        const [with_, without] = [new Customer(published), new Customer(unlimited)]
        bought.forEach((one, id) => {
          expect(with_.send(id, facts(one)).points <= without.send(id, facts(one)).points).toBe(true)
        })
      }),
      { numRuns: 2_000 },
    )
  })
})

/** As JSON has it, without its limit. */
function withoutLimit(rule: Program['rules'][number]): object {
  const shared = {
    id: rule.id,
    kind: rule.kind,
    ...('stacks' in rule ? { stacks: rule.stacks ?? undefined } : {}),
  }
  if (rule.kind === 'brand' && rule.bonus.type === 'multiplier') {
    return { ...shared, ids: rule.ids, multiplier: String(rule.bonus.multiplier / d('1')) }
  }
  if (rule.kind === 'order' && rule.bonus.type === 'points') {
    const minimumOrder = String((rule.when?.minimumOrder ?? 0n) / d('1'))
    return { ...shared, points: String(rule.bonus.points / d('1')), when: { minimumOrder } }
  }
  throw new Error('of no kind that is drawn here')
}
