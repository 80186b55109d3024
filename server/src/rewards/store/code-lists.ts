import type { TenantId } from '../../contract/ids.ts'
import { freeKey, keyFromTitle } from '../../contract/key.ts'
import { type CouponType, codeKey } from '../../coupons/coupon.ts'
import { type Instant, instantToTextOrNull } from '../../platform/clock.ts'
import { type Decimal, ZERO } from '../../platform/decimal.ts'
import { run, type Tx } from '../../platform/postgres/database.ts'
import { sql } from '../../platform/postgres/sql.ts'
import type { CouponList } from '../reward.ts'

export interface NewCouponList {
  /** Left out: made from the name. */
  readonly key?: string
  readonly warnBelow?: number | null
  readonly name: string
  readonly rewardId: number
  readonly couponType: CouponType
  readonly couponValue?: Decimal
  readonly codes: readonly string[]
  /** The import that makes it; left out: none does. */
  readonly importId?: number
}

/** A list and its codes, all of them free. */
export async function insertCouponList(tx: Tx, tenantId: TenantId, list: NewCouponList): Promise<number> {
  const key = list.key ?? (await freeListKey(tx, tenantId, list.name))
  const { rows } = await run(
    tx,
    sql<{ id: number }>`
    with list as (
      insert into pre_generated_coupon_list
        (tenant_id, key, warn_below, name, reward_configuration_id, coupon_type, coupon_value, coupon_count,
          import_id)
      values (${tenantId}, ${key}, ${list.warnBelow ?? null}, ${list.name}, ${list.rewardId}, ${list.couponType},
        ${list.couponValue ?? ZERO}, ${list.codes.length}, ${list.importId ?? null})
      returning id
    ),
    codes as (
      insert into pre_generated_coupon (tenant_id, list_id, code, code_key)
      select ${tenantId}, list.id, code, code_key
      from list, unnest(${list.codes}::text[], ${list.codes.map(codeKey)}::text[]) as code (code, code_key)
    )
    select id from list`,
  )
  return rows[0]?.id ?? 0
}

async function freeListKey(tx: Tx, tenantId: TenantId, name: string): Promise<string> {
  const wanted = keyFromTitle(name, 'list')
  return freeKey(wanted, await lockListKeys(tx, tenantId, wanted))
}

/** Those of the keys that begin with this one. Others who make lists wait until this transaction ends. */
export async function lockListKeys(tx: Tx, tenantId: TenantId, key: string): Promise<Set<string>> {
  await run(tx, sql`select pg_advisory_xact_lock(hashtextextended('keys of lists', ${tenantId}::bigint))`)
  const { rows } = await run(
    tx,
    sql<{ key: string }>`
    select key from pre_generated_coupon_list where tenant_id = ${tenantId} and starts_with(key, ${key})`,
  )
  return new Set(rows.map((row) => row.key))
}

export type CouponListSummary = Pick<CouponList, 'id' | 'name'>

/** The lists with this name, or those of this reward. */
export async function findCouponLists(
  tx: Tx,
  tenantId: TenantId,
  by: { readonly name?: string; readonly rewardId?: number },
): Promise<CouponListSummary[]> {
  const { rows } = await run(
    tx,
    sql<CouponListSummary>`
    select id, name from pre_generated_coupon_list
    where tenant_id = ${tenantId}
      and (name = ${by.name ?? null} or reward_configuration_id = ${by.rewardId ?? null})
    order by id`,
  )
  return rows
}

/** A code, and from when and until when it is good. */
export type CodeToAdd = readonly [
  key: string,
  code: string,
  validFrom?: Instant | null,
  validUntil?: Instant | null,
]

/** What brings the codes. */
interface BroughtBy {
  readonly uploadId?: number
  readonly importId?: number
}

/**
 * Adds codes, by key, to a list; what exists already stays where it is. The keys that were new are returned. They are
 * counted later, at the end: redemptions wait for the row of the list.
 */
export async function insertUncounted(
  tx: Tx,
  tenantId: TenantId,
  listId: number,
  codes: readonly CodeToAdd[],
  { uploadId, importId }: BroughtBy = {},
): Promise<string[]> {
  // One import of a tenant at a time: two with the same codes would wait for each other's, again and again.
  const locked = run(
    tx,
    sql`select pg_advisory_xact_lock(hashtextextended('import of codes', ${tenantId}::bigint))`,
  )
  const made = run(
    tx,
    sql<{ code_key: string }>`
    insert into pre_generated_coupon (tenant_id, list_id, upload_id, import_id, code, code_key, valid_from, valid_until)
    select ${tenantId}, ${listId}, ${uploadId ?? null}::bigint, ${importId ?? null}::bigint, sent.code, sent.code_key,
      sent.valid_from, sent.valid_until
    from unnest(
      ${codes.map(([key]) => key)}::text[], ${codes.map(([, code]) => code)}::text[],
      ${codes.map(([, , from = null]) => instantToTextOrNull(from))}::timestamptz[],
      ${codes.map(([, , , until = null]) => instantToTextOrNull(until))}::timestamptz[]
    ) with ordinality as sent (code_key, code, valid_from, valid_until, position)
    where not exists (
      select from coupon where coupon.tenant_id = ${tenantId} and coupon.code_key = sent.code_key
    )
    order by sent.position
    on conflict (tenant_id, code_key) do nothing
    returning code_key`,
  )
  const [{ rows }] = await Promise.all([made, locked])
  return rows.map(({ code_key }) => code_key)
}

export async function countCodes(tx: Tx, tenantId: TenantId, listId: number, count: number): Promise<void> {
  await run(
    tx,
    sql`
    update pre_generated_coupon_list set coupon_count = coupon_count + ${count}
    where tenant_id = ${tenantId} and id = ${listId}`,
  )
}

/** Those of the keys that the tenant has already, in any list or as a coupon. */
export async function findTakenKeys(
  tx: Tx,
  tenantId: TenantId,
  keys: readonly string[],
): Promise<Set<string>> {
  const { rows } = await run(
    tx,
    sql<{ code_key: string }>`
    select sent.code_key
    from unnest(${keys}::text[]) as sent (code_key)
    where exists (
      select from pre_generated_coupon as code
      where code.tenant_id = ${tenantId} and code.code_key = sent.code_key
    ) or exists (
      select from coupon where coupon.tenant_id = ${tenantId} and coupon.code_key = sent.code_key
    )`,
  )
  return new Set(rows.map(({ code_key }) => code_key))
}
