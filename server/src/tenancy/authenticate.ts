import type { Clock } from '../platform/clock.ts'
import { senderOf } from '../platform/http/address.ts'
import type { Database } from '../platform/postgres/database.ts'
import { credentialsFromHeader, isSecret, isSecretOf, tenantOfToken } from './credentials.ts'
import { createKnownKeys, type LookUp } from './known-keys.ts'
import type { Tenant } from './tenant.ts'
import { createBudget, createThrottle, createTurns } from './throttle.ts'

export type Authentication =
  | { readonly outcome: 'accepted'; readonly tenant: Tenant; readonly token: string }
  /** `token`: as far as it can be one of ours. */
  | { readonly outcome: 'refused'; readonly token: string | null }
  | {
      readonly outcome: 'throttled'
      readonly token: string
      readonly by: 'token' | 'address'
      readonly retryAfterSeconds: number
    }

export interface Authenticator {
  /** There is no address any more where the sender has hung up already. */
  authenticate(
    header: string | undefined,
    address: string | undefined,
  ): Promise<Authentication> | Authentication
  close(): void
}

/** Of one token from one sender. */
const FAILURES_OF_TOKEN = { failuresMax: 10, windowMs: 60_000 }
/** Of one sender with whatever tokens: each new one is a question to the directory. */
const FAILURES_OF_SENDER = { burst: 100, perSecond: 10 }
/**
 * Review-ups of one sender at a time, fewer than the failures it may have: after a restart, when no key is known yet, a
 * burst of good requests waits its turn instead of using up what is for failures.
 */
const LOOK_UPS_OF_SENDER = 20

/**
 * Whoever knows the secret that was right a moment ago is not guessing, and is never throttled: behind a proxy all
 * merchants may have one address, and the failures of others must not stop a shop.
 */
export function createAuthenticator(directory: Database, clock: Clock): Authenticator {
  const keys = createKnownKeys(directory, clock)
  const ofToken = createThrottle(FAILURES_OF_TOKEN)
  const ofSender = createBudget(FAILURES_OF_SENDER)
  const turns = createTurns(LOOK_UPS_OF_SENDER)

  function throttled(token: string, by: 'token' | 'address', retryAfterMs: number): Authentication {
    return { outcome: 'throttled', token, by, retryAfterSeconds: Math.ceil(retryAfterMs / 1_000) }
  }

  async function authenticateSlowly(
    token: string,
    secret: string,
    address = 'nobody',
  ): Promise<Authentication> {
    const tenantId = tenantOfToken(token)
    if (tenantId === null || !isSecret(secret)) return { outcome: 'refused', token: null }
    const sender = senderOf(address)
    const wanted = { tenantId, token, sender }
    const last = keys.last(token)
    if (last && isSecretOf(secret, last.secretHash)) {
      const key = await keys.find(wanted)
      if (key && isSecretOf(secret, key.secretHash)) return { outcome: 'accepted', tenant: key.tenant, token }
    }
    return turns.take(sender, () => lookUp(wanted, secret))
  }

  async function lookUp(wanted: LookUp, secret: string): Promise<Authentication> {
    const { token, sender } = wanted
    const attempt = `${token} ${sender}`
    const waitForToken = ofToken.retryAfterMs(attempt, clock())
    if (waitForToken > 0) return throttled(token, 'token', waitForToken)
    const waitForSender = ofSender.take(sender, clock())
    if (waitForSender > 0) return throttled(token, 'address', waitForSender)
    let isFailure = false
    try {
      const key = await keys.find(wanted)
      isFailure = !key || !isSecretOf(secret, key.secretHash)
      if (key && !isFailure) return { outcome: 'accepted', tenant: key.tenant, token }
    } finally {
      if (!isFailure) ofSender.giveBack(sender, clock())
    }
    ofToken.countFailure(attempt, clock())
    return { outcome: 'refused', token }
  }

  return {
    authenticate(header, address) {
      const credentials = credentialsFromHeader(header)
      if (!credentials) return { outcome: 'refused', token: null }
      const { token, secret } = credentials
      const key = keys.trusted(token)
      if (key && isSecretOf(secret, key.secretHash)) return { outcome: 'accepted', tenant: key.tenant, token }
      return authenticateSlowly(token, secret, address)
    },
    close: keys.close,
  }
}
