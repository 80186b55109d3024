/** The whole ledger of a shop as plain values: once as the database has it, once as the model does. */
import type pg from 'pg'
import { written } from './arithmetic.ts'
import {
  amountText,
  type CouponRow,
  describeCoupon,
  describeHeld,
  describeOrder,
  describeRecord,
  describeRedemption,
  describeRow,
  describeTier,
  type OrderRow,
  type RecordRow,
  type RedemptionRow,
} from './describe.ts'
import { TYPE } from './ledger.ts'
import { orderCountOf, type Shop } from './shop.ts'
import { type CardsState, cardsOfModel, readCards } from './stored-cards.ts'

export interface CustomerState extends CardsState {
  readonly balance: string
  readonly orderCount: number
  readonly events: number
  readonly isEnrolled: boolean
  /** The tier that they were raised to, since when, and since when its goals are missed. */
  readonly tier: string | null
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

/** The id that is left of a customer who was merged ends by chance, which the model does not know. */
function shown(id: string): string {
  return `regexp_replace(${id}, '^(merged-.+)-[0-9a-f]{32}$', '\\1')`
}

export async function readStored(client: pg.Client, tenantId: number): Promise<ShopState> {
  const { rows: customers } = await client.query<{
    id: string
    name: string
    balance: string
    orders: number
    events: number
    others: number
    enrolled: boolean
    tier: string | null
    since: Date | null
    below: Date | null
  }>(
    `select ${shown('original_id')} as id, original_id as name, coalesce(other_sequence, 0) as others, points_balance || ' / ' || cashback_balance as balance, order_count as orders,
       event_sequence as events, is_enrolled as enrolled, tier.name as tier, tier_since as since,
       tier_below_since as below
     from customer left join tier on tier.tenant_id = $1 and tier.id = tier_id
     where customer.tenant_id = $1`,
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
  const { rows: orders } = await client.query<OrderRow & { id: string }>(
    `select original_id as id, state, total, returned, placed_at, completed_at, updated_at
     from customer_order where tenant_id = $1`,
    [tenantId],
  )
  const { rows: coupons } = await client.query<CouponRow>(
    `select code, customer.original_id as customer, coupon.value, valid_until, is_used,
       inactivated_at is not null as is_inactive, bought.original_id as order, used_for_order as used_for, redemption_key as key
     from coupon
     join customer on customer.tenant_id = $1 and customer.id = coupon.customer_id
     left join customer_order as bought on bought.tenant_id = $1 and bought.id = coupon.order_id
     where coupon.tenant_id = $1`,
    [tenantId],
  )
  const { rows: redemptions } = await client.query<RedemptionRow>(
    `select original_key as key, reward.title as reward, customer.original_id as customer, external_code as external,
       redemption.points || ' / ' || redemption.cashback as cost,
       returned_points || ' / ' || returned_cashback as refunded, returned_at is not null as is_returned, coupon_key,
       checkout_id as checkout, expires_at as deadline, released_by
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
    `select ${shown('customer.original_id')} || ' ' || quiz.name as answer from quiz_answer as answer
     join customer on customer.tenant_id = $1 and customer.id = answer.customer_id
     join quiz on quiz.tenant_id = $1 and quiz.id = answer.quiz_id
     where answer.tenant_id = $1`,
    [tenantId],
  )
  const cardsOf = await readCards(client, tenantId)
  const recordsOf = Map.groupBy(records, ({ customer }) => customer)
  return {
    customers: Object.fromEntries(
      customers.map(
        ({ id, name, balance, orders: orderCount, events, others, enrolled: isEnrolled, ...held }) => [
          id,
          {
            ...cardsOf(name, others),
            balance,
            orderCount,
            events,
            isEnrolled,
            tier: describeTier(held.tier, held.since, held.below),
            records: inOrder((recordsOf.get(id) ?? []).map(describeRow)),
          },
        ],
      ),
    ),
    orders: Object.fromEntries(orders.map(({ id, ...row }) => [id, describeOrder(row)])),
    coupons: Object.fromEntries(coupons.map((row) => [row.code, describeCoupon(row)])),
    redemptions: Object.fromEntries(redemptions.map((row) => [row.key, describeRedemption(row)])),
    counts: Object.fromEntries(counts.map(({ reward, count }) => [reward, count])),
    answers: answers.map(({ answer }) => answer).sort(),
  }
}

export function stateOfModel(shop: Shop): ShopState {
  return {
    customers: Object.fromEntries(
      [...shop.customers.values()].map((customer) => [
        customer.originalId,
        {
          ...cardsOfModel(customer),
          balance: amountText(customer.account.balance),
          orderCount: orderCountOf(customer),
          events: customer.account.events.length,
          isEnrolled: customer.isEnrolled,
          tier: describeHeld(customer.tier),
          records: inOrder(customer.account.records.map(describeRecord)),
        },
      ]),
    ),
    orders: Object.fromEntries(
      [...shop.orders].map(([id, order]) => [
        id,
        describeOrder({
          state: order.state,
          total: written(order.total),
          returned: written(order.returned),
          placed_at: new Date(order.placedAt),
          completed_at: order.completedAt === null ? null : new Date(order.completedAt),
          updated_at: new Date(order.updatedAt),
        }),
      ]),
    ),
    ...stateOfCounter(shop),
  }
}

function stateOfCounter(shop: Shop): Omit<ShopState, 'customers' | 'orders'> {
  const { coupons, redemptions, quizzes } = shop.counter
  const standing = [...redemptions.values()].filter(({ redemption }) => !redemption.isReturned)
  const counts = Map.groupBy(standing, ({ redemption }) => redemption.reward.name)
  return {
    coupons: Object.fromEntries(
      coupons.map((coupon) => [
        coupon.code,
        describeCoupon({
          code: coupon.code,
          customer: shop.nameOf(coupon.customer),
          value: written(coupon.value),
          valid_until: coupon.validUntil === null ? null : new Date(coupon.validUntil),
          is_used: coupon.isUsed,
          is_inactive: coupon.isInactive,
          order: coupon.order,
          used_for: coupon.usedFor,
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
          customer: shop.nameOf(redemption.customer),
          external: redemption.externalCode,
          cost: amountText(redemption.cost),
          refunded: amountText(redemption.refunded),
          is_returned: redemption.isReturned,
          coupon_key: coupon.code,
          checkout: redemption.checkout,
          deadline: redemption.deadline === null ? null : new Date(redemption.deadline),
          released_by: redemption.releasedBy,
        }),
      ]),
    ),
    counts: Object.fromEntries([...counts].map(([name, { length }]) => [name, length])),
    answers: quizzes
      .flatMap(({ name, answeredBy }) => [...answeredBy].map((id) => `${shop.nameOf(id)} ${name}`))
      .sort(),
  }
}

/**
 * Of a customer into whom another one was merged, records are compared in whatever order: when something due was settled
 * on the one makes a difference for nothing but its place among those of the other.
 */
function inOrder(records: readonly string[]): readonly string[] {
  return records.some((record) => record.startsWith(`type ${TYPE.merge}`)) ? records.toSorted() : records
}
