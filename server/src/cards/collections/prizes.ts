import { type Amount, POINT_TYPE, subtract } from '../../accounts/account.ts'
import { type Collection, keyText, type TenantKey } from '../../accounts/till/collection.ts'
import { AWARD_SOURCE, AWARD_STATE } from '../../awards/award.ts'
import { type AwardRow, toAward } from '../../awards/collections.ts'
import type { OrderId, RecordId } from '../../contract/ids.ts'
import { coupons } from '../../coupons/collections/coupons.ts'
import { type Decimal, decimalFromText } from '../../platform/decimal.ts'
import { rowsAs } from '../../platform/postgres/columns.ts'
import { run, type Tx } from '../../platform/postgres/database.ts'
import { sql } from '../../platform/postgres/sql.ts'
import { redemptions } from '../../rewards/collections/redemptions.ts'
import type { RedemptionWithCoupon } from '../../rewards/redemption.ts'
import { type CardKey, type PrizePoints, STAMP_TYPE, type StandingPrize } from '../card.ts'
import { decodePrize, type StoredPrize } from '../prize.ts'
import { CARD_KEY } from './card-key.ts'
import type { StoredOrigin } from './records.ts'

/** So many of a card can be undone: an order fills it at most so often. */
const PRIZES_MAX = 20

interface PrizeRow extends AwardRow {
  readonly size: Decimal
  readonly origins: readonly StoredOrigin[]
  readonly explanation: { readonly v: number; readonly prize: StoredPrize }
  readonly lots: readonly (readonly [RecordId, string, OrderId | null, number | null])[]
  /** null: it has no points. */
  readonly points: Decimal | null
  readonly cashback: Decimal | null
  readonly expires_at: Date | null
  readonly ended_points: Decimal
  readonly ended_cashback: Decimal
}

/** The newest prizes of a card that stand, newest first, with the cards that were full for them. */
export const standingPrizes: Collection<CardKey, readonly StandingPrize[]> = {
  name: 'standing prizes',
  textOf: textOfCard,
  async load(tx, keys) {
    const { rows } = await run(
      tx,
      sql<PrizeRow>`
      select award.*, -filled.stamps as size, filled.origins, filled.explanation, used.lots,
        given.points, given.cashback, given.expires_at, ended.points as ended_points, ended.cashback as ended_cashback
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
      left join point_record as given
        on given.tenant_id = award.tenant_id and given.customer_id = award.customer_id and given.id = award.record_id
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
      cross join lateral (
        select coalesce(sum(origin.used_points), 0) as points, coalesce(sum(origin.used_cashback), 0) as cashback
        from point_origin as origin
        join point_record as expiry
          on expiry.tenant_id = origin.tenant_id and expiry.customer_id = origin.customer_id
          and expiry.id = origin.record_id and expiry.type = ${POINT_TYPE.expiry}
        where origin.tenant_id = award.tenant_id and origin.customer_id = award.customer_id
          and origin.lot_id = award.record_id and not given.is_live
      ) as ended
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

type GivenOf = (row: AwardRow) => RedemptionWithCoupon | null

/** What became of their rewards. */
async function loadGiven(tx: Tx, rows: readonly AwardRow[]): Promise<GivenOf> {
  const keysOf = (name: 'redemption_key' | 'coupon_key'): TenantKey<string>[] =>
    rows.flatMap(({ tenant_id: tenantId, [name]: key }) => (key === null ? [] : [{ tenantId, key }]))
  const keys = keysOf('redemption_key')
  if (keys.length === 0) return () => null
  const [redeemed, issued] = await Promise.all([
    redemptions.load(tx, keys),
    coupons.load(tx, keysOf('coupon_key')),
  ])
  return ({ tenant_id: tenantId, redemption_key, coupon_key }) => {
    const redemption = redeemed.get(keyText({ tenantId, key: redemption_key ?? '' }))
    const coupon = issued.get(keyText({ tenantId, key: coupon_key ?? '' }))
    return redemption && coupon ? { redemption, coupon } : null
  }
}

function toPrize(row: PrizeRow, givenOf: GivenOf): StandingPrize {
  const { explanation } = row
  return {
    award: toAward(row),
    terms: { size: row.size, prize: decodePrize(explanation.prize), begunVersion: explanation.v },
    origins: row.origins.map(([lotId, used]) => ({ lotId, used: decimalFromText(used) })),
    lots: row.lots.map(([id, stamps, orderId, expiresAt]) => ({
      id,
      original: decimalFromText(stamps),
      orderId,
      expiresAt,
    })),
    points: toPoints(row),
    reward: givenOf(row),
  }
}

function toPoints(row: PrizeRow): PrizePoints | null {
  const { record_id: recordId, points, cashback, ended_points, ended_cashback, expires_at } = row
  if (recordId === null || points === null || cashback === null) return null
  const given: Amount = { points, cashback }
  return {
    recordId,
    standing: subtract(given, { points: ended_points, cashback: ended_cashback }),
    expiresAt: expires_at?.getTime() ?? null,
  }
}
