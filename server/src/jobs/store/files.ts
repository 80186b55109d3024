import type { TenantId } from '../../contract/ids.ts'
import { type Instant, instantToText } from '../../platform/clock.ts'
import { run, type Tx } from '../../platform/postgres/database.ts'
import { sql } from '../../platform/postgres/sql.ts'
import { type DeletedBecause, FILE_STATES, type StoredFile } from '../file.ts'
import type { SealedPart } from '../sealed-part.ts'

interface FileRow {
  tenant_id: TenantId
  id: number
  job_id: number | null
  name: string
  purpose: string
  bytes: number
  lines: number | null
  sha256: Buffer | null
  sealed_key: Buffer
  holds_persons: boolean
  state: number
  by_actor: string
  created_at: Date
  expires_at: Date
  deleted_because: DeletedBecause | null
}

function fileOf(row: FileRow): StoredFile {
  return {
    tenantId: row.tenant_id,
    id: row.id,
    jobId: row.job_id,
    name: row.name,
    purpose: row.purpose,
    bytes: row.bytes,
    lines: row.lines,
    sha256: row.sha256,
    sealedKey: row.sealed_key,
    holdsPersons: row.holds_persons,
    state: FILE_STATES[row.state] ?? 'deleted',
    byActor: row.by_actor,
    createdAt: row.created_at.getTime(),
    expiresAt: row.expires_at.getTime(),
    deletedBecause: row.deleted_because,
  }
}

const WRITING = FILE_STATES.indexOf('writing')
const COMPLETE = FILE_STATES.indexOf('complete')
const DELETED = FILE_STATES.indexOf('deleted')

export interface NewFile
  extends Pick<
    StoredFile,
    'id' | 'jobId' | 'name' | 'purpose' | 'bytes' | 'lines' | 'sealedKey' | 'holdsPersons' | 'byActor'
  > {
  readonly now: Instant
  readonly expiresAt: Instant
}

/** Its key is sealed for this number, so the number comes first. */
export async function nextFileId(tx: Tx): Promise<number> {
  const { rows } = await run(tx, sql<{ id: number }>`select nextval('file_id') as id`)
  return rows[0]?.id ?? 0
}

export async function insertFile(tx: Tx, tenantId: TenantId, file: NewFile): Promise<void> {
  await run(
    tx,
    sql`
    insert into file (tenant_id, id, job_id, name, purpose, bytes, lines, sealed_key, holds_persons, state, by_actor,
      created_at, expires_at)
    values (${tenantId}, ${file.id}, ${file.jobId}, ${file.name}, ${file.purpose}, ${file.bytes}, ${file.lines},
      ${file.sealedKey}::bytea, ${file.holdsPersons}, ${WRITING}, ${file.byActor.slice(0, 100)},
      ${instantToText(file.now)}, ${instantToText(file.expiresAt)})`,
  )
}

export async function findFile(tx: Tx, tenantId: TenantId, id: number): Promise<StoredFile | null> {
  const { rows } = await run(
    tx,
    sql<FileRow>`select * from file where tenant_id = ${tenantId} and id = ${id}`,
  )
  return rows[0] ? fileOf(rows[0]) : null
}

/** Parts of one file are written one at a time. */
export async function lockFile(tx: Tx, tenantId: TenantId, id: number): Promise<StoredFile | null> {
  const { rows } = await run(
    tx,
    sql<FileRow>`select * from file where tenant_id = ${tenantId} and id = ${id} for update`,
  )
  return rows[0] ? fileOf(rows[0]) : null
}

/** A job writes each of its files once. */
export async function lockFileOfJob(
  tx: Tx,
  tenantId: TenantId,
  jobId: number,
  name: string,
): Promise<StoredFile | null> {
  const { rows } = await run(
    tx,
    sql<FileRow>`
    select * from file
    where tenant_id = ${tenantId} and job_id = ${jobId} and name = ${name} and state < ${DELETED} for update`,
  )
  return rows[0] ? fileOf(rows[0]) : null
}

export async function filesOfJob(tx: Tx, tenantId: TenantId, jobId: number): Promise<StoredFile[]> {
  const { rows } = await run(
    tx,
    sql<FileRow>`select * from file where tenant_id = ${tenantId} and job_id = ${jobId} order by id`,
  )
  return rows.map(fileOf)
}

/**
 * What the merchant's other files have. Two that begin or grow at the same moment are counted one after the other: the
 * lock is held until the transaction ends.
 */
export async function bytesOfOthers(tx: Tx, tenantId: TenantId, id: number | null): Promise<number> {
  await run(
    tx,
    sql`select pg_advisory_xact_lock(hashtextextended('punchcard files of ' || ${tenantId}::text, 0))`,
  )
  const { rows } = await run(
    tx,
    sql<{ bytes: number }>`
    select coalesce(sum(bytes), 0)::bigint as bytes from file
    where tenant_id = ${tenantId} and state < ${DELETED} and id is distinct from ${id}::bigint`,
  )
  return rows[0]?.bytes ?? 0
}

