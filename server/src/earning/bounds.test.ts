/**
 * What the largest order under the largest program costs. A merchant's order is worked out between those of all others,
 * so what takes long holds them up too.
 */
import { expect, it } from 'vitest'
import { evaluateWithin, NO_LIMITS } from './limits.ts'
import type { OrderFacts } from './order-facts.ts'
import { parseProgram } from './program-schema.ts'
import { whyNotMore } from './why-not.ts'

const LINES = 500
const RULES = 199
const TIMES = 40
const IDS = Array.from({ length: 2_000 }, (_, number) => `p${number}`)
const CATEGORIES = IDS.slice(0, 5)
const LIMIT = { times: 1, per: 'ever' }

function under(rule: object) {
  const rules = Array.from({ length: RULES }, (_, place) => ({ id: place + 2, ids: IDS, ...rule }))
  const json = { cashback: { isOn: false, pointValue: '0' }, rules: [{ ...PURCHASE }, ...rules] }
  return parseProgram({ ...json, version: 1 })
}

const PURCHASE = { id: 1, kind: 'purchase', points: '1' }

/** `prefix`: `p` for what the rules name. */
function order(prefix: string): OrderFacts {
  return {
    total: 50_000_000n,
    placedAt: Date.UTC(2026, 0, 15, 12),
    timeZone: 'America/Sao_Paulo',
    products: Array.from({ length: LINES }, (_, number) => ({
      originalId: `${prefix}${number}`,
      price: 100_000n,
      brandId: `${prefix}${number}`,
      categoryIds: prefix === 'p' ? CATEGORIES : CATEGORIES.map((id) => `${prefix}${id}`),
    })),
    paymentMethodId: null,
    branchId: null,
    tierId: null,
    isFirstPurchase: false,
    number: 1,
  }
}

/** The best of many tries each, by turns: the others tell of what else the machine does. */
function timesAsLong(work: () => unknown, as: () => unknown): number {
  const least = [Infinity, Infinity]
  for (let turn = 0; turn < 2 * TIMES; turn += 1) {
    const startedAt = performance.now()
    if (turn % 2 === 0) work()
    else as()
    least[turn % 2] = Math.min(least[turn % 2] ?? 0, performance.now() - startedAt)
  }
  const [ofWork = 0, ofOther = 0] = least
  return ofWork / ofOther
}

const POINTS = { kind: 'product', points: '1' }
const NO_ROOM = { usedOf: () => 1_000_000n, before: null }

const WITH_POINTS = under(POINTS)
const NAMED = order('p')
const UNNAMED = order('other-')
/** 2 ms on a machine with nothing else to do: each line is counted once for each rule. */
const countPoints = () => evaluateWithin(WITH_POINTS, NAMED, NO_LIMITS)

it.each([
  ['multipliers that compete', { kind: 'product', multiplier: '1.5', when: { days: ['sun'] } }, 6],
  ['multipliers that add', { kind: 'product', multiplier: '1.5', stacks: true }, 4],
  ['five categories per line', { kind: 'category', points: '1' }, 10],
])('500 lines under 200 rules with 2,000 ids each: %s', (_, rule, most) => {
  const program = under(rule)
  expect(timesAsLong(() => evaluateWithin(program, NAMED, NO_LIMITS), countPoints)).toBeLessThan(most)
})

it.each(['product', 'category'])('limits that are used up, of rules about other lines: %s', (kind) => {
  const program = under({ ...POINTS, kind, limit: LIMIT })
  expect(timesAsLong(() => evaluateWithin(program, UNNAMED, NO_ROOM), countPoints)).toBeLessThan(10)
})

it.each(['product', 'category'])('why not more, where no line is named: %s', (kind) => {
  const program = under({ ...POINTS, kind })
  const { explanation } = evaluateWithin(program, UNNAMED, NO_LIMITS)
  expect(whyNotMore(program, UNNAMED, explanation)).toHaveLength(RULES)
  expect(timesAsLong(() => whyNotMore(program, UNNAMED, explanation), countPoints)).toBeLessThan(10)
})
