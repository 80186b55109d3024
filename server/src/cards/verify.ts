import { POINT_TYPE } from '../accounts/account.ts'
import {
  type AccountCheck,
  type AccountRange,
  DIFFERENCES_MAX,
  type FoundDifference,
} from '../accounts/verify.ts'
import { AWARD_SOURCE, AWARD_STATE } from '../awards/award.ts'
import { runUnhurried, type Tx } from '../platform/postgres/database.ts'
import { sql } from '../platform/postgres/sql.ts'
import { STAMP_TYPE } from './card.ts'

/** Cards against their records, and full cards against the prizes that stand. */
export const verifyCards: AccountCheck = async (tx, range) => {
  const cards = await findWrongCards(tx, range)
  return [...cards, ...(await findWrongPrizes(tx, range))]
}

/** What is left of stamps, and of what is owed, follows from the records and what they used. */
async function findWrongCards(tx: Tx, { tenantId, after, last }: AccountRange): Promise<FoundDifference[]> {
  const { rows } = await runUnhurried<FoundDifference>(
    tx,
    sql`
    with card as materialized (
      select * from stamp_card
      where tenant_id = ${tenantId} and customer_id > ${after} and customer_id <= ${last}
    ),
    record as materialized (
      select * from stamp_record
      where tenant_id = ${tenantId} and customer_id > ${after} and customer_id <= ${last}
    ),
    used as materialized (
      select customer_id, id as record_id, (origin ->> 0)::bigint as lot_id, (origin ->> 1)::numeric(18, 4) as stamps
      from record cross join lateral json_array_elements(origins) as origin
    ),
    of_lot as (select customer_id, lot_id, sum(stamps) as stamps from used group by 1, 2),
    of_record as (select customer_id, record_id, sum(stamps) as stamps from used group by 1, 2),
    -- What stamps were joined into holds what its origins had left.
    lot as (
      select record.customer_id, rule_id, id, expires_at,
        case when type = ${STAMP_TYPE.joined} then coalesce(of_record.stamps, 0) else record.stamps end
          - coalesce(of_lot.stamps, 0) as remaining
      from record left join of_lot on of_lot.customer_id = record.customer_id and of_lot.lot_id = record.id
      left join of_record on of_record.customer_id = record.customer_id and of_record.record_id = record.id
      where (record.stamps > 0 or type = ${STAMP_TYPE.joined}) and type <> ${STAMP_TYPE.fullUndone}
    ),
    debt as (
      select record.customer_id, rule_id, id, -record.stamps - coalesce(of_record.stamps, 0) as remaining
      from record
      left join of_record on of_record.customer_id = record.customer_id and of_record.record_id = record.id
      where record.stamps < 0
    ),
    kept as (
      select customer_id, rule_id, (one ->> 0)::bigint as id, coalesce(one ->> 3, one ->> 2)::numeric(18, 4) as remaining,
        (one ->> 4)::bigint as expires_at
      from card cross join lateral json_array_elements(state -> 'l') as one
    ),
    owed as (
      select customer_id, rule_id, (one ->> 0)::bigint as id, (one ->> 1)::numeric(18, 4) as remaining
      from card cross join lateral json_array_elements(state -> 'd') as one
    ),
    checked (customer_id, what, stored, recomputed) as (
      select customer_id, 'stamps on card ' || rule_id, coalesce(card.balance, 0)::text,
        coalesce(recorded.stamps, 0)::numeric(18, 4)::text
      from card full join (select customer_id, rule_id, sum(stamps) as stamps from record group by 1, 2) as recorded
        using (customer_id, rule_id)
      union all
      select customer_id, 'left of the stamps of record ' || id,
        coalesce(kept.remaining, 0)::numeric(18, 4) || ' until ' || coalesce(kept.expires_at::text, 'ever'),
        lot.remaining || ' until ' || coalesce((extract(epoch from lot.expires_at) * 1000)::bigint::text, 'ever')
      from (select * from lot where remaining <> 0) as lot full join kept using (customer_id, rule_id, id)
      union all
      select customer_id, 'stamps owed for record ' || id, coalesce(owed.remaining, 0)::numeric(18, 4)::text,
        coalesce(debt.remaining, 0)::numeric(18, 4)::text
      from (select * from debt where remaining <> 0) as debt full join owed using (customer_id, rule_id, id)
      union all
      -- It may be earlier, and then nothing is found to be due; what is due before it would not be looked for.
      select card.customer_id, 'next due moment of card ' || card.rule_id, coalesce(due_at::text, 'never'),
        case when due is null or due >= due_at then coalesce(due_at::text, 'never') else due::text end
      from card left join (
        select customer_id, rule_id, min(expires_at) as due from lot where remaining > 0 group by 1, 2
      ) as ends using (customer_id, rule_id)
    )
    select customer.original_id as customer, what, stored, recomputed
    from checked join customer on customer.tenant_id = ${tenantId} and customer.id = customer_id
    where stored is distinct from recomputed
    limit ${DIFFERENCES_MAX}`,
  )
  return rows
}

