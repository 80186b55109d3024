/** All that is kept of one customer, as it is put into a file for them. */
import { findMerged, exportOf as ofAccount } from '../accounts/customer-data.ts'
import { EXPORTED_ROWS_MAX } from '../accounts/customer-data-kit.ts'
import { exportOf as ofActions } from '../actions/customer-data.ts'
import { exportOf as ofBalances } from '../balances/customer-data.ts'
import type { CustomerId, TenantId } from '../contract/ids.ts'
import { exportOf as ofCoupons } from '../coupons/customer-data.ts'
import { exportOf as ofOrders } from '../orders/customer-data.ts'
import { exportOf as ofPeople } from '../people/customer-data.ts'
import type { Tx } from '../platform/postgres/database.ts'
import { exportOf as ofQuizzes } from '../quizzes/customer-data.ts'
import { exportOf as ofRewards } from '../rewards/customer-data.ts'
import { exportOf as ofWebhooks } from '../webhooks/customer-data.ts'

export async function personFile(tx: Tx, tenantId: TenantId, customerId: CustomerId) {
  const merged = await findMerged(tx, { tenantId, customerId })
  const whose = { tenantId, customerId, ids: [customerId, ...merged.map(({ id }) => id)] }
  const [account, orders, rewards, coupons, changes, grants, quizzes, people, webhooks] = await Promise.all([
    ofAccount(tx, whose),
    ofOrders(tx, whose),
    ofRewards(tx, whose),
    ofCoupons(tx, whose),
    ofBalances(tx, whose),
    ofActions(tx, whose),
    ofQuizzes(tx, whose),
    ofPeople(tx, whose),
    ofWebhooks(tx, whose),
  ])
  if (!account) return null
  const { profile, records } = account
  const bought = { ...orders, ...rewards, ...coupons }
  const lists = { merged, ...bought, records, ...changes, ...grants, ...quizzes, ...people, ...webhooks }
  const isWhole = Object.values(lists).every(({ length }) => length < EXPORTED_ROWS_MAX)
  return { ...profile, ...lists, isWhole }
}
