import type { Amount } from '../../accounts/account.ts'
import type { Customer } from '../../accounts/customer.ts'
import { decimalOf, momentOf } from '../../accounts/customer-data-kit.ts'
import { EXPIRY } from '../../accounts/store/lots.ts'
import type { CustomerId, TenantId } from '../../contract/ids.ts'
import { type Instant, instantToText } from '../../platform/clock.ts'
import { type Decimal, ZERO } from '../../platform/decimal.ts'
import { run, type Tx } from '../../platform/postgres/database.ts'
import { sql } from '../../platform/postgres/sql.ts'

/** Which customers are wanted. null: it does not matter. */
export interface CustomerFilter {
  readonly isEnrolled: boolean | null
  readonly tier: {
    readonly id: number
    /** Whether it is the tier of all customers who are in no other one. */
    readonly isBase: boolean
    /** All tiers that count. */
    readonly active: readonly number[]
  } | null
}

export interface CustomerPage {
  readonly ids: readonly CustomerId[]
  /** Where looking ended before enough was found; null: there is nothing further, or enough. */
  readonly lookedUntil: CustomerId | null
}

/** A filter has no index of its own: so many rows are looked at, and the rest with the next page. */
const LOOKED_AT_MAX = 20_000

/** Newest first, without those who were merged into another one. */
export async function listCustomers(
  tx: Tx,
  tenantId: TenantId,
  filter: CustomerFilter,
  { belowId, limit }: { readonly belowId: number; readonly limit: number },
): Promise<CustomerPage> {
  const { isEnrolled, tier } = filter
  const isFiltered = isEnrolled !== null || tier !== null
  const lookedAt = isFiltered ? LOOKED_AT_MAX : limit
  const { rows } = await run(
    tx,
    sql<{ id: CustomerId; is_match: boolean }>`
    with looked as materialized (
      select id, is_enrolled, tier_id, erased_at from customer
      where tenant_id = ${tenantId} and id < ${belowId}::bigint and merged_into is null
      order by tenant_id desc, id desc
      limit ${lookedAt}
    ), found as materialized (
      select id from looked
      where (${isEnrolled}::boolean is null or is_enrolled = ${isEnrolled}::boolean)
        and (
          ${tier?.id ?? null}::bigint is null or tier_id = ${tier?.id ?? null}::bigint
          or ${tier?.isBase ?? false}::boolean and erased_at is null
            and (tier_id is null or tier_id <> all (${tier?.active ?? []}::bigint[]))
        )
      order by id desc
      limit ${limit}
    )
    select id, true as is_match from found
    union all
    select min(id), false from looked
    having count(*) = ${lookedAt}::int and (select count(*) from found) < ${limit}::int
    order by is_match desc, id desc`,
  )
  return {
    ids: rows.filter(({ is_match }) => is_match).map(({ id }) => id),
    lookedUntil: rows.find(({ is_match }) => !is_match)?.id ?? null,
  }
}

/** What there is of an account beside its balance. */
export interface Figures {
  readonly waiting: Amount
  /** In the order of the days that were asked for. */
  readonly expiring: readonly Amount[]
  readonly owed: Amount
  /** What complete orders add up to; null: there are too many to add up for one page. */
  readonly spent: Decimal | null
  readonly firstOrderAt: Instant | null
  readonly lastOrderAt: Instant | null
}

type Sum = { points: Decimal; cashback: Decimal }

/** `ORDER_STATE` of the orders, which rest on customers: complete, and complete of a customer who is not enrolled. */
const BOUGHT: readonly number[] = [2, 4]
/** A till's “final consumer” may have millions of orders. */
const ORDERS_ADDED_UP_MAX = 2_000

async function addUpOrders(
  tx: Tx,
  tenantId: TenantId,
  { id, orderCount }: Pick<Customer, 'id' | 'orderCount'>,
): Promise<Decimal | null> {
  if (orderCount > ORDERS_ADDED_UP_MAX) return null
  const { rows } = await run(
    tx,
    sql<{ spent: Decimal }>`
    select coalesce(sum(total - returned), 0) as spent from customer_order
    where tenant_id = ${tenantId} and customer_id = ${id} and state = any (${BOUGHT}::smallint[])`,
  )
  return rows[0]?.spent ?? ZERO
}

