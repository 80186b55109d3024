import type { TenantId } from '../../contract/ids.ts'
import { type Instant, instantToText } from '../../platform/clock.ts'
import { run, type Tx } from '../../platform/postgres/database.ts'
import { sql } from '../../platform/postgres/sql.ts'
import type { ImportKind, ImportMapping } from '../import.ts'

/** Which column is what, kept under a name. */
export interface SavedMapping {
  readonly name: string
  readonly kind: ImportKind
  readonly mapping: ImportMapping
  readonly savedAt: Instant
}

interface MappingRow {
  name: string
  kind: ImportKind
  mapping: ImportMapping
  saved_at: Date
}

/** One of the same name is replaced. */
export async function saveMapping(tx: Tx, tenantId: TenantId, saved: SavedMapping): Promise<void> {
  await run(
    tx,
    sql`
    insert into import_mapping (tenant_id, name, kind, mapping, saved_at)
    values (${tenantId}, ${saved.name}, ${saved.kind}, ${JSON.stringify(saved.mapping)}::jsonb,
      ${instantToText(saved.savedAt)})
    on conflict (tenant_id, name) do update
      set kind = excluded.kind, mapping = excluded.mapping, saved_at = excluded.saved_at`,
  )
}

/** By name. */
export async function listMappings(tx: Tx, tenantId: TenantId): Promise<SavedMapping[]> {
  const { rows } = await run(
    tx,
    sql<MappingRow>`
    select name, kind, mapping, saved_at from import_mapping where tenant_id = ${tenantId}
    order by tenant_id, name`,
  )
  return rows.map(({ name, kind, mapping, saved_at }) => ({
    ...{ name, kind, mapping },
    savedAt: saved_at.getTime(),
  }))
}

/** Whether there was one. */
export async function deleteMapping(tx: Tx, tenantId: TenantId, name: string): Promise<boolean> {
  const { rows } = await run(
    tx,
    sql<{ name: string }>`
    delete from import_mapping where tenant_id = ${tenantId} and name = ${name} returning name`,
  )
  return rows.length > 0
}

/** How many there are beside that one. */
export async function countOthers(tx: Tx, tenantId: TenantId, name: string): Promise<number> {
  const { rows } = await run(
    tx,
    sql<{ count: number }>`
    select count(*)::int as count from import_mapping where tenant_id = ${tenantId} and name <> ${name}`,
  )
  return rows[0]?.count ?? 0
}
