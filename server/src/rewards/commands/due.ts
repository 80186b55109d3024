import { awardsGiven } from './give-awards.ts'
import { releaseAtDeadline } from './reservations.ts'

/**
 * What rewards make fall due on an account, for every till and sweep: what is reserved and not bought in time is released,
 * and what a rule gives is given. What can't be given stays due; the sweep reports it.
 */
export const REWARDS_DUE = { atDeadline: releaseAtDeadline, awards: awardsGiven({ onFailure: () => {} }) }
