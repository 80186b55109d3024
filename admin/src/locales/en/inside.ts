import { activity } from './activity.ts'
import { approvals } from './approvals.ts'
import { awards } from './awards.ts'
import { cards } from './cards.ts'
import { care } from './care.ts'
import { customers } from './customers.ts'
import { data } from './data.ts'
import { helping } from './helping.ts'
import { home } from './home.ts'
import { keys } from './keys.ts'
import { orders } from './orders.ts'
import { people } from './people.ts'
import { platform } from './platform.ts'
import { punchCard } from './punch-card.ts'
import { redemptions } from './redemptions.ts'
import { reports } from './reports.ts'
import { rewards } from './rewards.ts'
import { settings } from './settings.ts'

/** One file a domain; the other languages have the same keys. Loaded when one is signed in: what every page shows. */
export const inside = {
  activity,
  approvals,
  awards,
  care,
  customers,
  data,
  helping,
  home,
  keys,
  orders,
  people,
  platform,
  cards,
  punchCard,
  redemptions,
  reports,
  rewards,
  settings,
} as const
