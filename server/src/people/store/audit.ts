import type { TenantId } from '../../contract/ids.ts'
import { storableAddress } from '../../platform/http/address.ts'
import { type Columns, table } from '../../platform/postgres/columns.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import type { Actor, Via } from '../actor.ts'
import type { AuditEntry } from '../audit.ts'

const KINDS: Readonly<Record<Actor['kind'], number>> = { person: 0, token: 1, operator: 2, cli: 3, system: 4 }
const VIAS: Readonly<Record<Via, number>> = { panel: 0, token: 1, cli: 2, job: 3 }
/** A title may be longer than what the audit shows of it. */
const SHOWN_MAX = 250

const ENTRY = {
  at: ['timestamptz', ({ at }) => at],
  actor_kind: ['smallint', ({ actor }) => KINDS[actor.kind]],
  actor_id: ['bigint', ({ actor }) => actor.id],
  actor_label: ['text', ({ actor }) => actor.label.slice(0, SHOWN_MAX)],
  action: ['text', ({ action }) => action],
  target_kind: ['text', ({ target }) => target.kind],
  target_id: ['text', ({ target }) => target.id.slice(0, SHOWN_MAX)],
  target_label: ['text', ({ target }) => target.label.slice(0, SHOWN_MAX)],
  before: ['jsonb', ({ before }) => before ?? null],
  after: ['jsonb', ({ after }) => after ?? null],
  note: ['text', ({ note }) => note ?? null],
  request_id: ['text', ({ requestId }) => requestId],
  address: ['inet', ({ address }) => address && storableAddress(address)],
  via: ['smallint', ({ via }) => VIAS[via]],
} as const satisfies Columns<AuditEntry>

interface EntryOfTenant extends AuditEntry {
  readonly tenantId: TenantId
}

const ENTRY_OF_TENANT = {
  tenant_id: ['bigint', ({ tenantId }: EntryOfTenant) => tenantId],
  ...ENTRY,
} as const satisfies Columns<EntryOfTenant>

/** Adds entries in the cell, of any number of merchants. */
export const insertAuditOfTenants = table('audit_entry').insert<EntryOfTenant>(ENTRY_OF_TENANT)
const insertInDirectory = table('directory_audit_entry').insert<EntryOfTenant>(ENTRY_OF_TENANT)
const insertOfPlatform = table('platform_audit').insert<AuditEntry>(ENTRY)

/** Adds entries beside what was changed: in the cell, or in the directory. */
export async function insertAudit(
  tx: Tx,
  place: 'cell' | 'directory',
  tenantId: TenantId,
  entries: readonly AuditEntry[],
): Promise<void> {
  const insert = place === 'cell' ? insertAuditOfTenants : insertInDirectory
  await insert(
    tx,
    entries.map((entry) => ({ ...entry, tenantId })),
  )
}

/** Of a person's own account or the installation: no merchant's. */
export async function insertPlatformAudit(tx: Tx, entries: readonly AuditEntry[]): Promise<void> {
  await insertOfPlatform(tx, entries)
}
