import type { TenantId } from '../../contract/ids.ts'
import type { Instant } from '../../platform/clock.ts'
import { run, type Tx } from '../../platform/postgres/database.ts'
import { sql } from '../../platform/postgres/sql.ts'
import type { AuditTarget } from '../audit.ts'

export interface LastChange {
  readonly by: string
  readonly at: Instant
}

/** Who has last changed a thing; null: no one since there is an audit. */
export async function findLastChange(
  tx: Tx,
  place: 'cell' | 'directory',
  tenantId: TenantId,
  { kind, id }: Pick<AuditTarget, 'kind' | 'id'>,
): Promise<LastChange | null> {
  const { rows } =
    place === 'cell'
      ? await run(
          tx,
          sql<{ by: string; at: Date }>`
          select actor_label as by, at from audit_entry
          where tenant_id = ${tenantId} and target_kind = ${kind} and target_id = ${id} and after is not null
          order by id desc
          limit 1`,
        )
      : await run(
          tx,
          sql<{ by: string; at: Date }>`
          select actor_label as by, at from directory_audit_entry
          where tenant_id = ${tenantId} and target_kind = ${kind} and target_id = ${id} and after is not null
          order by id desc
          limit 1`,
        )
  const [row] = rows
  return row ? { by: row.by, at: row.at.getTime() } : null
}
