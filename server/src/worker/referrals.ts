import { setTimeout as sleep } from 'node:timers/promises'
import { tenantsOf } from '../app/cells.ts'
import { settleReferrals } from '../referrals/settle.ts'
import { findToSettle } from '../referrals/store/referrals.ts'
import type { JobContext } from './job-context.ts'

const LOOK_EVERY_MS = 1_000
const RETRY_MAX_MS = 30_000
const PAGE = 200

/** Rewards customers whose friends have bought, within a second or two: it is no part of the friend's order. */
export async function rewardReferrers(context: JobContext): Promise<void> {
  const { signal, log } = context
  const pause = (ms: number): Promise<void> => sleep(ms, undefined, { signal }).catch(() => {})
  let failures = 0
  while (!signal.aborted) {
    try {
      const found = await settlePage(context)
      failures = 0
      if (found === PAGE) continue
    } catch (error) {
      failures += 1
      log.warn({ err: error }, 'referrals could not be rewarded; trying again')
    }
    await pause(Math.min(RETRY_MAX_MS, LOOK_EVERY_MS * 2 ** failures))
  }
}

async function settlePage({ cells, cell, till }: JobContext): Promise<number> {
  const tenants = new Map((await tenantsOf(cells, cell)()).map((tenant) => [tenant.id, tenant]))
  const ids = [...tenants.keys()]
  if (ids.length === 0) return 0
  const found = await cells.of({ cell }).read(ids, (tx) => findToSettle(tx, ids, PAGE))
  await settleReferrals(found, ({ tenantId }) => tenants.get(tenantId), till)
  return found.length
}
