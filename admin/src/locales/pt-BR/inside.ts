import type { inside as en } from '../en/inside.ts'
import type { TextsOf } from '../types.ts'
import { account } from './account.ts'
import { activity } from './activity.ts'
import { approvals } from './approvals.ts'
import { audit } from './audit.ts'
import { awards } from './awards.ts'
import { cards } from './cards.ts'
import { care } from './care.ts'
import { couponLists } from './coupon-lists.ts'
import { customers } from './customers.ts'
import { erasing } from './erasing.ts'
import { helping } from './helping.ts'
import { home } from './home.ts'
import { keys } from './keys.ts'
import { merging } from './merging.ts'
import { orders } from './orders.ts'
import { people } from './people.ts'
import { platform } from './platform.ts'
import { program } from './program.ts'
import { punchCard } from './punch-card.ts'
import { quizzes } from './quizzes.ts'
import { redemptions } from './redemptions.ts'
import { requests } from './requests.ts'
import { rewards } from './rewards.ts'
import { settings } from './settings.ts'
import { tiers } from './tiers.ts'
import { tokens } from './tokens.ts'
import { webhooks } from './webhooks.ts'

export const inside: TextsOf<typeof en> = {
  account,
  activity,
  approvals,
  audit,
  awards,
  care,
  couponLists,
  customers,
  erasing,
  helping,
  home,
  keys,
  merging,
  orders,
  people,
  platform,
  program,
  cards,
  punchCard,
  quizzes,
  redemptions,
  requests,
  rewards,
  settings,
  tiers,
  tokens,
  webhooks,
}
