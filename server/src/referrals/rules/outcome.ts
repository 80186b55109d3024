import type { Instant } from '../../platform/clock.ts'
import type { Referral } from '../referral.ts'

/**
 * What became of a friend, as a merchant counts them: each is one of these. Friends who joined are those who have not
 * bought (`notYet`, `expired`) and those who have (all others); who was `turnedAway` brought a code that did not count.
 */
export const OUTCOMES = [
  'turnedAway',
  'notYet',
  'expired',
  'pending',
  'rewarded',
  'notCounted',
  'held',
] as const
export type Outcome = (typeof OUTCOMES)[number]

type Decided = Pick<Referral, 'state' | 'orderId' | 'waitsUntil'>

/** The same as `outcomeAt` of `store/list.ts` says in SQL; a test holds the two together. */
export function outcomeOf({ state, orderId, waitsUntil }: Decided, now: Instant): Outcome {
  switch (state) {
    case 'registered':
      return 'notYet'
    case 'earned':
      return 'pending'
    case 'granted':
      return waitsUntil !== null && now < waitsUntil ? 'pending' : 'rewarded'
    case 'refused':
      return orderId === null ? 'turnedAway' : 'notCounted'
    case 'undone':
      return 'notCounted'
    case 'held':
    case 'expired':
      return state
  }
}
