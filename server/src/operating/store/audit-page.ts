import { momentOf } from '../../accounts/customer-data-kit.ts'
import type { TenantId } from '../../contract/ids.ts'
import { KINDS, VIAS } from '../../people/store/audit-list.ts'
import { run, type Tx } from '../../platform/postgres/database.ts'
import { Fragment, sql } from '../../platform/postgres/sql.ts'

export interface ExportedEntry {
  readonly id: number
  readonly at: string
  readonly action: string
  readonly actorKind: string
  readonly actorId: number | null
  readonly actor: string
  readonly via: string
  readonly targetKind: string
  readonly targetId: string
  readonly target: string
  /** As JSON. */
  readonly before: string | null
  readonly after: string | null
  readonly note: string | null
  readonly requestId: string | null
  readonly address: string | null
}

type Found = Omit<ExportedEntry, 'actorKind' | 'via'> & {
  readonly actor_kind: number
  readonly via_number: number
}

interface PlaceOfEntries {
  readonly tenantId: TenantId
  readonly afterId: number
  readonly limit: number
}

const ENTRY = new Fragment(`id, ${momentOf('at').text} as at, action, actor_kind, actor_id as "actorId",
      actor_label as actor, via as via_number, target_kind as "targetKind", target_id as "targetId",
      target_label as target, before::text as before, after::text as after, note, request_id as "requestId",
      host(address) as address`)

/** In the order in which they were written. */
export async function findEntriesToExport(
  tx: Tx,
  place: 'cell' | 'directory',
  { tenantId, afterId, limit }: PlaceOfEntries,
): Promise<ExportedEntry[]> {
  const { rows } = await (place === 'cell'
    ? run(
        tx,
        sql<Found>`
        select ${ENTRY} from audit_entry where tenant_id = ${tenantId} and id > ${afterId} order by id limit ${limit}`,
      )
    : run(
        tx,
        sql<Found>`
        select ${ENTRY} from directory_audit_entry
        where tenant_id = ${tenantId} and id > ${afterId} order by id limit ${limit}`,
      ))
  return rows.map(({ actor_kind, via_number, ...entry }) => ({
    ...entry,
    actorKind: KINDS[actor_kind] ?? 'system',
    via: VIAS[via_number] ?? 'job',
  }))
}
