import type { CustomerId, TenantId } from '../../contract/ids.ts'
import type { LogPosition } from '../../events/event.ts'
import type { Instant } from '../../platform/clock.ts'
import { run, type Tx } from '../../platform/postgres/database.ts'
import { Fragment, sql } from '../../platform/postgres/sql.ts'
import { type FigureHead, HEAD_STATE, type HeadState } from '../head.ts'

interface HeadRow {
  readonly tenant_id: TenantId
  readonly generation: number
  readonly state: HeadState
  readonly transaction: string
  readonly id: number
  readonly counted_to: CustomerId
  readonly folded_at: Date
}

const COLUMNS = new Fragment('tenant_id, generation, state, transaction, id, counted_to, folded_at')

/** The generations of a merchant's sums, the older one first: one, or two while it is counted again. */
export async function findHeads(tx: Tx, tenantId: TenantId): Promise<FigureHead[]> {
  const { rows } = await run(
    tx,
    sql<HeadRow>`select ${COLUMNS} from figure_head where tenant_id = ${tenantId} order by generation`,
  )
  return rows.map(toHead)
}

/** The same, kept from all others until the transaction ends. */
export async function lockHeads(tx: Tx, tenantId: TenantId): Promise<FigureHead[]> {
  const { rows } = await run(
    tx,
    sql<HeadRow>`
    select ${COLUMNS} from figure_head where tenant_id = ${tenantId} order by generation for update`,
  )
  return rows.map(toHead)
}

function toHead(row: HeadRow): FigureHead {
  return {
    tenantId: row.tenant_id,
    generation: row.generation,
    state: row.state,
    position: { transaction: row.transaction, id: row.id },
    countedTo: row.counted_to,
    foldedAt: row.folded_at.getTime(),
  }
}

/** Which of these merchants have something to be counted. */
export async function findTenantsWithNews(tx: Tx, tenantIds: readonly TenantId[]): Promise<TenantId[]> {
  const { rows } = await run(
    tx,
    sql<{ tenant_id: TenantId }>`
    select wanted.tenant_id
    from unnest(${tenantIds}::bigint[]) as wanted (tenant_id)
    left join lateral (
      select state, transaction, id from figure_head as head
      where head.tenant_id = wanted.tenant_id order by generation desc limit 1
    ) as head on true
    left join lateral (
      select true as is_there from point_event as event
      where event.tenant_id = wanted.tenant_id and (event.transaction, event.id) > (head.transaction, head.id)
      order by event.transaction, event.id
      limit 1
    ) as event on true
    left join lateral (
      select true as is_there from quiet_entry as quiet where quiet.tenant_id = wanted.tenant_id limit 1
    ) as quiet on true
    where head.state is null or head.state < ${HEAD_STATE.current} or event.is_there or quiet.is_there`,
  )
  return rows.map(({ tenant_id }) => tenant_id)
}

/** Of these merchants, those of whose figures an event is missing that was written before this moment. */
export async function findTenantsBehind(
  tx: Tx,
  tenantIds: readonly TenantId[],
  before: Instant,
): Promise<TenantId[]> {
  const { rows } = await run(
    tx,
    sql<{ tenant_id: TenantId }>`
    select head.tenant_id
    from unnest(${tenantIds}::bigint[]) as wanted (tenant_id)
    cross join lateral (
      select tenant_id, transaction, id from figure_head as head where head.tenant_id = wanted.tenant_id offset 0
    ) as head
    cross join lateral (
      select written_at from point_event as event
      where event.tenant_id = head.tenant_id and (event.transaction, event.id) > (head.transaction, head.id)
      order by event.transaction, event.id
      limit 1
    ) as event
    where event.written_at < ${new Date(before)}`,
  )
  return [...new Set(rows.map(({ tenant_id }) => tenant_id))]
}

/** When the first event was written that a generation lacks; null: it has all. */
export async function findMissingSince(
  tx: Tx,
  { tenantId, position }: Pick<FigureHead, 'tenantId' | 'position'>,
): Promise<Instant | null> {
  const { rows } = await run(
    tx,
    sql<{ written_at: Date }>`
    select written_at from point_event
    where tenant_id = ${tenantId} and (transaction, id) > (${position.transaction}::xid8, ${position.id})
    order by transaction, id
    limit 1`,
  )
  return rows[0]?.written_at.getTime() ?? null
}

/** How far a count of all accounts is, in percent. */
export async function findProgress(tx: Tx, { tenantId, countedTo }: FigureHead): Promise<number> {
  const { rows } = await run(
    tx,
    sql<{ first: CustomerId | null; last: CustomerId | null }>`
    select min(id) as first, max(id) as last from customer where tenant_id = ${tenantId}`,
  )
  const { first, last } = rows[0] ?? {}
  if (!first || !last || countedTo < first) return 0
  return Math.min(99, Math.floor((100 * (countedTo - first)) / Math.max(1, last - first)))
}

/** Begins a generation. false: another worker has. */
export async function insertHead(
  tx: Tx,
  tenantId: TenantId,
  {
    generation,
    position,
    now,
  }: { readonly generation: number; readonly position: LogPosition; readonly now: Instant },
): Promise<boolean> {
  const { rows } = await run(
    tx,
    sql<{ generation: number }>`
    insert into figure_head (tenant_id, generation, state, transaction, id, counted_to, folded_at, merged_customers)
    values (
      ${tenantId}, ${generation}, ${HEAD_STATE.counting}, ${position.transaction}::xid8, ${position.id}, 0,
      ${new Date(now)}, (select count(*) from customer where tenant_id = ${tenantId} and merged_into is not null)
    )
    on conflict do nothing
    returning generation`,
  )
  return rows.length === 1
}

/** Whether customers were merged since a generation began: their records change hands, and an event may tell nothing. */
export async function isMergedSince(tx: Tx, { tenantId, generation }: FigureHead): Promise<boolean> {
  const { rows } = await run(
    tx,
    sql<{ is_merged: boolean }>`
    select merged_customers <> (
      select count(*) from customer where tenant_id = ${tenantId} and merged_into is not null
    ) as is_merged
    from figure_head where tenant_id = ${tenantId} and generation = ${generation}`,
  )
  return rows[0]?.is_merged ?? true
}

export async function updateHead(tx: Tx, head: FigureHead): Promise<void> {
  await run(
    tx,
    sql`
    update figure_head set state = ${head.state}, transaction = ${head.position.transaction}::xid8,
      id = ${head.position.id}, counted_to = ${head.countedTo}, folded_at = ${new Date(head.foldedAt)}
    where tenant_id = ${head.tenantId} and generation = ${head.generation}`,
  )
}

export async function deleteHead(
  tx: Tx,
  { tenantId, generation }: Pick<FigureHead, 'tenantId' | 'generation'>,
): Promise<void> {
  await run(tx, sql`delete from figure_head where tenant_id = ${tenantId} and generation = ${generation}`)
}
