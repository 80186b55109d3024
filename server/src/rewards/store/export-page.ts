import { decimalOf, momentOf } from '../../accounts/customer-data-kit.ts'
import type { TenantId } from '../../contract/ids.ts'
import type { CouponType } from '../../coupons/coupon.ts'
import type { ExportPlace } from '../../jobs/export.ts'
import { run, type Tx } from '../../platform/postgres/database.ts'
import { sql } from '../../platform/postgres/sql.ts'

export interface ExportedRedemption {
  readonly id: number
  /** When it was redeemed, as exact as it is stored. */
  readonly place: string
  readonly publicId: string
  readonly rewardId: number
  readonly reward: string | null
  readonly points: string
  readonly cashback: string
  readonly redeemedAt: string
  readonly returnedAt: string | null
  readonly returnedPoints: string
  readonly returnedCashback: string
  readonly reservedUntil: string | null
}

/** By the moment in which they were made. */
export async function findRedemptionsToExport(
  tx: Tx,
  tenantId: TenantId,
  { after, until, limit }: { readonly after: ExportPlace; readonly until: string; readonly limit: number },
): Promise<ExportedRedemption[]> {
  const { rows } = await run(
    tx,
    sql<ExportedRedemption>`
    select page.id, page.redeemed_at::text as place, owner.public_id as "publicId",
      page.reward_configuration_id as "rewardId", reward.title as reward, ${decimalOf('page.points')} as points,
      ${decimalOf('page.cashback')} as cashback, ${momentOf('page.redeemed_at')} as "redeemedAt",
      ${momentOf('page.returned_at')} as "returnedAt", ${decimalOf('page.returned_points')} as "returnedPoints",
      ${decimalOf('page.returned_cashback')} as "returnedCashback", ${momentOf('page.expires_at')} as "reservedUntil"
    from (
      select * from redemption
      where tenant_id = ${tenantId} and (redeemed_at, id) > (${after.at}::timestamptz, ${after.id}::bigint)
        and redeemed_at < ${until}::timestamptz
      order by redeemed_at, id limit ${limit}
    ) as page
    cross join lateral (
      select public_id from customer where tenant_id = ${tenantId} and id = page.customer_id limit 1
    ) as owner
    left join lateral (
      select title from reward_configuration
      where tenant_id = ${tenantId} and id = page.reward_configuration_id limit 1
    ) as reward on true
    order by page.redeemed_at, page.id`,
  )
  return rows
}

export interface ExportedCoupon {
  /** By which it is found: the code in one form. */
  readonly key: string
  readonly code: string
  readonly originalId: string
  readonly publicId: string
  readonly type: CouponType
  readonly value: string
  readonly createdAt: string
  readonly validFrom: string | null
  readonly validUntil: string | null
  readonly isUsed: boolean
  readonly usedAt: string | null
  readonly orderId: string | null
  readonly inactivatedAt: string | null
  readonly rewardId: number | null
}

/** The end as it is shown: what we computed ourselves ends with the last second before it (`endShown` of coupon.ts). */
const LAST_MOMENT = `(case
        when page.redemption_key is null or redeemed.checkout_id is not null or exists (
          select from pre_generated_coupon as listed
          where listed.tenant_id = page.tenant_id and listed.id = page.list_code_id and listed.valid_until is not null
        ) then page.valid_until
        else page.valid_until - interval '1 second'
      end)`

/** In the order of their codes. */
export async function findCouponsToExport(
  tx: Tx,
  tenantId: TenantId,
  { after, limit }: { readonly after: string; readonly limit: number },
): Promise<ExportedCoupon[]> {
  const { rows } = await run(
    tx,
    sql<ExportedCoupon>`
    select page.code_key as key, page.code, owner.original_id as "originalId", owner.public_id as "publicId", page.type,
      ${decimalOf('page.value')} as value, ${momentOf('page.created_at')} as "createdAt",
      ${momentOf('page.valid_from')} as "validFrom", ${momentOf(LAST_MOMENT)} as "validUntil",
      page.is_used as "isUsed", ${momentOf('page.used_at')} as "usedAt", page.used_for_order as "orderId",
      ${momentOf('page.inactivated_at')} as "inactivatedAt", redeemed.reward_configuration_id as "rewardId"
    from (
      select * from coupon where tenant_id = ${tenantId} and code_key > ${after} order by code_key limit ${limit}
    ) as page
    cross join lateral (
      select original_id, public_id from customer where tenant_id = ${tenantId} and id = page.customer_id limit 1
    ) as owner
    left join lateral (
      select reward_configuration_id, checkout_id from redemption
      where tenant_id = ${tenantId} and original_key = page.redemption_key limit 1
    ) as redeemed on true
    order by page.code_key`,
  )
  return rows
}

export interface ExportedCode {
  readonly id: number
  /** The key of its list. */
  readonly list: string
  readonly code: string
  readonly rewardId: number | null
  readonly isAssigned: boolean
  readonly validFrom: string | null
  readonly validUntil: string | null
  readonly createdAt: string
}

/** Those of lists, in the order in which they came. */
export async function findCodesToExport(
  tx: Tx,
  tenantId: TenantId,
  { after, limit }: { readonly after: number; readonly limit: number },
): Promise<ExportedCode[]> {
  const { rows } = await run(
    tx,
    sql<ExportedCode>`
    select page.id, list.key as list, page.code, list.reward_configuration_id as "rewardId",
      page.is_assigned as "isAssigned", ${momentOf('page.valid_from')} as "validFrom",
      ${momentOf('page.valid_until')} as "validUntil", ${momentOf('page.created_at')} as "createdAt"
    from (
      select * from pre_generated_coupon where tenant_id = ${tenantId} and id > ${after} order by id limit ${limit}
    ) as page
    cross join lateral (
      select key, reward_configuration_id from pre_generated_coupon_list
      where tenant_id = ${tenantId} and id = page.list_id limit 1
    ) as list
    order by page.id`,
  )
  return rows
}
