/** Puts the cards of two customers together where they are stored. */
import { AWARD_STATE } from '../../awards/award.ts'
import { STAMP_TYPE } from '../../cards/card.ts'
import type { CustomerId, TenantId } from '../../contract/ids.ts'
import type { Instant } from '../../platform/clock.ts'
import { run, type Tx } from '../../platform/postgres/database.ts'
import { Part, sql } from '../../platform/postgres/sql.ts'

export interface Whose {
  readonly tenantId: TenantId
  readonly fromId: CustomerId
  readonly intoId: CustomerId
}

export function moveCards(tx: Tx, { tenantId, fromId, intoId }: Whose, now: Instant): Promise<unknown>[] {
  return [
    run(
      tx,
      sql`
      with moved as (
        delete from stamp_card where tenant_id = ${tenantId} and customer_id = ${fromId}
        returning rule_id, size, prize, begun_version, balance, state, completed, due_at
      )
      insert into stamp_card as own (
        tenant_id, customer_id, rule_id, size, prize, begun_version, balance, state, completed, due_at
      )
      select ${tenantId}, ${intoId}, moved.* from moved
      -- A card that only the one had begun stays what it is.
      on conflict (tenant_id, customer_id, rule_id) do update set
        size = case when ${isBegun(now)} then own.size else excluded.size end,
        prize = case when ${isBegun(now)} then own.prize else excluded.prize end,
        begun_version = case when ${isBegun(now)} then own.begun_version else excluded.begun_version end,
        balance = own.balance + excluded.balance,
        state = json_build_object(
          'l', (own.state -> 'l')::jsonb || (excluded.state -> 'l')::jsonb,
          'd', coalesce((own.state -> 'd')::jsonb, '[]') || coalesce((excluded.state -> 'd')::jsonb, '[]')
        ),
        completed = own.completed + excluded.completed, due_at = least(own.due_at, excluded.due_at)`,
    ),
    // A key that both were given stamps for is known once: the record of the other one keeps its stamps.
    run(
      tx,
      sql`
      update stamp_record as given set customer_id = ${intoId}, key = case
        when exists (
          select from stamp_record as own
          where own.tenant_id = ${tenantId} and own.customer_id = ${intoId}
            and own.rule_id = given.rule_id and own.type = ${STAMP_TYPE.byHand} and own.key = given.key
        ) then null else given.key end
      where tenant_id = ${tenantId} and customer_id = ${fromId}`,
    ),
    moveAwards(tx, { tenantId, fromId, intoId }),
  ]
}

/**
 * What both were given for the same stays with each. What the one is still to be given is given to the one who stays,
 * under a name of its own.
 */
function moveAwards(tx: Tx, { tenantId, fromId, intoId }: Whose): Promise<unknown> {
  const { due, given, held } = AWARD_STATE
  return run(
    tx,
    sql`
    update award set customer_id = ${intoId}, reference = case
      when both_have.it and award.state in (${due}, ${held}) 
        then split_part(award.reference, '-', 1) || '-merged-' || award.id else award.reference end
    from award as moved
    cross join lateral (
      select exists (
        select from award as own
        where own.tenant_id = ${tenantId} and own.customer_id = ${intoId} and own.source = moved.source
          and own.rule_id = moved.rule_id and own.reference = moved.reference
          and own.state in (${due}, ${given}, ${held})
      ) as it
    ) as both_have
    where moved.tenant_id = ${tenantId} and moved.customer_id = ${fromId}
      and award.tenant_id = ${tenantId} and award.customer_id = ${fromId} and award.id = moved.id
      and not (both_have.it and award.state = ${given})`,
  )
}

/** A card on which no stamp is good any more, and nothing is owed, is not begun, whether or not it is settled. */
function isBegun(now: Instant): Part {
  return new Part(
    (parameter) => `(
      own.balance < 0 or exists (
        select from json_array_elements(own.state -> 'l') as lot
        where lot ->> 4 is null or (lot ->> 4)::bigint > $${parameter}::bigint
      )
    )`,
    [now],
  )
}
