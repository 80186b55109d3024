import type { TenantId } from '../../contract/ids.ts'
import { type Instant, instantToText } from '../../platform/clock.ts'
import { run, type Tx } from '../../platform/postgres/database.ts'
import { named, sql, toParameter } from '../../platform/postgres/sql.ts'
import type { Actor, Via } from '../actor.ts'
import type { AuditEntry } from '../audit.ts'

export const KINDS: readonly Actor['kind'][] = ['person', 'token', 'operator', 'cli', 'system']
export const VIAS: readonly Via[] = ['panel', 'token', 'cli', 'job']

export interface AuditFilter {
  readonly actorKind: Actor['kind'] | null
  readonly actorId: number | null
  readonly action: string | null
  readonly targetKind: string | null
  /** One of these. */
  readonly targetIds: readonly string[] | null
  readonly from: Instant | null
  readonly to: Instant | null
}

/** Below which moment, and of that moment below which number. */
export interface AuditPlace {
  readonly at: Instant
  readonly id: number
}

export interface ListedEntry extends AuditEntry {
  readonly id: number
}

export interface AuditPart {
  readonly entries: readonly ListedEntry[]
  /** Where looking ended before enough was found; null: there is nothing further, or enough. */
  readonly lookedUntil: AuditPlace | null
}

interface EntryRow {
  readonly id: number
  readonly at: Date
  readonly actor_kind: number
  readonly actor_id: number | null
  readonly actor_label: string
  readonly action: string
  readonly target_kind: string
  readonly target_id: string
  readonly target_label: string
  readonly before: Record<string, unknown> | null
  readonly after: Record<string, unknown> | null
  readonly note: string | null
  readonly request_id: string | null
  readonly address: string | null
  readonly via: number
  readonly is_match: boolean
}

/** A filter has no index of its own: so many rows are looked at, and the rest with the next page. */
const LOOKED_AT_MAX = 20_000

/** The last row is there also where it does not match, to say how far was looked. */
const listing = (table: string): string => `
  with looked as (
    select * from ${table}
    where tenant_id = $1 and (at, id) < ($2::timestamptz, $3::bigint) and at >= $4::timestamptz and at < $5::timestamptz
    order by at desc, id desc limit $12
  ), found as (
    select looked.*, true as is_match from looked
    where ($6::smallint is null or actor_kind = $6) and ($7::bigint is null or actor_id = $7)
      and ($8::text is null or action = $8) and ($9::text is null or target_kind = $9)
      and ($10::text[] is null or target_id = any ($10))
    order by at desc, id desc limit $11
  ), ending as (
    select looked.*, false as is_match from looked
    where (select count(*) from looked) = $12::int and (select count(*) from found) < $11
    order by at, id limit 1
  )
  select * from found union all select * from ending order by is_match desc, at desc, id desc`

const LISTINGS = { cell: named(listing('audit_entry')), directory: named(listing('directory_audit_entry')) }

/** Entries of a tenant that match, newest first, below a place. */
export async function listAuditEntries(
  tx: Tx,
  place: 'cell' | 'directory',
  tenantId: TenantId,
  filter: AuditFilter,
  { below, limit }: { readonly below: AuditPlace; readonly limit: number },
): Promise<AuditPart> {
  const { actorKind, actorId, action, targetKind, targetIds, from, to } = filter
  const isFiltered = [actorKind, actorId, action, targetKind, targetIds].some((wanted) => wanted !== null)
  const values = [
    tenantId,
    below.at === Number.POSITIVE_INFINITY ? 'infinity' : instantToText(below.at),
    below.id,
    from === null ? '-infinity' : instantToText(from),
    to === null ? 'infinity' : instantToText(to),
    actorKind && KINDS.indexOf(actorKind),
    actorId,
    action,
    targetKind,
    toParameter(targetIds),
    limit,
    isFiltered ? LOOKED_AT_MAX : limit,
  ]
  const { rows } = await run<EntryRow>(tx, { ...LISTINGS[place], values })
  const last = rows.at(-1)
  return {
    entries: rows.filter(({ is_match }) => is_match).map(toEntry),
    lookedUntil: last && !last.is_match ? { at: last.at.getTime(), id: last.id } : null,
  }
}

/** Of no merchant: what people did to their own accounts, and what operators did. Newest first. */
export async function listPlatformEntries(tx: Tx, limit: number): Promise<ListedEntry[]> {
  const { rows } = await run(
    tx,
    sql<EntryRow>`select *, true as is_match from platform_audit order by id desc limit ${limit}`,
  )
  return rows.map(toEntry)
}

function toEntry(row: EntryRow): ListedEntry {
  return {
    id: row.id,
    at: row.at.getTime(),
    actor: { kind: KINDS[row.actor_kind] ?? 'system', id: row.actor_id, label: row.actor_label },
    action: row.action,
    target: { kind: row.target_kind, id: row.target_id, label: row.target_label },
    before: row.before,
    after: row.after,
    note: row.note,
    requestId: row.request_id,
    address: row.address,
    via: VIAS[row.via] ?? 'job',
  }
}
