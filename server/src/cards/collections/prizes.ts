import { type Collection, keyText } from '../../accounts/till/collection.ts'
import { AWARD_SOURCE, AWARD_STATE } from '../../awards/award.ts'
import {
  AWARD_POINTS,
  type AwardPointsRow,
  POINTS_OF_AWARD,
  toAwardWithPoints,
} from '../../awards/collections.ts'
import type { OrderId, RecordId } from '../../contract/ids.ts'
import { type Decimal, decimalFromText } from '../../platform/decimal.ts'
import { rowsAs } from '../../platform/postgres/columns.ts'
import { run } from '../../platform/postgres/database.ts'
import { sql } from '../../platform/postgres/sql.ts'
import { type GivenOf, loadGiven } from '../../rewards/collections/given-rewards.ts'
import { type CardKey, STAMP_TYPE, type StandingPrize } from '../card.ts'
import { decodePrize, type StoredPrize } from '../prize.ts'
import { CARD_KEY } from './card-key.ts'
import type { StoredOrigin } from './records.ts'

/**
 * So many of a card are looked at when stamps are taken back. An order fills a card at most 20 times, but the newest prizes
 * may all be used, and then older ones are undone.
 */
const PRIZES_MAX = 1_000

interface PrizeRow extends AwardPointsRow {
  readonly size: Decimal
  readonly origins: readonly StoredOrigin[]
  readonly explanation: { readonly v: number; readonly prize: StoredPrize }
  readonly lots: readonly (readonly [RecordId, string, OrderId | null, number | null])[]
}

/** The newest prizes of a card that stand, newest first, with the cards that were full for them. */
export const standingPrizes: Collection<CardKey, readonly StandingPrize[]> = {
  name: 'standing prizes',
  textOf: textOfCard,
  async load(tx, keys) {
    const { rows } = await run(
      tx,
      sql<PrizeRow>`
      select award.*, -filled.stamps as size, filled.origins, filled.explanation, used.lots, ${AWARD_POINTS}
      from ${rowsAs('wanted', CARD_KEY, keys)}
      cross join lateral (
        select * from award
        where award.tenant_id = wanted.tenant_id and award.customer_id = wanted.customer_id
          and award.rule_id = wanted.rule_id and award.source = ${AWARD_SOURCE.card}
          and award.state <> ${AWARD_STATE.undone}
        order by id desc limit ${PRIZES_MAX}
      ) as award
      join stamp_record as filled
        on filled.tenant_id = award.tenant_id and filled.customer_id = award.customer_id
        and filled.id = award.reference::bigint
      cross join lateral (
        select json_agg(json_build_array(
          lot.id, (case when lot.type = ${STAMP_TYPE.joined} then (
            select sum((origin ->> 1)::numeric) from json_array_elements(lot.origins) as origin
          ) else lot.stamps end)::text, lot.order_id, (extract(epoch from lot.expires_at) * 1000)::bigint
        )) as lots
        from stamp_record as lot
        where lot.tenant_id = award.tenant_id and lot.customer_id = award.customer_id
          and lot.id in (select (origin ->> 0)::bigint from json_array_elements(filled.origins) as origin)
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
  },
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
