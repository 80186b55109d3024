import { type LoggedEvent, POINT_TOPICS, type Topic } from '../events/event.ts'
import { endOfLog, findLogTimes, findTransactionsOfOtherDatabases, findWrittenAt } from '../events/store.ts'
import { onceEvery } from '../platform/once-every.ts'
import type { Database } from '../platform/postgres/database.ts'
import { monotonicClock } from '../platform/system-clock.ts'
import type { Cells } from '../tenancy/cells.ts'
import type { Tenant, TenantClock } from '../tenancy/tenant.ts'
import { readPayloadSettings } from './payload-settings.ts'
import { type Cursor, OLDEST } from './rules/cursor.ts'
import type { PayloadSettings } from './rules/payload.ts'
import { readToldEvents } from './told-events.ts'

const REFRESH_EVERY_MS = 500
/** Events of other topics that one request may go through: to look for a rare topic must not be a look at everything. */
const LOOK_MAX = 500
/** An event is written at the time at which its transaction began, and none of them takes nearly so long. */
const MARGIN_MS = 3_600_000

export interface LogInput {
  readonly from: Cursor | 'oldest' | 'now'
  readonly size: number
  readonly topics: ReadonlySet<Topic>
}

export interface LogPage {
  readonly events: readonly LoggedEvent[]
  readonly next: Cursor
  readonly hasMore: boolean
  readonly settings: PayloadSettings
}

/** Of what was looked at: the events that are wanted, and up to which place they are all of them. */
function pageOf(looked: readonly LoggedEvent[], { size, topics }: LogInput, limit: number) {
  const wanted = looked.filter(({ topic }) => topics.has(topic))
  const events = wanted.slice(0, size)
  const isCut = wanted.length > size
  return {
    events,
    last: isCut ? events.at(-1) : looked.at(-1),
    hasMore: isCut || looked.length === limit,
  }
}

/** The log as its receiver reads it, without an endpoint. */
export class LogReading {
  readonly #cells: Cells
  readonly #clock: TenantClock
  readonly #otherDatabases = new Map<string, () => Promise<string[]>>()

  constructor(cells: Cells, clock: TenantClock) {
    this.#cells = cells
    this.#clock = clock
  }

  async read(tenant: Tenant, input: LogInput): Promise<LogPage | 'too old'> {
    const database = this.#cells.of(tenant)
    const otherDatabases = await this.#otherDatabasesOf(tenant.cell, database)
    // A transaction that writes nothing: otherwise it would be the oldest open one itself.
    return database.read([tenant.id], async (tx) => {
      const { beginsAt, now } = await findLogTimes(tx, tenant.id)
      const { from } = input
      if (typeof from === 'object' && beginsAt !== null && from.writtenSince < beginsAt) return 'too old'
      const settings = await readPayloadSettings(tx, tenant, this.#clock(tenant))
      if (from === 'now') {
        const next = { after: await endOfLog(tx, tenant.id), writtenSince: now - MARGIN_MS }
        return { events: [], next, hasMore: false, settings }
      }
      const after = typeof from === 'object' ? from.after : OLDEST
      // Of those who read all that is of points, few events are of another topic.
      const isMost = POINT_TOPICS.every((topic) => input.topics.has(topic))
      const limit = isMost ? input.size : LOOK_MAX
      const [looked = []] = await readToldEvents(tx, [{ tenantId: tenant.id, after, limit }], otherDatabases)
      const { events, last, hasMore } = pageOf(looked, input, limit)
      const next = last ?? after
      const writtenAt = hasMore ? await findWrittenAt(tx, tenant.id, next) : now
      const writtenSince = Math.max(0, writtenAt - MARGIN_MS)
      return { events, next: { after: next, writtenSince }, hasMore, settings }
    })
  }

  /** To which database a transaction belongs never changes, so an old list only leaves out the newest. */
  #otherDatabasesOf(cell: string, database: Database): Promise<string[]> {
    let ask = this.#otherDatabases.get(cell)
    if (!ask) {
      ask = onceEvery(REFRESH_EVERY_MS, monotonicClock, () =>
        database.read([], findTransactionsOfOtherDatabases),
      )
      this.#otherDatabases.set(cell, ask)
    }
    return ask()
  }
}
