import type { Instant } from '../platform/clock.ts'
import type { Decimal } from '../platform/decimal.ts'
import { lotDates } from './credit-earning.ts'
import { evaluateOrder } from './evaluate.ts'
import { shortText } from './explanation.ts'
import type { OrderFacts } from './order-facts.ts'
import type { Program } from './program.ts'
import { notMoreText, reasonTexts, type SentenceContext, sentenceOfNothing } from './sentence.ts'
import { type NotMore, whyNotMore } from './why-not.ts'

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
  readonly lines: readonly PreviewLine[]
  readonly notMore: readonly NotMoreLine[]
}

/** A bonus that gave nothing, and why. */
export interface NotMoreLine {
  readonly ruleId: number
  readonly name: string
  readonly why: NotMore['why']
  readonly sentence: string
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

/** The very evaluation that an order meets, with nothing recorded. `earnedAt`: from when its points are counted. */
export function previewOrder(
  program: Program,
  facts: OrderFacts,
  earnedAt: Instant,
  context: Omit<SentenceContext, 'program'>,
): Preview {
  const earning = evaluateOrder(program, facts)
  const { points, cashback, explanation } = earning
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
      ? sentenceOfNothing({ why: whyNothing(explanation.none), total: facts.total }, told)
      : null,
    lines: explanation.lines.map((line, index) => ({
      ruleId: 'rule' in line ? line.rule : null,
      kind: line.kind,
      name: nameOf(program, 'rule' in line ? line.rule : null),
      sentence: sentences[index] ?? '',
      amount: 'amount' in line && line.amount !== undefined ? line.amount : null,
      count: 'count' in line && line.count !== undefined ? line.count : null,
      points: line.points,
    })),
    notMore: whyNotMore(program, facts, explanation).map((found) => ({
      ruleId: found.rule.id,
      name: found.rule.name,
      why: found.why,
      sentence: notMoreText(found, told),
    })),
  }
}

function whyNothing(none: 'no-purchase-rule' | 'below-minimum' | undefined) {
  if (none === undefined) return 'lessThanAPoint' as const
  return none === 'below-minimum' ? ('belowMinimum' as const) : ('noRule' as const)
}

function nameOf({ rules }: Program, ruleId: number | null): string {
  return rules.find(({ id }) => id === ruleId)?.name ?? ''
}

/** As the wire has it. */
export function textsOfPreview({ points, cashback, ...rest }: Preview) {
  return { ...rest, points: shortText(points), cashback: shortText(cashback) }
}
