import { loadOne } from '../accounts/till/collection.ts'
import type { TenantId } from '../contract/ids.ts'
import { type Instant, instantToText } from '../platform/clock.ts'
import { run, type Tx } from '../platform/postgres/database.ts'
import { sql } from '../platform/postgres/sql.ts'
import { CURRENT, programVersions } from './collections.ts'
import { EMPTY_PROGRAM, type Program, type RuleKind } from './program.ts'
import { type ProgramJson, parseProgram } from './program-schema.ts'

export async function findCurrentProgram(tx: Tx, tenantId: TenantId): Promise<Program> {
  return (await loadOne(tx, programVersions, { tenantId, key: CURRENT })) ?? EMPTY_PROGRAM
}

/** Publishes the next version of a tenant's program, now unless told otherwise; returns its number. */
export async function publishProgram(
  tx: Tx,
  tenantId: TenantId,
  program: Omit<ProgramJson, 'version'>,
  at: Instant | null = null,
): Promise<number> {
  parseProgram({ ...program, version: 1 })
  const publishedAt = at === null ? null : instantToText(at)
  const { rows } = await run(
    tx,
    sql<{ version: number }>`
    insert into program_version (tenant_id, version, program, published_at)
    select ${tenantId}, coalesce(max(version), 0) + 1, ${JSON.stringify(program)}::jsonb,
      coalesce(${publishedAt}::timestamptz, now())
    from program_version
    where tenant_id = ${tenantId}
    returning version`,
  )
  return rows[0]?.version ?? 0
}

/** Since when a tenant's program has had an active rule of this kind without a break; null: it has none. */
export async function findRuleStart(tx: Tx, tenantId: TenantId, kind: RuleKind): Promise<Instant | null> {
  const { rows } = await run(
    tx,
    sql<{ start: Date | null }>`
    with version as (
      select version, published_at, program @? ${`$.rules[*] ? (@.kind == "${kind}" && !(@.isActive == false))`}::jsonpath
        as has_rule
      from program_version
      where tenant_id = ${tenantId}
    )
    select min(published_at) as start from version
    where version > (select coalesce(max(version), 0) from version where not has_rule)`,
  )
  return rows[0]?.start?.getTime() ?? null
}
