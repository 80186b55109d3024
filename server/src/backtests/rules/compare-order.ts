import type { Earning } from '../../earning/earned.ts'
import { isReadable } from '../../earning/format.ts'
import { evaluateAsTaken, evaluateWithin, hasLimits } from '../../earning/limits.ts'
import type { Taken } from '../../earning/taken.ts'
import { factsOf } from '../../orders/rules/facts.ts'
import { asksCatalog } from '../../orders/rules/product-places.ts'
import { asksTodaysCatalog, candidateFacts, type FactsInput } from './candidate-facts.ts'
import { type Room, roomsAfter, usedWith } from './rooms.ts'

export interface CompareInput extends FactsInput {
  readonly rooms: readonly Room[]
  /** The how-manieth of the customer's orders it is, by placement. */
  readonly numberOf: () => number
}

/** One order by both programs. */
export interface Compared {
  readonly live: Earning
  readonly candidate: Earning
  readonly rooms: readonly Room[]
  /** The candidate asks where products stood, and the order does not know: today's catalog was asked. */
  readonly isByTodaysCatalog: boolean
}

/** Why an order can't be compared. */
export const INCOMPARABLE = ['catalog', 'newerVersion'] as const
export type Incomparable = (typeof INCOMPARABLE)[number]

const NONE: readonly Taken[] = []

/** What the order earned in truth, from its facts and what it has taken of limits. */
export function liveEarning({ order, earned, live }: Pick<FactsInput, 'order' | 'earned' | 'live'>): Earning {
  return evaluateAsTaken(live, factsOf(order, earned), earned.taken)
}

/** The program that it earned with asked where its products stood, and that was not kept. */
export function lacksPlaces({ order, earned, live }: Pick<FactsInput, 'order' | 'earned' | 'live'>): boolean {
  return earned.places === null && asksCatalog(live, order.details.products)
}

/** What the order earned, and what it would have earned by the candidate. */
export function compareOrder(input: CompareInput): Compared | Incomparable {
  const { order, earned, live, candidate, rooms, numberOf } = input
  if (!isReadable(live)) return 'newerVersion'
  if (lacksPlaces(input)) return 'catalog'
  const earning = liveEarning({ order, earned, live })
  const facts = candidateFacts(input, numberOf)
  const isByTodaysCatalog = asksTodaysCatalog(input)
  const limits = {
    usedOf: usedWith(candidate, rooms, { live, earning, taken: earned.taken }),
    before: null,
  }
  const other = evaluateWithin(candidate, facts, limits)
  const given = { byCandidate: other.taken ?? NONE, inTruth: earned.taken }
  return {
    live: earning,
    candidate: other,
    rooms: hasLimits(candidate) ? roomsAfter(candidate, rooms, given) : rooms,
    isByTodaysCatalog,
  }
}
