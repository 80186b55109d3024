/** What a line of codes asks for. */
import type { FileCode } from '../rewards/manage/codes-of-files.ts'
import type { NamedReward } from '../rewards/named-rewards.ts'
import type { FileLine, LineContext } from './kinds/kind.ts'
import type { ImportedMoment } from './line.ts'

/** The typed values of a line of `couponCodes`. A member that is blank or unmapped is absent. */
export interface CodeValues {
  readonly code?: string
  readonly rewardId?: string
  readonly list?: string
  readonly validFrom?: ImportedMoment
  readonly validUntil?: ImportedMoment
  readonly isAssigned?: boolean
}

export interface CodeContext extends LineContext {
  readonly rewards: readonly NamedReward[]
}

export interface CodeLine extends FileLine {
  /** A code is known by itself, and belongs to no customer. */
  readonly key: null
  readonly code: FileCode
  /** It can’t be given out any more, so nothing is brought. */
  readonly isLeftOut: boolean
}
