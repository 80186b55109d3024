import type { inside as en } from '../en/inside.ts'
import type { TextsOf } from '../types.ts'
import { couponLists } from './coupon-lists.ts'
import { keys } from './keys.ts'
import { quizzes } from './quizzes.ts'
import { rewards } from './rewards.ts'
import { tiers } from './tiers.ts'

export const inside: TextsOf<typeof en> = { couponLists, keys, quizzes, rewards, tiers }
