import { keyText } from '../accounts/till/collection.ts'
import type { Prize } from '../awards/make-award.ts'
import type { CustomerId, TenantId } from '../contract/ids.ts'
import { couponStateAt } from '../coupons/coupon.ts'
import type { Instant } from '../platform/clock.ts'
import type { Tx } from '../platform/postgres/database.ts'
import { rewardTitles } from '../rewards/collections/reward-titles.ts'
import type { Tenant } from '../tenancy/tenant.ts'
import type { ShownCard } from './rules/show-card.ts'
import { type CardReward, listCardRewards } from './store/card-rewards.ts'
import { findLastStamps, type ListedStamps } from './store/records.ts'

/** What rewards are called. */
export type TitleOf = (rewardId: number) => string | undefined

/** What is shown of a customer's card beside the card itself. */
export interface Beside {
  readonly titleOf: TitleOf
  readonly lastStampAt: (ruleId: number) => Instant | undefined
  /** What was given and can still be used, and what is to be given. */
  readonly rewardsOf: (ruleId: number) => readonly CardReward[]
}

/** What the rewards of these prizes are called. */
export async function readTitles(
  tx: Tx,
  tenantId: TenantId,
  prizes: Iterable<Pick<Prize, 'rewardId'>>,
): Promise<TitleOf> {
  const ids = new Set([...prizes].flatMap(({ rewardId }) => rewardId ?? []))
  if (ids.size === 0) return () => undefined
  const titles = await rewardTitles.load(
    tx,
    [...ids].map((key) => ({ tenantId, key })),
  )
  return (key) => titles.get(keyText({ tenantId, key }))
}

/** What the rewards are called that full cards have earned by these records. */
export function readTitlesOfRecords(
  tx: Tx,
  tenantId: TenantId,
  records: readonly Pick<ListedStamps, 'explanation'>[],
): Promise<TitleOf> {
  return readTitles(
    tx,
    tenantId,
    records.map(({ explanation }) => ({ rewardId: explanation?.prize?.reward ?? null })),
  )
}

export async function readBeside(
  tx: Tx,
  tenant: Tenant,
  customerId: CustomerId,
  { shown, now }: { readonly shown: readonly ShownCard[]; readonly now: Instant },
): Promise<Beside> {
  const [titleOf, last, rewards] = await Promise.all([
    readTitles(
      tx,
      tenant.id,
      shown.map(({ prize }) => prize),
    ),
    findLastStamps(tx, tenant.id, customerId),
    listCardRewards(tx, { tenantId: tenant.id, customerId }),
  ])
  return {
    titleOf,
    lastStampAt: (ruleId) => last.get(ruleId),
    rewardsOf: rewardsByRule(rewards, tenant, now),
  }
}

/** Of a card, what a customer sees beside it. */
export async function readOwnBeside(
  tx: Tx,
  tenant: Tenant,
  customerId: CustomerId,
  { shown, now }: { readonly shown: readonly ShownCard[]; readonly now: Instant },
): Promise<Omit<Beside, 'lastStampAt'>> {
  if (shown.length === 0) return { titleOf: () => undefined, rewardsOf: () => [] }
  const [titleOf, rewards] = await Promise.all([
    readTitles(
      tx,
      tenant.id,
      shown.map(({ prize }) => prize),
    ),
    listCardRewards(tx, { tenantId: tenant.id, customerId }),
  ])
  return { titleOf, rewardsOf: rewardsByRule(rewards, tenant, now) }
}

function rewardsByRule(
  rewards: readonly CardReward[],
  { timeZone }: Tenant,
  now: Instant,
): Beside['rewardsOf'] {
  const isShown = ({ given }: CardReward): boolean =>
    given === null || ['open', 'notYet'].includes(couponStateAt(given.coupon, now, timeZone))
  const byRule = Map.groupBy(rewards.filter(isShown), ({ ruleId }) => ruleId)
  return (ruleId) => byRule.get(ruleId) ?? []
}
