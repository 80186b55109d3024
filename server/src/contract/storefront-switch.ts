/** What a merchant shows in its shop, each part by itself. */
export const SWITCHES = [
  'earn',
  'ways',
  'rewards',
  'redeem',
  'tiers',
  'cards',
  'history',
  'why',
  'quizzes',
  'referral',
  'join',
  'birthday',
  'checkout',
] as const
export type Switch = (typeof SWITCHES)[number]
export type Switches = Readonly<Record<Switch, boolean>>

/** Of a merchant that has not chosen. */
export const DEFAULT_SWITCHES: Switches = {
  earn: true,
  ways: true,
  rewards: true,
  redeem: true,
  tiers: true,
  cards: true,
  history: true,
  why: true,
  quizzes: false,
  referral: false,
  join: true,
  birthday: false,
  checkout: true,
}
