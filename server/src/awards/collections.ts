import { POINT_TYPE, subtract } from '../accounts/account.ts'
import { type Changed, type Collection, keyText } from '../accounts/till/collection.ts'
import type { CustomerId, RecordId, TenantId } from '../contract/ids.ts'
import type { Decimal } from '../platform/decimal.ts'
import { nameOf } from '../platform/name-of.ts'
import { type ColumnsOf, namesOf, rowsAs } from '../platform/postgres/columns.ts'
import { run } from '../platform/postgres/database.ts'
import { Fragment, sql } from '../platform/postgres/sql.ts'
import {
  AWARD_SOURCE,
  AWARD_STATE,
  type Award,
  type AwardSource,
  type AwardState,
  type AwardWithPoints,
  HELD_BECAUSE,
  type HeldBecause,
} from './award.ts'

export interface AwardKey {
  readonly customerId: CustomerId
  readonly id: number
}

type AwardChange = Changed<AwardKey, Award>

const KEY: ColumnsOf<'award', { readonly tenantId: TenantId; readonly key: AwardKey }> = {
  tenant_id: ['bigint', ({ tenantId }) => tenantId],
  customer_id: ['bigint', ({ key }) => key.customerId],
  id: ['bigint', ({ key }) => key.id],
}

const COLUMNS: ColumnsOf<'award', AwardChange> = {
  ...KEY,
  source: ['smallint', ({ value }) => AWARD_SOURCE[value.source]],
  rule_id: ['int', ({ value }) => value.ruleId],
  reference: ['text', ({ value }) => value.reference],
  program_version: ['int', ({ value }) => value.programVersion],
  record_id: ['bigint', ({ value }) => value.recordId],
  reward_id: ['bigint', ({ value }) => value.rewardId],
  due_at: ['timestamptz', ({ value }) => value.dueAt],
  state: ['smallint', ({ value }) => AWARD_STATE[value.state]],
  held_because: ['smallint', ({ value }) => value.heldBecause && HELD_BECAUSE[value.heldBecause]],
  given_at: ['timestamptz', ({ value }) => value.givenAt],
  redemption_key: ['text', ({ value }) => value.redemptionKey],
  coupon_key: ['text', ({ value }) => value.couponKey],
  made_at: ['timestamptz', ({ value }) => value.madeAt],
  ended_at: ['timestamptz', ({ value }) => value.endedAt],
  lost: ['numeric', ({ value }) => value.lost],
}

export const awards: Collection<AwardKey, Award> = {
  name: 'awards',
  textOf: textOfAward,
  async load(tx, keys) {
    const { rows } = await run(
      tx,
      sql<AwardRow>`
      select award.* from ${rowsAs('wanted', KEY, keys)}
      cross join lateral (
        select * from award
        where award.tenant_id = wanted.tenant_id and award.customer_id = wanted.customer_id and award.id = wanted.id
        limit 1
      ) as award`,
    )
    return new Map(
      rows.map((row) => {
        const award = toAward(row)
        return [keyText({ tenantId: row.tenant_id, key: textOfAward(award) }), award]
      }),
    )
  },
  async save(tx, changes) {
    await run(
      tx,
      sql`
      insert into award (${namesOf(COLUMNS)})
      select * from ${rowsAs('made', COLUMNS, changes)}
      on conflict (tenant_id, customer_id, id) do update set state = excluded.state, due_at = excluded.due_at,
        held_because = excluded.held_because, given_at = excluded.given_at, ended_at = excluded.ended_at,
        redemption_key = excluded.redemption_key, coupon_key = excluded.coupon_key, lost = excluded.lost`,
    )
  },
}

function textOfAward({ customerId, id }: AwardKey): string {
  return `${customerId} ${id}`
}

/** Joins the points of awards, and what of them has expired, to a statement about `award`: see `AwardPointsRow`. */
export const POINTS_OF_AWARD = new Fragment(`
  left join point_record as given
    on given.tenant_id = award.tenant_id and given.customer_id = award.customer_id and given.id = award.record_id
  cross join lateral (
    select coalesce(sum(origin.used_points), 0) as points, coalesce(sum(origin.used_cashback), 0) as cashback
    from point_origin as origin
    join point_record as expiry
      on expiry.tenant_id = origin.tenant_id and expiry.customer_id = origin.customer_id
      and expiry.id = origin.record_id and expiry.type = ${POINT_TYPE.expiry}
    where origin.tenant_id = award.tenant_id and origin.customer_id = award.customer_id
      and origin.lot_id = award.record_id and not given.is_live
  ) as ended`)

/** What of it is selected. */
export const AWARD_POINTS = new Fragment(
  'given.points, given.cashback, given.expires_at, ended.points as ended_points, ended.cashback as ended_cashback',
)

export interface AwardPointsRow extends AwardRow {
  /** null: it has no points. */
  readonly points: Decimal | null
  readonly cashback: Decimal | null
  readonly expires_at: Date | null
  readonly ended_points: Decimal
  readonly ended_cashback: Decimal
}

export function toAwardWithPoints(row: AwardPointsRow): AwardWithPoints {
  const { record_id: recordId, points, cashback, ended_points, ended_cashback, expires_at } = row
  const award = toAward(row)
  if (recordId === null || points === null || cashback === null) return { award, points: null }
  const standing = subtract({ points, cashback }, { points: ended_points, cashback: ended_cashback })
  return { award, points: { recordId, standing, expiresAt: expires_at?.getTime() ?? null } }
}

export interface AwardRow {
  readonly tenant_id: TenantId
  readonly customer_id: CustomerId
  readonly id: number
  readonly source: number
  readonly rule_id: number
  readonly reference: string
  readonly program_version: number
  readonly record_id: RecordId | null
  readonly reward_id: number | null
  readonly due_at: Date | null
  readonly state: number
  readonly held_because: number | null
  readonly given_at: Date | null
  readonly redemption_key: string | null
  readonly coupon_key: string | null
  readonly made_at: Date
  readonly ended_at: Date | null
  readonly lost: Decimal | null
}

export function toAward(row: AwardRow): Award {
  return {
    id: row.id,
    customerId: row.customer_id,
    source: nameOf<AwardSource, number>(AWARD_SOURCE, row.source),
    ruleId: row.rule_id,
    reference: row.reference,
    programVersion: row.program_version,
    recordId: row.record_id,
    rewardId: row.reward_id,
    dueAt: row.due_at?.getTime() ?? null,
    state: nameOf<AwardState, number>(AWARD_STATE, row.state),
    heldBecause:
      row.held_because === null ? null : nameOf<HeldBecause, number>(HELD_BECAUSE, row.held_because),
    givenAt: row.given_at?.getTime() ?? null,
    redemptionKey: row.redemption_key,
    couponKey: row.coupon_key,
    madeAt: row.made_at.getTime(),
    endedAt: row.ended_at?.getTime() ?? null,
    lost: row.lost,
  }
}
