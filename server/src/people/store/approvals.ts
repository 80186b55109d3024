import type { CustomerId, RecordId, TenantId } from '../../contract/ids.ts'
import { type Instant, instantToText } from '../../platform/clock.ts'
import { type Columns, type ColumnsOf, keyColumns, rowsAs, table } from '../../platform/postgres/columns.ts'
import { run, type Tx } from '../../platform/postgres/database.ts'
import { sql } from '../../platform/postgres/sql.ts'
import type { Approval, ApprovalState } from '../approval.ts'

type ApprovalRow = AskedRow & Pick<Approval, 'kind' | 'request' | 'exceeds'>

interface AskedRow {
  tenant_id: TenantId
  id: number
  customer_id: CustomerId | null
  request_key: string
  request_hash: Buffer
  note: string | null
  requested_by: string
  requested_label: string
  requester_since: Date | null
  requested_at: Date
  expires_at: Date
  is_approved: boolean | null
  decided_by: string | null
  decided_label: string | null
  decided_at: Date | null
  decision_note: string | null
  record_id: RecordId | null
}

export interface ApprovalOfTenant {
  readonly tenantId: TenantId
  readonly approval: Approval
}

const KEY: ColumnsOf<'approval', ApprovalOfTenant> = {
  tenant_id: ['bigint', ({ tenantId }) => tenantId],
  id: ['bigint', ({ approval }) => approval.id],
}

/** Two requests with one key at the same moment: the second is refused as a race. */
export const insertApprovals = table('approval').insert<ApprovalOfTenant>({
  ...KEY,
  customer_id: ['bigint', ({ approval }) => approval.customerId],
  kind: ['text', ({ approval }) => approval.kind],
  request_key: ['text', ({ approval }) => approval.requestKey],
  request_hash: ['bytea', ({ approval }) => approval.requestHash],
  request: ['jsonb', ({ approval }) => approval.request],
  note: ['text', ({ approval }) => approval.note],
  exceeds: ['text', ({ approval }) => approval.exceeds],
  requested_by: ['text', ({ approval }) => approval.requestedBy.key],
  requested_label: ['text', ({ approval }) => approval.requestedBy.label],
  requester_since: ['timestamptz', ({ approval }) => approval.requesterSince],
  requested_at: ['timestamptz', ({ approval }) => approval.requestedAt],
  expires_at: ['timestamptz', ({ approval }) => approval.expiresAt],
})

export const saveDecisions = table('approval').update<ApprovalOfTenant>(KEY, {
  is_approved: ['boolean', ({ approval }) => approval.decision?.isApproved ?? null],
  decided_by: ['text', ({ approval }) => approval.decision?.by.key ?? null],
  decided_label: ['text', ({ approval }) => approval.decision?.by.label ?? null],
  decided_at: ['timestamptz', ({ approval }) => approval.decision?.at ?? null],
  decision_note: ['text', ({ approval }) => approval.decision?.note ?? null],
  record_id: ['bigint', ({ approval }) => approval.decision?.recordId ?? null],
})

type Keys<Key> = readonly { readonly tenantId: TenantId; readonly key: Key }[]

const BY_REQUEST = keyColumns<string>('request_key', 'text')
const BY_ID = keyColumns<number>('id', 'bigint')

export async function findApprovalsByRequest(tx: Tx, keys: Keys<string>): Promise<ApprovalOfTenant[]> {
  const { rows } = await run(
    tx,
    sql<ApprovalRow>`
    select approval.* from ${rowsAs('wanted', BY_REQUEST, keys)}
    join approval on approval.tenant_id = wanted.tenant_id and approval.request_key = wanted.request_key`,
  )
  return rows.map(ofTenant)
}

export async function findApprovals(tx: Tx, keys: Keys<number>): Promise<ApprovalOfTenant[]> {
  const { rows } = await run(
    tx,
    sql<ApprovalRow>`
    select approval.* from ${rowsAs('wanted', BY_ID, keys)}
    join approval on approval.tenant_id = wanted.tenant_id and approval.id = wanted.id`,
  )
  return rows.map(ofTenant)
}

const BY_CUSTOMER = keyColumns<CustomerId>('customer_id', 'bigint')

/** The last that was asked for about erasing these customers. */
export async function findLastErasures(tx: Tx, keys: Keys<CustomerId>): Promise<ApprovalOfTenant[]> {
  const { rows } = await run(
    tx,
    sql<ApprovalRow>`
    select last.* from ${rowsAs('wanted', BY_CUSTOMER, keys)}
    cross join lateral (
      select * from approval
      where approval.tenant_id = wanted.tenant_id and approval.customer_id = wanted.customer_id
        and approval.kind = 'erasure'
      order by approval.id desc
      limit 1
    ) as last`,
  )
  return rows.map(ofTenant)
}

