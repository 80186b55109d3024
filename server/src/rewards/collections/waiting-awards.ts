import { type Collection, keyText } from '../../accounts/till/collection.ts'
import { AWARD_STATE, type Award } from '../../awards/award.ts'
import { type AwardRow, toAward } from '../../awards/collections.ts'
import type { TenantId } from '../../contract/ids.ts'
import { type Columns, rowsAs } from '../../platform/postgres/columns.ts'
import { run, type Tx } from '../../platform/postgres/database.ts'
import { sql } from '../../platform/postgres/sql.ts'
import type { Reward } from '../reward.ts'
import { rewards } from './rewards.ts'

/** Whose awards: the id in the merchant's store, because they are asked for before the account is there. */
export interface WaitingKey {
  readonly customerKey: string
  /** Those of one reward, which was changed; null: of all. */
  readonly rewardId: number | null
}

export interface WaitingAward {
  readonly award: Award
  readonly reward: Reward | undefined
}

/** More than a customer has waiting, unless a list of codes was empty for years. */
export const WAITING_MAX = 100

const WANTED: Columns<{ readonly tenantId: TenantId; readonly key: WaitingKey }> = {
  tenant_id: ['bigint', ({ tenantId }) => tenantId],
  original_id: ['text', ({ key }) => key.customerKey],
  reward_id: ['bigint', ({ key }) => key.rewardId],
}

/** The awards of a customer whose rewards are still to be given, those that are due first. */
export const waitingAwards: Collection<WaitingKey, readonly WaitingAward[]> = {
  name: 'waiting awards',
  textOf: textOfWaiting,
  async load(tx, keys) {
    const { rows } = await run(
      tx,
      sql<AwardRow & { readonly original_id: string; readonly wanted_id: number | null }>`
      select award.*, wanted.original_id, wanted.reward_id as wanted_id
      from ${rowsAs('wanted', WANTED, keys)}
      join customer on customer.tenant_id = wanted.tenant_id and customer.original_id = wanted.original_id
      cross join lateral (
        select * from award
        where award.tenant_id = customer.tenant_id and award.customer_id = customer.id
          and award.state in (${AWARD_STATE.due}::smallint, ${AWARD_STATE.held}::smallint)
          and (wanted.reward_id is null or award.reward_id = wanted.reward_id)
        order by award.state, award.due_at, award.id
        limit ${WAITING_MAX}
      ) as award`,
    )
    const known = await loadRewards(tx, rows)
    const found = new Map<string, WaitingAward[]>()
    for (const row of rows) {
      const { tenant_id: tenantId, original_id: customerKey, wanted_id: rewardId } = row
      const name = keyText({ tenantId, key: textOfWaiting({ customerKey, rewardId }) })
      const award = toAward(row)
      const reward = known.get(keyText({ tenantId, key: award.rewardId ?? 0 }))
      found.set(name, [...(found.get(name) ?? []), { award, reward }])
    }
    return found
  },
}

/** Each once, however many of its awards wait. */
async function loadRewards(tx: Tx, rows: readonly AwardRow[]): Promise<ReadonlyMap<string, Reward>> {
  const keys = new Map(
    rows.flatMap(({ tenant_id: tenantId, reward_id: key }) =>
      key === null ? [] : [[keyText({ tenantId, key }), { tenantId, key }] as const],
    ),
  )
  return keys.size === 0 ? new Map() : rewards.load(tx, [...keys.values()])
}

function textOfWaiting({ customerKey, rewardId }: WaitingKey): string {
  return `${rewardId ?? 'all'} ${customerKey}`
}
