/** The whole ledger of a shop as plain values: once as the database has it, once as the model does. */
import type pg from 'pg'
import { decimalToText } from '../../src/platform/decimal.ts'
import type { Amount, ModelRecord } from './ledger-model.ts'
import type { ModelShop } from './shop-model.ts'

export interface CustomerState {
  readonly balance: string
  readonly orderCount: number
  readonly events: number
  readonly isEnrolled: boolean
  /** Oldest first. */
  readonly records: readonly string[]
}

export interface ShopState {
  readonly customers: Readonly<Record<string, CustomerState>>
  readonly orders: Readonly<Record<string, string>>
}

interface RecordRow {
  customer: string
  type: number
  points: string
  cashback: string
  order: string | null
  available_at: Date | null
  expires_at: Date | null
  is_waiting: boolean
  remaining_points: string | null
  remaining_cashback: string
  debt_points: string | null
  debt_cashback: string
}

export async function readStored(client: pg.Client, tenantId: number): Promise<ShopState> {
  const { rows: customers } = await client.query<{
    id: string
    balance: string
    orders: number
    events: number
    enrolled: boolean
  }>(
    `select original_id as id, points_balance || ' / ' || cashback_balance as balance, order_count as orders,
       event_sequence as events, is_enrolled as enrolled
     from customer where tenant_id = $1`,
    [tenantId],
  )
  const { rows: records } = await client.query<RecordRow>(
    `select customer.original_id as customer, record.*, bought.original_id as "order"
     from point_record as record
     join customer on customer.tenant_id = $1 and customer.id = record.customer_id
     left join customer_order as bought on bought.tenant_id = $1 and bought.id = record.order_id
     where record.tenant_id = $1
     order by record.id`,
    [tenantId],
  )
  const { rows: orders } = await client.query<{ id: string; state: number; total: string; updated_at: Date }>(
    'select original_id as id, state, total, updated_at from customer_order where tenant_id = $1',
    [tenantId],
  )
  const recordsOf = Map.groupBy(records, ({ customer }) => customer)
  return {
    customers: Object.fromEntries(
      customers.map(({ id, balance, orders: orderCount, events, enrolled: isEnrolled }) => [
        id,
        { balance, orderCount, events, isEnrolled, records: (recordsOf.get(id) ?? []).map(describeRow) },
      ]),
    ),
    orders: Object.fromEntries(
      orders.map(({ id, state, total, updated_at }) => [id, describeOrder(state, total, updated_at)]),
    ),
  }
}

export function stateOfModel(shop: ModelShop): ShopState {
  return {
    customers: Object.fromEntries(
      [...shop.customers].map(([id, { account, orderCount, isEnrolled }]) => [
        id,
        {
          balance: amountText(account.balance),
          orderCount,
          events: account.events,
          isEnrolled,
          records: account.records.map(describeRecord),
        },
      ]),
    ),
    orders: Object.fromEntries(
      [...shop.orders].map(([id, { state, total, updatedAt }]) => [
        id,
        describeOrder(state, decimalToText(total), new Date(updatedAt)),
      ]),
    ),
  }
}

function describeOrder(state: number, total: string, updatedAt: Date): string {
  return `state ${state}, total ${total}, updated ${updatedAt.toISOString()}`
}

function describeRecord({ type, amount, order, lot, debt }: ModelRecord): string {
  return describe(
    type,
    amountText(amount),
    order,
    lot && {
      left: amountText(lot.left),
      isWaiting: lot.isWaiting,
      availableAt: new Date(lot.availableAt),
      expiresAt: lot.expiresAt === null ? null : new Date(lot.expiresAt),
    },
    debt && amountText(debt),
  )
}

function describeRow(row: RecordRow): string {
  return describe(
    row.type,
    `${row.points} / ${row.cashback}`,
    row.order,
    row.remaining_points === null
      ? null
      : {
          left: `${row.remaining_points} / ${row.remaining_cashback}`,
          isWaiting: row.is_waiting,
          availableAt: row.available_at,
          expiresAt: row.expires_at,
        },
    row.debt_points === null ? null : `${row.debt_points} / ${row.debt_cashback}`,
  )
}

function describe(
  type: number,
  amount: string,
  order: string | null,
  lot: { left: string; isWaiting: boolean; availableAt: Date | null; expiresAt: Date | null } | null,
  debt: string | null,
): string {
  const parts = [`type ${type}: ${amount}`]
  if (order !== null) parts.push(`order ${order}`)
  if (lot) {
    const until = lot.expiresAt?.toISOString() ?? 'ever'
    parts.push(
      `left ${lot.left}, ${lot.isWaiting ? 'waits until' : 'since'} ${lot.availableAt?.toISOString()}`,
    )
    parts.push(`good until ${until}`)
  }
  if (debt !== null) parts.push(`owed ${debt}`)
  return parts.join(', ')
}

function amountText({ points, cashback }: Amount): string {
  return `${decimalToText(points)} / ${decimalToText(cashback)}`
}
