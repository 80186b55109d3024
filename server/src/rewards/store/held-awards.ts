import { AWARD_STATE, HELD_BECAUSE, type HeldBecause } from '../../awards/award.ts'
import type { TenantId } from '../../contract/ids.ts'
import { nameOf } from '../../platform/name-of.ts'
import { run, type Tx } from '../../platform/postgres/database.ts'
import { Fragment, sql } from '../../platform/postgres/sql.ts'

/** Written out, because the index of waiting awards is found by the text of its condition. */
export const IS_WAITING = new Fragment(`award.state in (${AWARD_STATE.due}, ${AWARD_STATE.held})`)
const IS_HELD = new Fragment(`${IS_WAITING.text} and award.state = ${AWARD_STATE.held}`)

/** Whether a reward has awards that may be held, or become so: what is due is being given. */
export async function hasWaitingAwards(tx: Tx, tenantId: TenantId, rewardId: number): Promise<boolean> {
  const { rows } = await run(
    tx,
    sql`
    select from award where tenant_id = ${tenantId} and reward_id = ${rewardId} and ${IS_WAITING} limit 1`,
  )
  return rows.length > 0
}

/** Rewards with held awards, by number. */
export async function findRewardsWithHeld(
  tx: Tx,
  tenantId: TenantId,
  { afterId, limit }: { readonly afterId: number; readonly limit: number },
): Promise<number[]> {
  const { rows } = await run(
    tx,
    sql<{ id: number }>`
    select distinct reward_id as id from award
    where tenant_id = ${tenantId} and reward_id > ${afterId} and ${IS_HELD}
    order by reward_id
    limit ${limit}`,
  )
  return rows.map(({ id }) => id)
}

export interface HeldAward {
  readonly id: number
  /** The customer's id in the merchant's store. */
  readonly customerKey: string
}

/** A page of the held awards of a reward, oldest first. */
export async function findHeldAwards(
  tx: Tx,
  tenantId: TenantId,
  rewardId: number,
  { afterId, limit }: { readonly afterId: number; readonly limit: number },
): Promise<HeldAward[]> {
  const { rows } = await run(
    tx,
    sql<HeldAward>`
    select held.id, customer.original_id as "customerKey"
    from (
      select id, customer_id from award
      where tenant_id = ${tenantId} and reward_id = ${rewardId} and id > ${afterId} and ${IS_HELD}
      order by id
      limit ${limit}
    ) as held
    join customer on customer.tenant_id = ${tenantId} and customer.id = held.customer_id
    order by held.id`,
  )
  return rows
}

export interface HeldOfReward {
  readonly rewardId: number
  readonly title: string | null
  /** Of those that were looked at. */
  readonly count: number
  /** What most of them wait for. */
  readonly because: HeldBecause
}

/** How many awards are held, and why, by reward, the most first. Only so many awards are looked at. */
export async function summarizeHeld(
  tx: Tx,
  tenantId: TenantId,
  lookedAt: number,
  rewardId: number | null = null,
): Promise<HeldOfReward[]> {
  const { rows } = await run(
    tx,
    sql<Omit<HeldOfReward, 'because'> & { readonly held_because: number }>`
    select counted.reward_id as "rewardId", reward.title, counted.count, counted.held_because
    from (
      select reward_id, count(*)::int as count, mode() within group (order by held_because) as held_because
      from (
        select reward_id, held_because from award
        where tenant_id = ${tenantId} and ${IS_HELD}
          and (${rewardId}::bigint is null or reward_id = ${rewardId}::bigint)
        limit ${lookedAt}
      ) as held
      group by reward_id
    ) as counted
    left join reward_configuration as reward
      on reward.tenant_id = ${tenantId} and reward.id = counted.reward_id
    order by counted.count desc, counted.reward_id`,
  )
  return rows.map(({ held_because, ...held }) => ({
    ...held,
    because: nameOf<HeldBecause, number>(HELD_BECAUSE, held_because),
  }))
}
