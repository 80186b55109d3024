import type { TenantId } from '../../contract/ids.ts'
import { run, type Tx } from '../../platform/postgres/database.ts'
import { sql } from '../../platform/postgres/sql.ts'

/** Where a code is that the merchant has already. */
export interface KnownCode {
  /** null: a customer has it, and no list. */
  readonly listId: number | null
  /** The import whose file has brought it; null: none has. */
  readonly importId: number | null
}

export async function findKnownCodes(
  tx: Tx,
  tenantId: TenantId,
  keys: readonly string[],
): Promise<ReadonlyMap<string, KnownCode>> {
  if (keys.length === 0) return new Map()
  const { rows } = await run(
    tx,
    sql<KnownCode & { key: string }>`
    select sent.key, code.list_id as "listId", code.import_id as "importId"
    from unnest(${keys}::text[]) as sent (key)
    left join pre_generated_coupon as code on code.tenant_id = ${tenantId} and code.code_key = sent.key
    where code.id is not null or exists (
      select from coupon where coupon.tenant_id = ${tenantId} and coupon.code_key = sent.key
    )`,
  )
  return new Map(rows.map(({ key, ...known }) => [key, known]))
}

export interface ListOfReward {
  readonly id: number
  readonly key: string
  readonly name: string
  readonly rewardId: number
}

/** Those that codes are still given out of, oldest first. */
export async function findListsOfRewards(
  tx: Tx,
  tenantId: TenantId,
  rewardIds: readonly number[],
): Promise<readonly ListOfReward[]> {
  const { rows } = await run(
    tx,
    sql<ListOfReward>`
    select id, key, name, reward_configuration_id as "rewardId" from pre_generated_coupon_list
    where tenant_id = ${tenantId} and reward_configuration_id = any (${rewardIds}::bigint[]) and archived_at is null
    order by id`,
  )
  return rows
}

/** Codes of an import that were not given out, the first ones. */
export async function findFreeCodes(
  tx: Tx,
  tenantId: TenantId,
  { importId, limit }: { readonly importId: number; readonly limit: number },
): Promise<readonly { readonly id: number; readonly rewardId: number | null }[]> {
  const { rows } = await run(
    tx,
    sql<{ id: number; rewardId: number | null }>`
    select free.id, list.reward_configuration_id as "rewardId"
    from (
      select id, list_id from pre_generated_coupon
      where tenant_id = ${tenantId} and import_id = ${importId} and not is_assigned
      order by id limit ${limit}
    ) as free
    left join pre_generated_coupon_list as list on list.tenant_id = ${tenantId} and list.id = free.list_id`,
  )
  return rows
}

/** The lists of those that are deleted, each as often as it loses a code. One that was given out meanwhile stays. */
export async function deleteFreeCodes(tx: Tx, tenantId: TenantId, ids: readonly number[]): Promise<number[]> {
  if (ids.length === 0) return []
  const { rows } = await run(
    tx,
    sql<{ listId: number }>`
    delete from pre_generated_coupon
    where tenant_id = ${tenantId} and id = any (${ids}::bigint[]) and not is_assigned
    returning list_id as "listId"`,
  )
  return rows.map(({ listId }) => listId)
}

/** Lists that an import has made. With an empty one its reward could not be redeemed at all. */
export async function deleteEmptyLists(tx: Tx, tenantId: TenantId, importId: number): Promise<void> {
  await run(
    tx,
    sql`
    delete from pre_generated_coupon_list as list
    where list.tenant_id = ${tenantId} and list.import_id = ${importId} and list.coupon_count = 0
      and not exists (
        select from pre_generated_coupon as code
        where code.tenant_id = ${tenantId} and code.list_id = list.id
      )
      and not exists (
        select from coupon_upload as upload where upload.tenant_id = ${tenantId} and upload.list_id = list.id
      )`,
  )
}

/** Codes that an import has brought and that are still there, and those of them that were given out. */
export async function countCodesOfFile(
  tx: Tx,
  tenantId: TenantId,
  importId: number,
): Promise<{ readonly all: number; readonly given: number }> {
  const { rows } = await run(
    tx,
    sql<{ all: number; given: number }>`
    select count(*)::int as "all", count(*) filter (where is_assigned)::int as given from pre_generated_coupon
    where tenant_id = ${tenantId} and import_id = ${importId}`,
  )
  return rows[0] ?? { all: 0, given: 0 }
}
