import { loadOne } from '../accounts/till/collection.ts'
import type { TenantId } from '../contract/ids.ts'
import type { Actor } from '../people/actor.ts'
import { type Instant, instantToText, instantToTextOrNull } from '../platform/clock.ts'
import { run, type Tx } from '../platform/postgres/database.ts'
import { Fragment, sql } from '../platform/postgres/sql.ts'
import { CURRENT, programSchedule } from './collections.ts'
import type { RuleKind } from './kinds.ts'
import type { Program } from './program.ts'
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

/** Of a row `made`, so that `punchcard verify` notices a version that was changed after it was published. */
export const DIGEST = new Fragment(
  "sha256(convert_to(made.program::text || ' ' || coalesce(extract(epoch from made.effective_at)::text, ''), 'UTF8'))",
)

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
      (tenant_id, version, program, published_at, effective_at, published_by, note, source, digest)
    select ${tenantId}, coalesce(max(version), 0) + 1, made.program,
      coalesce(${instantToTextOrNull(publishedAt)}::timestamptz, now()), made.effective_at,
      ${publishedBy && JSON.stringify(publishedBy)}::jsonb, ${note}, ${source}, ${DIGEST}
    from (
      select ${JSON.stringify(program)}::jsonb as program, ${instantToTextOrNull(effectiveAt)}::timestamptz as effective_at
    ) as made
    left join program_version as before on before.tenant_id = ${tenantId}
    group by made.program, made.effective_at
    returning version`,
  )
  return rows[0]?.version ?? 0
}

/** Publishes the next version without an author; it counts at once. */
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

/** A published version as it is kept. */
export interface StoredVersion {
  readonly version: number
  readonly program: ProgramContent
  readonly publishedAt: Instant
  /** null: with its publication. */
  readonly effectiveAt: Instant | null
  readonly publishedBy: Actor | null
  readonly note: string | null
  readonly source: string | null
  readonly cancelledAt: Instant | null
}

interface VersionRow {
  version: number
  program: ProgramContent
  published_at: Date
  effective_at: Date | null
  published_by: Actor | null
  note: string | null
  source: string | null
  cancelled_at: Date | null
}

const VERSION_COLUMNS = new Fragment(
  'version, program, published_at, effective_at, published_by, note, source, cancelled_at',
)

function toVersion(row: VersionRow): StoredVersion {
  return {
    version: row.version,
    program: row.program,
    publishedAt: row.published_at.getTime(),
    effectiveAt: row.effective_at?.getTime() ?? null,
    publishedBy: row.published_by,
    note: row.note,
    source: row.source,
    cancelledAt: row.cancelled_at?.getTime() ?? null,
  }
}

/** A version without its program, which may be large. */
export type ListedVersion = Omit<StoredVersion, 'program'>

/** The newest versions below a number, newest first; null: from the newest on. */
export async function listVersions(
  tx: Tx,
  tenantId: TenantId,
  { belowId, limit }: { readonly belowId: number; readonly limit: number },
): Promise<ListedVersion[]> {
  const { rows } = await run(
    tx,
    sql<VersionRow>`
    select version, published_at, effective_at, published_by, note, source, cancelled_at from program_version
    where tenant_id = ${tenantId} and version < ${belowId}::bigint
    order by version desc limit ${limit}`,
  )
  return rows.map(toVersion)
}

export async function findVersion(
  tx: Tx,
  tenantId: TenantId,
  version: number,
): Promise<StoredVersion | null> {
  const { rows } = await run(
    tx,
    sql<VersionRow>`
    select ${VERSION_COLUMNS} from program_version where tenant_id = ${tenantId} and version = ${version}`,
  )
  return rows[0] ? toVersion(rows[0]) : null
}

/** The newest version that was not cancelled, below a number, and the one before it. */
export async function findStandingVersions(
  tx: Tx,
  tenantId: TenantId,
  below: number | null = null,
): Promise<StoredVersion[]> {
  const { rows } = await run(
    tx,
    sql<VersionRow>`
    select ${VERSION_COLUMNS} from program_version
    where tenant_id = ${tenantId} and version < coalesce(${below}::int, 2147483647) and cancelled_at is null
    order by version desc limit 2`,
  )
  return rows.map(toVersion)
}

/** A version that has not taken effect never will. */
export async function cancelVersion(
  tx: Tx,
  tenantId: TenantId,
  version: number,
  now: Instant,
): Promise<void> {
  await run(
    tx,
    sql`
    update program_version set cancelled_at = ${instantToText(now)}::timestamptz
    where tenant_id = ${tenantId} and version = ${version}`,
  )
}

/** What is being prepared, and the revision of the program: everything that is done to it counts that on. */
export interface StoredDraft {
  readonly revision: number
  /** null: nothing is being prepared. It may be wrong. */
  readonly program: unknown
  readonly basedOn: number
  readonly note: string | null
  readonly changedBy: Actor | null
  readonly changedAt: Instant | null
}

/** Of a merchant that has never changed anything. */
const NO_DRAFT: StoredDraft = {
  revision: 1,
  program: null,
  basedOn: 0,
  note: null,
  changedBy: null,
  changedAt: null,
}

interface DraftRow {
  revision: number
  program: unknown
  based_on: number
  note: string | null
  changed_by: Actor
  changed_at: Date
}

function toDraft(row: DraftRow | undefined): StoredDraft {
  if (!row) return NO_DRAFT
  return {
    revision: row.revision,
    program: row.program,
    basedOn: row.based_on,
    note: row.note,
    changedBy: row.changed_by,
    changedAt: row.changed_at.getTime(),
  }
}

export async function findDraft(tx: Tx, tenantId: TenantId): Promise<StoredDraft> {
  const { rows } = await run(
    tx,
    sql<DraftRow>`
    select revision, program, based_on, note, changed_by, changed_at from program_draft
    where tenant_id = ${tenantId}`,
  )
  return toDraft(rows[0])
}

/** Locks the program against any other change until the transaction ends. */
export async function lockDraft(
  tx: Tx,
  tenantId: TenantId,
  { by, now }: { readonly by: Actor; readonly now: Instant },
): Promise<StoredDraft> {
  await run(
    tx,
    sql`
    insert into program_draft (tenant_id, revision, changed_by, changed_at)
    values (${tenantId}, ${NO_DRAFT.revision}, ${JSON.stringify(by)}::jsonb, ${instantToText(now)}::timestamptz)
    on conflict (tenant_id) do nothing`,
  )
  const { rows } = await run(
    tx,
    sql<DraftRow>`
    select revision, program, based_on, note, changed_by, changed_at from program_draft
    where tenant_id = ${tenantId} for update`,
  )
  return toDraft(rows[0])
}

/** Replaces the draft and counts the revision on. */
export async function saveDraft(
  tx: Tx,
  tenantId: TenantId,
  draft: Omit<StoredDraft, 'revision' | 'changedBy' | 'changedAt'>,
  { by, now }: { readonly by: Actor; readonly now: Instant },
): Promise<StoredDraft> {
  const program = draft.program === null ? null : JSON.stringify(draft.program)
  const { rows } = await run(
    tx,
    sql<DraftRow>`
    update program_draft
    set revision = revision + 1, program = ${program}::jsonb, based_on = ${draft.basedOn},
      note = ${draft.note}, changed_by = ${JSON.stringify(by)}::jsonb,
      changed_at = ${instantToText(now)}::timestamptz
    where tenant_id = ${tenantId}
    returning revision, program, based_on, note, changed_by, changed_at`,
  )
  return toDraft(rows[0])
}

/** When the first version was published; null: none was. */
export async function findFirstPublished(tx: Tx, tenantId: TenantId): Promise<Instant | null> {
  const { rows } = await run(
    tx,
    sql<{ at: Date | null }>`
    select min(published_at) as at from program_version where tenant_id = ${tenantId}`,
  )
  return rows[0]?.at?.getTime() ?? null
}