/** Deleted ones too, as long as they are listed. */
export async function countFiles(tx: Tx, tenantId: TenantId): Promise<number> {
  const { rows } = await run(
    tx,
    sql<{ count: number }>`select count(*)::int as count from file where tenant_id = ${tenantId}`,
  )
  return rows[0]?.count ?? 0
}

/** What all files of these merchants have; with `beforeId`, those that began before that one. */
export async function bytesOfFiles(
  tx: Tx,
  tenantIds: readonly TenantId[],
  beforeId: number | null,
): Promise<number> {
  const { rows } = await run(
    tx,
    sql<{ bytes: number }>`
    select coalesce(sum(bytes), 0)::bigint as bytes from file
    where tenant_id = any (${tenantIds}::bigint[]) and state < ${DELETED}
      and (${beforeId}::bigint is null or id < ${beforeId}::bigint)`,
  )
  return rows[0]?.bytes ?? 0
}

/** Newest first: uploads, where they are wanted, and those of jobs of these kinds. */
export async function listFiles(
  tx: Tx,
  tenantId: TenantId,
  { kinds, hasUploads, jobId, belowId, limit }: FileFilter,
): Promise<StoredFile[]> {
  const { rows } = await run(
    tx,
    sql<FileRow>`
    select file.* from file left join job on job.tenant_id = file.tenant_id and job.id = file.job_id
    where file.tenant_id = ${tenantId} and file.id < ${belowId}
      and (job.kind = any (${kinds}::text[]) or (file.job_id is null and ${hasUploads}::boolean))
      and (${jobId}::bigint is null or file.job_id = ${jobId}::bigint)
    order by file.id desc limit ${limit}`,
  )
  return rows.map(fileOf)
}

export interface FileFilter {
  readonly kinds: readonly string[]
  readonly hasUploads: boolean
  readonly jobId: number | null
  readonly belowId: number
  readonly limit: number
}

export async function savePart(
  tx: Tx,
  { tenantId, id }: Pick<StoredFile, 'tenantId' | 'id'>,
  number: number,
  { octets, sha256 }: SealedPart,
): Promise<void> {
  await run(
    tx,
    sql`
    insert into file_part (tenant_id, file_id, number, octets, sha256)
    values (${tenantId}, ${id}, ${number}, ${octets}::bytea, ${sha256}::bytea)
    on conflict (tenant_id, file_id, number) do update set octets = excluded.octets, sha256 = excluded.sha256`,
  )
}

export async function readPart(
  tx: Tx,
  tenantId: TenantId,
  fileId: number,
  number: number,
): Promise<Buffer | null> {
  const { rows } = await run(
    tx,
    sql<{ octets: Buffer }>`
    select octets from file_part where tenant_id = ${tenantId} and file_id = ${fileId} and number = ${number}`,
  )
  return rows[0]?.octets ?? null
}

/** How many parts are there. */
export async function countParts(tx: Tx, tenantId: TenantId, fileId: number): Promise<number> {
  const { rows } = await run(
    tx,
    sql<{ count: number }>`
    select count(*)::int as count from file_part where tenant_id = ${tenantId} and file_id = ${fileId}`,
  )
  return rows[0]?.count ?? 0
}

/** The numbers of the parts that are there, in order. */
export async function partNumbers(tx: Tx, tenantId: TenantId, fileId: number): Promise<number[]> {
  const { rows } = await run(
    tx,
    sql<{ number: number }>`
    select number from file_part where tenant_id = ${tenantId} and file_id = ${fileId} order by number`,
  )
  return rows.map(({ number }) => number)
}

export async function growFile(
  tx: Tx,
  { tenantId, id }: Pick<StoredFile, 'tenantId' | 'id'>,
  { bytes, lines }: Pick<StoredFile, 'bytes' | 'lines'>,
): Promise<void> {
  await run(
    tx,
    sql`update file set bytes = ${bytes}, lines = ${lines} where tenant_id = ${tenantId} and id = ${id}`,
  )
}

export async function completeFile(
  tx: Tx,
  { tenantId, id }: Pick<StoredFile, 'tenantId' | 'id'>,
  { sha256, expiresAt }: { readonly sha256: Buffer; readonly expiresAt: Instant },
): Promise<void> {
  await run(
    tx,
    sql`
    update file set state = ${COMPLETE}, sha256 = ${sha256}::bytea, expires_at = ${instantToText(expiresAt)}
    where tenant_id = ${tenantId} and id = ${id} and state = ${WRITING}`,
  )
}

export async function markFileDeleted(
  tx: Tx,
  tenantId: TenantId,
  id: number,
  because: DeletedBecause,
): Promise<void> {
  await run(
    tx,
    sql`
    update file set state = ${DELETED}, deleted_because = ${because}
    where tenant_id = ${tenantId} and id = ${id} and state < ${DELETED}`,
  )
}

