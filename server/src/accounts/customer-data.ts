/** What accounts know of a customer beside the row itself, which is written with the account. */

import type { CustomerId, OrderId, TenantId } from '../contract/ids.ts'
import { type Columns, rowsAs } from '../platform/postgres/columns.ts'
import { run, type Tx } from '../platform/postgres/database.ts'
import { sql } from '../platform/postgres/sql.ts'
import type { KnownProfile } from './claim.ts'
import { idTerm } from './collections/erased-persons.ts'
import {
  asItIs,
  decimalOf,
  ERASED,
  type Erased,
  type Exported,
  listBy,
  momentOf,
  newestFirst,
  type PageAfter,
} from './customer-data-kit.ts'

const TERM: Columns<{ readonly tenantId: TenantId; readonly key: Buffer; readonly term: string }> = {
  tenant_id: ['bigint', ({ tenantId }) => tenantId],
  key: ['bytea', ({ key }) => key],
  term: ['text', ({ term }) => term],
}

/** Remembers by hashes that the person was erased, and gives up former ids and those of customers who were merged into this one. */
export function forget(tx: Tx, rows: readonly Erased[]): Promise<unknown>[] {
  const terms = rows.flatMap(({ tenantId, key, terms }) => terms.map((term) => ({ tenantId, key, term })))
  return [
    // First, because former ids are hashed as they lie.
    run(
      tx,
      sql`
      insert into erased_person (tenant_id, hmac)
      select known.tenant_id, sha256(known.key || sha256(known.key || convert_to(known.term, 'UTF8')))
      from (
        select tenant_id, key, term from ${rowsAs('named', TERM, terms)}
        union all
        select alias.tenant_id, erased.key, ${idTerm('')}::text || alias.original_id
        from ${rowsAs('erased', ERASED, rows)}
        join customer_alias as alias
          on alias.tenant_id = erased.tenant_id and alias.customer_id = erased.customer_id
      ) as known
      on conflict do nothing`,
    ),
    run(
      tx,
      sql`
      update customer set merged_id = 'merged-' || customer.public_id, merge_hash = null, merge_key = gen_random_uuid()::text from ${rowsAs('erased', ERASED, rows)}
      where customer.tenant_id = erased.tenant_id and customer.merged_into = erased.customer_id`,
    ),
    run(
      tx,
      sql`
      delete from customer_alias using ${rowsAs('erased', ERASED, rows)}
      where customer_alias.tenant_id = erased.tenant_id and customer_alias.customer_id = erased.customer_id`,
    ),
    run(
      tx,
      sql`
      delete from customer_claim using ${rowsAs('erased', ERASED, rows)}
      where customer_claim.tenant_id = erased.tenant_id and customer_claim.customer_id = erased.customer_id`,
    ),
    run(
      tx,
      sql`
      update customer set former_id_count = 0 from ${rowsAs('erased', ERASED, rows)}
      where customer.tenant_id = erased.tenant_id and customer.id = erased.customer_id and former_id_count > 0`,
    ),
    // Tokens of the storefront that were made for them.
    run(
      tx,
      sql`
      insert into storefront_block (tenant_id, customer_id, since)
      select erased.tenant_id, erased.customer_id, now() from ${rowsAs('erased', ERASED, rows)}
      on conflict (tenant_id, customer_id) do update set since = excluded.since`,
    ),
  ]
}

type OfCustomer = Pick<Exported, 'tenantId' | 'customerId'>

/** What stands in the file before its lists. */
export async function findProfile(tx: Tx, { tenantId, customerId }: OfCustomer) {
  const { rows } = await run(
    tx,
    sql<{
      id: CustomerId
      publicId: string
      originalId: string
      formerIds: string[]
      name: string | null
      email: string | null
      phone: string | null
      document: string | null
      birthday: string | null
      birthdayUpdatedAt: string | null
      signupAt: string | null
      isEnrolled: boolean
      enrolledAt: string | null
      createdAt: string
      erasedAt: string | null
      tierId: number | null
      activeOn: string | null
      noticeOn: string | null
      points: string
      cashback: string
    }>`
    select id, public_id as "publicId", original_id as "originalId", array(
        select alias.original_id from customer_alias as alias
        where alias.tenant_id = customer.tenant_id and alias.customer_id = customer.id
        order by 1
      ) as "formerIds", name, email, phone, document, ${momentOf('birthday')} as birthday,
      ${momentOf('birthday_updated_at')} as "birthdayUpdatedAt", ${momentOf('signup_at')} as "signupAt",
      is_enrolled as "isEnrolled", ${momentOf('enrolled_at')} as "enrolledAt", ${momentOf('created_at')} as "createdAt",
      ${momentOf('erased_at')} as "erasedAt", tier_id as "tierId", active_on::text as "activeOn",
      notice_on::text as "noticeOn", ${decimalOf('points_balance')} as points,
      ${decimalOf('cashback_balance')} as cashback
    from customer where tenant_id = ${tenantId} and id = ${customerId}`,
  )
  const [row] = rows
  if (!row) return null
  const { points, cashback, ...profile } = row
  return { ...profile, balance: { points, cashback } }
}