/** Each by the index of what it looks at. `until`: by when something expires, each later than the one before. */
export async function findFigures(
  tx: Tx,
  tenantId: TenantId,
  customer: Pick<Customer, 'id' | 'orderCount'>,
  until: readonly Instant[],
): Promise<Figures> {
  const customerId = customer.id
  const moments = until.map(instantToText)
  const [waiting, expiring, owed, orders, spent] = await Promise.all([
    run(
      tx,
      sql<Sum>`
      select coalesce(sum(remaining_points), 0) as points, coalesce(sum(remaining_cashback), 0) as cashback
      from point_record
      where tenant_id = ${tenantId} and customer_id = ${customerId} and is_live and is_waiting`,
    ),
    run(
      tx,
      sql<Sum>`
      select coalesce(sum(remaining_points), 0) as points, coalesce(sum(remaining_cashback), 0) as cashback
      from unnest(${moments}::timestamptz[]) with ordinality as wanted (until, position)
      left join point_record on tenant_id = ${tenantId} and customer_id = ${customerId}
        and is_live and not is_waiting and available_at is not null and ${EXPIRY} <= wanted.until
      group by wanted.position
      order by wanted.position`,
    ),
    run(
      tx,
      sql<Sum>`
      select coalesce(sum(debt_points), 0) as points, coalesce(sum(debt_cashback), 0) as cashback
      from point_record
      where tenant_id = ${tenantId} and customer_id = ${customerId} and is_live and available_at is null`,
    ),
    run(
      tx,
      sql<{ first_at: Date | null; last_at: Date | null }>`
      select (
        select placed_at from customer_order where tenant_id = ${tenantId} and customer_id = ${customerId}
        order by tenant_id, customer_id, id limit 1
      ) as first_at, (
        select placed_at from customer_order where tenant_id = ${tenantId} and customer_id = ${customerId}
        order by tenant_id desc, customer_id desc, id desc limit 1
      ) as last_at`,
    ),
    addUpOrders(tx, tenantId, customer),
  ])
  const nothing = { points: 0n, cashback: 0n }
  const [found] = orders.rows
  return {
    waiting: waiting.rows[0] ?? nothing,
    expiring: expiring.rows,
    owed: owed.rows[0] ?? nothing,
    spent,
    firstOrderAt: found?.first_at?.getTime() ?? null,
    lastOrderAt: found?.last_at?.getTime() ?? null,
  }
}

export interface ExportedCustomer {
  readonly id: CustomerId
  readonly publicId: string
  readonly originalId: string
  readonly name: string | null
  readonly email: string | null
  readonly phone: string | null
  readonly document: string | null
  /** Day, month and year. */
  readonly birthday: string | null
  readonly signupAt: string | null
  readonly isEnrolled: boolean
  readonly enrolledAt: string | null
  readonly points: string
  readonly cashback: string
  readonly tierId: number | null
  readonly orderCount: number
  readonly createdAt: string
}

export async function findCustomersToExport(
  tx: Tx,
  tenantId: TenantId,
  { afterId, limit }: { readonly afterId: number; readonly limit: number },
): Promise<ExportedCustomer[]> {
  const { rows } = await run(
    tx,
    sql<ExportedCustomer>`
    select id, public_id as "publicId", original_id as "originalId", name, email, phone, document,
      to_char(birthday at time zone 'UTC', 'YYYY-MM-DD') as birthday, ${momentOf('signup_at')} as "signupAt",
      is_enrolled as "isEnrolled", ${momentOf('enrolled_at')} as "enrolledAt",
      ${decimalOf('points_balance')} as points, ${decimalOf('cashback_balance')} as cashback, tier_id as "tierId",
      order_count as "orderCount", ${momentOf('created_at')} as "createdAt"
    from customer
    where tenant_id = ${tenantId} and id > ${afterId} and merged_into is null and erased_at is null
    order by id limit ${limit}`,
  )
  return rows
}
