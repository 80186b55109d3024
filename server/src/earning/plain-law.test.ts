/**
 * A program without conditions, exclusions, limits and whatever else came later earns, explains itself and reads exactly
 * as it did when there was nothing else. What 10,000 such programs and 100,000 orders came to then is in
 * `test/support/plain-law.json`, as one hash for each thousand orders. It was written by the commit before conditions.
 */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { plainOrder, plainProgram } from '../../test/support/plain-programs.ts'
import { LOCALES } from '../contract/locale.ts'
import { Random } from '../platform/random.ts'
import { evaluateAdjustment } from './adjustment.ts'
import type { Earning } from './earned.ts'
import { evaluateOrder } from './evaluate.ts'
import { evaluateProductPoints } from './evaluate-products.ts'
import type { OrderFacts } from './order-facts.ts'
import type { Program } from './program.ts'
import { partsOfRule, sentenceOfRule } from './rule-sentence.ts'

const KEPT = new URL('../../test/support/plain-law.json', import.meta.url)
/** Thousands of orders; all there are take 13 s. */
const GROUPS = Number(process.env.PLAIN_LAW_GROUPS ?? 100)
const PROGRAMS_IN_A_GROUP = 100
const ORDERS_OF_A_PROGRAM = 10

const asText = (value: unknown): string =>
  JSON.stringify(value, (_name, one: unknown) => (typeof one === 'bigint' ? String(one) : one))

function toldOf(program: Program): unknown {
  return LOCALES.map((locale) => {
    const context = {
      locale,
      currency: 'BRL',
      timeZone: 'America/Sao_Paulo',
      now: Date.parse('2026-11-16T12:00:00Z'),
      nameOf: () => undefined,
    }
    return program.rules.map((rule) => [
      sentenceOfRule(rule, context),
      partsOfRule(rule, context)
        .map((part) => ('slot' in part ? part.display : part.text))
        .join(''),
    ])
  })
}

function earnedBy(program: Program, before: OrderFacts, after: OrderFacts): unknown {
  const recorded = evaluateOrder(program, before)
  const standing = {
    standing: { points: recorded.points, cashback: recorded.cashback },
    expiredPoints: 0n,
    writtenOffPoints: 0n,
    missedPoints: 0n,
  }
  const adjustment = evaluateAdjustment(program, standing, after, program.cashback)
  const priced = after.products.flatMap(({ price, ...line }) => (price === null ? [] : [{ ...line, price }]))
  return [
    earnedAs(recorded),
    [...earnedAs(adjustment), adjustment.pointsInAll, adjustment.missedPoints],
    evaluateProductPoints(program, priced, { now: after.placedAt, timeZone: after.timeZone }),
  ]
}

function earnedAs({ points, cashback, waitingDays, validityDays, explanation }: Earning): unknown[] {
  return [points, cashback, waitingDays, validityDays, explanation]
}

function hashOfGroup(group: number): string {
  const random = new Random(20_261_116 + group)
  const hash = createHash('sha256')
  for (let count = 0; count < PROGRAMS_IN_A_GROUP; count += 1) {
    const program = plainProgram(random)
    hash.update(asText(toldOf(program)))
    let before = plainOrder(random)
    for (let order = 0; order < ORDERS_OF_A_PROGRAM; order += 1) {
      const after = plainOrder(random)
      hash.update(asText(earnedBy(program, before, after)))
      before = after
    }
  }
  return hash.digest('hex').slice(0, 16)
}

it(`${GROUPS},000 orders under plain programs earn, and read, as before there were conditions`, {
  timeout: 300_000,
}, () => {
  const kept = JSON.parse(readFileSync(KEPT, 'utf8')) as string[]
  expect(kept).toHaveLength(100)
  const looked = kept.slice(0, GROUPS)
  const differing = looked.flatMap((hash, group) => (hashOfGroup(group) === hash ? [] : [group]))
  expect(differing, 'groups of a thousand orders that differ').toEqual([])
})