/** Each prize that stands has its full card and its points, and each full card that stands has its prize. */
async function findWrongPrizes(tx: Tx, { tenantId, after, last }: AccountRange): Promise<FoundDifference[]> {
  const { rows } = await runUnhurried<FoundDifference>(
    tx,
    sql`
    with standing as materialized (
      select award.customer_id, award.rule_id, award.id, filled.type as filled, given.type as given, award.record_id
      from award
      left join stamp_record as filled
        on filled.tenant_id = award.tenant_id and filled.customer_id = award.customer_id
        and filled.id = award.reference::bigint
      left join point_record as given
        on given.tenant_id = award.tenant_id and given.customer_id = award.customer_id and given.id = award.record_id
      where award.tenant_id = ${tenantId} and award.customer_id > ${after} and award.customer_id <= ${last}
        and award.source = ${AWARD_SOURCE.card} and award.state <> ${AWARD_STATE.undone}
    ),
    checked (customer_id, what, stored, recomputed) as (
      select customer_id, 'full cards of rule ' || rule_id, coalesce(card.completed, 0)::text,
        coalesce(counted.prizes, 0)::text
      from (
        select customer_id, rule_id, completed from stamp_card
        where tenant_id = ${tenantId} and customer_id > ${after} and customer_id <= ${last}
      ) as card
      full join (select customer_id, rule_id, count(*) as prizes from standing group by 1, 2) as counted
        using (customer_id, rule_id)
      union all
      select customer_id, 'full cards of rule ' || rule_id || ' against records', coalesce(counted.prizes, 0)::text,
        coalesce(recorded.cards, 0)::text
      from (select customer_id, rule_id, count(*) as prizes from standing group by 1, 2) as counted
      full join (
        select customer_id, rule_id,
          count(*) filter (where type = ${STAMP_TYPE.full}) - count(*) filter (where type = ${STAMP_TYPE.fullUndone}) as cards
        from stamp_record
        where tenant_id = ${tenantId} and customer_id > ${after} and customer_id <= ${last}
          and type in (${STAMP_TYPE.full}, ${STAMP_TYPE.fullUndone})
        group by 1, 2
      ) as recorded using (customer_id, rule_id)
      union all
      select customer_id, 'prize ' || id, coalesce(filled::text, 'none') || ' / ' || coalesce(given::text, 'none'),
        ${STAMP_TYPE.full}::text || ' / ' || case when record_id is null then 'none' else ${POINT_TYPE.prize}::text end
      from standing
    )
    select customer.original_id as customer, what, stored, recomputed
    from checked join customer on customer.tenant_id = ${tenantId} and customer.id = customer_id
    where stored is distinct from recomputed
    limit ${DIFFERENCES_MAX}`,
  )
  return rows
}
