import { decimalOf, momentOf } from '../accounts/customer-data-kit.ts'
import type { CustomerId, OrderId, TenantId } from '../contract/ids.ts'
import type { SentInOrders } from '../earning/warning.ts'
import type { ExportPlace } from '../jobs/export.ts'
import type { Instant } from '../platform/clock.ts'
import { type Columns, rowsAs } from '../platform/postgres/columns.ts'
import { run, type Tx } from '../platform/postgres/database.ts'
import { sql } from '../platform/postgres/sql.ts'
import type { StoredDetails } from './details-encoding.ts'

/** How an order was paid, or where it was placed: by its id in the merchant's store. */
export interface OrderReference {
  readonly kind: 'paymentMethod' | 'branch'
  readonly id: string
  /** null: it was sent without. */
  readonly name: string | null
}

/** So many orders are looked at: no list of payment methods and branches is kept. */
const RECENT_ORDERS = 1_000

/** What the orders that were placed last name, by id; null: there is no order at all. */
export async function findRecentReferences(tx: Tx, tenantId: TenantId): Promise<OrderReference[] | null> {
  const { rows } = await run(
    tx,
    sql<{ kind: OrderReference['kind']; id: string | null; name: string | null }>`
    with looked as materialized (
      select details -> 'y' as paid, details -> 'b' as branch from customer_order
      where tenant_id = ${tenantId}
      order by tenant_id desc, placed_at desc, id desc
      limit ${RECENT_ORDERS}
    )
    select 'paymentMethod' as kind, paid ->> 0 as id, max(paid ->> 1) as name from looked group by paid ->> 0
    union all
    select 'branch', branch ->> 0, max(branch ->> 1) from looked group by branch ->> 0
    order by kind, id`,
  )
  if (rows.length === 0) return null
  return rows.flatMap(({ kind, id, name }) => (id === null ? [] : [{ kind, id, name }]))
}

/** Which of the members that a shop may leave out the orders that were placed last have; null: there is no order at all. */
export async function findWhatIsSent(tx: Tx, tenantId: TenantId): Promise<SentInOrders | null> {
  const { rows } = await run(
    tx,
    sql<{ [Name in keyof SentInOrders]: boolean | null }>`
    with looked as materialized (
      select details from customer_order
      where tenant_id = ${tenantId}
      order by tenant_id desc, placed_at desc, id desc
      limit ${RECENT_ORDERS}
    )
    select bool_or(details -> 'h' is not null) as shipping, bool_or(exists (
      select from json_array_elements(details -> 'p') as line where line ->> 9 = '1'
    )) as marks, bool_or(exists (
      select from json_array_elements(details -> 'p') as line where line ->> 8 is not null
    )) as quantities
    from looked`,
  )
  const { marks = null, shipping = null, quantities = null } = rows[0] ?? {}
  const isKnown = marks !== null && shipping !== null && quantities !== null
  return isKnown ? { marks, shipping, quantities } : null
}

interface NamedOrder {
  readonly tenantId: TenantId
  readonly originalId: string
}

const NAMED_ORDER: Columns<NamedOrder> = {
  tenant_id: ['bigint', ({ tenantId }) => tenantId],
  original_id: ['text', ({ originalId }) => originalId],
  position: ['int', (_, index) => index],
}

/** The customers of orders that are named by their id alone; null where there is no such order. */
export async function findCustomersOfOrders(
  tx: Tx,
  orders: readonly NamedOrder[],
): Promise<(string | null)[]> {
  const { rows } = await run(
    tx,
    sql<{ position: number; original_id: string }>`
    select wanted.position, (
      select customer.original_id from customer
      where customer.tenant_id = stored.tenant_id and customer.id = stored.customer_id
    ) as original_id
    from ${rowsAs('wanted', NAMED_ORDER, orders)}
    join customer_order as stored
      on stored.tenant_id = wanted.tenant_id and stored.original_id = wanted.original_id`,
  )
  const found = new Map(rows.map(({ position, original_id }) => [position, original_id]))
  return orders.map((_, index) => found.get(index) ?? null)
}

/** What names an order in the merchant's store, and when it was placed; null: this customer has no such order. */
export async function findOrderById(
  tx: Tx,
  tenantId: TenantId,
  { customerId, id }: { readonly customerId: CustomerId; readonly id: OrderId },
): Promise<{ readonly originalId: string; readonly placedAt: Instant } | null> {
  const { rows } = await run(
    tx,
    sql<{ original_id: string; placed_at: Date }>`
    select original_id, placed_at from customer_order
    where tenant_id = ${tenantId} and customer_id = ${customerId} and id = ${id}`,
  )
  const [row] = rows
  return row ? { originalId: row.original_id, placedAt: row.placed_at.getTime() } : null
}

/** Their ids in the merchant's store, by number. */
export async function findOriginalIds(
  tx: Tx,
  tenantId: TenantId,
  orders: readonly { readonly customerId: CustomerId; readonly id: OrderId }[],
): Promise<string[]> {
  if (orders.length === 0) return []
  const { rows } = await run(
    tx,
    sql<{ original_id: string }>`
    select stored.original_id
    from unnest(${orders.map(({ customerId }) => customerId)}::bigint[], ${orders.map(({ id }) => id)}::bigint[])
      as wanted (customer_id, id)
    join customer_order as stored
      on stored.tenant_id = ${tenantId} and stored.customer_id = wanted.customer_id and stored.id = wanted.id`,
  )
  return rows.map(({ original_id }) => original_id)
}

/** Whether anything was ever bought: from then on amounts have a currency. */
export async function hasOrders(tx: Tx, tenantId: TenantId): Promise<boolean> {
  const { rows } = await run(
    tx,
    sql<{ found: boolean }>`
    select exists (select from customer_order where tenant_id = ${tenantId}) as found`,
  )
  return rows[0]?.found ?? false
}

export interface ExportedOrder {
  readonly id: OrderId
  /** When it was placed, as exact as it is stored. */
  readonly place: string
  readonly orderId: string
  readonly publicId: string
  readonly state: number
  readonly placedAt: string
  readonly completedAt: string | null
  readonly cancelledAt: string | null
  readonly total: string
  readonly returned: string
  readonly isFirstPurchase: boolean
  readonly details: StoredDetails
}

/** By the moment in which they were placed. */
export async function findOrdersToExport(
  tx: Tx,
  tenantId: TenantId,
  { after, until, limit }: { readonly after: ExportPlace; readonly until: string; readonly limit: number },
): Promise<ExportedOrder[]> {
  const { rows } = await run(
    tx,
    sql<ExportedOrder>`
    select page.id, page.placed_at::text as place, page.original_id as "orderId", owner.public_id as "publicId",
      page.state, ${momentOf('page.placed_at')} as "placedAt", ${momentOf('page.completed_at')} as "completedAt",
      ${momentOf('page.cancelled_at')} as "cancelledAt", ${decimalOf('page.total')} as total,
      ${decimalOf('page.returned')} as returned, page.is_first_purchase as "isFirstPurchase", page.details
    from (
      select * from customer_order
      where tenant_id = ${tenantId} and (placed_at, id) > (${after.at}::timestamptz, ${after.id}::bigint)
        and placed_at < ${until}::timestamptz
      order by placed_at, id limit ${limit}
    ) as page
    cross join lateral (
      select public_id from customer where tenant_id = ${tenantId} and id = page.customer_id limit 1
    ) as owner
    order by page.placed_at, page.id`,
  )
  return rows
}
