import type { TenantId } from '../../contract/ids.ts'
import type { CouponType } from '../../coupons/coupon.ts'
import { type Instant, instantToText } from '../../platform/clock.ts'
import type { Decimal } from '../../platform/decimal.ts'
import { run, type Tx } from '../../platform/postgres/database.ts'
import { Fragment, sql } from '../../platform/postgres/sql.ts'

/** A list of codes as the merchant sees it who configures it. */
export interface ConfiguredList {
  readonly id: number
  readonly key: string
  readonly name: string
  readonly reward: { readonly id: number; readonly key: string; readonly title: string } | null
  readonly couponType: CouponType
  readonly couponValue: Decimal
  readonly codes: number
  readonly used: number
  readonly warnBelow: number | null
  readonly archivedAt: Instant | null
  readonly createdAt: Instant
  readonly version: number
}

interface Row extends Omit<ConfiguredList, 'archivedAt' | 'createdAt'> {
  readonly archivedAt: Date | null
  readonly createdAt: Date
}

const COLUMNS = new Fragment(`
  list.id, list.key, list.name, list.version, list.coupon_type as "couponType", list.coupon_value as "couponValue",
  list.coupon_count as codes, list.used_count as used, list.warn_below as "warnBelow",
  list.archived_at as "archivedAt", list.created_at as "createdAt",
  case when reward.id is null then null
    else json_build_object('id', reward.id, 'key', reward.key, 'title', reward.title) end as reward`)

const FROM = new Fragment(`
  pre_generated_coupon_list as list
  left join reward_configuration as reward
    on reward.tenant_id = list.tenant_id and reward.id = list.reward_configuration_id`)

function toList(row: Row): ConfiguredList {
  return {
    ...row,
    archivedAt: row.archivedAt?.getTime() ?? null,
    createdAt: row.createdAt.getTime(),
  }
}

export interface ListFilter {
  readonly rewardId?: number
  readonly isArchived?: boolean
}

/** A page, by id. */
export async function listConfiguredLists(
  tx: Tx,
  tenantId: TenantId,
  { rewardId, isArchived }: ListFilter,
  { afterId, limit }: { readonly afterId: number; readonly limit: number },
): Promise<ConfiguredList[]> {
  const { rows } = await run(
    tx,
    sql<Row>`
    select ${COLUMNS} from ${FROM}
    where list.tenant_id = ${tenantId} and list.id > ${afterId}
      and (${rewardId ?? null}::bigint is null or list.reward_configuration_id = ${rewardId ?? null}::bigint)
      and (${isArchived ?? null}::boolean is null or (list.archived_at is not null) = ${isArchived ?? null}::boolean)
    order by list.id
    limit ${limit}`,
  )
  return rows.map(toList)
}

/** So few codes are short for what rules give by themselves, where the merchant has not said when to warn. */
const FEW_FOR_GIFTS = 20

/**
 * Of the lists that have fewer codes than their merchant wants to be warned at, or few for a reward that a rule gives,
 * those with the fewest.
 */
export async function listEmptyingLists(
  tx: Tx,
  tenantId: TenantId,
  limit: number,
  gifts: readonly number[] = [],
): Promise<ConfiguredList[]> {
  const { rows } = await run(
    tx,
    sql<Row>`
    select ${COLUMNS} from ${FROM}
    where list.tenant_id = ${tenantId} and list.archived_at is null
      and (
        list.coupon_count - list.used_count < list.warn_below
        or list.warn_below is null and list.reward_configuration_id = any (${gifts}::bigint[]) and ${FEW_FOR_GIFTS} > (
          select sum(beside.coupon_count - beside.used_count) from pre_generated_coupon_list as beside
          where beside.tenant_id = list.tenant_id and beside.archived_at is null
            and beside.reward_configuration_id = list.reward_configuration_id
        )
      )
    order by list.coupon_count - list.used_count, list.id
    limit ${limit}`,
  )
  return rows.map(toList)
}

