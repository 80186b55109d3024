import type { CustomerId, TenantId } from '../../contract/ids.ts'
import type { Instant } from '../../platform/clock.ts'
import { table } from '../../platform/postgres/columns.ts'
import { run, type Tx } from '../../platform/postgres/database.ts'
import { sql } from '../../platform/postgres/sql.ts'
import { type Actor, actorKey } from '../actor.ts'
import type { NamedActor } from '../approval.ts'
import type { CustomerNote } from '../customer-note.ts'

export interface WrittenNote extends CustomerNote {
  readonly id: number
  readonly at: Instant
  readonly actor: Actor
}

export const insertNotes = table('customer_note').insert<WrittenNote & { readonly tenantId: TenantId }>({
  tenant_id: ['bigint', ({ tenantId }) => tenantId],
  customer_id: ['bigint', ({ customerId }) => customerId],
  id: ['bigint', ({ id }) => id],
  at: ['timestamptz', ({ at }) => at],
  target_kind: ['text', ({ target }) => target.kind],
  target_id: ['bigint', ({ target }) => target.id],
  note: ['text', ({ note }) => note],
  made_by: ['text', ({ actor }) => actorKey(actor)],
  made_label: ['text', ({ actor }) => actor.label.slice(0, 250)],
})

export interface ReadNote extends CustomerNote {
  readonly id: number
  readonly at: Instant
  readonly by: NamedActor
}

/** Newest first, from below this id on. */
export async function listNotes(
  tx: Tx,
  { tenantId, customerId }: { readonly tenantId: TenantId; readonly customerId: CustomerId },
  { belowId, limit }: { readonly belowId: number; readonly limit: number },
): Promise<ReadNote[]> {
  const { rows } = await run(
    tx,
    sql<{
      id: number
      at: Date
      target_kind: string
      target_id: number
      note: string
      made_by: string
      made_label: string
    }>`
    select id, at, target_kind, target_id, note, made_by, made_label from customer_note
    where tenant_id = ${tenantId} and customer_id = ${customerId} and id < ${belowId}
    order by tenant_id desc, customer_id desc, id desc
    limit ${limit}`,
  )
  return rows.map((row) => ({
    customerId,
    id: row.id,
    at: row.at.getTime(),
    target: { kind: row.target_kind, id: row.target_id },
    note: row.note,
    by: { key: row.made_by, label: row.made_label },
  }))
}
