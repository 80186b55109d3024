import type { Insertable } from 'kysely'
import type { Tx } from '../platform/postgres/database.ts'
import type { Tier } from '../platform/postgres/tables.ts'

export async function insertTiers(
  tx: Tx,
  tenantId: number,
  tiers: readonly Omit<Insertable<Tier>, 'tenant_id'>[],
): Promise<void> {
  await tx
    .insertInto('tier')
    .values(tiers.map((tier) => ({ ...tier, tenant_id: tenantId })))
    .execute()
}
