import type { TenantId } from '../contract/ids.ts'
import { type Instant, instantToText } from '../platform/clock.ts'
import { run, type Tx } from '../platform/postgres/database.ts'
import { sql } from '../platform/postgres/sql.ts'
import type { Logo } from './content.ts'
import type { Picture } from './rules/picture.ts'

/* In the directory, like the storefront itself. */

const KEPT = 2

/** Keeps the newest two of the merchant, who is locked. */
export async function saveLogo(
  tx: Tx,
  tenantId: TenantId,
  { hash, type, width, height }: Logo,
  { octets, now }: { readonly octets: Buffer; readonly now: Instant },
): Promise<void> {
  await run(
    tx,
    sql`
    insert into storefront_logo (tenant_id, hash, type, width, height, octets, saved_at)
    values (${tenantId}, ${hash}, ${type}, ${width}, ${height}, ${octets}, ${instantToText(now)}::timestamptz)
    on conflict (tenant_id, hash) do update set saved_at = excluded.saved_at`,
  )
  await run(
    tx,
    sql`
    delete from storefront_logo
    where tenant_id = ${tenantId} and hash <> ${hash} and hash not in (
      select hash from storefront_logo
      where tenant_id = ${tenantId} and hash <> ${hash} order by saved_at desc, hash limit ${KEPT - 1}
    )`,
  )
}

export async function deleteLogos(tx: Tx, tenantId: TenantId): Promise<void> {
  await run(tx, sql`delete from storefront_logo where tenant_id = ${tenantId}`)
}

/** null: it is not there, or not any more. */
export async function findLogo(
  tx: Tx,
  tenantId: TenantId,
  hash: string,
): Promise<{ readonly type: Picture['type']; readonly octets: Buffer } | null> {
  const { rows } = await run(
    tx,
    sql<{ type: Picture['type']; octets: Buffer }>`
    select type, octets from storefront_logo where tenant_id = ${tenantId} and hash = ${hash}`,
  )
  return rows[0] ?? null
}
