import type { CustomerId, TenantId } from '../../contract/ids.ts'
import type { Instant } from '../../platform/clock.ts'
import { table } from '../../platform/postgres/columns.ts'
import type { LocalDate } from '../../platform/zone.ts'
import { QUIET_KIND } from '../quiet-entry.ts'
import type { Journal } from '../till/collection.ts'

/** An order whose change nothing else tells: the day it was placed on has to be counted again. */
export interface QuietOrder {
  readonly customerId: CustomerId
  readonly at: Instant
  readonly day: LocalDate
  /** Where it was placed on another day before; that one too is counted again. */
  readonly formerDay: LocalDate | null
}

export const quietOrders: Journal<QuietOrder> = {
  name: 'quiet orders',
  append: table('quiet_entry').insert<QuietOrder & { readonly tenantId: TenantId }>({
    tenant_id: ['bigint', ({ tenantId }) => tenantId],
    customer_id: ['bigint', ({ customerId }) => customerId],
    kind: ['smallint', () => QUIET_KIND.order],
    order_day: ['int', ({ day }) => day],
    former_order_day: ['int', ({ formerDay }) => formerDay],
    at: ['timestamptz', ({ at }) => at],
  }),
}
