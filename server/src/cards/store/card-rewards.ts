import { keyText } from '../../accounts/till/collection.ts'
import { AWARD_SOURCE, AWARD_STATE } from '../../awards/award.ts'
import type { CustomerId, TenantId } from '../../contract/ids.ts'
import { coupons } from '../../coupons/collections/coupons.ts'
import type { Coupon } from '../../coupons/coupon.ts'
import { run, type Tx } from '../../platform/postgres/database.ts'
import { sql } from '../../platform/postgres/sql.ts'

/** The reward of a full card that is to be given, or was. */
export interface CardReward {
  readonly ruleId: number
  readonly isHeld: boolean
  /** null: it was not given yet. */
  readonly given: {
    readonly redemptionId: number
    readonly externalCode: string
    readonly coupon: Coupon
  } | null
}

/** Of one customer: more are not shown. */
const REWARDS_MAX = 200

/** The rewards of a customer's cards that stand, newest first. */
export async function listCardRewards(
  tx: Tx,
  { tenantId, customerId }: { readonly tenantId: TenantId; readonly customerId: CustomerId },
): Promise<CardReward[]> {
  const { rows } = await run(
    tx,
    sql<{
      rule_id: number
      state: number
      coupon_key: string | null
      redemption_id: number | null
      external_code: string | null
    }>`
    select award.rule_id, award.state, award.coupon_key, redeemed.id as redemption_id, redeemed.external_code
    from award
    left join redemption as redeemed
      on redeemed.tenant_id = award.tenant_id and redeemed.original_key = award.redemption_key
    where award.tenant_id = ${tenantId} and award.customer_id = ${customerId}
      and award.source = ${AWARD_SOURCE.card} and award.reward_id is not null
      and award.state in (${AWARD_STATE.due}, ${AWARD_STATE.given}, ${AWARD_STATE.held})
    order by award.id desc limit ${REWARDS_MAX}`,
  )
  const keys = rows.flatMap(({ coupon_key: key }) => (key === null ? [] : [{ tenantId, key }]))
  const issued = keys.length > 0 ? await coupons.load(tx, keys) : new Map<string, Coupon>()
  return rows.map(({ rule_id: ruleId, state, coupon_key, redemption_id, external_code }) => {
    const coupon = coupon_key === null ? undefined : issued.get(keyText({ tenantId, key: coupon_key }))
    const isHeld = state === AWARD_STATE.held
    if (!coupon || redemption_id === null || external_code === null) return { ruleId, isHeld, given: null }
    return { ruleId, isHeld, given: { redemptionId: redemption_id, externalCode: external_code, coupon } }
  })
}
