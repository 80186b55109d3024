import type pg from 'pg'
import { knownLocalDate, localDate, localDateToText } from '../src/platform/zone.ts'
import { orderBody } from './order-body.ts'

/** What is filled in is a copy of so many orders that were really placed. */
const PLACED = 20
/** Of each customer. */
const ORDERS_OF_ONE = 10
const FIRST_ID = 1_000_000_000
const ZONE = 'America/Sao_Paulo'

export interface PastOrders {
  readonly orders: number
  readonly days: number
}

export interface Shop {
  readonly tenantId: number
  readonly port: number
  readonly authorization: string
}

/** Days, both included. */
export interface Days {
  readonly from: string
  readonly to: string
}

/** Orders of a merchant with what they earned, of so many days that end yesterday; returns these days. */
export async function fillPastOrders(
  client: pg.Client,
  { tenantId, port, authorization }: Shop,
  { orders, days }: PastOrders,
): Promise<Days> {
  for (let n = 0; n < PLACED; n += 1) {
    const answer = await fetch(`http://127.0.0.1:${port}/v1/pvt/POS/orders`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body: orderBody(`placed-${n}`, `c${n + 1}`, 1_000 + 917 * n),
    })
    const text = await answer.text()
    if (!text.includes('"HasError":false')) throw new Error(`${answer.status} ${text}`)
  }
  const customers = Math.ceil(orders / ORDERS_OF_ONE)
  await client.query(
    `insert into customer (tenant_id, id, original_id, public_id, signup_at, is_enrolled, enrolled_at, has_purchased,
      created_at)
    select $1, $2::bigint + n, 'past-' || n, gen_random_uuid(), now(), true, now(), true, now()
    from generate_series(1, $3::int) as n`,
    [tenantId, FIRST_ID, customers],
  )
  const to = localDate(Date.now(), ZONE) - 1
  const first = localDateToText(to - days + 1)
  const values = [tenantId, FIRST_ID, customers, orders, PLACED, first, days]
  await client.query(
    `with placed as (
      select bought.*, row_number() over (order by id) - 1 as number from customer_order as bought
      where tenant_id = $1 and original_id like 'placed-%'
    ), made as (
      select n, $2::bigint + 2 * n as made_id, $2::bigint + 1 + n * 7919::bigint % $3::int as made_customer,
        ($6::timestamp + n * ($7::float - 0.5) / $4::int * interval '1 day') at time zone '${ZONE}' as made_at
      from generate_series(1, $4::int) as n
    ), bought as (
      insert into customer_order (tenant_id, id, original_id, customer_id, state, origin, total, placed_at, completed_at,
        updated_at, program_version, earned_tier_id, is_first_purchase, details, earned_tier_multiplier)
      select tenant_id, made_id, 'past-' || n, made_customer, state, origin, total, made_at, made_at, made_at,
        program_version, earned_tier_id, is_first_purchase, details, earned_tier_multiplier
      from made join placed on placed.number = n % $5::int
    )
    insert into point_record (tenant_id, customer_id, id, type, points, cashback, recorded_at, order_id, available_at,
      expires_at, is_live, remaining_points, remaining_cashback, explanation)
    select record.tenant_id, made_customer, made_id + 1, type, points, record.cashback, made_at, made_id, made_at,
      made_at + interval '365 days', true, points, record.cashback, explanation
    from made join placed on placed.number = n % $5::int
    join point_record as record on record.tenant_id = placed.tenant_id and record.order_id = placed.id`,
    values,
  )
  await client.query('vacuum analyze customer, customer_order, point_record')
  return { from: localDateToText(knownLocalDate(first)), to: localDateToText(to) }
}
