import type { Amount } from '../accounts/account.ts'
import { type Decimal, minimum, proportion, ZERO } from '../platform/decimal.ts'
import { type Earning, worthOf } from './earned.ts'
import { type ExplanationLine, shortText } from './explanation.ts'
import { evaluateWithin, type LimitContext, NO_LIMITS } from './limits.ts'
import type { OrderFacts } from './order-facts.ts'
import type { Cashback, Program } from './program.ts'

/** What is behind an order that has earned before. */
export interface EarnedBefore {
  /** The sum of all its records, adjustments included, less what was written off. */
  readonly standing: Amount
  /** What of its points has expired: neither earned again nor taken back. */
  readonly expiredPoints: Decimal
  /** What should have been taken back and was let go: the customer has kept it, so it is not earned again. */
  readonly writtenOffPoints: Decimal
  /** What it grew by while its customer was not enrolled. */
  readonly missedPoints: Decimal
}

/** The difference to what it earned before. */
export interface Adjustment extends Earning {
  /** What the order as it is now is worth. */
  readonly pointsInAll: Decimal
  /** What of that it has missed. */
  readonly missedPoints: Decimal
}

/**
 * What an order that has earned before earns differently now: `program` is the version it earned under, `facts` the
 * order as it is now, with the tier and the first-purchase flag that it earned with, `current` the cashback of today's
 * program, and `limits` what the customer's orders have taken.
 */
export function evaluateAdjustment(
  program: Program,
  before: EarnedBefore,
  facts: OrderFacts,
  current: Cashback,
  limits: LimitContext = NO_LIMITS,
): Adjustment {
  const now = evaluateWithin(program, facts, limits)
  const { standing, expiredPoints, writtenOffPoints, missedPoints } = before
  const { points: pointsInAll } = now
  const kept = standing.points + expiredPoints + writtenOffPoints
  const growth = pointsInAll - kept - missedPoints
  if (growth > ZERO) {
    const lines: ExplanationLine[] = [takenOff('recorded', kept)]
    if (missedPoints > ZERO) lines.push(takenOff('notEnrolled', missedPoints))
    // What is added is worth what points are worth now.
    const cashback = worthOf(growth, current)
    return { ...explainedAfter(lines, now), pointsInAll, points: growth, cashback, missedPoints }
  }
  // Only what still stands can be taken back: what was missed or has expired goes first, and costs nothing.
  const points = minimum(ZERO, pointsInAll - standing.points)
  return {
    ...explainedAfter([takenOff('recorded', standing.points)], now),
    pointsInAll,
    points,
    // What is taken back is worth what it was when it was recorded.
    cashback: points === ZERO ? ZERO : proportion(standing.cashback, points, standing.points),
    // What it never earned is the first to go.
    missedPoints: missedPoints + growth > ZERO ? missedPoints + growth : ZERO,
  }
}

function takenOff(kind: 'recorded' | 'notEnrolled', points: Decimal): ExplanationLine {
  return { kind, points: shortText(-points) }
}

function explainedAfter(lines: readonly ExplanationLine[], now: Earning): Earning {
  return { ...now, explanation: { ...now.explanation, lines: [...lines, ...now.explanation.lines] } }
}
