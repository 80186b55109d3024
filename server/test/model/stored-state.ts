/** The whole ledger of a shop as plain values: once as the database has it, once as the model does. */
import type pg from 'pg'
import { decimalToText } from '../../src/platform/decimal.ts'
import type { Amount, ModelRecord } from './ledger-model.ts'
import type { ModelCounter } from './reward-model.ts'
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
  readonly coupons: Readonly<Record<string, string>>
  readonly redemptions: Readonly<Record<string, string>>
  /** How many redemptions of each reward stand. */
  readonly counts: Readonly<Record<string, number>>
  readonly answers: readonly string[]
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

interface CouponRow {
  code: string
  customer: string
  value: string
  valid_until: Date | null
  is_used: boolean
  is_inactive: boolean
  order: string | null
  key: string | null
}

interface RedemptionRow {
  key: string
  reward: string
  customer: string
  external: string
  cost: string
  is_returned: boolean
  coupon_key: string
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
  const { rows: coupons } = await client.query<CouponRow>(
    `select code, customer.original_id as customer, coupon.value, valid_until, is_used,
       inactivated_at is not null as is_inactive, bought.original_id as order, redemption_key as key
     from coupon
     join customer on customer.tenant_id = $1 and customer.id = coupon.customer_id
     left join customer_order as bought on bought.tenant_id = $1 and bought.id = coupon.order_id
     where coupon.tenant_id = $1`,
    [tenantId],
  )
  const { rows: redemptions } = await client.query<RedemptionRow>(
    `select original_key as key, reward.title as reward, customer.original_id as customer, external_code as external,
       redemption.points || ' / ' || redemption.cashback as cost, returned_at is not null as is_returned, coupon_key
     from redemption
     join reward_configuration as reward on reward.tenant_id = $1 and reward.id = reward_configuration_id
     join customer on customer.tenant_id = $1 and customer.id = redemption.customer_id
     where redemption.tenant_id = $1`,
    [tenantId],
  )
  const { rows: counts } = await client.query<{ reward: string; count: number }>(
    `select title as reward, redeemed_count as count from reward_usage as usage
     join reward_configuration as reward on reward.tenant_id = $1 and reward.id = reward_configuration_id
     where usage.tenant_id = $1 and redeemed_count > 0`,
    [tenantId],
  )
  const { rows: answers } = await client.query<{ answer: string }>(
    `select customer.original_id || ' ' || quiz.name as answer from quiz_answer as answer
     join customer on customer.tenant_id = $1 and customer.id = answer.customer_id
     join quiz on quiz.tenant_id = $1 and quiz.id = answer.quiz_id
     where answer.tenant_id = $1`,
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
    coupons: Object.fromEntries(coupons.map((row) => [row.code, describeCoupon(row)])),
    redemptions: Object.fromEntries(redemptions.map((row) => [row.key, describeRedemption(row)])),
    counts: Object.fromEntries(counts.map(({ reward, count }) => [reward, count])),
    answers: answers.map(({ answer }) => answer).sort(),
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
    ...stateOfCounter(shop.counter),
  }
}

function stateOfCounter(counter: ModelCounter): Omit<ShopState, 'customers' | 'orders'> {
  const { coupons, redemptions, rewards, quizzes } = counter
  return {
    coupons: Object.fromEntries(
      coupons.map((coupon) => [
        coupon.code,
        describeCoupon({
          code: coupon.code,
          customer: coupon.customer,
          value: decimalToText(coupon.value),
          valid_until: coupon.validUntil === null ? null : new Date(coupon.validUntil),
          is_used: coupon.isUsed,
          is_inactive: coupon.isInactive,
          order: coupon.order,
          key: coupon.redemption?.key ?? null,
        }),
      ]),
    ),
    redemptions: Object.fromEntries(
      [...redemptions.values()].map(({ redemption, coupon }) => [
        redemption.key,
        describeRedemption({
          key: redemption.key,
          reward: redemption.reward.name,
          customer: redemption.customer,
          external: redemption.externalCode,
          cost: amountText(redemption.cost),
          is_returned: redemption.isReturned,
          coupon_key: coupon.code,
        }),
      ]),
    ),
    counts: Object.fromEntries(
      rewards.flatMap((reward) => {
        const count = counter.standing(reward)
        return count === 0 ? [] : [[reward.name, count]]
      }),
    ),
    answers: quizzes.flatMap(({ name, answeredBy }) => [...answeredBy].map((id) => `${id} ${name}`)).sort(),
  }
}

function describeCoupon(row: CouponRow): string {
  const state = row.is_used ? 'used' : 'free'
  const until = row.valid_until?.toISOString() ?? 'ever'
  const order = row.order === null ? '' : ` by ${row.order}`
  const inactive = row.is_inactive ? ', inactive' : ''
  return `of ${row.customer}, ${row.value} until ${until}, ${state}${order}${inactive}, from ${row.key}`
}

function describeRedemption(row: RedemptionRow): string {
  const end = row.is_returned ? ', returned' : ''
  return `${row.reward} by ${row.customer} for ${row.cost}, ${row.external} ${row.coupon_key}${end}`
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
