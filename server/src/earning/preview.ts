import type { Instant } from '../platform/clock.ts'
import type { Decimal } from '../platform/decimal.ts'
import { countedFor } from './counted.ts'
import { lotDates } from './credit-earning.ts'
import { shortText } from './explanation.ts'
import { evaluateWithin, NO_LIMITS } from './limits.ts'
import type { OrderFacts } from './order-facts.ts'
import type { Program } from './program.ts'
import { NOTHING, reasonTexts, type SentenceContext, sentenceOfNothing } from './sentence.ts'
import type { UsedOf } from './taken.ts'
import { whyNotMore } from './why-not.ts'
import { type NotMoreLine, notMoreLines } from './why-not-text.ts'

/** What an order would earn, line by line. */
export interface Preview {
  readonly points: Decimal
  readonly cashback: Decimal
  /** null: nothing is earned. */
  readonly availableAt: Instant | null
  /** null: never. */
  readonly expiresAt: Instant | null
  /** Why nothing is earned. */
  readonly nothing: string | null
  /** What of the order counts. */
  readonly counted: Decimal
  readonly lines: readonly PreviewLine[]
  readonly notMore: readonly NotMoreLine[]
}

export interface PreviewLine {
  /** null: a benefit of the customer's tier. */
  readonly ruleId: number | null
  readonly kind: string
  readonly name: string
  readonly sentence: string
  readonly amount: string | null
  readonly count: number | null
  readonly points: string
}

/**
 * The very evaluation that an order meets, with nothing recorded. `earnedAt`: from when its points are counted; `usedOf`:
 * what the customer's orders have taken of limits and caps.
 */
export function previewOrder(
  program: Program,
  facts: OrderFacts,
  earnedAt: Instant,
  context: Omit<SentenceContext, 'program'>,
  usedOf: UsedOf = NO_LIMITS.usedOf,
): Preview {
  const earning = evaluateWithin(program, facts, { usedOf, before: null })
  const { points, cashback, explanation } = earning
  const { none } = explanation
  const told = { ...context, program }
  const sentences = reasonTexts(explanation.lines, told)
  const isNothing = points === 0n
  const dates = isNothing ? null : lotDates(earning, earnedAt, context.timeZone)
  return {
    points,
    cashback,
    availableAt: dates?.availableAt ?? null,
    expiresAt: dates?.expiresAt ?? null,
    nothing: isNothing
      ? sentenceOfNothing(
          { why: none === undefined ? 'lessThanAPoint' : NOTHING[none], total: facts.total },
          told,
        )
      : null,
    counted: countedFor('points', program.index, facts).amount,
    lines: explanation.lines.map((line, index) => ({
      ruleId: 'rule' in line ? line.rule : null,
      kind: line.kind,
      name: nameOf(program, 'rule' in line ? line.rule : null),
      sentence: sentences[index] ?? '',
      amount: 'amount' in line && line.amount !== undefined ? line.amount : null,
      count: 'count' in line && line.count !== undefined ? line.count : null,
      points: line.points,
    })),
    notMore: notMoreLines(whyNotMore(program, facts, explanation), told),
  }
}

function nameOf({ rules }: Program, ruleId: number | null): string {
  return rules.find(({ id }) => id === ruleId)?.name ?? ''
}

/** As the wire has it. */
export function textsOfPreview({ points, cashback, counted, ...rest }: Preview) {
  return { ...rest, points: shortText(points), cashback: shortText(cashback), counted: shortText(counted) }
}
