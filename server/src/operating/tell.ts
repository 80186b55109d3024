import type { AuditFacts } from '../people/audit.ts'
import { insertAudit, insertPlatformAudit } from '../people/store/audit.ts'
import type { Instant } from '../platform/clock.ts'
import type { Tx } from '../platform/postgres/database.ts'
import type { Tenant } from '../tenancy/tenant.ts'
import type { Operator } from './operator.ts'

type Told = Omit<AuditFacts, 'target' | 'action'> & { readonly action: string; readonly at: Instant }

/** In the merchant's own audit, which its people read, and in that of the installation, which outlives the merchant. */
export async function tellOfMerchant(tx: Tx, tenant: Tenant, operator: Operator, told: Told): Promise<void> {
  const entry = entryOf(tenant, operator, told)
  await insertAudit(tx, 'directory', tenant.id, [entry])
  await insertPlatformAudit(tx, [entry])
}

/** For what happens when the merchant has no audit any more. */
export async function tellOfDeparted(tx: Tx, tenant: Tenant, operator: Operator, told: Told): Promise<void> {
  await insertPlatformAudit(tx, [entryOf(tenant, operator, told)])
}

function entryOf({ id, name }: Tenant, { actor, via, requestId, address }: Operator, told: Told) {
  return { ...told, target: { kind: 'tenant', id: String(id), label: name }, actor, via, requestId, address }
}
