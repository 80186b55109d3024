import type { Awards } from '../../accounts/till/awards.ts'
import { awardsGiven } from './give-awards.ts'
import { releaseAtDeadline } from './reservations.ts'

/**
 * What rewards make fall due on an account, for every till and sweep: what is reserved and not bought in time is released,
 * and what a rule gives is given. What can't be given stays due.
 */
export function rewardsDue(onFailure: Awards['onFailure']) {
  return { atDeadline: releaseAtDeadline, awards: awardsGiven({ onFailure }) }
}

/** Of a process that reports no failures of its own: the sweep will meet them again, and does. */
export const REWARDS_DUE = rewardsDue(() => {})