export async function markFilesOfJobDeleted(
  tx: Tx,
  tenantId: TenantId,
  jobId: number,
  because: DeletedBecause,
): Promise<void> {
  await run(
    tx,
    sql`
    update file set state = ${DELETED}, deleted_because = ${because}
    where tenant_id = ${tenantId} and job_id = ${jobId} and state < ${DELETED}`,
  )
}

/** What jobs work with: the files that they write, and uploads that they read. */
export interface FilesOfJobs {
  readonly jobIds: readonly number[]
  readonly uploadIds: readonly number[]
}

/** Complete files with persons but these: what is inside is sealed, so all of them are. */
export async function markFilesWithPersonsDeleted(
  tx: Tx,
  tenantId: TenantId,
  because: DeletedBecause,
  { jobIds, uploadIds }: FilesOfJobs,
): Promise<void> {
  await run(
    tx,
    sql`
    update file set state = ${DELETED}, deleted_because = ${because}
    where tenant_id = ${tenantId} and state = ${COMPLETE} and holds_persons
      and id <> all (${uploadIds}::bigint[]) and (job_id is null or job_id <> all (${jobIds}::bigint[]))`,
  )
}

/** Those with persons of jobs that have ended, whole or not. */
export async function markPersonsOfJobsDeleted(
  tx: Tx,
  tenantId: TenantId,
  because: DeletedBecause,
  { jobIds, uploadIds }: FilesOfJobs,
): Promise<void> {
  await run(
    tx,
    sql`
    update file set state = ${DELETED}, deleted_because = ${because}
    where tenant_id = ${tenantId} and state < ${DELETED} and holds_persons
      and (id = any (${uploadIds}::bigint[]) or job_id = any (${jobIds}::bigint[]))`,
  )
}

export async function markExpiredDeleted(
  tx: Tx,
  tenantIds: readonly TenantId[],
  now: Instant,
): Promise<number> {
  const { rows } = await run(
    tx,
    sql<{ id: number }>`
    update file set state = ${DELETED}, deleted_because = 'expired'
    where tenant_id = any (${tenantIds}::bigint[]) and state < ${DELETED} and expires_at <= ${instantToText(now)}
    returning id`,
  )
  return rows.length
}

/** Of these merchants, those that have octets of deleted files. */
export async function tenantsWithDeletedParts(tx: Tx, tenantIds: readonly TenantId[]): Promise<TenantId[]> {
  const { rows } = await run(
    tx,
    sql<{ tenant_id: TenantId }>`
    select distinct tenant_id from file
    where tenant_id = any (${tenantIds}::bigint[]) and state = ${DELETED} and exists (
      select from file_part as part where part.tenant_id = file.tenant_id and part.file_id = file.id
    )`,
  )
  return rows.map(({ tenant_id }) => tenant_id)
}

/** At most so many parts of deleted files; returns how many. */
export async function deleteParts(tx: Tx, tenantId: TenantId, limit: number): Promise<number> {
  const { rows } = await run(
    tx,
    sql<{ id: number }>`
    delete from file_part using (
      select part.file_id, part.number from file
      join file_part as part on part.tenant_id = file.tenant_id and part.file_id = file.id
      where file.tenant_id = ${tenantId} and file.state = ${DELETED}
      order by part.file_id, part.number limit ${limit}
    ) as old
    where file_part.tenant_id = ${tenantId} and file_part.file_id = old.file_id and file_part.number = old.number
    returning file_part.number as id`,
  )
  return rows.length
}

/** Deleted files are listed with the reason until they would have expired. */
export async function deleteOldFiles(tx: Tx, tenantIds: readonly TenantId[], now: Instant): Promise<number> {
  const { rows } = await run(
    tx,
    sql<{ id: number }>`
    delete from file
    where tenant_id = any (${tenantIds}::bigint[]) and state = ${DELETED} and expires_at <= ${instantToText(now)}
      and not exists (
        select from file_part as part where part.tenant_id = file.tenant_id and part.file_id = file.id
      )
    returning id`,
  )
  return rows.length
}

export async function keysToReseal(tx: Tx, tenantId: TenantId): Promise<StoredFile[]> {
  const { rows } = await run(
    tx,
    sql<FileRow>`select * from file where tenant_id = ${tenantId} and state < ${DELETED} order by id for update`,
  )
  return rows.map(fileOf)
}

export async function saveSealedKey(
  tx: Tx,
  { tenantId, id }: Pick<StoredFile, 'tenantId' | 'id'>,
  sealedKey: Buffer,
): Promise<void> {
  await run(
    tx,
    sql`update file set sealed_key = ${sealedKey}::bytea where tenant_id = ${tenantId} and id = ${id}`,
  )
}
