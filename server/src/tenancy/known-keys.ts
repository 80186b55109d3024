import type { TenantId } from '../contract/ids.ts'
import { Batcher } from '../platform/batcher.ts'
import { setBounded } from '../platform/bounded-map.ts'
import type { Clock, Instant } from '../platform/clock.ts'
import type { Database } from '../platform/postgres/database.ts'
import type { UsedKey } from './key-uses.ts'
import { findLiveKeys, type LiveKey } from './store/keys.ts'
import { readGeneration } from './store/tenants.ts'

/** How long what the directory says of a key is trusted, after the directory was last known to be unchanged. */
const TRUST_MS = 800
const POLL_MS = 300
const REMEMBERED_KEYS_MAX = 100_000
const REMEMBERED_UNKNOWN_MAX = 10_000
/**
 * One batch at a time: senders that invent tokens share one connection of the directory; the other one is for the
 * question whether the directory has changed.
 */
const LOOK_UP = { lanes: 1, batchMax: 100, waitingMax: 2_000 }

export interface KnownKey extends LiveKey, UsedKey {
  /** Of the directory, when the key was read; under any other generation the key has to be read again. */
  readonly generation: number
}

export interface LookUp {
  readonly tenantId: TenantId
  readonly token: string
  readonly sender: string
}

/**
 * Keys are read once and then trusted for as long as the directory's generation is known to be unchanged:
 * a process asks for that single row every 300 ms, and when it could not ask for 800 ms it trusts nothing
 * until it has. So a revoked key is refused everywhere within one second, and the usual request asks nothing.
 */
export class KnownKeys {
  readonly #directory: Database
  readonly #clock: Clock
  readonly #timer: NodeJS.Timeout
  /** Senders take turns: a flood of one delays only itself. */
  readonly #batcher: Batcher<LookUp, KnownKey | null>
  readonly #keys = new Map<string, KnownKey>()
  /** Tokens that do not exist, with the generation in which they were looked for. */
  readonly #unknown = new Map<string, number>()
  readonly #loading = new Map<string, Promise<KnownKey | null>>()
  #generation = -1
  #trustedUntil: Instant = 0
  #confirming: Promise<void> | null = null

  constructor(directory: Database, clock: Clock) {
    this.#directory = directory
    this.#clock = clock
    this.#batcher = new Batcher({
      ...LOOK_UP,
      groupOf: ({ sender }) => sender,
      run: (wanted) => this.#findAll(wanted),
    })
    // A failure is not lost: trust runs out, and the next request meets the same failure and reports it.
    this.#timer = setInterval(() => void this.#confirm().catch(() => {}), POLL_MS)
    this.#timer.unref()
  }

  close(): void {
    clearInterval(this.#timer)
  }

  /** null: there is no such key. undefined: that is not known, or not known for certain any more. */
  trusted(token: string): KnownKey | null | undefined {
    if (this.#clock() >= this.#trustedUntil) return undefined
    const key = this.#keys.get(token)
    if (key?.generation === this.#generation) return key
    return this.#unknown.get(token) === this.#generation ? null : undefined
  }

  /** As it was read last, however long ago. */
  last(token: string): KnownKey | undefined {
    return this.#keys.get(token)
  }

  /** Asks the directory, unless its answer is known. */
  async find(wanted: LookUp): Promise<KnownKey | null> {
    if (this.#clock() >= this.#trustedUntil) await this.#confirm()
    const known = this.trusted(wanted.token)
    if (known !== undefined) return known
    let found = this.#loading.get(wanted.token)
    if (!found) {
      found = this.#load(wanted).finally(() => this.#loading.delete(wanted.token))
      this.#loading.set(wanted.token, found)
    }
    return found
  }

  #confirm(): Promise<void> {
    this.#confirming ??= this.#readGeneration().finally(() => {
      this.#confirming = null
    })
    return this.#confirming
  }

  async #readGeneration(): Promise<void> {
    const askedAt = this.#clock()
    this.#generation = await this.#directory.read([], readGeneration)
    this.#trustedUntil = askedAt + TRUST_MS
  }

  async #load(wanted: LookUp): Promise<KnownKey | null> {
    const { token } = wanted
    const before = this.#generation
    const key = await this.#batcher.call(wanted)
    if (key) {
      setBounded(this.#keys, token, key, REMEMBERED_KEYS_MAX)
    } else {
      this.#keys.delete(token)
      setBounded(this.#unknown, token, before, REMEMBERED_UNKNOWN_MAX)
    }
    return key
  }

  async #findAll(wanted: readonly LookUp[]): Promise<(KnownKey | null)[]> {
    const before = this.#generation
    const tenantIds = [...new Set(wanted.map(({ tenantId }) => tenantId))]
    const found = await this.#directory.read(tenantIds, (tx) => findLiveKeys(tx, wanted))
    // A key that was read before a change that is known by now is good for this request, which began before the
    // change; its generation keeps it from serving any later request.
    return found.map((key) => key && { ...key, tenantId: key.tenant.id, isNoted: false, generation: before })
  }
}
