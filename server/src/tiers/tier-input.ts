import { shortText } from '../earning/explanation.ts'
import type { Instant } from '../platform/clock.ts'
import { GOAL_MEASURE, type Goal } from './tier.ts'

export type MeasureName = keyof typeof GOAL_MEASURE

/** A tier as a merchant writes it, in a body or a file. What is left out has its default. */
export interface TierInput {
  readonly key: string
  readonly name: string
  readonly base?: boolean
  readonly isActive?: boolean
  readonly color?: string | null
  readonly iconUrl?: string | null
  /** Left out: as it was; of a new tier, the key. */
  readonly identifier?: string | null
  readonly caption?: string | null
  readonly archived?: boolean
  readonly goals?: readonly {
    /** Left out: the measure, in the merchant's language. */
    readonly name?: string
    readonly measure: MeasureName
    readonly value: string
    readonly months?: number
  }[]
  /** A reward by its key, a multiplier, or only words. */
  readonly benefits?: readonly {
    readonly text: string
    readonly reward?: string | null
    readonly multiplier?: string | null
  }[]
}

/** All that is kept of a tier, as it is shown and put into files. */
export interface WrittenTier {
  readonly key: string
  readonly name: string
  readonly base: boolean
  readonly isActive: boolean
  readonly color: string | null
  readonly iconUrl: string | null
  readonly identifier: string | null
  readonly caption: string | null
  readonly archived: boolean
  readonly goals: readonly WrittenGoal[]
  readonly benefits: readonly WrittenBenefit[]
}

export interface WrittenGoal {
  readonly name: string
  readonly measure: MeasureName
  readonly value: string
  readonly months: number
}

export interface WrittenBenefit {
  readonly text: string
  readonly reward: string | null
  readonly multiplier: string | null
}

/** A tier as it is stored. */
export interface ConfiguredTier extends WrittenTier {
  readonly id: number
  readonly position: number
  readonly archivedAt: Instant | null
}

export function writeGoal({ name, measure, value, months }: Goal): WrittenGoal {
  const named = (Object.keys(GOAL_MEASURE) as MeasureName[]).find((word) => GOAL_MEASURE[word] === measure)
  if (named === undefined) throw new Error(`no measure has the number ${measure}`)
  return { name, measure: named, value: shortText(value), months }
}
