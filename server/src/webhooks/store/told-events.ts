import type { TenantId } from '../../contract/ids.ts'
import type { LoggedEvent } from '../../events/event.ts'
import { findEvents, readEvents } from '../../events/store.ts'
import { type Columns, rowsAs } from '../../platform/postgres/columns.ts'
import { run, type Tx } from '../../platform/postgres/database.ts'
import { sql } from '../../platform/postgres/sql.ts'

/** The events of the log, with the titles of the rewards that they tell of, as they are now. */
export async function readToldEvents(...asked: Parameters<typeof readEvents>): Promise<LoggedEvent[][]> {
  const [tx] = asked
  const read = await readEvents(...asked)
  const titleOf = await findTitles(tx, read.flat())
  return titleOf ? read.map((events) => events.map(titleOf)) : read
}

export async function findToldEvents(...asked: Parameters<typeof findEvents>): Promise<LoggedEvent[]> {
  const [tx] = asked
  const found = await findEvents(...asked)
  const titleOf = await findTitles(tx, found)
  return titleOf ? found.map(titleOf) : found
}

interface NamedReward {
  readonly tenantId: TenantId
  readonly id: number
}

const REWARD_KEY: Columns<NamedReward> = {
  tenant_id: ['bigint', ({ tenantId }) => tenantId],
  id: ['bigint', ({ id }) => id],
}

/** null: no event tells of a reward, which is so of most. */
async function findTitles(
  tx: Tx,
  events: readonly LoggedEvent[],
): Promise<((event: LoggedEvent) => LoggedEvent) | null> {
  const keys = new Map(
    events.flatMap(({ tenantId, facts }) =>
      facts && 'w' in facts && facts.w !== undefined
        ? [[`${tenantId} ${facts.w}`, { tenantId, id: facts.w }] as const]
        : [],
    ),
  )
  if (keys.size === 0) return null
  const { rows } = await run(
    tx,
    sql<{ tenant_id: TenantId; id: number; title: string }>`
    select reward.tenant_id, reward.id, reward.title
    from ${rowsAs('wanted', REWARD_KEY, [...keys.values()])}
    join reward_configuration as reward on reward.tenant_id = wanted.tenant_id and reward.id = wanted.id`,
  )
  const titles = new Map(rows.map(({ tenant_id, id, title }) => [`${tenant_id} ${id}`, title]))
  return (event) => {
    const { facts, tenantId } = event
    const title = facts && 'w' in facts ? titles.get(`${tenantId} ${facts.w}`) : undefined
    return title === undefined ? event : { ...event, rewardTitle: title }
  }
}
