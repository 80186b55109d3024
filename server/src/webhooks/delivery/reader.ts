import { findTransactionsOfOtherDatabases } from '../../events/store.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/postgres/database.ts'
import { findToldEvents, readToldEvents } from '../told-events.ts'
import type { Courier } from './courier.ts'

export interface ReaderOptions {
  readonly database: Database
  readonly couriers: () => Courier[]
  readonly clock: Clock
}

/** The time between two looks at the log for an endpoint is this part of the time that it has been quiet. */
const INTERVAL_SHARE = 1 / 8
const INTERVAL_MIN_MS = 20
const INTERVAL_MAX_MS = 500
/** The least time between two statements. */
const TICK_MS = 5
const REFRESH_EVERY_MS = 500
/** Events per statement: more would gain nothing, and all of them are in memory. */
const EVENTS_MAX = 2_000
const EVENTS_MIN = 50

function intervalAfter(quietMs: number): number {
  return Math.min(INTERVAL_MAX_MS, Math.max(INTERVAL_MIN_MS, quietMs * INTERVAL_SHARE))
}

/** Reads the log for all endpoints of this worker together. */
export class Reader {
  readonly #options: ReaderOptions
  #awaken: (() => void) | null = null
  #isWoken = false
  #otherDatabases: readonly string[] = []
  #refreshedAt = 0

  constructor(options: ReaderOptions) {
    this.#options = options
  }

  /** Reads what is due to be read, and rests until more is. */
  async round(): Promise<void> {
    await Promise.all([this.#readNew(), this.#loadHeld()])
    await this.#rest()
  }

  /** Ends the rest early: there may be something to read. */
  wake(): void {
    if (this.#awaken) this.#awaken()
    else this.#isWoken = true
  }

  #rest(): Promise<void> {
    const { couriers, clock } = this.#options
    const now = clock()
    const times = couriers().flatMap((courier) => (courier.room() > 0 ? [courier.nextReadAt - now] : []))
    const ms = this.#isWoken ? TICK_MS : Math.max(TICK_MS, Math.min(INTERVAL_MAX_MS, ...times))
    this.#isWoken = false
    return new Promise<void>((resolve) => {
      // Not at once: what other couriers need in the next moment is read together with it.
      let timer = setTimeout(resolve, ms)
      this.#awaken = () => {
        this.#awaken = null
        clearTimeout(timer)
        timer = setTimeout(resolve, TICK_MS)
      }
    }).then(() => {
      this.#awaken = null
    })
  }

  /** To which database a transaction belongs never changes, so an old list only leaves out the newest. */
  async #refreshOtherDatabases(): Promise<void> {
    const { database, clock } = this.#options
    const now = clock()
    if (now - this.#refreshedAt < REFRESH_EVERY_MS) return
    this.#refreshedAt = now
    this.#otherDatabases = await database.read([], findTransactionsOfOtherDatabases)
  }

  async #readNew(): Promise<void> {
    await this.#refreshOtherDatabases()
    const { database, couriers, clock } = this.#options
    const now = clock()
    const due = couriers().filter((courier) => courier.nextReadAt <= now && courier.room() > 0)
    if (due.length === 0) return
    const most = Math.max(EVENTS_MIN, Math.floor(EVENTS_MAX / due.length))
    const readings = due.map((courier) => ({
      tenantId: courier.endpoint.tenantId,
      after: courier.end,
      limit: Math.min(courier.room(), most),
    }))
    const tenantIds = [...new Set(readings.map(({ tenantId }) => tenantId))]
    const read = await database.read(tenantIds, (tx) => readToldEvents(tx, readings, this.#otherDatabases))
    const later = clock()
    for (const [index, courier] of due.entries()) {
      const events = read[index] ?? []
      const isMore = events.length === readings[index]?.limit
      if (events.length > 0) courier.lastEventAt = later
      courier.nextReadAt = isMore ? later : later + intervalAfter(later - courier.lastEventAt)
      if (events.length > 0) courier.add(events)
    }
  }

  async #loadHeld(): Promise<void> {
    const wanted = this.#options
      .couriers()
      .map((courier) => ({ courier, keys: courier.takeToLoad() }))
      .filter(({ keys }) => keys.length > 0)
    if (wanted.length === 0) return
    const tenantIds = [...new Set(wanted.map(({ courier }) => courier.endpoint.tenantId))]
    const keys = wanted.flatMap((one) =>
      one.keys.map((key) => ({ ...key, tenantId: one.courier.endpoint.tenantId })),
    )
    const events = await this.#options.database
      .read(tenantIds, (tx) => findToldEvents(tx, keys))
      .catch((error) => {
        for (const one of wanted) one.courier.notLoaded(one.keys)
        throw error
      })
    const byTenant = Map.groupBy(events, ({ tenantId }) => tenantId)
    for (const one of wanted) {
      one.courier.loaded(one.keys, byTenant.get(one.courier.endpoint.tenantId) ?? [])
    }
  }
}
