import type { TenantId } from '../../contract/ids.ts'
import { type Instant, instantToText, instantToTextOrNull } from '../../platform/clock.ts'
import { type Decimal, decimalFromText } from '../../platform/decimal.ts'
import { run, type Tx } from '../../platform/postgres/database.ts'
import { sql } from '../../platform/postgres/sql.ts'
import {
  IMPORT_STATES,
  type Import,
  type ImportAnswers,
  type ImportDone,
  type ImportFindings,
  type ImportFormat,
  type ImportKind,
  type ImportMapping,
  type ImportOptions,
  type ImportUndone,
} from '../import.ts'

interface ImportRow {
  tenant_id: TenantId
  id: number
  kind: ImportKind
  state: number
  revision: number
  file_id: number
  file_name: string
  file_bytes: number
  preset: string | null
  format: ImportFormat | null
  mapping: ImportMapping | null
  options: ImportOptions
  answers: ImportAnswers
  plan_hash: Buffer | null
  checked_at: Date | null
  findings: ImportFindings | null
  sample_file_id: number | null
  refused_file_id: number | null
  check_job_id: number | null
  apply_job_id: number | null
  applied: ImportDone | null
  applied_at: Date | null
  error_file_id: number | null
  undo_job_id: number | null
  undone: ImportUndone | null
  undone_at: Date | null
  created_by: string
  created_label: string
  created_at: Date
}

function importOf(row: ImportRow): Import {
  return {
    tenantId: row.tenant_id,
    id: row.id,
    kind: row.kind,
    state: IMPORT_STATES[row.state] ?? 'draft',
    revision: row.revision,
    fileId: row.file_id,
    fileName: row.file_name,
    fileBytes: row.file_bytes,
    preset: row.preset,
    format: row.format,
    mapping: row.mapping,
    options: row.options,
    answers: row.answers,
    plan: planOf(row),
    checkJobId: row.check_job_id,
    applyJobId: row.apply_job_id,
    applied: row.applied,
    appliedAt: row.applied_at?.getTime() ?? null,
    errorFileId: row.error_file_id,
    undoJobId: row.undo_job_id,
    undone: row.undone,
    undoneAt: row.undone_at?.getTime() ?? null,
    createdBy: row.created_by,
    createdLabel: row.created_label,
    createdAt: row.created_at.getTime(),
  }
}

function planOf(row: ImportRow): Import['plan'] {
  const { plan_hash: hash, checked_at: checkedAt, findings } = row
  if (!hash || !checkedAt || !findings) return null
  return {
    ...{ hash, findings, checkedAt: checkedAt.getTime() },
    sampleFileId: row.sample_file_id,
    refusedFileId: row.refused_file_id,
  }
}

function json(value: unknown): string | null {
  return value === null ? null : JSON.stringify(value)
}

export type NewImport = Pick<
  Import,
  | 'tenantId'
  | 'kind'
  | 'fileId'
  | 'fileName'
  | 'fileBytes'
  | 'preset'
  | 'format'
  | 'mapping'
  | 'options'
  | 'createdBy'
  | 'createdLabel'
  | 'createdAt'
>

export async function insertImport(tx: Tx, made: NewImport): Promise<Import> {
  const { rows } = await run(
    tx,
    sql<ImportRow>`
    insert into import (tenant_id, kind, state, revision, file_id, file_name, file_bytes, preset, format, mapping,
      options, answers, created_by, created_label, created_at)
    values (${made.tenantId}, ${made.kind}, 0, 1, ${made.fileId}, ${made.fileName}, ${made.fileBytes}, ${made.preset},
      ${json(made.format)}::jsonb, ${json(made.mapping)}::jsonb, ${JSON.stringify(made.options)}::jsonb, '{}',
      ${made.createdBy.slice(0, 100)}, ${made.createdLabel.slice(0, 250)}, ${instantToText(made.createdAt)})
    returning *`,
  )
  const [row] = rows
  if (!row) throw new Error('an import that was inserted is answered')
  return importOf(row)
}

export async function findImport(tx: Tx, tenantId: TenantId, id: number): Promise<Import | null> {
  const { rows } = await run(
    tx,
    sql<ImportRow>`select * from import where tenant_id = ${tenantId} and id = ${id}`,
  )
  return rows[0] ? importOf(rows[0]) : null
}

/** Before its jobs, wherever both are locked by a request; a job that saves a page has locked itself before. */
export async function lockImport(tx: Tx, tenantId: TenantId, id: number): Promise<Import | null> {
  const { rows } = await run(
    tx,
    sql<ImportRow>`select * from import where tenant_id = ${tenantId} and id = ${id} for update`,
  )
  return rows[0] ? importOf(rows[0]) : null
}

