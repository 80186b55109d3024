import { account } from './account.ts'
import { approvals } from './approvals.ts'
import { audit } from './audit.ts'
import { couponLists } from './coupon-lists.ts'
import { customers } from './customers.ts'
import { helping } from './helping.ts'
import { home } from './home.ts'
import { keys } from './keys.ts'
import { orders } from './orders.ts'
import { people } from './people.ts'
import { program } from './program.ts'
import { quizzes } from './quizzes.ts'
import { redemptions } from './redemptions.ts'
import { rewards } from './rewards.ts'
import { settings } from './settings.ts'
import { tiers } from './tiers.ts'
import { tokens } from './tokens.ts'
import { webhooks } from './webhooks.ts'

/** One file a domain; the other languages have the same keys. Loaded when one is signed in. */
export const inside = {
  account,
  approvals,
  audit,
  couponLists,
  customers,
  helping,
  home,
  keys,
  orders,
  people,
  program,
  quizzes,
  redemptions,
  rewards,
  settings,
  tiers,
  tokens,
  webhooks,
} as const
