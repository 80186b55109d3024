import { keyText, type TenantKey } from '../accounts/till/collection.ts'
import type { LoggedEvent } from '../events/event.ts'
import { findEvents, readEvents } from '../events/store.ts'
import type { Tx } from '../platform/postgres/database.ts'
import { rewardTitles } from '../rewards/collections/reward-titles.ts'

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

/** null: no event tells of a reward, which is so of most. */
async function findTitles(
  tx: Tx,
  events: readonly LoggedEvent[],
): Promise<((event: LoggedEvent) => LoggedEvent) | null> {
  const keys = new Map(
    events.flatMap((event) => {
      const key = rewardOf(event)
      return key ? [[keyText(key), key] as const] : []
    }),
  )
  if (keys.size === 0) return null
  const titles = await rewardTitles.load(tx, [...keys.values()])
  return (event) => {
    const key = rewardOf(event)
    return key ? { ...event, rewardTitle: titles.get(keyText(key)) ?? null } : event
  }
}

function rewardOf({ tenantId, facts }: LoggedEvent): TenantKey<number> | null {
  return facts && 'w' in facts && facts.w !== undefined ? { tenantId, key: facts.w } : null
}
