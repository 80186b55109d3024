import { type Collection, keyText } from '../../accounts/till/collection.ts'
import type { TenantId } from '../../contract/ids.ts'
import { keyColumns, rowsAs } from '../../platform/postgres/columns.ts'
import { run } from '../../platform/postgres/database.ts'
import { sql } from '../../platform/postgres/sql.ts'

/** What rewards are called, by their numbers: also those that are archived. */
export const rewardTitles: Collection<number, string> = {
  name: 'reward titles',
  async load(tx, keys) {
    const { rows } = await run(
      tx,
      sql<{ tenant_id: TenantId; id: number; title: string }>`
      select reward.tenant_id, reward.id, reward.title
      from ${rowsAs('wanted', keyColumns<number>('id', 'bigint'), keys)}
      join reward_configuration as reward on reward.tenant_id = wanted.tenant_id and reward.id = wanted.id`,
    )
    return new Map(rows.map(({ tenant_id, id, title }) => [keyText({ tenantId: tenant_id, key: id }), title]))
  },
}
