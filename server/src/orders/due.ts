import type { Awards } from '../accounts/till/awards.ts'
import type { Call } from '../accounts/till/batch.ts'
import { awardsOfTill } from '../rewards/commands/give-awards.ts'
import { releaseAtDeadline } from '../rewards/commands/reservations.ts'
import { takeBackFreed } from './take-back-freed.ts'

const toTakeBack: Parameters<typeof awardsOfTill>[1] = (tenant, customerKey) => ({
  command: takeBackFreed as unknown as Call['command'],
  input: { tenant, customerKey },
})

/**
 * What rewards make fall due on an account, for every till and sweep: what is reserved and not bought in time is released,
 * and what a rule gives is given, or taken back. What can't be given stays due.
 */
export function rewardsDue(onFailure: Awards['onFailure']) {
  return { atDeadline: releaseAtDeadline, awards: awardsOfTill({ onFailure, isSoon: true }, toTakeBack) }
}

/**
 * Of a process that is over soon, or whose clock is its own: what commands make due is given when the customer is next
 * looked at. The sweep reports what fails.
 */
export const REWARDS_DUE = {
  atDeadline: releaseAtDeadline,
  awards: awardsOfTill({ onFailure: () => {}, isSoon: false }, toTakeBack),
}
