import type { CustomerId, TenantId } from '../../contract/ids.ts'
import type { Clock, Instant } from '../../platform/clock.ts'
import type { Database } from '../../platform/postgres/database.ts'
import { addStorefrontUse, type CountedUse, type StorefrontCount } from '../store/storefront-use.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const FLUSH_MS = 5_000
const FLUSHED_AT_ONCE = 1_000
/** Of one merchant in one day: a shop has a few, and who makes up more learns nothing by it. */
const ORIGINS_MAX = 20
const ORIGIN_LENGTH_MAX = 300
/** Customers that are remembered within an hour; those beyond count as a visit each time. */
const VISITORS_MAX = 200_000

/**
 * Counts what browsers of a merchant's customers do, and adds it up once in some seconds: no request waits for it. A
 * process that is killed loses what it counted last.
 */
export class StorefrontUses {
  readonly #directory: Database
  readonly #clock: Clock
  #counts = new Map<string, CountedUse>()
  #hour = 0
  readonly #visitors = new Set<string>()
  #day = 0
  readonly #origins = new Map<TenantId, Set<string>>()
  #timer: NodeJS.Timeout | null = null
  #flushing = Promise.resolve()

  constructor(directory: Database, clock: Clock) {
    this.#directory = directory
    this.#clock = clock
  }

  request(tenantId: TenantId, isModified: boolean): void {
    this.#count(tenantId, 'requests')
    if (!isModified) this.#count(tenantId, 'notModified')
  }

  /** The first token of a customer in an hour counts as a visit: pages that keep what they are given ask for few more. */
  mint(tenantId: TenantId, subject: CustomerId | string): void {
    this.#count(tenantId, 'mints')
    const hour = this.#hourNow()
    if (hour !== this.#hour) {
      this.#hour = hour
      this.#visitors.clear()
    }
    const visitor = `${tenantId} ${typeof subject} ${subject}`
    if (this.#visitors.has(visitor)) return
    this.#count(tenantId, 'visits')
    if (this.#visitors.size < VISITORS_MAX) this.#visitors.add(visitor)
  }

  refused(tenantId: TenantId, origin: string): void {
    const day = Math.floor(this.#clock() / DAY_MS)
    if (day !== this.#day) {
      this.#day = day
      this.#origins.clear()
    }
    const origins = this.#origins.get(tenantId) ?? new Set()
    if (!origins.has(origin)) {
      if (origins.size >= ORIGINS_MAX || !isShown(origin)) return
      this.#origins.set(tenantId, origins.add(origin))
    }
    this.#count(tenantId, 'refused', origin)
  }

  #hourNow(): Instant {
    return Math.floor(this.#clock() / HOUR_MS) * HOUR_MS
  }

  #count(tenantId: TenantId, what: StorefrontCount, origin = ''): void {
    const hour = this.#hourNow()
    const name = `${tenantId} ${hour} ${what} ${origin}`
    const count = (this.#counts.get(name)?.count ?? 0) + 1
    this.#counts.set(name, { tenantId, hour, what, origin, count })
    if (this.#timer) return
    this.#timer = setTimeout(() => {
      this.#timer = null
      void this.flush()
    }, FLUSH_MS)
    this.#timer.unref()
  }

  flush(): Promise<void> {
    this.#flushing = this.#flushing.then(() => this.#flushNow())
    return this.#flushing
  }

  async #flushNow(): Promise<void> {
    const uses = [...this.#counts.values()]
    this.#counts = new Map()
    for (let from = 0; from < uses.length; from += FLUSHED_AT_ONCE) {
      const some = uses.slice(from, from + FLUSHED_AT_ONCE)
      const tenantIds = [...new Set(some.map(({ tenantId }) => tenantId))]
      // While the directory can’t be reached nothing is kept: these are figures to look at, and memory is not for them.
      await this.#directory.transaction(tenantIds, (tx) => addStorefrontUse(tx, some)).catch(() => {})
    }
  }

  async close(): Promise<void> {
    if (this.#timer) clearTimeout(this.#timer)
    await this.flush()
  }
}

/** As a browser writes it, which nothing else has to. */
function isShown(origin: string): boolean {
  return origin.length <= ORIGIN_LENGTH_MAX && /^https?:\/\/[\w.:[\]-]+$/.test(origin)
}
