import type { Amount } from '../../accounts/account.ts'
import { POINT_TYPE } from '../../accounts/account.ts'
import type { Line, StoredExplanation } from '../../earning/explanation.ts'
import { type Decimal, decimalFromText, proportion, ZERO } from '../../platform/decimal.ts'
import { NO_RULE } from './delta.ts'
import type { RecordFacts } from './entry.ts'

/** What one rule, or what stands in for one, has given or taken in a record. */
export interface Share {
  readonly rule: number
  readonly amount: Amount
}

/** Types of records that a program computes again: their lines are what the order earns now, not what the record adds. */
const COMPUTED_AGAIN: ReadonlySet<number> = new Set([POINT_TYPE.orderCancelled, POINT_TYPE.orderAdjusted])

/**
 * A change of the balance divided by rules. The shares add up to it: what no rule has given is «other».
 *
 * `change` is less than the record where a part of it was taken before it became available: then each has its part of
 * what came.
 */
export function sharesOf(record: RecordFacts, change: Amount): Share[] {
  const byRule = pointsByRule(record)
  const whole = record.amount.points
  const isPart = change.points !== whole && whole !== ZERO
  const shares = [...byRule].map(([rule, points]) => ({
    rule,
    points: isPart ? proportion(points, change.points, whole) : points,
  }))
  const rest = change.points - shares.reduce((sum, { points }) => sum + points, ZERO)
  const isOtherNeeded = rest !== ZERO || shares.length === 0
  return withCashback(isOtherNeeded ? [...shares, { rule: standIn(record), points: rest }] : shares, change)
}

/** Cashback goes with the points, added up so that roundings leave nothing over. */
function withCashback(shares: readonly { rule: number; points: Decimal }[], change: Amount): Share[] {
  let points = ZERO
  let given = ZERO
  return shares.map((share, index) => {
    points += share.points
    const isLast = index === shares.length - 1
    const upToHere =
      isLast || change.points === ZERO ? change.cashback : proportion(change.cashback, points, change.points)
    const cashback = upToHere - given
    given = upToHere
    return { rule: share.rule, amount: { points: share.points, cashback } }
  })
}

function pointsByRule(record: RecordFacts): Map<number, Decimal> {
  const points = new Map<number, Decimal>()
  addLines(points, record.explanation, 1n)
  if (COMPUTED_AGAIN.has(record.type)) addLines(points, record.before, -1n)
  for (const [rule, sum] of points) if (sum === ZERO) points.delete(rule)
  return points
}

function addLines(points: Map<number, Decimal>, explanation: StoredExplanation | null, sign: 1n | -1n): void {
  for (const line of explanation?.lines ?? []) {
    const rule = ruleOf(line)
    if (rule === null) continue
    points.set(rule, (points.get(rule) ?? ZERO) + sign * decimalFromText(line.points))
  }
}

/** The rule of a line, or what stands in for one; null: the line tells of other records, or of nothing a rule does. */
function ruleOf(line: Line): number | null {
  if ('rule' in line) return line.rule
  if (line.kind === 'tierBenefit') return NO_RULE.tierBenefit
  if (line.kind === 'quiz') return NO_RULE.quiz
  if (line.kind === 'adjustment') return NO_RULE.adjustment
  return null
}

/** What is left of a change by hand is the change itself: over the private API it has no line. */
function standIn({ type }: RecordFacts): number {
  return type === POINT_TYPE.manual ? NO_RULE.adjustment : NO_RULE.other
}