/** An import that was locked, as it has become. */
export async function saveImport(tx: Tx, made: Import): Promise<void> {
  const { plan } = made
  await run(
    tx,
    sql`
    update import set state = ${IMPORT_STATES.indexOf(made.state)}, revision = ${made.revision},
      preset = ${made.preset}, format = ${json(made.format)}::jsonb, mapping = ${json(made.mapping)}::jsonb,
      options = ${JSON.stringify(made.options)}::jsonb, answers = ${JSON.stringify(made.answers)}::jsonb,
      plan_hash = ${plan?.hash ?? null}::bytea, checked_at = ${instantToTextOrNull(plan?.checkedAt ?? null)},
      findings = ${json(plan?.findings ?? null)}::jsonb, sample_file_id = ${plan?.sampleFileId ?? null},
      refused_file_id = ${plan?.refusedFileId ?? null}, check_job_id = ${made.checkJobId},
      apply_job_id = ${made.applyJobId}, applied = ${json(made.applied)}::jsonb,
      applied_at = ${instantToTextOrNull(made.appliedAt)}, error_file_id = ${made.errorFileId},
      undo_job_id = ${made.undoJobId}, undone = ${json(made.undone)}::jsonb,
      undone_at = ${instantToTextOrNull(made.undoneAt)}
    where tenant_id = ${made.tenantId} and id = ${made.id}`,
  )
}

/** Newest first. */
export async function listImports(
  tx: Tx,
  tenantId: TenantId,
  { belowId, limit }: { readonly belowId: number; readonly limit: number },
): Promise<Import[]> {
  const { rows } = await run(
    tx,
    sql<ImportRow>`
    select * from import where tenant_id = ${tenantId} and id < ${belowId}
    order by tenant_id desc, id desc limit ${limit}`,
  )
  return rows.map(importOf)
}

/** What is counted over several imports: two that begin at the same moment are counted one after the other. */
export async function lockCountsOf(tx: Tx, tenantId: TenantId): Promise<void> {
  await run(
    tx,
    sql`select pg_advisory_xact_lock(hashtextextended('punchcard imports of ' || ${tenantId}::text, 0))`,
  )
}

/** Imports of which applying, or undoing, has begun since, with their points without signs: as done, else as foreseen. */
export async function listBegunSince(
  tx: Tx,
  tenantId: TenantId,
  { kind, since }: { readonly kind: 'import' | 'undo'; readonly since: Instant },
): Promise<readonly { readonly id: number; readonly points: Decimal }[]> {
  const { rows } = await run(
    tx,
    sql<{ id: number; points: string }>`
    select id, coalesce(applied, findings) -> 'sums' ->> 'absolutePoints' as points from import
    where tenant_id = ${tenantId} and case when ${kind === 'undo'} then undone_at else applied_at end > ${instantToText(since)}::timestamptz
      and coalesce(applied, findings) is not null`,
  )
  return rows.map(({ id, points }) => ({ id, points: decimalFromText(points) }))
}

/** Those that were never applied. */
export async function countOpenImports(tx: Tx, tenantId: TenantId): Promise<number> {
  await lockCountsOf(tx, tenantId)
  const { rows } = await run(
    tx,
    sql<{ count: number }>`
    select count(*)::int as count from import where tenant_id = ${tenantId} and apply_job_id is null`,
  )
  return rows[0]?.count ?? 0
}

/** Those that were never applied and whose uploads are gone by now. */
export async function deleteOldDrafts(tx: Tx, tenantId: TenantId, before: Instant): Promise<void> {
  await run(
    tx,
    sql`
    delete from import
    where tenant_id = ${tenantId} and apply_job_id is null and created_at < ${instantToText(before)}`,
  )
}

const NAMED_MAX = 10

/** The newest imports of these kinds that were applied, and not undone. */
export async function findAppliedOf(
  tx: Tx,
  tenantId: TenantId,
  kinds: readonly ImportKind[],
): Promise<readonly number[]> {
  const { rows } = await run(
    tx,
    sql<{ id: number }>`
    select id from import
    where tenant_id = ${tenantId} and kind = any (${[...kinds]}::text[]) and applied_at is not null
      and state <> ${IMPORT_STATES.indexOf('undone')}
    order by tenant_id desc, id desc limit ${NAMED_MAX}`,
  )
  return rows.map(({ id }) => id).toReversed()
}

/** Whether anything that was spent or ordered elsewhere counts for tiers. */
export async function hasImportedProgress(tx: Tx, tenantId: TenantId): Promise<boolean> {
  const { rows } = await run(tx, sql`select from imported_progress where tenant_id = ${tenantId} limit 1`)
  return rows.length > 0
}
