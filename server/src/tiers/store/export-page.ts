import { momentOf } from '../../accounts/customer-data-kit.ts'
import type { TenantId } from '../../contract/ids.ts'
import type { ExportPlace } from '../../jobs/export.ts'
import { run, type Tx } from '../../platform/postgres/database.ts'
import { sql } from '../../platform/postgres/sql.ts'

export interface ExportedMove {
  readonly id: number
  /** When it happened, as exact as it is stored. */
  readonly place: string
  readonly publicId: string
  readonly movedAt: string
  readonly fromTier: string | null
  readonly toTier: string | null
  readonly reason: string
}

/** By the moment in which they happened. */
export async function findMovesToExport(
  tx: Tx,
  tenantId: TenantId,
  { after, until, limit }: { readonly after: ExportPlace; readonly until: string; readonly limit: number },
): Promise<ExportedMove[]> {
  const { rows } = await run(
    tx,
    sql<ExportedMove>`
    select page.id, page.moved_at::text as place, owner.public_id as "publicId",
      ${momentOf('page.moved_at')} as "movedAt", former.name as "fromTier", present.name as "toTier", page.reason
    from (
      select * from tier_move
      where tenant_id = ${tenantId} and (moved_at, id) > (${after.at}::timestamptz, ${after.id}::bigint)
        and moved_at < ${until}::timestamptz
      order by moved_at, id limit ${limit}
    ) as page
    cross join lateral (
      select public_id from customer where tenant_id = ${tenantId} and id = page.customer_id limit 1
    ) as owner
    left join lateral (
      select name from tier where tenant_id = ${tenantId} and id = page.from_tier_id limit 1
    ) as former on true
    left join lateral (
      select name from tier where tenant_id = ${tenantId} and id = page.to_tier_id limit 1
    ) as present on true
    order by page.moved_at, page.id`,
  )
  return rows
}
