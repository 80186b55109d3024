import type { Clock, Instant } from '../platform/clock.ts'
import type { Database } from '../platform/postgres/database.ts'
import { readGeneration } from './store/tenants.ts'

/** How long what the directory says is trusted, after the directory was last known to be unchanged. */
const TRUST_MS = 800
const POLL_MS = 300

/**
 * Whether the directory is what it was: a process asks for a single row every 300 ms, and when it could not ask for
 * 800 ms it trusts nothing until it has. So a change is known everywhere within one second, and the usual request asks
 * nothing.
 */
export class DirectoryWatch {
  readonly #directory: Database
  readonly #clock: Clock
  readonly #timer: NodeJS.Timeout
  #generation = -1
  #trustedUntil: Instant = 0
  #confirming: Promise<void> | null = null

  constructor(directory: Database, clock: Clock) {
    this.#directory = directory
    this.#clock = clock
    // A failure is not lost: trust runs out, and the next request meets the same failure and reports it.
    this.#timer = setInterval(() => void this.confirm().catch(() => {}), POLL_MS)
    this.#timer.unref()
  }

  close(): void {
    clearInterval(this.#timer)
  }

  /** As it was last known to be. */
  get generation(): number {
    return this.#generation
  }

  get isTrusted(): boolean {
    return this.#clock() < this.#trustedUntil
  }

  /** Asks, unless that is under way. */
  confirm(): Promise<void> {
    this.#confirming ??= this.#read().finally(() => {
      this.#confirming = null
    })
    return this.#confirming
  }

  async #read(): Promise<void> {
    const askedAt = this.#clock()
    this.#generation = await this.#directory.read([], readGeneration)
    this.#trustedUntil = askedAt + TRUST_MS
  }
}
