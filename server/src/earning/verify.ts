import type { TenantId } from '../contract/ids.ts'
import { type Database, run } from '../platform/postgres/database.ts'
import { sql } from '../platform/postgres/sql.ts'
import { DIGEST } from './store.ts'

/** Whether every published version is as it was published. */
export async function verifyPrograms(
  database: Database,
  tenantId: TenantId,
): Promise<{ customer: string; what: string; stored: string; recomputed: string }[]> {
  const { rows } = await database.read([tenantId], (tx) =>
    run(
      tx,
      sql<{ version: number; stored: string; recomputed: string }>`
      select version, encode(digest, 'hex') as stored, encode(${DIGEST}, 'hex') as recomputed
      from program_version as made
      where tenant_id = ${tenantId} and digest <> ${DIGEST}
      order by version`,
    ),
  )
  return rows.map(({ version, stored, recomputed }) => ({
    customer: '',
    what: `digest of program version ${version}`,
    stored,
    recomputed,
  }))
}
