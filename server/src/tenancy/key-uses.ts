import type { TenantId } from '../contract/ids.ts'
import type { Clock } from '../platform/clock.ts'
import type { Database } from '../platform/postgres/database.ts'
import { saveKeyUses } from './store/key-uses.ts'

const HOUR_MS = 3_600_000
const FLUSH_MS = 60_000
/** The first use of a key is waited for: the merchant looks whether it has arrived. */
const FIRST_FLUSH_MS = 500
const FLUSHED_AT_ONCE = 1_000

/** A key as long as it is known; `isNoted` is all that a request looks at. */
export interface UsedKey {
  readonly tenantId: TenantId
  readonly keyId: number
  readonly wasUsed: boolean
  isNoted: boolean
}

/**
 * Remembers which keys were used, and writes the hour once a minute: no request waits for it, and a key that sends a
 * thousand requests per second is written once an hour.
 */
export class KeyUses {
  readonly #directory: Database
  readonly #clock: Clock
  readonly #timer: NodeJS.Timeout
  readonly #noted = new Set<UsedKey>()
  readonly #pending = new Map<number, UsedKey>()
  #hour = 0
  #first: NodeJS.Timeout | null = null

  constructor(directory: Database, clock: Clock) {
    this.#directory = directory
    this.#clock = clock
    // What could not be written is tried again with the next.
    this.#timer = setInterval(() => void this.flush().catch(() => {}), FLUSH_MS)
    this.#timer.unref()
  }

  note(key: UsedKey): void {
    key.isNoted = true
    this.#noted.add(key)
    this.#pending.set(key.keyId, key)
    if (key.wasUsed || this.#first !== null) return
    this.#first = setTimeout(() => {
      this.#first = null
      void this.flush().catch(() => {})
    }, FIRST_FLUSH_MS)
    this.#first.unref()
  }

  async flush(): Promise<void> {
    const hour = Math.floor(this.#clock() / HOUR_MS) * HOUR_MS
    if (hour !== this.#hour) {
      // In a new hour every key is new again.
      this.#hour = hour
      for (const key of this.#noted) key.isNoted = false
      this.#noted.clear()
    }
    const used = [...this.#pending.values()]
    this.#pending.clear()
    try {
      for (let from = 0; from < used.length; from += FLUSHED_AT_ONCE) {
        const some = used.slice(from, from + FLUSHED_AT_ONCE)
        const tenantIds = [...new Set(some.map(({ tenantId }) => tenantId))]
        await this.#directory.transaction(tenantIds, (tx) => saveKeyUses(tx, some, hour))
      }
    } catch (error) {
      for (const key of used) this.#pending.set(key.keyId, key)
      throw error
    }
  }

  async close(): Promise<void> {
    clearInterval(this.#timer)
    if (this.#first) clearTimeout(this.#first)
    await this.flush().catch(() => {})
  }
}
