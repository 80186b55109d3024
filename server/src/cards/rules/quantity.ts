import { type Counted, type CountedLine, countedFor, countedLines } from '../../earning/counted.ts'
import { idsOfLine } from '../../earning/evaluate.ts'
import { failedCondition } from '../../earning/holds.ts'
import type { OrderFacts } from '../../earning/order-facts.ts'
import type { CardRule, Program } from '../../earning/program.ts'
import { type Decimal, minimum, ONE, ZERO } from '../../platform/decimal.ts'

/** What counts of an order for stamps: worked out once for all cards. */
export interface StampBasis {
  readonly facts: OrderFacts
  readonly counted: Counted
  readonly lines: readonly CountedLine[]
}

export function stampBasis({ index }: Program, facts: OrderFacts): StampBasis {
  return { facts, counted: countedFor('stamps', index, facts), lines: countedLines('stamps', index, facts) }
}

/** How many stamps an order is worth as it is now, before any limit; of a card that counts money, how much of it. */
export function stampsOfOrder(rule: CardRule, program: Program, basis: StampBasis): Decimal {
  const { facts, counted } = basis
  if (counted.isNothing || facts.total === ZERO || isBeforeCard(rule, program, facts.placedAt)) return ZERO
  if (rule.when !== null && failedCondition(rule.when, facts, counted.amount) !== null) return ZERO
  const lines = pickedLines(rule, program, basis)
  switch (rule.counts) {
    case 'items':
      return itemsIn(lines)
    case 'orders':
      if (rule.picked === null) return counted.amount > ZERO ? ONE : ZERO
      return lines.some(({ price, left }) => price === null || left > ZERO) ? ONE : ZERO
    case 'spend': {
      if (rule.picked === null) return counted.amount
      const sum = lines.reduce((all, { left }) => all + left, ZERO)
      return minimum(sum, counted.amount)
    }
  }
}

/** Orders of before give no stamps: three years of them may be imported on the first day of a card. */
export function isBeforeCard(
  { id, when }: Pick<CardRule, 'id' | 'when'>,
  { ruleStarts }: Program,
  placedAt: number,
): boolean {
  const startsAt = when?.from ?? ruleStarts.get(id) ?? null
  return startsAt !== null && placedAt < startsAt
}

function pickedLines(
  { id, picked }: CardRule,
  { index }: Program,
  { lines }: StampBasis,
): readonly CountedLine[] {
  const ids = index.pickedByCard.get(id)
  if (picked === null || !ids) return lines
  return lines.filter(({ line }) => idsOfLine(picked.of, line).some((one) => ids.has(one)))
}

type Lines = readonly CountedLine[]

/** Of what was returned in part, as many items as the money that is left stands for; one of which a part is left counts. */
function itemsIn(lines: Lines): Decimal {
  const quantityOf = ({ line }: Lines[number]): bigint => BigInt(line.quantity ?? 1)
  const sum = (some: Lines, of: (one: Lines[number]) => bigint): bigint =>
    some.reduce((all, one) => all + of(one), 0n)
  const unpriced = lines.filter(({ price }) => price === null)
  const priced = lines.filter(({ price, left }) => price !== null && price !== ZERO && left > ZERO)
  const stands = sum(priced, (one) => one.stands)
  const left = sum(priced, (one) => one.left)
  const items = stands === ZERO ? 0n : roundedUp(sum(priced, quantityOf) * left, stands)
  return (sum(unpriced, quantityOf) + items) * ONE
}

function roundedUp(dividend: bigint, divisor: bigint): bigint {
  return (dividend + divisor - 1n) / divisor
}
