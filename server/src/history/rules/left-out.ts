import type { Line } from '../../earning/explanation.ts'
import { evaluateAsTaken } from '../../earning/limits.ts'
import type { Program } from '../../earning/program.ts'
import type { Order } from '../../orders/order.ts'
import { factsOf } from '../../orders/rules/facts.ts'

/**
 * The rules that leave out what is left of an order, worked out again: an order of which nothing counts has no record
 * that could name them. Their lines give 0 points.
 */
export function linesLeftOut(order: Order, program: Program | undefined): Line[] {
  const { earned } = order
  if (!earned || !program) return []
  const { explanation } = evaluateAsTaken(program, factsOf(order, earned), earned.taken)
  return explanation.lines.filter(({ kind }) => kind === 'exclude')
}
