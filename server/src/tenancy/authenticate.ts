import type { Clock, Instant } from '../platform/clock.ts'
import type { Database } from '../platform/postgres/database.ts'
import { credentialsFromHeader, isSecret, isSecretOf, tenantOfToken } from './credentials.ts'
import { findLiveKeyHash, findTenant, readGeneration } from './store.ts'
import type { Tenant } from './tenant.ts'
import { createThrottle } from './throttle.ts'

export type Authentication =
  | { readonly outcome: 'accepted'; readonly tenant: Tenant; readonly token: string }
  | { readonly outcome: 'refused' }
  | { readonly outcome: 'throttled'; readonly retryAfterSeconds: number }

export interface Authenticator {
  authenticate(header: string | undefined, address: string): Promise<Authentication> | Authentication
  close(): void
}

/** What the directory says of a key stays true this long after it was last known to be unchanged. */
const TRUST_MS = 800
const POLL_MS = 300
const CACHED_KEYS_MAX = 10_000

interface CachedKey {
  readonly tenant: Tenant
  readonly secretHash: Buffer
  /** Of the directory, when it was read; under any other it has to be read again. */
  readonly generation: number
}

/**
 * Keys are read once and then trusted for as long as the directory's generation is known to be unchanged:
 * a process asks for that single row every 300 ms, and when it could not ask for 800 ms it trusts nothing
 * until it has. So a revoked key is refused everywhere within one second, and the usual request asks nothing.
 */
export function createAuthenticator(directory: Database, clock: Clock): Authenticator {
  const keys = new Map<string, CachedKey>()
  const loading = new Map<string, Promise<CachedKey | null>>()
  const throttle = createThrottle({ failuresMax: 10, windowMs: 60_000 })
  let generation = -1
  let trustedUntil: Instant = 0
  let confirming: Promise<void> | null = null

  async function confirmGeneration(): Promise<void> {
    const askedAt = clock()
    generation = await directory.transaction([], readGeneration)
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

  async function load(tenantId: number, token: string): Promise<CachedKey | null> {
    const generationBefore = generation
    const key = await directory.transaction([tenantId], async (tx) => {
      const [secretHash, tenant] = await Promise.all([
        findLiveKeyHash(tx, tenantId, token),
        findTenant(tx, tenantId),
      ])
      return secretHash && tenant ? { tenant, secretHash, generation: generationBefore } : null
    })
    // One that was read before a change known by now is good for this request, which began before it, and
    // by its generation for no other.
    if (!key) keys.delete(token)
    else {
      if (keys.size >= CACHED_KEYS_MAX) keys.clear()
      keys.set(token, key)
    }
    return key
  }

  function findTrusted(token: string): CachedKey | undefined {
    const key = keys.get(token)
    return key?.generation === generation && clock() < trustedUntil ? key : undefined
  }

  function loadOnce(tenantId: number, token: string): Promise<CachedKey | null> {
    let found = loading.get(token)
    if (!found) {
      found = load(tenantId, token).finally(() => loading.delete(token))
      loading.set(token, found)
    }
    return found
  }

  async function authenticateSlowly(token: string, secret: string, address: string): Promise<Authentication> {
    const tenantId = tenantOfToken(token)
    if (tenantId === null || !isSecret(secret)) return { outcome: 'refused' }
    const attempt = `${token} ${address}`
    // Whoever knows the secret that was right a moment ago is not guessing: the failures of others behind the
    // same address must not stop a shop when the directory changes.
    const known = keys.get(token)
    const isGuess = !known || !isSecretOf(secret, known.secretHash)
    const retryAfterMs = isGuess ? throttle.retryAfterMs(attempt, clock()) : 0
    if (retryAfterMs > 0) return { outcome: 'throttled', retryAfterSeconds: Math.ceil(retryAfterMs / 1_000) }
    if (clock() >= trustedUntil) await confirm()
    const key = findTrusted(token) ?? (await loadOnce(tenantId, token))
    if (key && isSecretOf(secret, key.secretHash)) return { outcome: 'accepted', tenant: key.tenant, token }
    throttle.countFailure(attempt, clock())
    return { outcome: 'refused' }
  }

  return {
    authenticate(header, address) {
      const credentials = credentialsFromHeader(header)
      if (!credentials) return { outcome: 'refused' }
      const { token, secret } = credentials
      const key = findTrusted(token)
      if (key && isSecretOf(secret, key.secretHash)) return { outcome: 'accepted', tenant: key.tenant, token }
      return authenticateSlowly(token, secret, address)
    },
    close: () => clearInterval(timer),
  }
}
