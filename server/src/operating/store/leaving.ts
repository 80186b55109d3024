import type { TenantId } from '../../contract/ids.ts'
import { type Instant, instantToText } from '../../platform/clock.ts'
import { run, type Tx } from '../../platform/postgres/database.ts'
import { sql } from '../../platform/postgres/sql.ts'
import type { TableName } from '../../platform/postgres/tables.ts'

/** How many rows are gone, up to `atMost`. Only of a tenant that is being deleted. */
export async function deleteRows(
  tx: Tx,
  tenantId: TenantId,
  table: TableName,
  atMost: number,
): Promise<number> {
  const { rows } = await run(
    tx,
    sql<{ deleted: number }>`select delete_rows_of_tenant(${table}, ${tenantId}, ${atMost}) as deleted`,
  )
  return rows[0]?.deleted ?? 0
}

/** The row of the directory. Its number stays taken. */
export async function forgetTenant(tx: Tx, tenantId: TenantId): Promise<void> {
  await run(tx, sql`select forget_tenant(${tenantId})`)
}

type HomeState = 'active' | 'leaving' | 'gone'

/** null: there is no home here. */
export async function readHomeState(tx: Tx, tenantId: TenantId): Promise<HomeState | 'arriving' | null> {
  const { rows } = await run(
    tx,
    sql<{ state: HomeState | 'arriving' }>`select state from tenant_home where tenant_id = ${tenantId}`,
  )
  return rows[0]?.state ?? null
}

/** One that is missing, as in a cell that was restored from before, is written now: the number stays taken. */
export async function saveHomeState(tx: Tx, tenantId: TenantId, state: HomeState): Promise<void> {
  await run(
    tx,
    sql`
    insert into tenant_home (tenant_id, state, epoch) values (${tenantId}, ${state}, 1)
    on conflict (tenant_id) do update set state = excluded.state`,
  )
}

export interface LastExport {
  readonly at: Instant
  readonly sha256: string
}

export async function saveExport(tx: Tx, tenantId: TenantId, { at, sha256 }: LastExport): Promise<void> {
  await run(
    tx,
    sql`
    update tenant set exported_at = ${instantToText(at)}::timestamptz, export_sha256 = ${sha256}
    where id = ${tenantId}`,
  )
}

export async function readExport(tx: Tx, tenantId: TenantId): Promise<LastExport | null> {
  const { rows } = await run(
    tx,
    sql<{ exported_at: Date | null; export_sha256: string | null }>`
    select exported_at, export_sha256 from tenant where id = ${tenantId}`,
  )
  const [row] = rows
  if (!row?.exported_at || row.export_sha256 === null) return null
  return { at: row.exported_at.getTime(), sha256: row.export_sha256 }
}

/** Those who manage this merchant or have looked at it: who has no other one and runs nothing goes with it. */
export async function findMembersToForget(
  tx: Tx,
  tenantId: TenantId,
): Promise<{ readonly id: number; readonly isOnlyHere: boolean }[]> {
  const { rows } = await run(
    tx,
    sql<{ id: number; is_only_here: boolean }>`
    select id, not is_operator and cardinality(array_remove(tenant_ids, ${tenantId}::bigint)) = 0 as is_only_here
    from person
    where id in (
      select person_id from membership where tenant_id = ${tenantId}
      union select person_id from support_access where tenant_id = ${tenantId})
    order by id for update of person`,
  )
  return rows.map(({ id, is_only_here }) => ({ id, isOnlyHere: is_only_here }))
}
