import { countedFor } from '../../earning/counted.ts'
import type { Purpose } from '../../earning/limit-members.ts'
import { evaluateAsTaken } from '../../earning/limits.ts'
import type { Program } from '../../earning/program.ts'
import type { SentenceContext } from '../../earning/sentence.ts'
import { type StampsGiven, whyNotMore } from '../../earning/why-not.ts'
import { type NotMoreLine, notMoreLines } from '../../earning/why-not-text.ts'
import { ORDER_STATE, type Order } from '../../orders/order.ts'
import { factsOf } from '../../orders/rules/facts.ts'
import type { Decimal } from '../../platform/decimal.ts'

/** What of an order counts, and why it did not earn more. */
export interface OrderBasis {
  readonly counted: Readonly<Record<Purpose, Decimal>>
  /** Lines that do not count for points, by their places. */
  readonly leftOutLines: ReadonlySet<number>
  readonly notMore: readonly NotMoreLine[]
}

/** null: it has earned nothing yet, or no more. */
export function basisOf(order: Order, program: Program, context: SentenceContext): OrderBasis | null {
  const { earned, state } = order
  if (!earned || state !== ORDER_STATE.complete) return null
  const facts = factsOf(order, earned)
  const { explanation } = evaluateAsTaken(program, facts, earned.taken)
  const { index } = program
  const ofPoints = countedFor('points', index, facts)
  const counting = new Set(ofPoints.lines)
  return {
    counted: {
      points: ofPoints.amount,
      stamps: countedFor('stamps', index, facts).amount,
      tiers: countedFor('tiers', index, facts).amount,
    },
    leftOutLines: new Set(facts.products.flatMap((line, place) => (counting.has(line) ? [] : [place]))),
    notMore: notMoreLines(whyNotMore(program, facts, explanation, stampsGiven(order, program)), context),
  }
}

/** Where an order gave a card nothing that is given once, and might have, that card was complete. */
function stampsGiven({ earned, completedAt }: Order, { index }: Program): StampsGiven {
  const taken = earned?.taken.filter(({ measure }) => measure === 'stamps') ?? []
  return {
    stamps: new Map(taken.map(({ ruleId, amount }) => [ruleId, amount])),
    done: new Set(index.cards.flatMap(({ id, once }) => (once ? [id] : []))),
    arrivedAt: completedAt,
  }
}

/** Tiers that the rules of a program name, for telling them by their names. */
export function tiersNamedBy({ rules }: Program): string[] {
  return rules.flatMap((rule) => [
    ...(rule.kind === 'tier' ? rule.ids : []),
    ...('when' in rule ? (rule.when?.tiers ?? []) : []),
  ])
}
