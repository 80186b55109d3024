import { couponLists } from './coupon-lists.ts'
import { home } from './home.ts'
import { keys } from './keys.ts'
import { program } from './program.ts'
import { quizzes } from './quizzes.ts'
import { rewards } from './rewards.ts'
import { tiers } from './tiers.ts'

/** One file a domain; the other languages have the same keys. Loaded when one is signed in. */
export const inside = {
  couponLists,
  home,
  keys,
  program,
  quizzes,
  rewards,
  tiers,
} as const
