import type { TenantId } from '../../contract/ids.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { queueJob } from '../../platform/postgres/queue.ts'
import { hasWaitingAwards } from '../store/held-awards.ts'

/** The worker's task that tries held awards again. */
export const RETRY_AWARDS = 'retryAwards'

export interface RetryJob {
  readonly tenant: TenantId
  /** null: those of all rewards. */
  readonly reward: number | null
}

/** A worker tries held awards again, once the transaction is committed. */
export async function queueRetry(tx: Tx, tenantId: TenantId, rewardId: number | null): Promise<void> {
  const payload: RetryJob = { tenant: tenantId, reward: rewardId }
  await queueJob(tx, { task: RETRY_AWARDS, payload, key: retryKey(payload) })
}

/**
 * For a reward that may be given now, after all that makes it so. With many of a large merchant's rewards none waits,
 * and no job is needed.
 */
export async function retryIfAwardsWait(tx: Tx, tenantId: TenantId, rewardId: number): Promise<void> {
  if (await hasWaitingAwards(tx, tenantId, rewardId)) await queueRetry(tx, tenantId, rewardId)
}

export function retryKey({ tenant, reward }: RetryJob): string {
  return `awards ${tenant} ${reward ?? 'all'}`
}
