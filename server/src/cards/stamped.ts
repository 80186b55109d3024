import type { Award } from '../awards/award.ts'
import type { RedemptionWithCoupon } from '../rewards/redemption.ts'
import type { CardPosting } from './rules/card-posting.ts'
import type { PrizeDesk } from './rules/prizes.ts'

/** What a command has done to cards of a customer. */
export interface Stamped {
  readonly cards: readonly CardPosting[]
  readonly awards: readonly Award[]
  /** Prizes whose coupons are good for nothing any more. */
  readonly takenBack: readonly RedemptionWithCoupon[]
}

export const NOTHING_STAMPED: Stamped = { cards: [], awards: [], takenBack: [] }

export function stampedBy({ awards, takenBack }: PrizeDesk, cards: readonly CardPosting[]): Stamped {
  return { cards, awards, takenBack }
}
