import type { TenantId } from '../../contract/ids.ts'
import type { Instant } from '../../platform/clock.ts'
import { run, type Tx } from '../../platform/postgres/database.ts'
import { Fragment, sql } from '../../platform/postgres/sql.ts'

/** A file of codes that was added to a list, in one request or in several with the same key. */
export interface CouponUpload {
  readonly id: number
  readonly listId: number
  /** Its name, where one was sent. */
  readonly file: string | null
  /** Codes that it added. */
  readonly codes: number
  /** Codes that undoing it has removed so far. */
  readonly removed: number
  /** Whether one of its codes was given out. */
  readonly isUsed: boolean
  readonly createdAt: Instant
  /** null: it was not undone, or not to the end. */
  readonly undoneAt: Instant | null
}

interface Row extends Omit<CouponUpload, 'createdAt' | 'undoneAt'> {
  readonly createdAt: Date
  readonly undoneAt: Date | null
}

const COLUMNS = new Fragment(`
  upload.id, upload.list_id as "listId", upload.file, upload.code_count as codes, upload.removed_count as removed,
  upload.created_at as "createdAt", upload.undone_at as "undoneAt",
  exists (
    select from pre_generated_coupon as code
    where code.tenant_id = upload.tenant_id and code.upload_id = upload.id and code.is_assigned
  ) as "isUsed"`)

function toUpload(row: Row): CouponUpload {
  return { ...row, createdAt: row.createdAt.getTime(), undoneAt: row.undoneAt?.getTime() ?? null }
}

/** A page of the uploads of a list, the newest first. */
export async function listUploads(
  tx: Tx,
  tenantId: TenantId,
  listId: number,
  { belowId, limit }: { readonly belowId: number; readonly limit: number },
): Promise<CouponUpload[]> {
  const { rows } = await run(
    tx,
    sql<Row>`
    select ${COLUMNS} from coupon_upload as upload
    where upload.tenant_id = ${tenantId} and upload.list_id = ${listId} and upload.id < ${belowId}
      and upload.code_count > 0
    order by upload.id desc
    limit ${limit}`,
  )
  return rows.map(toUpload)
}

export async function findUpload(
  tx: Tx,
  tenantId: TenantId,
  listId: number,
  id: number,
): Promise<CouponUpload | null> {
  const { rows } = await run(
    tx,
    sql<Row>`
    select ${COLUMNS} from coupon_upload as upload
    where upload.tenant_id = ${tenantId} and upload.list_id = ${listId} and upload.id = ${id}`,
  )
  return rows[0] ? toUpload(rows[0]) : null
}

/** Waits for the part of it that is being added, or for who is undoing it. */
export async function lockUpload(
  tx: Tx,
  tenantId: TenantId,
  listId: number,
  id: number,
): Promise<CouponUpload | null> {
  await run(
    tx,
    sql`
    select from coupon_upload
    where tenant_id = ${tenantId} and list_id = ${listId} and id = ${id}
    for no key update`,
  )
  return findUpload(tx, tenantId, listId, id)
}

/** The upload with this key, locked; made if there is none. */
export async function openUpload(
  tx: Tx,
  tenantId: TenantId,
  { listId, key, file }: { readonly listId: number; readonly key: string; readonly file: string | null },
): Promise<CouponUpload> {
  await run(
    tx,
    sql`
    insert into coupon_upload (tenant_id, list_id, key, file)
    values (${tenantId}, ${listId}, ${key}, ${file})
    on conflict (tenant_id, list_id, key) do nothing`,
  )
  const { rows } = await run(
    tx,
    sql<{ id: number }>`
    select id from coupon_upload where tenant_id = ${tenantId} and list_id = ${listId} and key = ${key}`,
  )
  const upload = rows[0] ? await lockUpload(tx, tenantId, listId, rows[0].id) : null
  if (!upload) throw new Error(`upload ${key} of list ${listId} is gone right after it was made`)
  return upload
}

export async function countUpload(tx: Tx, tenantId: TenantId, id: number, added: number): Promise<void> {
  await run(
    tx,
    sql`
    update coupon_upload set code_count = code_count + ${added}
    where tenant_id = ${tenantId} and id = ${id}`,
  )
}

/**
 * Removes at most so many of its codes that were not given out, and says how many these were. They go by their ids up
 * to a bound, without a join: right after an upload PostgreSQL believes that the table is empty, and would compare each
 * row with each. Only for a transaction that has locked the usage of the list's reward.
 */
export async function removeCodes(tx: Tx, tenantId: TenantId, id: number, limit: number): Promise<number> {
  const { rows } = await run(
    tx,
    sql<{ id: number }>`
    delete from pre_generated_coupon
    where tenant_id = ${tenantId} and upload_id = ${id} and not is_assigned and id <= (
      select max(first.id) from (
        select id from pre_generated_coupon
        where tenant_id = ${tenantId} and upload_id = ${id} and not is_assigned
        order by id
        limit ${limit}
      ) as first
    )
    returning id`,
  )
  return rows.length
}

export async function countRemoved(
  tx: Tx,
  tenantId: TenantId,
  id: number,
  { removed, isDone }: { readonly removed: number; readonly isDone: boolean },
): Promise<void> {
  await run(
    tx,
    sql`
    update coupon_upload
    set removed_count = removed_count + ${removed}, undone_at = case when ${isDone}::boolean then now() end
    where tenant_id = ${tenantId} and id = ${id}`,
  )
}
