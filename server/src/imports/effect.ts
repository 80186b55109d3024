/** What a line of an import has done, as far as undoing it needs to know. */
import type { HeldTier } from '../accounts/customer.ts'
import type { RecordId } from '../contract/ids.ts'
import type { Instant } from '../platform/clock.ts'

export const EFFECT_KIND = { account: 1, order: 2, coupon: 3 } as const
export type EffectKind = (typeof EFFECT_KIND)[keyof typeof EFFECT_KIND]

/** Short names: there is one for each line that did more than add a lot. */
export interface UndoFacts {
  /** Of an order: what it said (`printOf`). Another one, and it was changed since. */
  readonly h?: string
  /** The line made the customer. */
  readonly n?: 1
  /** A second lot, which was pending. */
  readonly p?: RecordId
  /** The tier that it led to, and the one before it. */
  readonly t?: readonly [given: TierFacts, before: TierFacts | null]
  /** The key of the code of a coupon. */
  readonly c?: string
  /** The day, spend and orders that it counted. */
  readonly g?: readonly [day: number, spend: string, orders: number]
}

export type TierFacts = readonly [
  id: number,
  since: Instant,
  belowSince: Instant | null,
  heldUntil: Instant | null,
]

export function factsOfTier({ id, since, belowSince, heldUntil }: HeldTier): TierFacts {
  return [id, since, belowSince, heldUntil ?? null]
}

export function tierOfFacts([id, since, belowSince, heldUntil]: TierFacts): HeldTier {
  return { id, since, belowSince, ...(heldUntil !== null && { heldUntil }) }
}
