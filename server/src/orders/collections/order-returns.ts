import { type Changed, type Collection, keyText, type TenantKey } from '../../accounts/till/collection.ts'
import type { CustomerId, OrderId, RecordId, TenantId } from '../../contract/ids.ts'
import { type Decimal, decimalFromText, decimalToText } from '../../platform/decimal.ts'
import { type Columns, rowsAs, table } from '../../platform/postgres/columns.ts'
import { run } from '../../platform/postgres/database.ts'
import { sql } from '../../platform/postgres/sql.ts'
import { decodeReturnedLines, encodeReturnedLines } from '../details-encoding.ts'
import type { Order, OrderState } from '../order.ts'
import type { OrderReturn, RedeemRefund } from '../order-return.ts'

/** A return is named by its order and the merchant's key. */
export interface ReturnKey extends Pick<Order, 'customerId' | 'id'> {
  readonly cancelKey: string
}

type StoredRefund = readonly [redemptionKey: string, recordId: RecordId, points: string, cashback: string]

interface ReturnRow {
  tenant_id: TenantId
  customer_id: CustomerId
  order_id: OrderId
  cancel_key: string
  value: Decimal
  products: readonly (readonly [string, string])[] | null
  should_refund_redeem: boolean | null
  record_id: RecordId | null
  taken_points: Decimal
  taken_cashback: Decimal
  written_off_points: Decimal
  written_off_cashback: Decimal
  refunds: readonly StoredRefund[] | null
  remaining: Decimal
  state: number
  returned_at: Date
}

const RETURN_KEY: Columns<TenantKey<ReturnKey>> = {
  tenant_id: ['bigint', ({ tenantId }) => tenantId],
  customer_id: ['bigint', ({ key }) => key.customerId],
  order_id: ['bigint', ({ key }) => key.id],
  cancel_key: ['text', ({ key }) => key.cancelKey],
}

const insertReturns = table('order_return').insert<Changed<ReturnKey, OrderReturn>>({
  ...RETURN_KEY,
  value: ['numeric', ({ value }) => value.sent.value],
  products: ['json', ({ value }) => value.sent.lines && encodeReturnedLines(value.sent.lines)],
  should_refund_redeem: ['boolean', ({ value }) => value.sent.refundsRedeem],
  record_id: ['bigint', ({ value }) => value.recordId],
  taken_points: ['numeric', ({ value }) => value.taken.points],
  taken_cashback: ['numeric', ({ value }) => value.taken.cashback],
  written_off_points: ['numeric', ({ value }) => value.writtenOff.points],
  written_off_cashback: ['numeric', ({ value }) => value.writtenOff.cashback],
  refunds: ['json', ({ value }) => (value.refunds.length > 0 ? value.refunds.map(encodeRefund) : null)],
  remaining: ['numeric', ({ value }) => value.remaining],
  state: ['smallint', ({ value }) => value.state],
  returned_at: ['timestamptz', ({ value }) => value.at],
})

/** Returns of parts of orders by the merchant's keys. */
export const orderReturns: Collection<ReturnKey, OrderReturn> = {
  name: 'order returns',
  textOf: ({ customerId, id, cancelKey }) => textOf(customerId, id, cancelKey),
  async load(tx, keys) {
    const { rows } = await run(
      tx,
      sql<ReturnRow>`
      select made.*
      from ${rowsAs('wanted', RETURN_KEY, keys)}
      cross join lateral (
        select * from order_return
        where tenant_id = wanted.tenant_id and customer_id = wanted.customer_id
          and order_id = wanted.order_id and cancel_key = wanted.cancel_key
        limit 1
      ) as made`,
    )
    return new Map(
      rows.map((row) => {
        const key = textOf(row.customer_id, row.order_id, row.cancel_key)
        return [keyText({ tenantId: row.tenant_id, key }), toReturn(row)]
      }),
    )
  },
  save: insertReturns,
}

function textOf(customerId: CustomerId, orderId: OrderId, cancelKey: string): string {
  return `${customerId} ${orderId} ${cancelKey}`
}

function toReturn(row: ReturnRow): OrderReturn {
  return {
    sent: {
      cancelKey: row.cancel_key,
      value: row.value,
      lines: row.products && decodeReturnedLines(row.products),
      refundsRedeem: row.should_refund_redeem,
    },
    recordId: row.record_id,
    taken: { points: row.taken_points, cashback: row.taken_cashback },
    writtenOff: { points: row.written_off_points, cashback: row.written_off_cashback },
    refunds: (row.refunds ?? []).map(decodeRefund),
    remaining: row.remaining,
    state: row.state as OrderState,
    at: row.returned_at.getTime(),
  }
}

function encodeRefund({ redemptionKey, recordId, amount }: RedeemRefund): StoredRefund {
  return [redemptionKey, recordId, decimalToText(amount.points), decimalToText(amount.cashback)]
}

function decodeRefund([redemptionKey, recordId, points, cashback]: StoredRefund): RedeemRefund {
  const amount = { points: decimalFromText(points), cashback: decimalFromText(cashback) }
  return { redemptionKey, recordId, amount }
}
