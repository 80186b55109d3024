import {
  type AccountCheck,
  type AccountRange,
  DIFFERENCES_MAX,
  type FoundDifference,
} from '../../accounts/verify.ts'
import { type Decimal, decimalToText } from '../../platform/decimal.ts'
import { runUnhurried, type Tx } from '../../platform/postgres/database.ts'
import { sql } from '../../platform/postgres/sql.ts'
import { ORDER_STATE } from '../order.ts'
import { confirmDoubts, type Doubt } from './doubts.ts'

/** Orders against their records, and what customers' rows say of their orders. */
export const verifyOrders: AccountCheck = async (tx, range) => {
  const [counts, rows] = await Promise.all([findWrongCounts(tx, range), findDoubtful(tx, range)])
  const doubts = rows.filter(({ is_in_doubt }) => is_in_doubt).map(toDoubt)
  return [...counts, ...rows.flatMap(differencesOf), ...(await confirmDoubts(tx, range.tenantId, doubts))]
}

async function findWrongCounts(tx: Tx, { tenantId, after, last }: AccountRange): Promise<FoundDifference[]> {
  const { rows } = await runUnhurried<FoundDifference>(
    tx,
    sql`
    with bought as (
      select customer_id, count(*) filter (where state <> 3)::int as orders,
        -- Of one of which nothing counts any more, something may have counted.
        bool_or(program_version is not null and details ->> 'n' is distinct from 'excluded') as has_earned,
        bool_or(program_version is not null) as may_have_earned
      from customer_order
      where tenant_id = ${tenantId} and customer_id > ${after} and customer_id <= ${last}
      group by customer_id
    )
    select original_id as customer, what, stored, recomputed
    from customer
    left join bought on bought.customer_id = customer.id
    cross join lateral (values
      ('orders that are not cancelled', order_count::text, coalesce(orders, 0)::text),
      ('whether an order was complete', has_purchased::text,
        (coalesce(has_earned, false) or (has_purchased and coalesce(may_have_earned, false)))::text)
    ) as checked (what, stored, recomputed)
    where tenant_id = ${tenantId} and id > ${after} and id <= ${last}
      and (
        order_count <> coalesce(orders, 0)
        or has_purchased <> (coalesce(has_earned, false) or (has_purchased and coalesce(may_have_earned, false)))
      )
      and stored <> recomputed
    limit ${DIFFERENCES_MAX}`,
  )
  return rows
}

interface OrderRow {
  readonly customer: string
  readonly order: string
  readonly state: number
  readonly program_version: number | null
  readonly is_first: boolean
  readonly multiplier: Decimal | null
  readonly tier_id: string | null
  readonly least: Decimal
  readonly most: Decimal
  readonly is_state_wrong: boolean
  readonly is_in_doubt: boolean
  readonly first_records: number
  /** Of the records that say something else than the order: null where none does. */
  readonly other_version: number | null
  readonly other_first: boolean | null
  readonly other_multiplier: Decimal | null
  readonly has_other_multiplier: boolean
  readonly other_tier: string | null
  readonly has_other_tier: boolean
  readonly wrong_type: string | null
  readonly wrong_sum: string | null
}

/**
 * Orders that their records do not explain. What an order earned with, which program, tier and whether it was a first
 * purchase, is in the explanation of each of them. The points must come to what the newest one says, and its total must
 * be the one that this was computed on: the last is often no fault, as a few cents more earn nothing more, so it is in
 * doubt only.
 */
