import { type Load, load } from '../accounts/till/collection.ts'
import type { Facts } from '../accounts/till/command.ts'
import { stampCards } from '../cards/collections/cards.ts'
import { prizesAtHand } from '../cards/collections/prizes.ts'
import { standingStamps } from '../cards/collections/records.ts'
import { CURRENT, programSchedule } from '../earning/collections.ts'
import type { Program } from '../earning/program.ts'
import { programsOf } from '../earning/schedule.ts'
import { ZERO } from '../platform/decimal.ts'
import type { Order } from './order.ts'
import { type CardsAtHand, NO_CARDS } from './rules/stamp.ts'

/** The cards that an order may give stamps to or has given some to, and of those what stands. */
export function cardLoads(facts: Facts, stored: Order | undefined): Load[] {
  const { customer } = facts
  if (!customer) return []
  const customerId = customer.id
  const isStamped = stored !== undefined && hasStamps(stored)
  const programs = programsOf(facts.peek(programSchedule, CURRENT))
  if (!isStamped && programs.every(({ index }) => index.cards.length === 0)) return []
  return [
    load(stampCards, customerId),
    ...(isStamped ? [load(standingStamps, { customerId, orderId: stored.id })] : []),
  ]
}

export function hasStamps({ earned }: Order): boolean {
  return earned?.taken.some(({ measure }) => measure === 'stamps') ?? false
}

export function cardsAtHand(facts: Facts, stored: Order | undefined, current: Program): CardsAtHand {
  const customerId = facts.customer?.id
  if (customerId === undefined) return { ...NO_CARDS, current }
  return {
    current,
    cardOf: (ruleId) => facts.peek(stampCards, customerId)?.get(ruleId),
    standingOf: (ruleId) =>
      (stored && facts.peek(standingStamps, { customerId, orderId: stored.id })?.get(ruleId)) ?? ZERO,
    prizesOf: (ruleId) => prizesAtHand(facts, { customerId, ruleId }),
    endedInBatch: (lotId) => facts.endedInBatch(lotId),
  }
}
