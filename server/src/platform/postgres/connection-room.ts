import type { Probe } from './probe.ts'

/** How many connections a server has, and who uses them. */
export interface ConnectionRoom {
  readonly maxConnections: number
  /** Kept for superusers and the like: no login of Punchcard gets them. */
  readonly reserved: number
  /** Of others than `serve` and `work`, now. */
  readonly others: number
  /** Processes that are connected, by the name that their probes give. */
  readonly probes: ReadonlyMap<string, number>
}

/** Seen by any login: the names of applications are shown to all. `reserved_connections` is new in PostgreSQL 16. */
export async function readConnectionRoom(probe: Probe): Promise<ConnectionRoom> {
  const [settings] = await probe.query<{ max: number; reserved: number }>(
    `select current_setting('max_connections')::int as max,
      current_setting('superuser_reserved_connections')::int
        + coalesce(current_setting('reserved_connections', true), '0')::int as reserved`,
  )
  const names = await probe.query<{ name: string; count: number; here: number }>(
    `select application_name as name, count(*)::int as count,
      (count(*) filter (where datname = current_database()))::int as here
    from pg_stat_activity where datname is not null group by application_name`,
  )
  const isOurs = (name: string): boolean => /^punchcard (serve|work|admin)/.test(name)
  return {
    maxConnections: settings?.max ?? 0,
    reserved: settings?.reserved ?? 0,
    others: names.filter(({ name }) => !isOurs(name)).reduce((sum, { count }) => sum + count, 0),
    probes: new Map(names.filter(({ name }) => isOurs(name)).map(({ name, here }) => [name, here])),
  }
}
