import type { Award } from '../awards/award.ts'
import type { CardPosting } from './rules/card-posting.ts'

/** What a command has done to cards of a customer. */
export interface Stamped {
  readonly cards: readonly CardPosting[]
  readonly awards: readonly Award[]
}

export const NOTHING_STAMPED: Stamped = { cards: [], awards: [] }
