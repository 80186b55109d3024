import type { Till } from '../accounts/till/till.ts'
import type { Instant } from '../platform/clock.ts'
import type { Database, Tx } from '../platform/postgres/database.ts'
import { settleAll } from '../platform/settle-all.ts'
import type { Tenant } from '../tenancy/tenant.ts'
import { reviewTier } from './commands.ts'
import { dueReview, type Review } from './rules/review.ts'
import { forgetProgress } from './store/progress.ts'
import {
  findReview,
  findSweep,
  findTierVersion,
  type ListedCustomer,
  listCustomers,
  listCustomersWithTier,
  saveReview,
  saveSweep,
} from './store/tiers.ts'

/** Two batches of the till: while it works on one, the next is waiting. */
const PAGE = 200

export interface TierSweepOptions {
  readonly database: Database
  readonly till: Till
  readonly tenant: Tenant
  readonly now: Instant
  /** Ends the review after the page that is under way. */
  readonly signal?: AbortSignal
}

/**
 * Reviews the customers above the base tier every night, and all customers after a change of the tiers. Safe at any
 * time, several at once and half done: each customer is decided about under the lock of their account, and a second
 * review finds nothing left to do.
 */
export async function sweepTiers(options: TierSweepOptions): Promise<{ looked: number; moved: number }> {
  const { database, till, tenant, now, signal } = options
  if (!tenant.settings.usesTiers) return { looked: 0, moved: 0 }
  const { sweptAt, review } = await database.transaction([tenant.id], (tx) => findDue(tx, tenant))
  const failures = settleAll()
  let [looked, moved, afterId] = [0, 0, review?.afterId ?? 0]
  let isWhole = true
  while (!signal?.aborted) {
    const page = await takePage(database, tenant, review, afterId)
    const results = await failures.settle(
      page.map(({ original_id: customerKey }) => till.run(reviewTier, { tenant, customerKey, sweptAt })),
    )
    looked += page.length
    moved += results.filter(({ isMoved }) => isMoved).length
    isWhole &&= results.length === page.length
    const last = page.at(-1)
    const isLast = !last || page.length < PAGE
    afterId = last?.id ?? afterId
    await database.transaction([tenant.id], async (tx) => {
      // In a review of all customers, those who failed and all after them are reviewed again.
      if (review && isWhole) await saveReview(tx, tenant.id, { ...review, afterId: isLast ? null : afterId })
      // Only at the end: a review that was cut off has not reached all customers. One who failed keeps the tier until the next.
      if (isLast) await saveSweep(tx, tenant.id, now)
    })
    if (isLast) break
  }
  failures.throwIfAny('customers could not be looked at')
  return { looked, moved }
}

async function findDue(tx: Tx, { id, timeZone }: Tenant) {
  const [sweptAt, version, last] = await Promise.all([
    findSweep(tx, id),
    findTierVersion(tx, id),
    findReview(tx, id),
  ])
  const review = version === null ? null : dueReview(last, version, timeZone)
  // Before the first customer: from now on, progress is kept where it was not.
  if (review) await saveReview(tx, id, review)
  return { sweptAt, review }
}

function takePage(
  database: Database,
  { id }: Tenant,
  review: Review | null,
  afterId: number,
): Promise<ListedCustomer[]> {
  return database.transaction([id], async (tx) => {
    if (!review) return listCustomersWithTier(tx, id, afterId, PAGE)
    const page = await listCustomers(tx, id, afterId, PAGE)
    if (review.countsAgain) await forgetProgress(tx, id, page)
    return page
  })
}
