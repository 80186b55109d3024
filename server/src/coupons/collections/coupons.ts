import { type Changed, type Collection, keyText } from '../../accounts/till/collection.ts'
import type { CustomerId, OrderId, TenantId } from '../../contract/ids.ts'
import type { Decimal } from '../../platform/decimal.ts'
import { type Columns, type ColumnsOf, keyColumns, rowsAs, table } from '../../platform/postgres/columns.ts'
import { run, type Tx } from '../../platform/postgres/database.ts'
import { sql } from '../../platform/postgres/sql.ts'
import { type Coupon, type CouponType, codeKey } from '../coupon.ts'

interface CouponRow {
  tenant_id: TenantId
  code_key: string
  id: number
  code: string
  original_id: string | null
  customer_id: CustomerId
  type: number
  value: Decimal
  created_at: Date
  valid_from: Date | null
  valid_until: Date | null
  is_used: boolean
  order_id: OrderId | null
  used_for: string | null
  used_at: Date | null
  inactivated_at: Date | null
  redemption_key: string | null
  list_id: number | null
  list_code_id: number | null
  has_dated_code: boolean | null
  reward_id: number | null
  external_code: string | null
  is_reservation: boolean | null
}

type CouponChange = Changed<string, Coupon>

const COUPON_KEY: ColumnsOf<'coupon', CouponChange> = {
  tenant_id: ['bigint', ({ tenantId }) => tenantId],
  code_key: ['text', ({ key }) => key],
}

/** Whether and by what it was used, and the end of a reservation: no more ever changes. */
const USE: ColumnsOf<'coupon', CouponChange> = {
  is_used: ['boolean', ({ value }) => value.isUsed],
  order_id: ['bigint', ({ value }) => value.orderId],
  used_for_order: ['text', ({ value }) => value.usedFor],
  used_at: ['timestamptz', ({ value }) => value.usedAt],
  inactivated_at: ['timestamptz', ({ value }) => value.inactivatedAt],
  valid_until: ['timestamptz', ({ value }) => value.validUntil],
}

const insertCoupons = table('coupon').insert<CouponChange>({
  ...COUPON_KEY,
  id: ['bigint', ({ value }) => value.id],
  code: ['text', ({ value }) => value.code],
  original_id: ['text', ({ value }) => value.originalId],
  customer_id: ['bigint', ({ value }) => value.customerId],
  type: ['smallint', ({ value }) => value.type],
  value: ['numeric', ({ value }) => value.value],
  created_at: ['timestamptz', ({ value }) => value.createdAt],
  valid_from: ['timestamptz', ({ value }) => value.validFrom],
  ...USE,
  redemption_key: ['text', ({ value }) => value.redemptionKey],
  list_id: ['bigint', ({ value }) => value.listed?.listId ?? null],
  list_code_id: ['bigint', ({ value }) => value.listed?.codeId ?? null],
})

const updateCoupons = table('coupon').update<CouponChange>(COUPON_KEY, USE)
const remakeCoupons = table('coupon').update<CouponChange>(COUPON_KEY, {
  ...USE,
  type: ['smallint', ({ value }) => value.type],
  value: ['numeric', ({ value }) => value.value],
  valid_from: ['timestamptz', ({ value }) => value.validFrom],
})

const BY_CODE_KEY = keyColumns<string>('code_key', 'text')

/**
 * Coupons by the key of their code. A coupon never changes its customer, and a command that changes a
 * coupon has locked that customer's account: so no lock of its own is needed.
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
      ) as has_dated_code, issue.reward_configuration_id as reward_id, issue.external_code, issue.checkout_id is not null as is_reservation, case when is_used then
        coalesce(used_for_order, (
          select bought.original_id from customer_order as bought
          where bought.tenant_id = coupon.tenant_id and bought.customer_id = coupon.customer_id
            and bought.id = coupon.order_id
        ))
      end as used_for
      from ${rowsAs('wanted', BY_CODE_KEY, keys)}
      join coupon on coupon.tenant_id = wanted.tenant_id and coupon.code_key = wanted.code_key
      left join redemption as issue
        on issue.tenant_id = coupon.tenant_id and issue.original_key = coupon.redemption_key`,
    )
    return new Map(
      rows.map((row) => [keyText({ tenantId: row.tenant_id, key: row.code_key }), toCoupon(row)]),
    )
  },
  save: (tx, changes) =>
    Promise.all([
      updateCoupons(
        tx,
        changes.filter(({ value }) => value.isStored && !value.isRemade),
      ),
      remakeCoupons(
        tx,
        changes.filter(({ value }) => value.isStored && value.isRemade),
      ),
      insertCoupons(
        tx,
        changes.filter(({ value }) => !value.isStored),
      ),
    ]),
}

function toCoupon(row: CouponRow): Coupon {
  return {
    id: row.id,
    isStored: true,
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
    usedFor: row.used_for,
    usedAt: row.is_used ? (row.used_at?.getTime() ?? null) : null,
    inactivatedAt: row.inactivated_at?.getTime() ?? null,
    redemptionKey: row.redemption_key,
    issued:
      row.reward_id === null || row.external_code === null
        ? null
        : {
            rewardId: row.reward_id,
            externalCode: row.external_code,
            isReservation: row.is_reservation ?? false,
          },
    listed:
      row.list_id === null || row.list_code_id === null
        ? null
        : { listId: row.list_id, codeId: row.list_code_id },
  }
}

interface NamedCoupon {
  readonly tenantId: TenantId
  readonly code: string
}

const NAMED_COUPON: Columns<NamedCoupon> = {
  tenant_id: ['bigint', ({ tenantId }) => tenantId],
  code_key: ['text', ({ code }) => codeKey(code)],
  position: ['int', (_, index) => index],
}

/** The customers of coupons that are named by their code alone; null where there is no such coupon. */
export async function findCustomersOfCoupons(
  tx: Tx,
  coupons: readonly NamedCoupon[],
): Promise<(string | null)[]> {
  const { rows } = await run(
    tx,
    sql<{ position: number; original_id: string }>`
    select wanted.position, customer.original_id
    from ${rowsAs('wanted', NAMED_COUPON, coupons)}
    join coupon on coupon.tenant_id = wanted.tenant_id and coupon.code_key = wanted.code_key
    join customer on customer.tenant_id = coupon.tenant_id and customer.id = coupon.customer_id`,
  )
  const found = new Map(rows.map(({ position, original_id }) => [position, original_id]))
  return coupons.map((_, index) => found.get(index) ?? null)
}
