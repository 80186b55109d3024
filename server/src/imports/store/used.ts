/** Lots of an import of which something was used: what undoing leaves, and what it has left. */
import type { Amount } from '../../accounts/account.ts'
import type { CustomerId, TenantId } from '../../contract/ids.ts'
import { type Instant, instantToText } from '../../platform/clock.ts'
import type { Decimal } from '../../platform/decimal.ts'
import { run, type Tx } from '../../platform/postgres/database.ts'
import { sql } from '../../platform/postgres/sql.ts'

/**
 * Lines that are undone come first, by customer and record; then those that are not, by customer and line. `part`: which of
 * the two lots of a line.
 */
export interface UsedPlace {
  readonly isUndone: boolean
  readonly customerId: CustomerId
  readonly id: number
  readonly part: number
}

const TOP = Number.MAX_SAFE_INTEGER
export const FIRST_USED: UsedPlace = { isUndone: true, customerId: TOP, id: TOP, part: 0 }
const FIRST_LEFT: UsedPlace = { ...FIRST_USED, isUndone: false }

export interface FoundUsed {
  readonly place: UsedPlace
  /** Who has it now: a customer who was merged since is the one who stayed. */
  readonly customerId: CustomerId
  readonly line: number
  readonly amount: Amount
  readonly used: Amount
}

interface OfImport {
  readonly tenantId: TenantId
  readonly importId: number
  readonly after: UsedPlace
  readonly limit: number
}

/** Some of them behind a place, and where to look on; null: there are no more. */
export async function findUsed(
  tx: Tx,
  of: OfImport,
  now: Instant,
): Promise<{ readonly lots: readonly FoundUsed[]; readonly next: UsedPlace | null }> {
  return of.after.isUndone ? findUndone(tx, of) : findLeft(tx, of, now)
}

interface UsedRow {
  readonly customer_id: CustomerId
  readonly owner_id: CustomerId
  readonly id: number
  readonly part: number
  readonly line: number
  readonly points: Decimal
  readonly cashback: Decimal
  readonly used_points: Decimal
  readonly used_cashback: Decimal
}

async function findUndone(tx: Tx, { tenantId, importId, after, limit }: OfImport) {
  const { rows } = await run(
    tx,
    sql<UsedRow>`
    select used.customer_id, coalesce(customer.merged_into, customer.id) as owner_id, used.record_id as id, 1 as part,
      used.line, used.points, used.cashback, used.used_points, used.used_cashback
    from import_used as used
    join customer on customer.tenant_id = used.tenant_id and customer.id = used.customer_id
    where used.tenant_id = ${tenantId} and used.import_id = ${importId}
      and (used.customer_id, used.record_id) < (${after.customerId}::bigint, ${after.id}::bigint)
    order by used.customer_id desc, used.record_id desc limit ${limit}`,
  )
  const lots = rows.map((row) => toUsed(row, true))
  return { lots, next: rows.length < limit ? FIRST_LEFT : (lots.at(-1)?.place ?? FIRST_LEFT) }
}

/** How many lines are looked at for it: most were not used. */
const LOOKED_AT = 2_000

async function findLeft(tx: Tx, { tenantId, importId, after, limit }: OfImport, now: Instant) {
  const { rows } = await run(
    tx,
    sql<UsedRow & { readonly is_end: boolean }>`
    with page as materialized (
      select customer_id, line, ref, (undo ->> 'p')::bigint as pending from import_effect
      where tenant_id = ${tenantId} and import_id = ${importId} and kind = 1
        and (customer_id, line) <= (${after.customerId}::bigint, ${after.id}::bigint)
      order by customer_id desc, line desc limit ${LOOKED_AT}
    ), found as (
      select page.customer_id, owner.id as owner_id, page.line as id, named.part, page.line, record.points,
        record.cashback, record.points - record.left_points as used_points,
        record.cashback - record.left_cashback as used_cashback, false as is_end
      from page
      cross join lateral (
        select coalesce(merged_into, id) as id from customer
        where customer.tenant_id = ${tenantId} and customer.id = page.customer_id limit 1
      ) as owner
      cross join lateral (values (1, ref), (2, pending)) as named (part, record_id)
      join lateral (
        select points, cashback,
          case when expires_at <= ${instantToText(now)}::timestamptz then 0 else remaining_points end as left_points,
          case when expires_at <= ${instantToText(now)}::timestamptz then 0 else remaining_cashback end
            as left_cashback
        from point_record as one
        where one.tenant_id = ${tenantId} and one.customer_id = owner.id and one.id = named.record_id
          and available_at is not null
        limit 1
      ) as record on record.points <> record.left_points or record.cashback <> record.left_cashback
      where (page.customer_id, page.line) < (${after.customerId}::bigint, ${after.id}::bigint)
        or named.part > ${after.part}::int
      order by page.customer_id desc, page.line desc, named.part
      limit ${limit}
    )
    select * from found
    union all
    (
      select customer_id, customer_id, line, 2, line, 0, 0, 0, 0, true from page
      where (select count(*) from page) = ${LOOKED_AT}::int
      order by customer_id, line limit 1
    )`,
  )
  const lots = rows.filter(({ is_end }) => !is_end).map((row) => toUsed(row, false))
  const last = lots.at(-1)
  if (lots.length === limit && last) return { lots, next: last.place }
  const end = rows.find(({ is_end }) => is_end)
  return { lots, next: end ? toUsed(end, false).place : null }
}

function toUsed(row: UsedRow, isUndone: boolean): FoundUsed {
  return {
    place: { isUndone, customerId: row.customer_id, id: row.id, part: row.part },
    customerId: row.owner_id,
    line: row.line,
    amount: { points: row.points, cashback: row.cashback },
    used: { points: row.used_points, cashback: row.used_cashback },
  }
}
