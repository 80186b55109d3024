import type { Till } from '../accounts/till/till.ts'
import type { Database } from '../platform/postgres/database.ts'
import { settleAll } from '../platform/settle-all.ts'
import type { Tenant } from '../tenancy/tenant.ts'
import { AT_ONCE, retryAwardsOf } from './commands/give-awards.ts'
import { findHeldAwards, findRewardsWithHeld, type HeldAward } from './store/held-awards.ts'

export interface RetryOptions {
  readonly database: Database
  readonly till: Till
  readonly tenant: Tenant
  readonly signal?: AbortSignal
}

/** A batch of the till. Rewards share their codes, so several batches at once would only wait for each other. */
const PAGE = 100
const REWARDS = 100

/** Tries all held awards again, reward by reward. Returns how many were given. */
export async function retryHeldAwards(options: RetryOptions): Promise<number> {
  const { database, tenant, signal } = options
  const failures = settleAll()
  let given = 0
  for (let afterId: number | undefined = 0; afterId !== undefined && !signal?.aborted; ) {
    const page = { afterId, limit: REWARDS }
    const ids: number[] = await database.read([tenant.id], (tx) => findRewardsWithHeld(tx, tenant.id, page))
    for (const id of ids) {
      const [count = 0] = await failures.settle([retryHeldAwardsOf(id, options)])
      given += count
    }
    afterId = ids.length < REWARDS ? undefined : ids.at(-1)
  }
  failures.throwIfAny('awards could not be tried again')
  return given
}

/**
 * Tries the held awards of a reward again, oldest first. It may run several times at once: an award is given by the
 * till, and once. Where a page gave none, the reward still can't be given, and the rest is not tried.
 */
export async function retryHeldAwardsOf(
  rewardId: number,
  { database, till, tenant, signal }: RetryOptions,
): Promise<number> {
  const failures = settleAll()
  let given = 0
  for (let afterId: number | undefined = 0; afterId !== undefined && !signal?.aborted; ) {
    const wanted = { afterId, limit: PAGE }
    const page: HeldAward[] = await database.read([tenant.id], (tx) =>
      findHeldAwards(tx, tenant.id, rewardId, wanted),
    )
    const customers = new Set(page.map(({ customerKey }) => customerKey))
    const results = await failures.settle(
      [...customers].map((customerKey) => retryOfCustomer(till, tenant, customerKey, rewardId)),
    )
    const inPage = results.reduce((sum, count) => sum + count, 0)
    given += inPage
    afterId = page.length < PAGE || inPage === 0 ? undefined : page.at(-1)?.id
  }
  failures.throwIfAny(`awards of reward ${rewardId} could not be tried again`)
  return given
}

/** A command gives so many of a customer; the next one gives more. */
async function retryOfCustomer(
  till: Till,
  tenant: Tenant,
  customerKey: string,
  rewardId: number,
): Promise<number> {
  let given = 0
  for (let last = AT_ONCE; last === AT_ONCE; ) {
    last = await retryAwardsOf(till, tenant, customerKey, rewardId)
    given += last
  }
  return given
}
