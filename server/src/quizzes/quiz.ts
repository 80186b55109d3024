import type { Instant } from '../platform/clock.ts'
import type { Decimal } from '../platform/decimal.ts'

export const QUESTION_TYPE = { singleChoice: 0, severalChoices: 1, openText: 2 } as const
export type QuestionType = (typeof QUESTION_TYPE)[keyof typeof QUESTION_TYPE]

export interface Quiz {
  readonly id: number
  readonly name: string
  readonly points: Decimal
  /** Switched off it is as if it did not exist. */
  readonly isActive: boolean
  /** null: open on that side. */
  readonly startsAt: Instant | null
  readonly endsAt: Instant | null
  /** In the order in which they are asked. */
  readonly questions: readonly Question[]
}

export interface Question {
  readonly id: number
  readonly text: string
  readonly type: QuestionType
  readonly options: readonly Option[]
  /** How many options an answer has: from one to all of them, unless the merchant says otherwise. */
  readonly optionsMin: number | null
  readonly optionsMax: number | null
}

export interface Option {
  readonly id: number
  readonly text: string
  readonly type: number
}

/** One question answered: with a text where it is open, else with options. */
export interface Answer {
  readonly questionId: number
  readonly text: string | null
  readonly optionIds: readonly number[]
}

export type Season = 'notYet' | 'open' | 'over'

export function seasonOf({ startsAt, endsAt }: Quiz, now: Instant): Season {
  if (startsAt !== null && now < startsAt) return 'notYet'
  return endsAt !== null && now >= endsAt ? 'over' : 'open'
}
