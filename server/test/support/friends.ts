/** Friends of customers, as a shop and the worker meet them. */
import { createTill } from '../../src/accounts/till/till.ts'
import { REWARDS_DUE } from '../../src/orders/due.ts'
import type { Database } from '../../src/platform/postgres/database.ts'
import { endReferrals, settleReferrals } from '../../src/referrals/settle.ts'
import { findToSettle } from '../../src/referrals/store/referrals.ts'
import { findTenant } from '../../src/tenancy/store/tenants.ts'
import type { Shop } from './shop.ts'
import type { TestApi } from './test-api.ts'

export const FRIENDS_RULE = {
  id: 6,
  kind: 'referral',
  name: 'Friends',
  points: '150',
  waitingDays: 14,
  minimumOrder: '50',
  withinDays: 90,
  friendPoints: '30',
  limits: { perDay: 1, ever: 3 },
} as const

interface Referring {
  readonly Result: { readonly ReferralCode: string }
}

export async function codeOf(shop: Shop, customer: string): Promise<string> {
  const { Result } = await shop.sendText<Referring>('GET', `/v1/pvt/Customer/${customer}/referral`)
  return Result.ReferralCode
}

export async function befriend(shop: Shop, code: string, friend: string, more: object = {}): Promise<void> {
  const body = { ReferralCode: code, Friend: { OriginalId: friend, Name: friend, IsEnrolled: true, ...more } }
  const { ErrorCode } = await shop.sendText<{ ErrorCode: number | null }>(
    'POST',
    '/v1/pvt/Referral/friend',
    JSON.stringify(body),
  )
  if (ErrorCode !== null) throw new Error(`${friend} was refused with ${ErrorCode}`)
}

/** As the worker does, within seconds. */
export async function settleFriends(api: TestApi, { tenantId }: Shop, database: Database): Promise<void> {
  const tenant = await api.cells.directory.read([], (tx) => findTenant(tx, tenantId))
  const till = createTill({ database, clock: () => api.now, ...REWARDS_DUE })
  const found = await database.read([tenantId], (tx) => findToSettle(tx, [tenantId], 1_000))
  await settleReferrals(found, () => tenant ?? undefined, till)
}

/** As the daily run does. */
export async function endFriends(api: TestApi, { tenantId }: Shop, database: Database): Promise<void> {
  const tenant = await api.cells.directory.read([], (tx) => findTenant(tx, tenantId))
  if (!tenant) throw new Error('there is no such merchant')
  const till = createTill({ database, clock: () => api.now, ...REWARDS_DUE })
  await endReferrals({ database, till, tenant, now: api.now })
}
