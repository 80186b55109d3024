import type { Till } from '../accounts/till/till.ts'
import type { CustomerId } from '../contract/ids.ts'
import type { Instant } from '../platform/clock.ts'
import type { Database } from '../platform/postgres/database.ts'
import { settleAll } from '../platform/settle-all.ts'
import type { Tenant } from '../tenancy/tenant.ts'
import { decideReferral, settleReferral } from './reward.ts'
import { expireReferrals, findHeldSince, type ReferralToSettle } from './store/referrals.ts'

/** Rewards those who referred, for friends who have bought. It may run several times at once: each is rewarded once. */
export async function settleReferrals(
  toSettle: readonly ReferralToSettle[],
  tenantOf: (found: ReferralToSettle) => Tenant | undefined,
  till: Till,
): Promise<number> {
  const failures = settleAll()
  const settled = await failures.settle(
    toSettle.flatMap((found) => {
      const tenant = tenantOf(found)
      return tenant ? [till.run(settleReferral, { tenant, ...found })] : []
    }),
  )
  failures.throwIfAny('referrals could not be rewarded')
  return settled.length
}

/** The same for the friends of one customer, before what came of them is told. */
export async function settleReferralsOf(
  referrerId: CustomerId,
  friends: readonly CustomerId[],
  { tenant, till }: { readonly tenant: Tenant; readonly till: Till },
): Promise<void> {
  await Promise.all(friends.map((friendId) => till.run(settleReferral, { tenant, friendId, referrerId })))
}

interface EndOptions {
  readonly database: Database
  readonly till: Till
  readonly tenant: Tenant
  readonly now: Instant
  readonly signal?: AbortSignal
}

const PAGE = 500
const DAY_MS = 86_400_000
/** After so long without a decision it is declined: points that are promised for ever are no promise. */
export const DECIDE_WITHIN_MS = 30 * DAY_MS

/** Ends referrals whose friends have not bought in time, and declines those that were held for too long. */
export async function endReferrals({ database, till, tenant, now, signal }: EndOptions): Promise<void> {
  for (let ended = PAGE; ended === PAGE && !signal?.aborted; ) {
    ended = await database.transaction([tenant.id], (tx) => expireReferrals(tx, tenant.id, now, PAGE))
  }
  const before = now - DECIDE_WITHIN_MS
  for (let count = PAGE; count === PAGE && !signal?.aborted; ) {
    const held = await database.read([tenant.id], (tx) => findHeldSince(tx, tenant.id, before, PAGE))
    const failures = settleAll()
    const declined = { tenant, counts: false, note: null, decidedBy: null } as const
    await failures.settle(held.map((found) => till.run(decideReferral, { ...declined, ...found })))
    failures.throwIfAny('referrals could not be declined')
    count = held.length
  }
}