interface RecordRow {
  readonly id: number
  readonly type: number
  readonly points: string
  readonly cashback: string
  readonly recordedAt: string
  readonly orderId: OrderId | null
  readonly availableAt: string | null
  readonly expiresAt: string | null
  readonly left: string | null
}

async function findRecords(
  tx: Tx,
  { tenantId, customerId }: Exported,
  { after, limit }: PageAfter<number>,
): Promise<readonly RecordRow[]> {
  const { rows } = await run(
    tx,
    sql<RecordRow>`
    select id, type, ${decimalOf('points')} as points, ${decimalOf('cashback')} as cashback,
      ${momentOf('recorded_at')} as "recordedAt", order_id as "orderId", ${momentOf('available_at')} as "availableAt",
      ${momentOf('expires_at')} as "expiresAt", ${decimalOf('remaining_points')} as "left"
    from point_record where tenant_id = ${tenantId} and customer_id = ${customerId} and id < ${after}
    order by tenant_id desc, customer_id desc, id desc limit ${limit}`,
  )
  return rows
}

interface MergedRow {
  readonly id: CustomerId
  readonly publicId: string
  readonly originalId: string | null
  readonly key: string
  readonly mergedAt: string
}

/** Customers who were merged into this one: all else of theirs is this customer's own. */
async function findMerged(
  tx: Tx,
  { tenantId, customerId }: Exported,
  { after, limit }: PageAfter<number>,
): Promise<readonly MergedRow[]> {
  const { rows } = await run(
    tx,
    sql<MergedRow>`
    with theirs as materialized (
      select * from customer where tenant_id = ${tenantId} and merged_into = ${customerId} and id > ${after}
    )
    select id, public_id as "publicId", merged_id as "originalId", merge_key as key, ${momentOf('merged_at')} as "mergedAt"
    from theirs order by id limit ${limit}`,
  )
  return rows
}

interface ClaimRow {
  readonly claimedId: string
  readonly formerId: string
  readonly claimedAt: string
  readonly profile: KnownProfile | null
  readonly revokedAt: string | null
}

/** By which ids of the shop the customer was claimed, who was imported by a contact alone. */
async function findClaims(
  tx: Tx,
  { tenantId, customerId }: Exported,
  { after, limit }: PageAfter<string>,
): Promise<readonly ClaimRow[]> {
  const { rows } = await run(
    tx,
    sql<ClaimRow>`
    select claimed_id as "claimedId", former_id as "formerId", ${momentOf('claimed_at')} as "claimedAt", profile,
      ${momentOf('revoked_at')} as "revokedAt"
    from customer_claim where tenant_id = ${tenantId} and customer_id = ${customerId} and claimed_id > ${after}
    order by tenant_id, customer_id, claimed_id limit ${limit}`,
  )
  return rows
}

export const exported = {
  claims: listBy({ first: '', find: findClaims, keyOf: ({ claimedId }): string => claimedId, shown: asItIs }),
  merged: listBy({ first: 0, find: findMerged, keyOf: ({ id }): number => id, shown: asItIs }),
  records: newestFirst(findRecords, asItIs),
}

/** Whose file is written, and how far their account is. Another answer than before: the file begins again. */
export interface FileSubject {
  readonly publicId: string
  readonly isErased: boolean
  readonly mergedInto: CustomerId | null
  /** With those of customers who were merged into this one. */
  readonly ids: readonly CustomerId[]
  /** Grows with each change of the balance. */
  readonly sequence: number
}

export async function findSubject(tx: Tx, { tenantId, customerId }: OfCustomer): Promise<FileSubject | null> {
  const { rows } = await run(
    tx,
    sql<Omit<FileSubject, 'ids'> & { readonly merged: readonly CustomerId[] }>`
    select public_id as "publicId", erased_at is not null as "isErased", merged_into as "mergedInto",
      event_sequence as sequence, array(
        select other.id from customer as other
        where other.tenant_id = customer.tenant_id and other.merged_into = customer.id order by 1
      ) as merged
    from customer where tenant_id = ${tenantId} and id = ${customerId}`,
  )
  const [row] = rows
  if (!row) return null
  const { merged, ...subject } = row
  return { ...subject, ids: [customerId, ...merged] }
}
