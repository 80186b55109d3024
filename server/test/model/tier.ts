import type { Units } from './arithmetic.ts'

export interface ModelGoal {
  readonly measure: 'spend' | 'orders' | 'points'
  readonly value: Units
  readonly months: number
}

export interface ModelTier {
  readonly name: string
  /** Higher is better. */
  readonly order: number
  readonly isBase: boolean
  readonly goals: readonly ModelGoal[]
  /** Of its benefits; null: they multiply nothing. */
  readonly multiplier: Units | null
}

export interface HeldTier {
  readonly tier: ModelTier
  readonly since: number
  /** Since when its goals are not met, as far as the nightly job has noticed. */
  belowSince: number | null
}
