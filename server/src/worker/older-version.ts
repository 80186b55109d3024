import type { JobHelpers } from 'graphile-worker'

/**
 * One hour after a database was migrated, servers of the version before that migration are taken to be gone: what they
 * have not kept can be filled in once and for all.
 */
export async function isOlderVersionGone(helpers: JobHelpers, migration: string): Promise<boolean> {
  const { rows } = await helpers.query(
    `select from migration where name = $1 and applied_at < now() - interval '1 hour'`,
    [migration],
  )
  return rows.length > 0
}
