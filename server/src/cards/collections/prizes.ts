import { type Collection, keyText, type TenantKey } from '../../accounts/till/collection.ts'
import type { Facts } from '../../accounts/till/command.ts'
import { AWARD_SOURCE, NOT_UNDONE } from '../../awards/award.ts'
import {
  AWARD_POINTS,
  type AwardPointsRow,
  POINTS_OF_AWARD,
  toAwardWithPoints,
} from '../../awards/collections.ts'
import type { OrderId, RecordId } from '../../contract/ids.ts'
import { type Decimal, decimalFromText } from '../../platform/decimal.ts'
import { rowsAs } from '../../platform/postgres/columns.ts'
import { run, type Tx } from '../../platform/postgres/database.ts'
import { sql } from '../../platform/postgres/sql.ts'
import { type GivenOf, loadGiven, prizeAtHand } from '../../rewards/collections/given-rewards.ts'
import { type CardKey, STAMP_TYPE, type StandingPrize } from '../card.ts'
import { decodePrize, type StoredPrize } from '../prize.ts'
import { CARD_KEY } from './card-key.ts'
import type { StoredOrigin } from './records.ts'

interface PrizeRow extends AwardPointsRow {
  readonly size: Decimal
  readonly origins: readonly StoredOrigin[]
  readonly explanation: { readonly v: number; readonly prize: StoredPrize }
  readonly lots: readonly (readonly [RecordId, string, OrderId | null, number | null])[]
}

/**
 * A portion of the prizes of a card that stand, newest first, with the cards that were full for them. The ids of stamps are
 * read out of texts apart from the joins: under row security PostgreSQL looks nothing up by a value that it has to convert,
 * and would read all stamps of the customer for each prize.
 */
async function loadPrizes(
  tx: Tx,
  keys: readonly TenantKey<CardKey>[],
  { after, count }: Portion,
): Promise<ReadonlyMap<string, readonly StandingPrize[]>> {
  const { rows } = await run(
    tx,
    sql<PrizeRow>`
      select award.*, -filled.stamps as size, filled.origins, filled.explanation, used.lots, ${AWARD_POINTS}
      from ${rowsAs('wanted', CARD_KEY, keys)}
      cross join lateral (
        select *, reference::bigint as filled_id from award
        where award.tenant_id = wanted.tenant_id and award.customer_id = wanted.customer_id
          and award.rule_id = wanted.rule_id and award.source = ${AWARD_SOURCE.card}
          and award.state = any (${NOT_UNDONE}::smallint[])
        order by id desc offset ${after} limit ${count}
      ) as award
      join stamp_record as filled
        on filled.tenant_id = award.tenant_id and filled.customer_id = award.customer_id
        and filled.id = award.filled_id
      cross join lateral (
        select json_agg(json_build_array(
          lot.id, (case when lot.type = ${STAMP_TYPE.joined} then (
            select sum((origin ->> 1)::numeric) from json_array_elements(lot.origins) as origin
          ) else lot.stamps end)::text, lot.order_id, (extract(epoch from lot.expires_at) * 1000)::bigint
        )) as lots
        from (
          select (origin ->> 0)::bigint as id from json_array_elements(filled.origins) as origin offset 0
        ) as stamp
        join stamp_record as lot
          on lot.tenant_id = award.tenant_id and lot.customer_id = award.customer_id and lot.id = stamp.id
      ) as used
      ${POINTS_OF_AWARD}
      order by award.id desc`,
  )
  const given = await loadGiven(tx, rows)
  const found = new Map<string, StandingPrize[]>()
  for (const row of rows) {
    const key = textOfCard({ customerId: row.customer_id, ruleId: row.rule_id })
    const name = keyText({ tenantId: row.tenant_id, key })
    found.set(name, [...(found.get(name) ?? []), toPrize(row, given)])
  }
  return found
}

interface Portion {
  readonly after: number
  readonly count: number
}

function portionOf(portion: Portion) {
  const collection: Collection<CardKey, readonly StandingPrize[]> = {
    name: `standing prizes after ${portion.after}`,
    textOf: textOfCard,
    load: (tx, keys) => loadPrizes(tx, keys, portion),
  }
  return { collection, count: portion.count }
}

/**
 * So many of a card are looked at when stamps are missing. An order fills a card at most 20 times, but the newest prizes
 * may all be used, and then older ones are undone.
 */
const PORTIONS = [portionOf({ after: 0, count: 20 }), portionOf({ after: 20, count: 980 })]

/** Newest first, as commands of this batch have left them. The first few are mostly enough, and each is loaded when it is looked at. */
export function* prizesAtHand(facts: Pick<Facts, 'peek' | 'need'>, key: CardKey): Generator<StandingPrize> {
  for (const { collection, count } of PORTIONS) {
    const found = facts.need(collection, key) ?? []
    for (const prize of found) yield prizeAtHand(facts, prize)
    if (found.length < count) return
  }
}

function textOfCard({ customerId, ruleId }: CardKey): string {
  return `${customerId} ${ruleId}`
}

function toPrize(row: PrizeRow, givenOf: GivenOf): StandingPrize {
  const { explanation } = row
  return {
    ...toAwardWithPoints(row),
    terms: { size: row.size, prize: decodePrize(explanation.prize), begunVersion: explanation.v },
    origins: row.origins.map(([lotId, used]) => ({ lotId, used: decimalFromText(used) })),
    lots: row.lots.map(([id, stamps, orderId, expiresAt]) => ({
      id,
      original: decimalFromText(stamps),
      orderId,
      expiresAt,
    })),
    reward: givenOf(row),
  }
}
