import type { en } from '../en/index.ts'
import type { TextsOf } from '../types.ts'
import { common } from './common.ts'
import { couponLists } from './coupon-lists.ts'
import { home } from './home.ts'
import { keys } from './keys.ts'
import { program } from './program.ts'
import { rewards } from './rewards.ts'
import { shell } from './shell.ts'
import { signIn } from './sign-in.ts'

export const ptBR: TextsOf<typeof en> = {
  common,
  couponLists,
  home,
  keys,
  program,
  rewards,
  shell,
  signIn,
}