/** Two customers who are to be one. */
export interface MergingPair {
  readonly fromId: CustomerId
  readonly intoId: CustomerId
}

const BY_PAIR: Columns<Keys<MergingPair>[number]> = {
  tenant_id: ['bigint', ({ tenantId }) => tenantId],
  from_id: ['bigint', ({ key }) => key.fromId],
  into_id: ['bigint', ({ key }) => key.intoId],
}

/** The last that was asked for about merging these customers into those. */
export async function findLastMerges(tx: Tx, keys: Keys<MergingPair>): Promise<ApprovalOfTenant[]> {
  const { rows } = await run(
    tx,
    sql<ApprovalRow>`
    select last.* from ${rowsAs('wanted', BY_PAIR, keys)}
    cross join lateral (
      select * from approval
      where approval.tenant_id = wanted.tenant_id and approval.customer_id = wanted.into_id
        and approval.kind = 'merge' and approval.request ->> 'fromId' = wanted.from_id::text
      order by approval.id desc
      limit 1
    ) as last`,
  )
  return rows.map(ofTenant)
}

const NAMED: Columns<{ readonly tenantId: TenantId; readonly approvalId: number }> = {
  tenant_id: ['bigint', ({ tenantId }) => tenantId],
  id: ['bigint', ({ approvalId }) => approvalId],
  position: ['int', (_, index) => index],
}

/** The customers that approvals are about, by their ids in the merchant's store; null where there is no approval. */
export async function findCustomersOfApprovals(
  tx: Tx,
  approvals: readonly { readonly tenantId: TenantId; readonly approvalId: number }[],
): Promise<(string | null)[]> {
  const { rows } = await run(
    tx,
    sql<{ position: number; original_id: string }>`
    select wanted.position, (
      select customer.original_id from customer
      where customer.tenant_id = approval.tenant_id and customer.id = approval.customer_id
    ) as original_id
    from ${rowsAs('wanted', NAMED, approvals)}
    join approval on approval.tenant_id = wanted.tenant_id and approval.id = wanted.id`,
  )
  const found = new Map(rows.map(({ position, original_id }) => [position, original_id]))
  return approvals.map((_, index) => found.get(index) ?? null)
}

/** A customer as an approval names one. */
export interface ApprovalCustomer {
  readonly publicId: string
  readonly name: string | null
  readonly erasedAt: Instant | null
}

/** As it is listed: with its customer. */
export interface ListedApproval {
  readonly approval: Approval
  /** null: it is about none. */
  readonly customer: ApprovalCustomer | null
  /** Who is to be merged into that one; null: it is about something else. */
  readonly from: ApprovalCustomer | null
}

export interface ApprovalFilter {
  readonly state?: ApprovalState
  /** `is`: only those that this actor has asked for; otherwise only those that others have. */
  readonly requester?: { readonly key: string; readonly is: boolean }
  readonly id?: number
  /** About this customer; of a merge either of the two. */
  readonly customerId?: CustomerId
}

/** Newest first, from below this id on. */
export async function listApprovals(
  tx: Tx,
  tenantId: TenantId,
  { state, requester, id, customerId }: ApprovalFilter,
  { now, belowId, limit }: { readonly now: Instant; readonly belowId: number; readonly limit: number },
): Promise<ListedApproval[]> {
  const at = instantToText(now)
  const { rows } = await run(
    tx,
    sql<ListedRow>`
    select approval.*, customer.public_id, customer.name, customer.erased_at,
      source.public_id as from_public_id, source.name as from_name, source.erased_at as from_erased_at
    -- The page first, with the id as a column of it: row-level security uses no index for what is read from JSON.
    from (
      select *, case when kind = 'merge' then (request ->> 'fromId')::bigint end as from_id from approval
      where tenant_id = ${tenantId} and id < ${belowId}
        and (${id ?? null}::bigint is null or id = ${id ?? null})
        and (${customerId ?? null}::bigint is null or customer_id = ${customerId ?? null}
          or kind = 'merge' and (request ->> 'fromId')::bigint = ${customerId ?? null})
        and (${requester?.key ?? null}::text is null
          or (requested_by = ${requester?.key ?? null}) = ${requester?.is ?? null}::boolean)
        and case ${state ?? null}::text
          when 'waiting' then is_approved is null and expires_at > ${at}::timestamptz
          when 'expired' then is_approved is null and expires_at <= ${at}::timestamptz
          when 'approved' then is_approved
          when 'rejected' then not is_approved
          else true end
      order by tenant_id desc, id desc
      limit ${limit}
    ) as approval
    left join customer on customer.tenant_id = approval.tenant_id and customer.id = approval.customer_id
    left join customer as source on source.tenant_id = approval.tenant_id and source.id = approval.from_id
    order by approval.id desc`,
  )
  return rows.map((row) => ({
    approval: toApproval(row),
    customer:
      row.public_id === null
        ? null
        : { publicId: row.public_id, name: row.name, erasedAt: row.erased_at?.getTime() ?? null },
    from:
      row.from_public_id === null
        ? null
        : {
            publicId: row.from_public_id,
            name: row.from_name,
            erasedAt: row.from_erased_at?.getTime() ?? null,
          },
  }))
}

