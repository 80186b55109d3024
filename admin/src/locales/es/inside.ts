import type { inside as en } from '../en/inside.ts'
import type { TextsOf } from '../types.ts'
import { couponLists } from './coupon-lists.ts'
import { home } from './home.ts'
import { keys } from './keys.ts'
import { program } from './program.ts'
import { quizzes } from './quizzes.ts'
import { rewards } from './rewards.ts'
import { tiers } from './tiers.ts'

export const inside: TextsOf<typeof en> = {
  couponLists,
  home,
  keys,
  program,
  quizzes,
  rewards,
  tiers,
}
