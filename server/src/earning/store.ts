import { loadOne } from '../accounts/till/collection.ts'
import type { TenantId } from '../contract/ids.ts'
import type { Actor } from '../people/actor.ts'
import { type Instant, instantToText } from '../platform/clock.ts'
import { run, type Tx } from '../platform/postgres/database.ts'
import { sql } from '../platform/postgres/sql.ts'
import { CURRENT, programSchedule } from './collections.ts'
import type { Program, RuleKind } from './program.ts'
import type { ProgramContent } from './program-json.ts'
import { parseProgram } from './program-schema.ts'
import { programAt } from './schedule.ts'

export async function findCurrentProgram(tx: Tx, tenantId: TenantId, now: Instant): Promise<Program> {
  return programAt(await loadOne(tx, programSchedule, { tenantId, key: CURRENT }), now)
}

/** What a version is beside its program. */
export interface Publication {
  /** null: the time of the database. */
  readonly publishedAt: Instant | null
  /** null: at once. */
  readonly effectiveAt: Instant | null
  readonly publishedBy: Actor | null
  readonly note: string | null
  readonly source: string | null
}

/** Publishes the next version of a tenant's program; returns its number. */
export async function insertVersion(
  tx: Tx,
  tenantId: TenantId,
  program: ProgramContent,
  { publishedAt, effectiveAt, publishedBy, note, source }: Publication,
): Promise<number> {
  parseProgram({ ...program, version: 1 })
  const { rows } = await run(
    tx,
    sql<{ version: number }>`
    insert into program_version
      (tenant_id, version, program, published_at, effective_at, published_by, note, source)
    select ${tenantId}, coalesce(max(version), 0) + 1, ${JSON.stringify(program)}::jsonb,
      coalesce(${textOf(publishedAt)}::timestamptz, now()), ${textOf(effectiveAt)}::timestamptz,
      ${publishedBy && JSON.stringify(publishedBy)}::jsonb, ${note}, ${source}
    from program_version
    where tenant_id = ${tenantId}
    returning version`,
  )
  return rows[0]?.version ?? 0
}

function textOf(at: Instant | null): string | null {
  return at === null ? null : instantToText(at)
}

/** Publishes the next version, by nobody in particular; it counts at once. */
export function publishProgram(
  tx: Tx,
  tenantId: TenantId,
  program: ProgramContent,
  at: Instant | null = null,
): Promise<number> {
  const byNobody = { effectiveAt: null, publishedBy: null, note: null, source: null }
  return insertVersion(tx, tenantId, program, { publishedAt: at, ...byNobody })
}

/** Since when a tenant's program has had an active rule of this kind without a break; null: it has none. */
export async function findRuleStart(
  tx: Tx,
  tenantId: TenantId,
  kind: RuleKind,
  now: Instant,
): Promise<Instant | null> {
  const { rows } = await run(
    tx,
    sql<{ start: Date | null }>`
    with version as (
      select version, coalesce(effective_at, published_at) as effective_at,
        program @? ${`$.rules[*] ? (@.kind == "${kind}" && !(@.isActive == false))`}::jsonpath as has_rule
      from program_version
      where tenant_id = ${tenantId} and cancelled_at is null
        and (effective_at is null or effective_at <= ${instantToText(now)}::timestamptz)
    )
    select min(effective_at) as start from version
    where version > (select coalesce(max(version), 0) from version where not has_rule)`,
  )
  return rows[0]?.start?.getTime() ?? null
}
