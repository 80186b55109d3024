import { loadOne } from '../accounts/till/collection.ts'
import type { TenantId } from '../contract/ids.ts'
import type { Actor } from '../people/actor.ts'
import { type Instant, instantToText, instantToTextOrNull } from '../platform/clock.ts'
import { run, type Tx } from '../platform/postgres/database.ts'
import { Fragment, sql } from '../platform/postgres/sql.ts'
import { CURRENT, programSchedule, THAT_MAY_COUNT } from './collections.ts'
import { FORMAT_KNOWN, formatOf, ProgramTooNewError } from './format.ts'
import type { RuleKind } from './kinds.ts'
import { NO_RULE_STARTS, type Program } from './program.ts'
import type { ProgramContent } from './program-json.ts'
import { parseProgram } from './program-schema.ts'
import { readRuleStarts, ruleStartsFrom, type StoredRuleStarts, writeRuleStarts } from './rule-starts.ts'
import { programAt, standingAt } from './schedule.ts'

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

/** Publishes the next version of a tenant's program; returns its number, and when its cards first took effect. */
export async function insertVersion(
  tx: Tx,
  tenantId: TenantId,
  program: ProgramContent,
  { publishedAt, effectiveAt, publishedBy, note, source }: Publication,
): Promise<Pick<StoredVersion, 'version' | 'ruleStarts'>> {
  parseProgram({ ...program, version: 1 })
  const format = formatOf(program)
  const at = publishedAt ?? (await timeOfDatabase(tx))
  const moment = effectiveAt ?? at
  const { current } = standingAt(await findStandingVersions(tx, tenantId), moment)
  const ruleStarts = ruleStartsFrom(current?.ruleStarts ?? NO_RULE_STARTS, program, moment)
  const { rows } = await run(
    tx,
    sql<{ version: number }>`
    insert into program_version
      (tenant_id, version, program, published_at, effective_at, published_by, note, source, digest, format,
      card_starts)
    select ${tenantId}, coalesce(max(version), 0) + 1, made.program,
      ${instantToText(at)}::timestamptz, made.effective_at,
      ${publishedBy && JSON.stringify(publishedBy)}::jsonb, ${note}, ${source}, ${DIGEST},
      nullif(${format}::smallint, 1), ${writeRuleStarts(ruleStarts)}::json
    from (
      select ${JSON.stringify(program)}::jsonb as program, ${instantToTextOrNull(effectiveAt)}::timestamptz as effective_at
    ) as made
    left join program_version as before on before.tenant_id = ${tenantId}
    group by made.program, made.effective_at
    returning version`,
  )
  return { version: rows[0]?.version ?? 0, ruleStarts }
}

async function timeOfDatabase(tx: Tx): Promise<Instant> {
  const { rows } = await run(tx, sql<{ now: Date }>`select now()`)
  return rows[0]?.now.getTime() ?? 0
}

/** Publishes the next version without an author; it counts at once. */
export async function publishProgram(
  tx: Tx,
  tenantId: TenantId,
  program: ProgramContent,
  at: Instant | null = null,
): Promise<number> {
  const byNobody = { effectiveAt: null, publishedBy: null, note: null, source: null }
  const { version } = await insertVersion(tx, tenantId, program, { publishedAt: at, ...byNobody })
  return version
}

/**
 * Whether a version `later` takes effect after `version`. Without moments of their own they do so in the order of their
 * numbers, whatever the clock of a sandbox said meanwhile.
 */
