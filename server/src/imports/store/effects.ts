/** What an import has done, in the order in which it is undone. */
import type { CustomerId, RecordId, TenantId } from '../../contract/ids.ts'
import { type Instant, instantToText } from '../../platform/clock.ts'
import type { Decimal } from '../../platform/decimal.ts'
import { run, type Tx } from '../../platform/postgres/database.ts'
import { sql } from '../../platform/postgres/sql.ts'
import { EFFECT_KIND, type EffectKind } from '../effect.ts'
import { WOULD_GO } from './withdraw.ts'

/** Customers one after the other, and of each the last line first: it saw what the ones before it had done. */
export interface EffectPlace {
  readonly customerId: CustomerId
  readonly line: number
}

/** Before all. */
export const FIRST_EFFECT: EffectPlace = {
  customerId: Number.MAX_SAFE_INTEGER,
  line: Number.MAX_SAFE_INTEGER,
}

interface OfImport {
  readonly tenantId: TenantId
  readonly importId: number
  readonly after: EffectPlace
  readonly limit: number
}

export interface FoundEffect extends EffectPlace {
  readonly key: Buffer
  readonly kind: EffectKind
  /** A record, or an order. */
  readonly ref: number | null
  readonly pending: RecordId | null
  /** The key of the code that it brought; null: it brought none. */
  readonly coupon: string | null
  /** Of an order: what it said. */
  readonly print: string | null
  /** Whether the line made its customer. */
  readonly isMade: boolean
}

export async function listEffects(
  tx: Tx,
  { tenantId, importId, after, limit }: OfImport,
): Promise<readonly FoundEffect[]> {
  const { rows } = await run(
    tx,
    sql<FoundEffect>`
    select customer_id as "customerId", line, key, kind, ref, (undo ->> 'p')::bigint as pending,
      undo ->> 'c' as coupon, undo ->> 'h' as print, undo ->> 'n' is not null as "isMade"
    from import_effect
    where tenant_id = ${tenantId} and import_id = ${importId}
      and (customer_id, line) < (${after.customerId}::bigint, ${after.line}::bigint)
    order by customer_id desc, line desc limit ${limit}`,
  )
  return rows
}

/** The coupons that these lines have brought. One that is not there any more was never used. */
export async function readCouponEffects(
  tx: Tx,
  { tenantId, importId, after, limit }: OfImport,
): Promise<readonly (EffectPlace & { readonly isUsed: boolean; readonly isMade: boolean })[]> {
  const { rows } = await run(
    tx,
    sql<EffectPlace & { isUsed: boolean; isMade: boolean }>`
    select effect.customer_id as "customerId", effect.line, effect.undo ->> 'n' is not null as "isMade",
      coalesce(coupon.is_used, false) as "isUsed"
    from import_effect as effect
    left join coupon on coupon.tenant_id = effect.tenant_id and coupon.code_key = effect.undo ->> 'c'
    where effect.tenant_id = ${tenantId} and effect.import_id = ${importId} and effect.kind = ${EFFECT_KIND.coupon}
      and (effect.customer_id, effect.line) < (${after.customerId}::bigint, ${after.line}::bigint)
    order by effect.customer_id desc, effect.line desc limit ${limit}`,
  )
  return rows
}

/** One record of a line, and what is left of it; null: the line made none. */
interface PageRow {
  readonly customer_id: CustomerId
  readonly line: number
  readonly is_lot: boolean | null
  readonly points: Decimal | null
  readonly cashback: Decimal | null
  readonly left_points: Decimal | null
  readonly left_cashback: Decimal | null
  /** Whether the line made its customer, and whether that one would go too. */
  readonly is_made: boolean
  readonly goes: boolean | null
  /** Of a line with two records. */
  readonly is_first: boolean
}

/** What becomes of each record of these lines. A lot that has expired and was not settled yet has nothing left. */
export async function readEffects(
  tx: Tx,
  { tenantId, importId, after, limit }: OfImport,
  now: Instant,
): Promise<readonly PageRow[]> {
  const { rows } = await run(
    tx,
    sql<PageRow>`
    with page as (
      select customer_id, line, ref, (undo ->> 'p')::bigint as pending, undo ->> 'n' is not null as is_made
      from import_effect
      where tenant_id = ${tenantId} and import_id = ${importId} and kind = 1
        and (customer_id, line) < (${after.customerId}::bigint, ${after.line}::bigint)
      order by customer_id desc, line desc limit ${limit}
    )
    select page.customer_id, page.line, record.is_lot, record.points, record.cashback, record.left_points,
      record.left_cashback, is_made, named.place = 1 as is_first, case when is_made then exists (
        select from customer
        where customer.tenant_id = ${tenantId} and customer.id = page.customer_id and ${WOULD_GO}
          and not exists (
            select from import_effect as other
            where other.tenant_id = ${tenantId} and other.customer_id = page.customer_id
              and other.import_id <> ${importId}
          )
      ) end as goes
    from page
    cross join lateral (
      select case when merged_into is null then id else merged_into end as id from customer
      where customer.tenant_id = ${tenantId} and customer.id = page.customer_id
      limit 1
    ) as owner
    cross join lateral (values (1, ref), (2, pending)) as named (place, record_id)
    left join lateral (
      select available_at is not null as is_lot, one.points, one.cashback,
        case when available_at is null then one.points + repaid.points
          when expires_at <= ${instantToText(now)}::timestamptz then 0 else remaining_points end as left_points,
        case when available_at is null then one.cashback + repaid.cashback
          when expires_at <= ${instantToText(now)}::timestamptz then 0 else remaining_cashback end as left_cashback
      from point_record as one
      cross join lateral (
        select coalesce(sum(used_points), 0) as points, coalesce(sum(used_cashback), 0) as cashback
        from point_origin as origin
        where origin.tenant_id = one.tenant_id and origin.customer_id = one.customer_id
          and origin.record_id = one.id and origin.repaid_at is not null
      ) as repaid
      where one.tenant_id = ${tenantId} and one.customer_id = owner.id and one.id = named.record_id
      limit 1
    ) as record on true
    where named.place = 1 or named.record_id is not null
    order by page.customer_id desc, page.line desc, named.place`,
  )
  return rows
}
