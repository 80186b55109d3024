import type { Probe } from './probe.ts'

export interface Standby {
  readonly name: string
  /** How far it is behind; null: this login may not see it. */
  readonly lagSeconds: number | null
}

export interface Slot {
  readonly name: string
  /** WAL that the server keeps for it, and that fills its disk if it is never read. */
  readonly keptBytes: number
  /** Whether a standby is reading from it. */
  readonly isActive: boolean
}

export interface Replication {
  readonly standbys: readonly Standby[]
  readonly slots: readonly Slot[]
}

/**
 * What is behind a database, seen by the user who logs in. Slots are shown to every user; how late a standby is, only to
 * members of pg_monitor. A standby that has nothing to do has no lag, which is 0. A copy that is being made is none.
 */
export async function readReplication(probe: Probe): Promise<Replication> {
  const standbys = await probe.query<{ name: string; lag: number | null }>(
    `select application_name as name,
      case when state is null then null else coalesce(extract(epoch from max(replay_lag)), 0)::float8 end as lag
    from pg_stat_replication where application_name <> 'pg_basebackup' group by pid, application_name, state order by lag nulls first`,
  )
  const slots = await probe.query<{ name: string; kept: number; active: boolean }>(
    `select slot_name as name, active, greatest(0, pg_wal_lsn_diff(pg_current_wal_lsn(), restart_lsn))::float8 as kept
    from pg_replication_slots where restart_lsn is not null`,
  )
  return {
    standbys: standbys.map(({ name, lag }) => ({ name, lagSeconds: lag })),
    slots: slots.map(({ name, kept, active }) => ({ name, keptBytes: kept, isActive: active })),
  }
}
