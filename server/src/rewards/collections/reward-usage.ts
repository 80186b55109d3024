import { type Changed, type Collection, keyText, type TenantKey } from '../../accounts/till/collection.ts'
import { run, type Tx } from '../../platform/postgres/database.ts'
import { sql } from '../../platform/postgres/sql.ts'
import { NO_USAGE, type RewardUsage } from '../redemption.ts'

/**
 * How far rewards are used up, by reward id. Loading locks the rows: always after the accounts, in the same order in
 * every batch, and only for rewards with a limit or a list. All others are only counted when they are saved.
 *
 * Rows that are missing are made before any is locked: two batches that each had locked one row, and then made the
 * other, waited for each other.
 */
export const rewardUsage: Collection<number, RewardUsage> = {
  name: 'reward usage',
  async load(tx, keys) {
    const [, found] = await Promise.all([insertMissingUsage(tx, keys), lockUsage(tx, keys)])
    return found
  },
  save: (tx, changes) => Promise.all([...countUsage(tx, changes), ...assignCodes(tx, changes)]),
}

async function lockUsage(tx: Tx, keys: readonly TenantKey<number>[]): Promise<Map<string, RewardUsage>> {
  const tenants = keys.map(({ tenantId }) => tenantId)
  const ids = keys.map(({ key }) => key)
  const [{ rows: counts }, { rows: lists }] = await Promise.all([
    run(
      tx,
      sql<{ tenant_id: number; reward_configuration_id: number; redeemed_count: number }>`
      select usage.tenant_id, usage.reward_configuration_id, usage.redeemed_count
      from unnest(${tenants}::bigint[], ${ids}::bigint[]) as wanted (tenant_id, reward_configuration_id)
      join reward_usage as usage
        on usage.tenant_id = wanted.tenant_id and usage.reward_configuration_id = wanted.reward_configuration_id
      order by usage.tenant_id, usage.reward_configuration_id
      for no key update of usage`,
    ),
    // Sent after the lock, so that it sees what the batch before this one has taken.
    run(
      tx,
      sql<{
        tenant_id: number
        reward_configuration_id: number
        id: number
        coupon_count: number
        used_count: number
      }>`
      select list.tenant_id, list.reward_configuration_id, list.id, list.coupon_count, list.used_count
      from unnest(${tenants}::bigint[], ${ids}::bigint[]) as wanted (tenant_id, reward_configuration_id)
      join pre_generated_coupon_list as list
        on list.tenant_id = wanted.tenant_id and list.reward_configuration_id = wanted.reward_configuration_id
      order by list.id`,
    ),
  ])
  return new Map(
    counts.map(({ tenant_id, reward_configuration_id, redeemed_count }) => {
      const ofReward = lists.filter(
        (list) => list.tenant_id === tenant_id && list.reward_configuration_id === reward_configuration_id,
      )
      const usage: RewardUsage = {
        ...NO_USAGE,
        countBefore: redeemed_count,
        lists: ofReward.map(({ id, coupon_count, used_count }) => ({
          listId: id,
          couponCount: coupon_count,
          usedCount: used_count,
        })),
      }
      return [keyText({ tenantId: tenant_id, key: reward_configuration_id }), usage]
    }),
  )
}

/** Only the missing rows: `on conflict` alone would wait for a transaction that changes a row that is there. */
function insertMissingUsage(tx: Tx, keys: readonly TenantKey<number>[]): Promise<unknown> {
  return run(
    tx,
    sql`
    insert into reward_usage (tenant_id, reward_configuration_id)
    select wanted.tenant_id, wanted.id
    from unnest(${keys.map(({ tenantId }) => tenantId)}::bigint[], ${keys.map(({ key }) => key)}::bigint[])
      as wanted (tenant_id, id)
    left join reward_usage as usage
      on usage.tenant_id = wanted.tenant_id and usage.reward_configuration_id = wanted.id
    where usage.tenant_id is null
    order by wanted.tenant_id, wanted.id
    on conflict do nothing`,
  )
}

type UsageChanges = readonly Changed<number, RewardUsage>[]

function countUsage(tx: Tx, changes: UsageChanges): Promise<unknown>[] {
  const more = changes.filter(({ value }) => value.added > 0)
  const fewer = changes.filter(({ value }) => value.added < 0)
  return [
    // The same order of locks in every batch. Adding alone keeps this order by itself.
    ...(fewer.length > 0 ? [insertMissingUsage(tx, changes), lockUsage(tx, changes)] : []),
    ...(more.length > 0 ? [addUsage(tx, more)] : []),
    ...(fewer.length > 0 ? [subtractUsage(tx, fewer)] : []),
  ]
}

function addUsage(tx: Tx, changes: UsageChanges): Promise<unknown> {
  return run(
    tx,
    sql`
    insert into reward_usage as usage (tenant_id, reward_configuration_id, redeemed_count)
    select tenant_id, id, added
    from unnest(
        ${changes.map((c) => c.tenantId)}::bigint[], ${changes.map((c) => c.key)}::bigint[],
        ${changes.map((c) => c.value.added)}::int[]
      ) as changed (tenant_id, id, added)
    order by tenant_id, id
    on conflict (tenant_id, reward_configuration_id)
    do update set redeemed_count = usage.redeemed_count + excluded.redeemed_count`,
  )
}

/** What was returned had been counted, so the row is there. */
function subtractUsage(tx: Tx, changes: UsageChanges): Promise<unknown> {
  return run(
    tx,
    sql`
    update reward_usage as usage
    set redeemed_count = usage.redeemed_count + changed.added
    from unnest(
        ${changes.map((c) => c.tenantId)}::bigint[], ${changes.map((c) => c.key)}::bigint[],
        ${changes.map((c) => c.value.added)}::int[]
      ) as changed (tenant_id, id, added)
    where usage.tenant_id = changed.tenant_id and usage.reward_configuration_id = changed.id`,
  )
}

function assignCodes(tx: Tx, changes: UsageChanges): Promise<unknown>[] {
  const codes = changes.flatMap(({ tenantId, value }) =>
    value.assigned.map((code) => ({ tenantId, ...code })),
  )
  if (codes.length === 0) return []
  return [
    run(
      tx,
      sql`
      update pre_generated_coupon as code
      set is_assigned = true
      from unnest(${codes.map((c) => c.tenantId)}::bigint[], ${codes.map((c) => c.codeId)}::bigint[])
        as taken (tenant_id, id)
      where code.tenant_id = taken.tenant_id and code.id = taken.id`,
    ),
    run(
      tx,
      sql`
      update pre_generated_coupon_list as list
      set used_count = list.used_count + taken.count, last_assigned_id = taken.last_id
      from (
        select tenant_id, id, count(*)::int as count, (array_agg(code_id order by position desc))[1] as last_id
        from unnest(${codes.map((c) => c.tenantId)}::bigint[], ${codes.map((c) => c.listId)}::bigint[],
            ${codes.map((c) => c.codeId)}::bigint[])
          with ordinality as code (tenant_id, id, code_id, position)
        group by tenant_id, id
      ) as taken
      where list.tenant_id = taken.tenant_id and list.id = taken.id`,
    ),
  ]
}
