import { Batcher } from '../platform/batcher.ts'
import { setBounded } from '../platform/bounded-map.ts'
import type { Clock, Instant } from '../platform/clock.ts'
import type { Database } from '../platform/postgres/database.ts'
import { findLiveKeys } from './store/keys.ts'
import { readGeneration } from './store/tenants.ts'
import type { Tenant } from './tenant.ts'

/** What the directory says of a key stays true this long after it was last known to be unchanged. */
const TRUST_MS = 800
const POLL_MS = 300
const REMEMBERED_KEYS_MAX = 100_000
const REMEMBERED_UNKNOWN_MAX = 10_000
/**
 * One batch at a time: strangers who invent tokens get the use of one connection between them, the other one of the
 * directory is for the question whether it has changed.
 */
const LOOK_UP = { lanes: 1, batchMax: 100, waitingMax: 2_000 }

export interface KnownKey {
  readonly tenant: Tenant
  readonly secretHash: Buffer
  /** Of the directory, when it was read; under any other it has to be read again. */
  readonly generation: number
}

export interface LookUp {
  readonly tenantId: number
  readonly token: string
  readonly sender: string
}

export interface KnownKeys {
  /** null when there is no such key; undefined when that is not known, or not surely any more. */
  trusted(token: string): KnownKey | null | undefined
  /** As it was read last, however long ago. */
  last(token: string): KnownKey | undefined
  /** Asks the directory, unless what it would say is known. */
  find(wanted: LookUp): Promise<KnownKey | null>
  close(): void
}

/**
 * Keys are read once and then trusted for as long as the directory's generation is known to be unchanged:
 * a process asks for that single row every 300 ms, and when it could not ask for 800 ms it trusts nothing
 * until it has. So a revoked key is refused everywhere within one second, and the usual request asks nothing.
 */
export function createKnownKeys(directory: Database, clock: Clock): KnownKeys {
  const keys = new Map<string, KnownKey>()
  /** Tokens that are nobody's, with the generation in which they were looked for. */
  const unknown = new Map<string, number>()
  const loading = new Map<string, Promise<KnownKey | null>>()
  let generation = -1
  let trustedUntil: Instant = 0
  let confirming: Promise<void> | null = null

  async function confirmGeneration(): Promise<void> {
    const askedAt = clock()
    generation = await directory.read([], readGeneration)
    trustedUntil = askedAt + TRUST_MS
  }

  function confirm(): Promise<void> {
    confirming ??= confirmGeneration().finally(() => {
      confirming = null
    })
    return confirming
  }

  // A failure is not lost: trust runs out, and the next request meets the same failure and reports it.
  const timer = setInterval(() => void confirm().catch(() => {}), POLL_MS)
  timer.unref()

  /** Senders take turns: a flood of one delays only itself. */
  const batcher: Batcher<LookUp, KnownKey | null> = new Batcher({
    ...LOOK_UP,
    groupOf: ({ sender }) => sender,
    async run(wanted) {
      const before = generation
      const tenantIds = [...new Set(wanted.map(({ tenantId }) => tenantId))]
      const found = await directory.read(tenantIds, (tx) => findLiveKeys(tx, wanted))
      // One that was read before a change known by now is good for this request, which began before it, and
      // by its generation for no other.
      return found.map((key) => key && { ...key, generation: before })
    },
  })

  async function load(wanted: LookUp): Promise<KnownKey | null> {
    const { token } = wanted
    const before = generation
    const key = await batcher.call(wanted)
    if (key) {
      setBounded(keys, token, key, REMEMBERED_KEYS_MAX)
    } else {
      keys.delete(token)
      setBounded(unknown, token, before, REMEMBERED_UNKNOWN_MAX)
    }
    return key
  }

  function trusted(token: string): KnownKey | null | undefined {
    if (clock() >= trustedUntil) return undefined
    const key = keys.get(token)
    if (key?.generation === generation) return key
    return unknown.get(token) === generation ? null : undefined
  }

  return {
    trusted,
    last: (token) => keys.get(token),
    async find(wanted) {
      if (clock() >= trustedUntil) await confirm()
      const known = trusted(wanted.token)
      if (known !== undefined) return known
      let found = loading.get(wanted.token)
      if (!found) {
        found = load(wanted).finally(() => loading.delete(wanted.token))
        loading.set(wanted.token, found)
      }
      return found
    },
    close: () => clearInterval(timer),
  }
}
