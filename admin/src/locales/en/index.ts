import { common } from './common.ts'
import { couponLists } from './coupon-lists.ts'
import { home } from './home.ts'
import { keys } from './keys.ts'
import { program } from './program.ts'
import { rewards } from './rewards.ts'
import { shell } from './shell.ts'
import { signIn } from './sign-in.ts'

/** One file a domain; the other languages have the same keys. */
export const en = {
  common,
  couponLists,
  home,
  keys,
  program,
  rewards,
  shell,
  signIn,
} as const