type ListedRow = ApprovalRow & {
  public_id: string | null
  name: string | null
  erased_at: Date | null
  from_public_id: string | null
  from_name: string | null
  from_erased_at: Date | null
}

/** For a decision in a transaction of its own: of two at the same moment the second finds it decided. */
export async function lockApproval(tx: Tx, tenantId: TenantId, id: number): Promise<Approval | null> {
  const { rows } = await run(
    tx,
    sql<ApprovalRow>`select * from approval where tenant_id = ${tenantId} and id = ${id} for update`,
  )
  return rows[0] ? toApproval(rows[0]) : null
}

/** Ids come from the sequence of accounts' records, as those that the till gives. */
export async function nextApprovalId(tx: Tx): Promise<number> {
  const { rows } = await run(tx, sql<{ id: number }>`select nextval('account_id') as id`)
  return rows[0]?.id ?? 0
}

/** What was asked for about an import and is not decided; null: nothing. */
export async function findWaitingAboutImport(
  tx: Tx,
  tenantId: TenantId,
  {
    kind,
    importId,
    now,
  }: { readonly kind: 'import' | 'undo'; readonly importId: number; readonly now: Instant },
): Promise<Approval | null> {
  const { rows } = await run(
    tx,
    sql<ApprovalRow>`
    select * from approval
    where tenant_id = ${tenantId} and is_approved is null and expires_at > ${instantToText(now)}::timestamptz
      and kind = ${kind} and request ->> 'importId' = ${String(importId)}
    order by tenant_id, id limit 1`,
  )
  return rows[0] ? toApproval(rows[0]) : null
}

/** Which of these imports another person has agreed to apply, or to undo. */
export async function findApprovedImports(
  tx: Tx,
  tenantId: TenantId,
  { kind, importIds }: { readonly kind: 'import' | 'undo'; readonly importIds: readonly number[] },
): Promise<ReadonlySet<number>> {
  if (importIds.length === 0) return new Set()
  const { rows } = await run(
    tx,
    sql<{ id: number }>`
    select (request ->> 'importId')::bigint as id from approval
    where tenant_id = ${tenantId} and customer_id is null and kind = ${kind} and is_approved
      and (request ->> 'importId')::bigint = any (${importIds}::bigint[])`,
  )
  return new Set(rows.map(({ id }) => id))
}

/** What waits for this actor: not what they have asked for themselves. What has waited longest comes first. */
export async function listWaitingFor(
  tx: Tx,
  tenantId: TenantId,
  { reader, now, limit }: { readonly reader: string; readonly now: Instant; readonly limit: number },
): Promise<Approval[]> {
  const { rows } = await run(
    tx,
    sql<ApprovalRow>`
    select * from approval
    where tenant_id = ${tenantId} and is_approved is null and expires_at > ${instantToText(now)}::timestamptz
      and requested_by <> ${reader}
    order by tenant_id, id
    limit ${limit}`,
  )
  return rows.map(toApproval)
}

function ofTenant(row: ApprovalRow): ApprovalOfTenant {
  return { tenantId: row.tenant_id, approval: toApproval(row) }
}

function toApproval(row: ApprovalRow): Approval {
  const { kind, request, exceeds } = row
  // What belongs together the table checks, not the types.
  return { ...toAsked(row), kind, request, exceeds } as Approval
}

function toAsked(row: AskedRow) {
  return {
    id: row.id,
    customerId: row.customer_id,
    requestKey: row.request_key,
    requestHash: row.request_hash,
    note: row.note,
    requestedBy: { key: row.requested_by, label: row.requested_label },
    requesterSince: row.requester_since?.getTime() ?? null,
    requestedAt: row.requested_at.getTime(),
    expiresAt: row.expires_at.getTime(),
    decision:
      row.is_approved === null
        ? null
        : {
            isApproved: row.is_approved,
            by: { key: row.decided_by ?? '', label: row.decided_label ?? '' },
            at: row.decided_at?.getTime() ?? 0,
            note: row.decision_note,
            recordId: row.record_id,
          },
  }
}
