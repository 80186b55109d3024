import * as accounts from '../accounts/customer-data.ts'
import * as actions from '../actions/customer-data.ts'
import * as awards from '../awards/customer-data.ts'
import * as balances from '../balances/customer-data.ts'
import * as cards from '../cards/customer-data.ts'
import * as coupons from '../coupons/customer-data.ts'
import * as imports from '../imports/customer-data.ts'
import * as jobs from '../jobs/customer-data.ts'
import * as orders from '../orders/customer-data.ts'
import * as people from '../people/customer-data.ts'
import * as quizzes from '../quizzes/customer-data.ts'
import * as referrals from '../referrals/customer-data.ts'
import * as rewards from '../rewards/customer-data.ts'
import * as terms from '../terms/customer-data.ts'
import * as tiers from '../tiers/customer-data.ts'
import * as webhooks from '../webhooks/customer-data.ts'

/** Every room that knows something of a customer: what it erases, and what it puts into the file about them. */
export const ROOMS = {
  accounts,
  orders,
  rewards,
  coupons,
  actions,
  cards,
  awards,
  referrals,
  quizzes,
  balances,
  people,
  terms,
  tiers,
  imports,
  jobs,
  webhooks,
}
