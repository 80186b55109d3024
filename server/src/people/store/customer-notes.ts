import type { TenantId } from '../../contract/ids.ts'
import type { Instant } from '../../platform/clock.ts'
import { table } from '../../platform/postgres/columns.ts'
import type { Actor } from '../actor.ts'
import { actorKey } from '../actor.ts'
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
