import { type Collection, keyText } from '../../accounts/till/collection.ts'
import type { TenantId } from '../../contract/ids.ts'
import { keyColumns, rowsAs } from '../../platform/postgres/columns.ts'
import { run } from '../../platform/postgres/database.ts'
import { sql } from '../../platform/postgres/sql.ts'

export interface RewardWords {
  readonly title: string
  /** How its coupon is used, in the merchant's words; null: as usual. */
  readonly instructions: string | null
}

interface Row {
  readonly tenant_id: TenantId
  readonly id: number
  readonly title: string
  readonly instructions: string | null
}

/** What a customer reads of rewards beside their coupons, by their numbers: also of those that are archived. */
export const rewardWords: Collection<number, RewardWords> = {
  name: 'reward words',
  async load(tx, keys) {
    const { rows } = await run(
      tx,
      sql<Row>`
      select reward.tenant_id, reward.id, reward.title,
        case when reward.uses_custom_instruction then reward.usage_instructions end as instructions
      from ${rowsAs('wanted', keyColumns<number>('id', 'bigint'), keys)}
      join reward_configuration as reward on reward.tenant_id = wanted.tenant_id and reward.id = wanted.id`,
    )
    return new Map(
      rows.map(({ tenant_id: tenantId, id, title, instructions }) => [
        keyText({ tenantId, key: id }),
        { title, instructions },
      ]),
    )
  },
}