async function findDoubtful(tx: Tx, { tenantId, after, last }: AccountRange): Promise<OrderRow[]> {
  const { rows } = await runUnhurried<OrderRow>(
    tx,
    sql`
    with program as (
      -- A rule that asks for something, or competes, may give nothing; the others always give.
      select version, program @? '$.rules[*] ? (@.kind == "firstPurchase" && !(@.isActive == false))' as may_reward_first,
        program @? '$.rules[*] ? (@.kind == "firstPurchase" && !(@.isActive == false) && !(exists(@.when)) && !(exists(@.stacks)))'
          as rewards_first,
        array(
          select jsonb_path_query(program, '$.rules[*] ? (@.kind == "tier" && !(@.isActive == false)).ids[*]') #>> '{}'
        ) as possible_tier_ids,
        array(
          select jsonb_path_query(program, '$.rules[*] ? (@.kind == "tier" && !(@.isActive == false) && !(exists(@.when)) && !(exists(@.stacks)) && !(exists(@.limit))).ids[*]') #>> '{}'
        ) as tier_ids
      from program_version where tenant_id = ${tenantId}
    ),
    bought as (
      select bought.customer_id, bought.id, original_id, state, cancelled_at, completed_at, program_version,
        total - returned as amount, details ->> 'n' is null as should_earn,
        coalesce((details -> 'o' ->> 0)::numeric, 0) as written_off,
        coalesce((details ->> 'e')::numeric, 0) as missed,
        -- Of one that earned elsewhere nothing was recorded, and this was taken back.
        coalesce(elsewhere.taken_points, 0) as taken_elsewhere,
        is_first_purchase and coalesce(rewards_first, false) as is_first,
        is_first_purchase and coalesce(may_reward_first, false) as may_be_first, earned_tier_id::text as tier_id,
        case when earned_tier_id is not null then earned_tier_multiplier end as multiplier,
        coalesce(earned_tier_id::text = any (tier_ids), false) as has_tier_rule,
        coalesce(earned_tier_id::text = any (possible_tier_ids), false) as may_have_tier_rule
      from customer_order as bought
      left join program on program.version = bought.program_version
      left join order_elsewhere as elsewhere
        on elsewhere.tenant_id = ${tenantId} and elsewhere.customer_id = bought.customer_id
        and elsewhere.order_id = bought.id
      where bought.tenant_id = ${tenantId} and bought.customer_id > ${after} and bought.customer_id <= ${last}
    ),
    made as (
      select record.customer_id, record.order_id, record.id, record.type, record.points, record.recorded_at,
        explanation is not null as is_explained, (explanation ->> 'v')::int as version,
        -- An order that came down to nothing earns by no rule, not even for a first purchase or by a tier.
        explanation ->> 'none' is null and type in (0, 11) and line.in_all is distinct from 0 as is_evaluated, line.*
      from point_record as record
      left join lateral (
        select bool_or(kind in ('recorded', 'elsewhere')) as follows,
          bool_and(kind in ('recorded', 'elsewhere', 'otherRecord', 'writtenOff')) as is_only_taken,
          bool_or(kind = 'firstPurchase') as has_first, bool_or(kind = 'tier') as has_tier_rule,
          max(multiplier) filter (where kind = 'tierBenefit') as multiplier,
          max(id) filter (where kind in ('tier', 'tierBenefit')) as tier_id,
          case when bool_or(kind in ('purchase', 'exclude')) then
            coalesce(max(amount) filter (where kind = 'purchase'), 0)
              + coalesce(sum(amount) filter (where kind = 'exclude'), 0)
          end as amount, sum(line.points) as explained,
          coalesce(sum(line.points) filter (
            where kind not in ('recorded', 'elsewhere', 'otherRecord', 'writtenOff', 'notEnrolled', 'partReturned')
          ), 0) as in_all
        from json_to_recordset(explanation -> 'lines')
          as line (kind text, id text, multiplier numeric, amount numeric, points numeric)
      ) as line on explanation is not null
      where tenant_id = ${tenantId} and customer_id > ${after} and customer_id <= ${last} and order_id is not null
    ),
    told as (
      select bought.customer_id, bought.id, sum(made.points) as recorded,
        coalesce(-sum(made.points) filter (where type = 8), 0) as expired,
        count(*) filter (where type = 0)::int as first_records,
        bool_or(type = 9) and state <> 3 as is_taken_back,
        -- The newest; compared from left to right.
        max(array[extract(epoch from recorded_at), made.id, made.amount, in_all]) filter (where type in (0, 11))
          as newest,
        max(made.version) filter (where made.version <> program_version) as other_version,
        bool_or(has_first) filter (where is_evaluated and not (has_first between is_first and may_be_first))
          as other_first,
        max(made.multiplier) filter (where is_evaluated) as other_multiplier,
        bool_or(made.multiplier is distinct from bought.multiplier) filter (where is_evaluated)
          as has_other_multiplier,
        max(made.tier_id) filter (where is_evaluated) as other_tier,
        bool_or(
          made.tier_id <> bought.tier_id
            or not (made.has_tier_rule between bought.has_tier_rule and bought.may_have_tier_rule)
            or (made.tier_id is not null and bought.tier_id is null)
        ) filter (where is_evaluated) as has_other_tier,
        min(made.id::text) filter (where is_explained and type in (0, 9, 11)
          and type <> case when is_only_taken then 9 when follows then 11 else 0 end) as wrong_type,
        min(made.id::text) filter (where is_explained and explained is distinct from made.points) as wrong_sum
      from made join bought on bought.customer_id = made.customer_id and bought.id = made.order_id
      group by bought.customer_id, bought.id, state, is_first, may_be_first
    ),
    judged as (
      select bought.*, told.first_records, other_version, other_first, other_multiplier, other_tier, wrong_type,
        wrong_sum, coalesce(has_other_multiplier, false) as has_other_multiplier,
        coalesce(has_other_tier, false) as has_other_tier,
        coalesce(recorded, 0) + taken_elsewhere - written_off as least, coalesce(recorded, 0) + taken_elsewhere + coalesce(expired, 0) +
          case when state = 3 then -written_off else missed end as most,
        coalesce(is_taken_back, false) or case state when 2 then program_version is null or completed_at is null
          when 3 then cancelled_at is null else program_version is not null end as is_state_wrong,
        case
          when state = 2 and newest[4] is null then should_earn
          when state = 2 then newest[4] not between coalesce(recorded, 0) + taken_elsewhere - written_off
            and coalesce(recorded, 0) + taken_elsewhere + coalesce(expired, 0) + missed or newest[3] <> bought.amount
          -- All was taken back or let go; what went back to its lots later may have expired.
          when state = 3 then 0 not between coalesce(recorded, 0) + taken_elsewhere - written_off
            and coalesce(recorded, 0) + taken_elsewhere - written_off + coalesce(expired, 0)
          else recorded is not null
        end as is_in_doubt
      from bought left join told on told.customer_id = bought.customer_id and told.id = bought.id
    )
    select customer.original_id as customer, judged.original_id as "order", state, program_version, is_first, multiplier,
      judged.tier_id, least, most, is_state_wrong, coalesce(is_in_doubt, false) and erased_at is null as is_in_doubt,
      coalesce(first_records, 0) as first_records, other_version, other_first, other_multiplier, has_other_multiplier,
      other_tier, has_other_tier, wrong_type, wrong_sum
    from judged
    join customer on customer.tenant_id = ${tenantId} and customer.id = judged.customer_id
      and customer.id > ${after} and customer.id <= ${last}
    -- What an erased person returns or cancels changes no points any more.
    where (is_in_doubt and erased_at is null) or is_state_wrong or first_records > 1 or other_version is not null
      or other_first is not null or has_other_multiplier or has_other_tier or wrong_type is not null
      or wrong_sum is not null
    limit ${10 * DIFFERENCES_MAX}`,
  )
  return rows
}

