import { type Changed, type Collection, keyText } from '../../accounts/till/collection.ts'
import type { Decimal } from '../../platform/decimal.ts'
import { run, type Tx } from '../../platform/postgres/database.ts'
import { sql } from '../../platform/postgres/sql.ts'
import { type Coupon, type CouponType, codeKey } from '../coupon.ts'

interface CouponRow {
  tenant_id: number
  code_key: string
  id: number
  code: string
  original_id: string | null
  customer_id: number
  type: number
  value: Decimal
  created_at: Date
  valid_from: Date | null
  valid_until: Date | null
  is_used: boolean
  order_id: number | null
  inactivated_at: Date | null
  redemption_key: string | null
  list_id: number | null
  list_code_id: number | null
  has_dated_code: boolean | null
}

/**
 * Coupons by the key of their code. A coupon never changes its customer, and whoever changes a coupon has that
 * customer's account: so no lock of its own is needed.
 */
export const coupons: Collection<string, Coupon> = {
  name: 'coupons',
  async load(tx, keys) {
    const { rows } = await run(
      tx,
      sql<CouponRow>`
      select coupon.*, (
        select code.valid_until is not null from pre_generated_coupon as code
        where code.tenant_id = coupon.tenant_id and code.id = coupon.list_code_id
      ) as has_dated_code
      from unnest(${keys.map(({ tenantId }) => tenantId)}::bigint[], ${keys.map(({ key }) => key)}::text[])
        as wanted (tenant_id, code_key)
      join coupon on coupon.tenant_id = wanted.tenant_id and coupon.code_key = wanted.code_key`,
    )
    return new Map(
      rows.map((row) => [keyText({ tenantId: row.tenant_id, key: row.code_key }), toCoupon(row)]),
    )
  },
  async save(tx, changes) {
    const made = changes.filter(({ isNew }) => isNew)
    const changed = changes.filter(({ isNew }) => !isNew)
    await Promise.all([
      made.length > 0 ? insertCoupons(tx, made) : null,
      changed.length > 0 ? updateCoupons(tx, changed) : null,
    ])
  },
}

function toCoupon(row: CouponRow): Coupon {
  return {
    id: row.id,
    code: row.code,
    originalId: row.original_id,
    customerId: row.customer_id,
    type: row.type as CouponType,
    value: row.value,
    createdAt: row.created_at.getTime(),
    validFrom: row.valid_from?.getTime() ?? null,
    validUntil: row.valid_until?.getTime() ?? null,
    isEndSent: row.redemption_key === null || row.has_dated_code === true,
    isUsed: row.is_used,
    orderId: row.order_id,
    inactivatedAt: row.inactivated_at?.getTime() ?? null,
    redemptionKey: row.redemption_key,
    listed:
      row.list_id === null || row.list_code_id === null
        ? null
        : { listId: row.list_id, codeId: row.list_code_id },
  }
}

function insertCoupons(tx: Tx, changes: readonly Changed<string, Coupon>[]): Promise<unknown> {
  const coupons = changes.map(({ value }) => value)
  return run(
    tx,
    sql`
    insert into coupon (
      tenant_id, code_key, id, code, original_id, customer_id, type, value, created_at, valid_from, valid_until,
      is_used, order_id, inactivated_at, redemption_key, list_id, list_code_id
    )
    select * from unnest(
      ${changes.map((c) => c.tenantId)}::bigint[], ${changes.map((c) => c.key)}::text[],
      ${coupons.map((c) => c.id)}::bigint[], ${coupons.map((c) => c.code)}::text[],
      ${coupons.map((c) => c.originalId)}::text[], ${coupons.map((c) => c.customerId)}::bigint[],
      ${coupons.map((c) => c.type)}::smallint[], ${coupons.map((c) => c.value)}::numeric[],
      ${coupons.map((c) => time(c.createdAt))}::timestamptz[],
      ${coupons.map((c) => time(c.validFrom))}::timestamptz[],
      ${coupons.map((c) => time(c.validUntil))}::timestamptz[],
      ${coupons.map((c) => c.isUsed)}::boolean[], ${coupons.map((c) => c.orderId)}::bigint[],
      ${coupons.map((c) => time(c.inactivatedAt))}::timestamptz[],
      ${coupons.map((c) => c.redemptionKey)}::text[],
      ${coupons.map((c) => c.listed?.listId ?? null)}::bigint[],
      ${coupons.map((c) => c.listed?.codeId ?? null)}::bigint[]
    )`,
  )
}

/** Whether and by what it was used is all that ever changes. */
function updateCoupons(tx: Tx, changes: readonly Changed<string, Coupon>[]): Promise<unknown> {
  const coupons = changes.map(({ value }) => value)
  return run(
    tx,
    sql`
    update coupon
    set is_used = changed.is_used, order_id = changed.order_id, inactivated_at = changed.inactivated_at
    from unnest(
      ${changes.map((c) => c.tenantId)}::bigint[], ${changes.map((c) => c.key)}::text[],
      ${coupons.map((c) => c.isUsed)}::boolean[], ${coupons.map((c) => c.orderId)}::bigint[],
      ${coupons.map((c) => time(c.inactivatedAt))}::timestamptz[]
    ) as changed (tenant_id, code_key, is_used, order_id, inactivated_at)
    where coupon.tenant_id = changed.tenant_id and coupon.code_key = changed.code_key`,
  )
}

function time(at: number | null): string | null {
  return at === null ? null : new Date(at).toISOString()
}

/** The customers of coupons that are named by their code alone; null where there is no such coupon. */
export async function findCustomersOfCoupons(
  tx: Tx,
  coupons: readonly { tenantId: number; code: string }[],
): Promise<(string | null)[]> {
  const { rows } = await run(
    tx,
    sql<{ position: number; original_id: string }>`
    select wanted.position::int, customer.original_id
    from unnest(${coupons.map(({ tenantId }) => tenantId)}::bigint[],
        ${coupons.map(({ code }) => codeKey(code))}::text[])
      with ordinality as wanted (tenant_id, code_key, position)
    join coupon on coupon.tenant_id = wanted.tenant_id and coupon.code_key = wanted.code_key
    join customer on customer.tenant_id = coupon.tenant_id and customer.id = coupon.customer_id`,
  )
  const found = new Map(rows.map(({ position, original_id }) => [position - 1, original_id]))
  return coupons.map((_, index) => found.get(index) ?? null)
}
