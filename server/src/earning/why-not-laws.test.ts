import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { IDS, randomProgram } from '../../test/support/random-program.ts'
import { seedOf } from '../../test/support/seed.ts'
import { LOCALES } from '../contract/locale.ts'
import { decimalFromText, ZERO } from '../platform/decimal.ts'
import { countedFor } from './counted.ts'
import type { Earning } from './earned.ts'
import { evaluateWithin, NO_LIMITS } from './limits.ts'
import type { OrderFacts } from './order-facts.ts'
import type { Program, Rule } from './program.ts'
import { parseProgram } from './program-schema.ts'
import type { UsedOf } from './taken.ts'
import { type NotMore, whyNotMore } from './why-not.ts'
import { notMoreText } from './why-not-text.ts'

const AROUND = Date.parse('2026-11-18T12:00:00Z')
const HOUR_MS = 3_600_000

const id = fc.constantFrom(...IDS)
const amount = fc.bigInt({ min: 0n, max: 5_000_000n })
const line = fc.record({
  originalId: id,
  price: fc.option(amount),
  brandId: fc.option(id),
  categoryIds: fc.uniqueArray(id, { maxLength: 3 }),
})
const order: fc.Arbitrary<OrderFacts> = fc.record({
  total: amount,
  placedAt: fc.integer({ min: -60, max: 60 }).map((hours) => AROUND + hours * HOUR_MS),
  timeZone: fc.constantFrom('America/Sao_Paulo', 'UTC'),
  products: fc.array(line, { maxLength: 5 }),
  paymentMethodId: fc.option(id),
  branchId: fc.option(id),
  tierId: fc.option(fc.constantFrom('1', '2')),
  isFirstPurchase: fc.boolean(),
  number: fc.integer({ min: 1, max: 110 }),
})

interface Content {
  readonly cashback: object
  readonly rules: readonly { readonly id: number; readonly kind: string }[]
}

const BONUSES = new Set(
  'product brand category paymentMethod branch tier firstPurchase order campaign'.split(' '),
)

/** In half of the programs all bonuses compete, so that many of them are beaten. */
const content = fc
  .tuple(randomProgram({ tierIds: ['1', '2'], around: AROUND }), fc.boolean())
  .map(([{ cashback, rules }, compete]): Content => {
    const competing = rules.map((rule) => (BONUSES.has(rule.kind) ? { ...rule, stacks: false } : rule))
    return { cashback, rules: compete ? competing : rules }
  })

interface Used {
  readonly times: number
  readonly points: bigint
}

/** How often each bonus was given before, and how many points each cap let through. */
const used: fc.Arbitrary<Used> = fc.record({ times: fc.integer({ min: 0, max: 3 }), points: amount })

const usedOf =
  ({ times, points }: Used): UsedOf =>
  ({ measure }) =>
    measure === 'times' ? decimalFromText(String(times)) : points

function readProgram({ cashback, rules }: Content): Program {
  return parseProgram({ version: 1, cashback, rules })
}

function look(json: Content, facts: OrderFacts, before: Used) {
  const program = readProgram(json)
  const earned = evaluateWithin(program, facts, { usedOf: usedOf(before), before: null })
  return { program, earned, found: whyNotMore(program, facts, earned.explanation) }
}

function gaveIn({ explanation }: Earning, rule: Pick<Rule, 'id'>): boolean {
  return explanation.lines.some((one) => one.kind !== 'limit' && 'rule' in one && one.rule === rule.id)
}

/** Whether a bonus gives something where no other one, no limit and no cap is in its way. */
function givesAlone({ cashback, rules }: Content, rule: Pick<Rule, 'id'>, facts: OrderFacts): boolean {
  const alone = rules.filter((one) => one.id === rule.id || ['purchase', 'exclude'].includes(one.kind))
  return gaveIn(evaluateWithin(readProgram({ cashback, rules: alone }), facts, NO_LIMITS), rule)
}

/** What keeps a bonus from giving that would give alone; anything else is in the bonus itself. */
const BY_OTHERS = new Set<NotMore['why']>(['beaten', 'limitReached'])

const random = { numRuns: 300, seed: seedOf() }

/** Returns the reasons that came up. */
function checkBonuses(runs: typeof random): ReadonlySet<string> {
  const seen = new Set<string>()
  fc.assert(
    fc.property(content, order, used, (json, facts, before) => {
      const { program, earned, found } = look(json, facts, before)
      const { none } = earned.explanation
      const mayEarn = (none === undefined || none === 'capped') && facts.total > ZERO
      for (const rule of program.rules.filter(({ kind }) => BONUSES.has(kind))) {
        const [named, ...more] = found.filter((one) => one.rule === rule)
        expect(more).toEqual([])
        if (!rule.isActive || !mayEarn || gaveIn(earned, rule)) expect(named).toBe(undefined)
        else if (!named) expect(givesAlone(json, rule, facts)).toBe(false)
        else {
          seen.add(named.why)
          expect([named.why, givesAlone(json, rule, facts)]).toEqual([named.why, BY_OTHERS.has(named.why)])
        }
      }
    }),
    runs,
  )
  return seen
}

describe('law 9: why it is not more', () => {
  it('names each active bonus that gave nothing and could have given something, and no other', () => {
    checkBonuses(random)
  })

  it('is known for every reason', () => {
    // A run of chance may have none that was beaten.
    expect([...checkBonuses({ numRuns: 300, seed: 7 })]).toEqual(
      expect.arrayContaining(['beaten', 'limitReached', 'otherTier', 'otherBranch', 'noSuchLine', 'notYet']),
    )
  })

  it('names each cap and exclusion with what it took, and no other', () => {
    fc.assert(
      fc.property(content, order, used, (json, facts, before) => {
        const { program, earned, found } = look(json, facts, before)
        const isProgram = earned.explanation.none !== 'no-purchase-rule'
        const taken = found.filter(({ rule }) => rule.kind === 'cap' || rule.kind === 'exclude')
        const cut = earned.explanation.lines.flatMap((one) =>
          one.kind === 'cap' ? [[one.rule, -decimalFromText(one.points)]] : [],
        )
        const capped = taken.flatMap((one) => (one.why === 'capped' ? [[one.rule.id, one.points]] : []))
        expect(capped.sort()).toEqual(cut.sort())
        const excluded = taken.reduce((sum, one) => sum + (one.why === 'excluded' ? one.amount : ZERO), ZERO)
        const { amount: counted } = countedFor('points', program.index, facts)
        expect(excluded).toBe(isProgram ? facts.total - counted : ZERO)
      }),
      random,
    )
  })

  it('tells each in a whole sentence of three languages', () => {
    fc.assert(
      fc.property(content, order, used, (json, facts, before) => {
        const { program, found } = look(json, facts, before)
        for (const locale of LOCALES) {
          const { timeZone } = facts
          const context = { locale, currency: 'BRL', timeZone, program, nameOf: () => undefined }
          for (const one of found) {
            expect(notMoreText(one, context)).toMatch(/\S.*\S/)
            expect(notMoreText(one, context)).not.toMatch(/[{}]|undefined|null|NaN|\[object/)
          }
        }
      }),
      { ...random, numRuns: 200 },
    )
  })
})