function toDoubt({ customer, order, state, least, most }: OrderRow): Doubt {
  return { customer, order, isComplete: state === ORDER_STATE.complete, least, most }
}

function differencesOf(row: OrderRow): FoundDifference[] {
  const difference = (what: string, stored: unknown, recomputed: unknown): FoundDifference => ({
    customer: row.customer,
    what: `${what} of order ${row.order}`,
    stored: textOf(stored),
    recomputed: textOf(recomputed),
  })
  return [
    ...(row.is_state_wrong ? [difference('state', row.state, 'another')] : []),
    ...(row.first_records > 1 ? [difference('first records', row.first_records, 1)] : []),
    ...(row.other_version === null
      ? []
      : [difference('program version', row.program_version, row.other_version)]),
    ...(row.other_first === null ? [] : [difference('first purchase', row.is_first, row.other_first)]),
    ...(row.has_other_multiplier
      ? [difference('tier multiplier', row.multiplier, row.other_multiplier)]
      : []),
    ...(row.has_other_tier ? [difference('tier', row.tier_id, row.other_tier)] : []),
    ...(row.wrong_type === null
      ? []
      : [difference(`type of record ${row.wrong_type}`, 'its own', 'another')]),
    ...(row.wrong_sum === null
      ? []
      : [difference(`explanation of record ${row.wrong_sum}`, 'its lines', 'its points')]),
  ]
}

function textOf(value: unknown): string {
  if (value === null) return 'none'
  return typeof value === 'bigint' ? decimalToText(value) : String(value)
}
