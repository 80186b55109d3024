/** Why a month can't be closed yet. */
export const BLOCKERS = [
  'off',
  'running',
  'earlierMonth',
  'noEstimate',
  'counting',
  'due',
  'behind',
  'differs',
] as const
export type Blocker = (typeof BLOCKERS)[number]
