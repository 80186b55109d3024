import { randomBytes } from 'node:crypto'
import type { TenantId } from '../../contract/ids.ts'
import { run, type Tx } from '../../platform/postgres/database.ts'
import { sql } from '../../platform/postgres/sql.ts'

const SALT_BYTES = 32

/**
 * With which a merchant's lines are hashed. It is made when it is first asked for, and never replaced: the lines of all
 * earlier imports are known by it. Where another process makes one at the same moment, that one counts.
 */
export async function ownSalt(tx: Tx, tenantId: TenantId): Promise<Buffer> {
  const known = await findSalt(tx, tenantId)
  if (known) return known
  await run(
    tx,
    sql`
    insert into import_salt (tenant_id, salt) values (${tenantId}, ${randomBytes(SALT_BYTES)})
    on conflict (tenant_id) do nothing`,
  )
  const made = await findSalt(tx, tenantId)
  if (!made) throw new Error('a salt that was made is there')
  return made
}

/** Null: no line of the merchant was ever done. */
export async function findSalt(tx: Tx, tenantId: TenantId): Promise<Buffer | null> {
  const { rows } = await run(
    tx,
    sql<{ salt: Buffer }>`select salt from import_salt where tenant_id = ${tenantId}`,
  )
  return rows[0]?.salt ?? null
}