export async function findConfiguredList(
  tx: Tx,
  tenantId: TenantId,
  id: number,
): Promise<ConfiguredList | null> {
  const { rows } = await run(
    tx,
    sql<Row>`select ${COLUMNS} from ${FROM} where list.tenant_id = ${tenantId} and list.id = ${id}`,
  )
  return rows[0] ? toList(rows[0]) : null
}

/** Waits for who is changing it, a redemption too: it counts the codes that it takes. */
export async function lockConfiguredList(
  tx: Tx,
  tenantId: TenantId,
  id: number,
): Promise<ConfiguredList | null> {
  await run(
    tx,
    sql`
    select from pre_generated_coupon_list where tenant_id = ${tenantId} and id = ${id} for no key update`,
  )
  return findConfiguredList(tx, tenantId, id)
}

/** As the next version. */
export async function updateList(
  tx: Tx,
  tenantId: TenantId,
  { id, name, warnBelow, archivedAt }: Pick<ConfiguredList, 'id' | 'name' | 'warnBelow' | 'archivedAt'>,
): Promise<void> {
  await run(
    tx,
    sql`
    update pre_generated_coupon_list
    set name = ${name}, warn_below = ${warnBelow}, version = version + 1,
      archived_at = ${archivedAt === null ? null : instantToText(archivedAt)}::timestamptz
    where tenant_id = ${tenantId} and id = ${id}`,
  )
}

export interface ListedCode {
  readonly id: number
  readonly code: string
  readonly isGiven: boolean
  readonly validFrom: Instant | null
  readonly validUntil: Instant | null
  readonly createdAt: Instant
}

/** So many are looked at for one page: among a million, few may be what is asked for. */
const LOOKED_AT_MAX = 20_000

export interface CodesPage {
  readonly codes: readonly ListedCode[]
  /** The last that was looked at, where there may be more behind it; null: that was all. */
  readonly lookedUpTo: number | null
}

/** A page of the codes of a list, by id; it may be short where few of many are asked for. */
export async function listCodes(
  tx: Tx,
  tenantId: TenantId,
  listId: number,
  filter: { readonly isGiven?: boolean; readonly prefix?: string },
  { afterId, limit }: { readonly afterId: number; readonly limit: number },
): Promise<CodesPage> {
  const isFiltered = filter.isGiven !== undefined || (filter.prefix ?? '') !== ''
  const lookedAt = isFiltered ? LOOKED_AT_MAX : limit
  const [{ rows: ends }, { rows }] = await Promise.all([
    run(
      tx,
      sql<{ last: number | null; count: number }>`
      select max(id) as last, count(*) as count from (
        select id from pre_generated_coupon
        where tenant_id = ${tenantId} and list_id = ${listId} and id > ${afterId}
        order by id
        limit ${lookedAt}
      ) as looked`,
    ),
    run(
      tx,
      sql<{
        id: number
        code: string
        is_assigned: boolean
        valid_from: Date | null
        valid_until: Date | null
        created_at: Date
      }>`
      select id, code, is_assigned, valid_from, valid_until, created_at from (
        select * from pre_generated_coupon
        where tenant_id = ${tenantId} and list_id = ${listId} and id > ${afterId}
        order by id
        limit ${lookedAt}
      ) as looked
      where (${filter.isGiven ?? null}::boolean is null or is_assigned = ${filter.isGiven ?? null}::boolean)
        and starts_with(code_key, ${filter.prefix ?? ''})
      order by id
      limit ${limit}`,
    ),
  ])
  const [end] = ends
  return {
    codes: rows.map((row) => ({
      id: row.id,
      code: row.code,
      isGiven: row.is_assigned,
      validFrom: row.valid_from?.getTime() ?? null,
      validUntil: row.valid_until?.getTime() ?? null,
      createdAt: row.created_at.getTime(),
    })),
    lookedUpTo: isFiltered && end?.count === LOOKED_AT_MAX ? end.last : null,
  }
}