const IS_LATER = new Fragment(`
  case
    when later.effective_at is null and version.effective_at is null then later.version > version.version
    when later.effective_at is null
      then later.version > version.version and later.published_at >= version.effective_at
    when version.effective_at is null
      then later.version > version.version or later.effective_at > version.published_at
    else (later.effective_at, later.version) > (version.effective_at, version.version)
  end`)

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
      select version, published_at, effective_at,
        program @? ${`$.rules[*] ? (@.kind == "${kind}" && !(@.isActive == false))`}::jsonpath as has_rule
      from program_version
      where tenant_id = ${tenantId} and cancelled_at is null
        and (effective_at is null or effective_at <= ${instantToText(now)}::timestamptz)
    )
    select min(coalesce(effective_at, published_at)) as start from version
    where not exists (
      select from version as later
      where not later.has_rule and (later.version = version.version or ${IS_LATER})
    )`,
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
  /** When each card first took effect. */
  readonly ruleStarts: Program['ruleStarts']
}

interface ListedRow {
  version: number
  published_at: Date
  effective_at: Date | null
  published_by: Actor | null
  note: string | null
  source: string | null
  cancelled_at: Date | null
}

interface VersionRow extends ListedRow {
  program: ProgramContent
  format: number | null
  card_starts: StoredRuleStarts | null
}

const VERSION_COLUMNS = new Fragment(
  'version, program, format, published_at, effective_at, published_by, note, source, cancelled_at, card_starts',
)

function toVersion(tenantId: TenantId, row: VersionRow): StoredVersion {
  const { version, program, format, card_starts } = row
  if (format !== null && format > FORMAT_KNOWN) throw new ProgramTooNewError(tenantId, version, format)
  return { ...toListed(row), program, ruleStarts: readRuleStarts(card_starts) }
}

function toListed(row: ListedRow): ListedVersion {
  return {
    version: row.version,
    publishedAt: row.published_at.getTime(),
    effectiveAt: row.effective_at?.getTime() ?? null,
    publishedBy: row.published_by,
    note: row.note,
    source: row.source,
    cancelledAt: row.cancelled_at?.getTime() ?? null,
  }
}

/** A version without its program, which may be large. */
export type ListedVersion = Omit<StoredVersion, 'program' | 'ruleStarts'>

/** The newest versions below a number, newest first; null: from the newest on. */
export async function listVersions(
  tx: Tx,
  tenantId: TenantId,
  { belowId, limit }: { readonly belowId: number; readonly limit: number },
): Promise<ListedVersion[]> {
  const { rows } = await run(
    tx,
    sql<ListedRow>`
    select version, published_at, effective_at, published_by, note, source, cancelled_at from program_version
    where tenant_id = ${tenantId} and version < ${belowId}::bigint
    order by version desc limit ${limit}`,
  )
  return rows.map(toListed)
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
  return rows[0] ? toVersion(tenantId, rows[0]) : null
}

/** The versions that may count now or later, in no order: `standingAt` tells which does. */
export async function findStandingVersions(tx: Tx, tenantId: TenantId): Promise<StoredVersion[]> {
  const { rows } = await run(
    tx,
    sql<VersionRow>`
    select ${VERSION_COLUMNS} from program_version where tenant_id = ${tenantId} and version in (
      select found.version from (select ${tenantId}::bigint as tenant_id) as wanted ${THAT_MAY_COUNT}
    )`,
  )
  return rows.map((row) => toVersion(tenantId, row))
}

/** The version that counts, or counted, until this one takes effect; null: none. */
export async function findVersionBefore(
  tx: Tx,
  tenantId: TenantId,
  number: number,
): Promise<StoredVersion | null> {
  const { rows } = await run(
    tx,
    sql<VersionRow>`
    with version as (
      select version.* from program_version as version
      join program_version as later on later.tenant_id = version.tenant_id and later.version = ${number}
      where version.tenant_id = ${tenantId} and version.version <> ${number} and version.cancelled_at is null
        and ${IS_LATER}
    )
    select ${VERSION_COLUMNS} from version
    where not exists (select from version as later where later.version <> version.version and ${IS_LATER})
    order by version desc limit 1`,
  )
  return rows[0] ? toVersion(tenantId, rows[0]) : null
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

/** What each card that ever took effect counts, by its id. */
export async function findCardCounts(tx: Tx, tenantId: TenantId): Promise<ReadonlyMap<number, string>> {
  const { rows } = await run(
    tx,
    sql<{ id: number; counts: string }>`
    select distinct (rule ->> 'id')::int as id, rule ->> 'counts' as counts
    from program_version, jsonb_array_elements(program -> 'rules') as rule
    where tenant_id = ${tenantId} and card_starts is not null and cancelled_at is null and rule ->> 'kind' = 'card'`,
  )
  return new Map(rows.map(({ id, counts }) => [id, counts]))
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

/** What waits for a program waits for this row, so there has to be one. */
async function ensureDraft(
  tx: Tx,
  tenantId: TenantId,
  { by, now }: { readonly by: Actor; readonly now: Instant },
): Promise<void> {
  await run(
    tx,
    sql`
    insert into program_draft (tenant_id, revision, changed_by, changed_at)
    values (${tenantId}, ${NO_DRAFT.revision}, ${JSON.stringify(by)}::jsonb, ${instantToText(now)}::timestamptz)
    on conflict (tenant_id) do nothing`,
  )
}

/** No program is published until this transaction ends. After a lock of rewards: applying a file locks in that order. */
export async function lockPublishing(tx: Tx, tenantId: TenantId, now: Instant): Promise<void> {
  await ensureDraft(tx, tenantId, { by: { kind: 'system', id: null, label: 'Punchcard' }, now })
  await run(tx, sql`select from program_draft where tenant_id = ${tenantId} for share`)
}

/** Locks the program against any other change until the transaction ends. */
export async function lockDraft(
  tx: Tx,
  tenantId: TenantId,
  doing: { readonly by: Actor; readonly now: Instant },
): Promise<StoredDraft> {
  await ensureDraft(tx, tenantId, doing)
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
