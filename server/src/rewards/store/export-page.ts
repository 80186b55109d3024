import { decimalOf, momentOf } from '../../accounts/customer-data-kit.ts'
import type { TenantId } from '../../contract/ids.ts'
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
