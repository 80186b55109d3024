/** What nightly verifications found: for each merchant and shard the run of the last night, and the one before it. */
import type { TenantId } from '../../contract/ids.ts'
import type { Instant } from '../../platform/clock.ts'
import { run, type Tx } from '../../platform/postgres/database.ts'
import { sql } from '../../platform/postgres/sql.ts'
import { type LocalDate, localDateToText } from '../../platform/zone.ts'

/** How often a shard has its turn. */
const EVERY_DAYS = 7

export interface VerificationRun {
  readonly tenantId: TenantId
  readonly shard: number
  /** Up to which account it is; null: nothing was looked at yet. */
  readonly account: number | null
  readonly isFinished: boolean
  readonly differences: number
}

/** The run of a night, begun where it was not. One that was cut off goes on, whichever night it was begun in. */
export async function beginVerification(
  tx: Tx,
  tenantId: TenantId,
  { shard, night, now }: { readonly shard: number; readonly night: LocalDate; readonly now: Instant },
): Promise<VerificationRun> {
  const { rows } = await run(
    tx,
    sql<VerificationRun>`
    insert into verification as stored (tenant_id, shard, night, begun_at)
    values (${tenantId}, ${shard}, ${localDateToText(night)}::date, ${new Date(now)})
    on conflict (tenant_id, shard) do update set
      night = excluded.night,
      account = case when stored.night = excluded.night or stored.finished_at is null then stored.account end,
      accounts = case when stored.night = excluded.night or stored.finished_at is null then stored.accounts else 0 end,
      differences =
        case when stored.night = excluded.night or stored.finished_at is null then stored.differences else 0 end,
      begun_at = case when stored.night = excluded.night or stored.finished_at is null
        then stored.begun_at else excluded.begun_at end,
      finished_at = case when stored.night = excluded.night then stored.finished_at end
    returning tenant_id as "tenantId", shard, account, finished_at is not null as "isFinished", differences`,
  )
  const [begun] = rows
  if (!begun) throw new Error('a verification was not begun')
  return begun
}

export interface VerifiedPart {
  readonly shard: number
  readonly account: number
  readonly accounts: number
  readonly differences: number
}

export async function saveVerified(tx: Tx, tenantId: TenantId, part: VerifiedPart): Promise<void> {
  const { shard, account, accounts, differences } = part
  await run(
    tx,
    sql`
    update verification set account = ${account}, accounts = accounts + ${accounts},
      differences = differences + ${differences}
    where tenant_id = ${tenantId} and shard = ${shard}`,
  )
}

export async function finishVerification(
  tx: Tx,
  tenantId: TenantId,
  shard: number,
  now: Instant,
): Promise<void> {
  await run(
    tx,
    sql`
    update verification set finished_at = ${new Date(now)}, last_finished_at = ${new Date(now)},
      last_differences = differences
    where tenant_id = ${tenantId} and shard = ${shard}`,
  )
}

/**
 * What is left to do in a night: a shard of every tenant; every shard in which something was found when it was looked at
 * last, until nothing is; and what earlier nights left out or did not finish.
 */
export async function findDueVerifications(
  tx: Tx,
  tenantIds: readonly TenantId[],
  shard: number,
  night: LocalDate,
): Promise<{ tenantId: TenantId; shard: number }[]> {
  const { rows } = await run(
    tx,
    sql<{ tenantId: TenantId; shard: number }>`
    select listed.id as "tenantId", wanted.shard
    from unnest(${tenantIds}::bigint[]) as listed (id)
    cross join lateral (
      select ${shard}::smallint as shard
      union
      select other.shard from verification as other
      where other.tenant_id = listed.id and (
        other.last_differences > 0 or other.finished_at is null
        or other.night < ${localDateToText(night - EVERY_DAYS)}::date
      )
    ) as wanted
    left join verification as done on done.tenant_id = listed.id and done.shard = wanted.shard
    where done.night is distinct from ${localDateToText(night)}::date or done.finished_at is null
    order by listed.id, wanted.shard`,
  )
  return rows
}

export interface VerificationSummary {
  readonly tenantId: TenantId
  /** In all shards, of the last run that was finished or of the one under way, whichever found more. */
  readonly differences: number
  /** When a run was finished last; where one is not finished, when that was begun. */
  readonly lastAt: Instant
}

export async function summarizeVerifications(
  tx: Tx,
  tenantIds: readonly TenantId[],
): Promise<VerificationSummary[]> {
  const { rows } = await run(
    tx,
    sql<{ tenant_id: TenantId; differences: number; last_at: Date }>`
    select tenant_id, sum(greatest(differences, last_differences))::int as differences,
      least(max(last_finished_at), min(begun_at) filter (where finished_at is null)) as last_at
    from verification where tenant_id = any(${tenantIds}::bigint[])
    group by tenant_id`,
  )
  return rows.map((row) => ({
    tenantId: row.tenant_id,
    differences: row.differences,
    lastAt: row.last_at.getTime(),
  }))
}
